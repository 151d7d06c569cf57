import Synchronization
import Testing

/// The standard library's types.
@Suite struct StandardLibraryTypeTests {
  @Test func `Arguments and results`() throws {
    try expectAlike((any StandardLibraryTypes).self, Conformer(), \Keyed.text as KeyPath<Keyed, String>) {
      $0.path(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), \Keyed.text as WritableKeyPath<Keyed, String>) {
      $0.writable(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), \Keyed.text as AnyKeyPath) { $0.anyPath(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), \Keyed.text as PartialKeyPath<Keyed>) {
      $0.partial(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), Task { 1 } as Task<Int, any Error>) {
      $0.task(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), AsyncStream<Int> { $0.finish() } as AsyncStream<Int>)
    { $0.stream(1, $1, 2.5) }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      AsyncThrowingStream<Int, any Error> { $0.finish() } as AsyncThrowingStream<Int, any Error>
    ) { $0.throwing(1, $1, 2.5) }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      AsyncStream<Int>.makeStream().continuation as AsyncStream<Int>.Continuation
    ) { $0.continuation(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), .high as TaskPriority) { $0.priority(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), .seconds(3) as Duration) { $0.duration(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), ContinuousClock().now as ContinuousClock.Instant) {
      $0.instant(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), ContinuousClock() as ContinuousClock) {
      $0.clock(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), ContinuousClock() as any Clock<Duration>) {
      $0.anyClock(1, $1, 2.5)
    }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      MainActor.sharedUnownedExecutor as UnownedSerialExecutor
    ) { $0.executor(1, $1, 2.5) }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      try! Regex("a+", as: Substring.self) as Regex<Substring>
    ) { $0.regex(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), try! Regex("a+") as Regex<AnyRegexOutput>) {
      $0.anyRegex(1, $1, 2.5)
    }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      "aaa".firstMatch(of: try! Regex("a+"))! as Regex<AnyRegexOutput>.Match
    ) { $0.match(1, $1, 2.5) }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      Synchronization.WordPair(first: 1, second: 2) as Synchronization.WordPair
    ) { $0.wordPair(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), "é" as Character) { $0.character(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), "x" as Unicode.Scalar) { $0.scalar(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), "abc".endIndex as String.Index) {
      $0.index(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), "abcdef".dropFirst(2) as Substring) {
      $0.substring(1, $1, 2.5)
    }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      "abc".startIndex..<"abc".endIndex as Range<String.Index>
    ) { $0.stringRange(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), "text" as StaticString) {
      $0.staticString(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), Hasher() as Hasher) { $0.hasher(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), ObjectIdentifier(MainActor.self) as ObjectIdentifier)
    { $0.identifier(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), Mirror(reflecting: 1) as Mirror) {
      $0.mirror(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), AnyHashable(5) as AnyHashable) {
      $0.hashable(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), AnySequence([1, 2]) as AnySequence<Int>) {
      $0.sequence(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), AnyIterator([1].makeIterator()) as AnyIterator<Int>) {
      $0.iterator(1, $1, 2.5)
    }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      UnsafeRawBufferPointer(start: nil, count: 0) as UnsafeRawBufferPointer
    ) { $0.raw(1, $1, 2.5) }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      [1, 2].lazy.map { $0 + 1 } as LazyMapSequence<[Int], Int>
    ) { $0.lazyMap(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), zip([1], ["a"]) as Zip2Sequence<[Int], [String]>) {
      $0.zip(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), [1, 2].enumerated() as EnumeratedSequence<[Int]>) {
      $0.enumerated(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), stride(from: 1, to: 9, by: 2) as StrideTo<Int>) {
      $0.strided(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), [1, 2].reversed() as ReversedCollection<[Int]>) {
      $0.reversed(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), [1, 2] as ContiguousArray<Int>) {
      $0.contiguous(1, $1, 2.5)
    }
    try expectAlike(
      (any StandardLibraryTypes).self,
      Conformer(),
      [1, 2].difference(from: [2]) as CollectionDifference<Int>
    ) { $0.difference(1, $1, 2.5) }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), RangeSet([1..<3]) as RangeSet<Int>) {
      $0.rangeSet(1, $1, 2.5)
    }
    try expectAlike((any StandardLibraryTypes).self, Conformer(), ["a": 1] as [String: any Sendable]) {
      $0.userInfo(1, $1, 2.5)
    }
  }
}

private struct Keyed { var text = "" }

private protocol StandardLibraryTypes {
  func path(_ before: Int8, _ value: KeyPath<Keyed, String>, _ after: Double) -> KeyPath<Keyed, String>
  func writable(_ before: Int8, _ value: WritableKeyPath<Keyed, String>, _ after: Double) -> WritableKeyPath<
    Keyed, String
  >
  func anyPath(_ before: Int8, _ value: AnyKeyPath, _ after: Double) -> AnyKeyPath
  func partial(_ before: Int8, _ value: PartialKeyPath<Keyed>, _ after: Double) -> PartialKeyPath<Keyed>
  func task(_ before: Int8, _ value: Task<Int, any Error>, _ after: Double) -> Task<Int, any Error>
  func stream(_ before: Int8, _ value: AsyncStream<Int>, _ after: Double) -> AsyncStream<Int>
  func throwing(_ before: Int8, _ value: AsyncThrowingStream<Int, any Error>, _ after: Double) -> AsyncThrowingStream<
    Int, any Error
  >
  func continuation(_ before: Int8, _ value: AsyncStream<Int>.Continuation, _ after: Double)
    -> AsyncStream<Int>.Continuation
  func priority(_ before: Int8, _ value: TaskPriority, _ after: Double) -> TaskPriority
  func duration(_ before: Int8, _ value: Duration, _ after: Double) -> Duration
  func instant(_ before: Int8, _ value: ContinuousClock.Instant, _ after: Double) -> ContinuousClock.Instant
  func clock(_ before: Int8, _ value: ContinuousClock, _ after: Double) -> ContinuousClock
  func anyClock(_ before: Int8, _ value: any Clock<Duration>, _ after: Double) -> any Clock<Duration>
  func executor(_ before: Int8, _ value: UnownedSerialExecutor, _ after: Double) -> UnownedSerialExecutor
  func regex(_ before: Int8, _ value: Regex<Substring>, _ after: Double) -> Regex<Substring>
  func anyRegex(_ before: Int8, _ value: Regex<AnyRegexOutput>, _ after: Double) -> Regex<AnyRegexOutput>
  func match(_ before: Int8, _ value: Regex<AnyRegexOutput>.Match, _ after: Double) -> Regex<AnyRegexOutput>.Match
  func wordPair(_ before: Int8, _ value: Synchronization.WordPair, _ after: Double) -> Synchronization.WordPair
  func character(_ before: Int8, _ value: Character, _ after: Double) -> Character
  func scalar(_ before: Int8, _ value: Unicode.Scalar, _ after: Double) -> Unicode.Scalar
  func index(_ before: Int8, _ value: String.Index, _ after: Double) -> String.Index
  func substring(_ before: Int8, _ value: Substring, _ after: Double) -> Substring
  func stringRange(_ before: Int8, _ value: Range<String.Index>, _ after: Double) -> Range<String.Index>
  func staticString(_ before: Int8, _ value: StaticString, _ after: Double) -> StaticString
  func hasher(_ before: Int8, _ value: Hasher, _ after: Double) -> Hasher
  func identifier(_ before: Int8, _ value: ObjectIdentifier, _ after: Double) -> ObjectIdentifier
  func mirror(_ before: Int8, _ value: Mirror, _ after: Double) -> Mirror
  func hashable(_ before: Int8, _ value: AnyHashable, _ after: Double) -> AnyHashable
  func sequence(_ before: Int8, _ value: AnySequence<Int>, _ after: Double) -> AnySequence<Int>
  func iterator(_ before: Int8, _ value: AnyIterator<Int>, _ after: Double) -> AnyIterator<Int>
  func raw(_ before: Int8, _ value: UnsafeRawBufferPointer, _ after: Double) -> UnsafeRawBufferPointer
  func lazyMap(_ before: Int8, _ value: LazyMapSequence<[Int], Int>, _ after: Double) -> LazyMapSequence<[Int], Int>
  func zip(_ before: Int8, _ value: Zip2Sequence<[Int], [String]>, _ after: Double) -> Zip2Sequence<[Int], [String]>
  func enumerated(_ before: Int8, _ value: EnumeratedSequence<[Int]>, _ after: Double) -> EnumeratedSequence<[Int]>
  func strided(_ before: Int8, _ value: StrideTo<Int>, _ after: Double) -> StrideTo<Int>
  func reversed(_ before: Int8, _ value: ReversedCollection<[Int]>, _ after: Double) -> ReversedCollection<[Int]>
  func contiguous(_ before: Int8, _ value: ContiguousArray<Int>, _ after: Double) -> ContiguousArray<Int>
  func difference(_ before: Int8, _ value: CollectionDifference<Int>, _ after: Double) -> CollectionDifference<Int>
  func rangeSet(_ before: Int8, _ value: RangeSet<Int>, _ after: Double) -> RangeSet<Int>
  func userInfo(_ before: Int8, _ value: [String: any Sendable], _ after: Double) -> [String: any Sendable]
}

private struct Conformer: StandardLibraryTypes {
  func path(_ before: Int8, _ value: KeyPath<Keyed, String>, _ after: Double) -> KeyPath<Keyed, String> { value }
  func writable(_ before: Int8, _ value: WritableKeyPath<Keyed, String>, _ after: Double) -> WritableKeyPath<
    Keyed, String
  > { value }
  func anyPath(_ before: Int8, _ value: AnyKeyPath, _ after: Double) -> AnyKeyPath { value }
  func partial(_ before: Int8, _ value: PartialKeyPath<Keyed>, _ after: Double) -> PartialKeyPath<Keyed> { value }
  func task(_ before: Int8, _ value: Task<Int, any Error>, _ after: Double) -> Task<Int, any Error> { value }
  func stream(_ before: Int8, _ value: AsyncStream<Int>, _ after: Double) -> AsyncStream<Int> { value }
  func throwing(_ before: Int8, _ value: AsyncThrowingStream<Int, any Error>, _ after: Double) -> AsyncThrowingStream<
    Int, any Error
  > { value }
  func continuation(_ before: Int8, _ value: AsyncStream<Int>.Continuation, _ after: Double)
    -> AsyncStream<Int>.Continuation
  { value }
  func priority(_ before: Int8, _ value: TaskPriority, _ after: Double) -> TaskPriority { value }
  func duration(_ before: Int8, _ value: Duration, _ after: Double) -> Duration { value }
  func instant(_ before: Int8, _ value: ContinuousClock.Instant, _ after: Double) -> ContinuousClock.Instant { value }
  func clock(_ before: Int8, _ value: ContinuousClock, _ after: Double) -> ContinuousClock { value }
  func anyClock(_ before: Int8, _ value: any Clock<Duration>, _ after: Double) -> any Clock<Duration> { value }
  func executor(_ before: Int8, _ value: UnownedSerialExecutor, _ after: Double) -> UnownedSerialExecutor { value }
  func regex(_ before: Int8, _ value: Regex<Substring>, _ after: Double) -> Regex<Substring> { value }
  func anyRegex(_ before: Int8, _ value: Regex<AnyRegexOutput>, _ after: Double) -> Regex<AnyRegexOutput> { value }
  func match(_ before: Int8, _ value: Regex<AnyRegexOutput>.Match, _ after: Double) -> Regex<AnyRegexOutput>.Match {
    value
  }
  func wordPair(_ before: Int8, _ value: Synchronization.WordPair, _ after: Double) -> Synchronization.WordPair {
    value
  }
  func character(_ before: Int8, _ value: Character, _ after: Double) -> Character { value }
  func scalar(_ before: Int8, _ value: Unicode.Scalar, _ after: Double) -> Unicode.Scalar { value }
  func index(_ before: Int8, _ value: String.Index, _ after: Double) -> String.Index { value }
  func substring(_ before: Int8, _ value: Substring, _ after: Double) -> Substring { value }
  func stringRange(_ before: Int8, _ value: Range<String.Index>, _ after: Double) -> Range<String.Index> { value }
  func staticString(_ before: Int8, _ value: StaticString, _ after: Double) -> StaticString { value }
  func hasher(_ before: Int8, _ value: Hasher, _ after: Double) -> Hasher { value }
  func identifier(_ before: Int8, _ value: ObjectIdentifier, _ after: Double) -> ObjectIdentifier { value }
  func mirror(_ before: Int8, _ value: Mirror, _ after: Double) -> Mirror { value }
  func hashable(_ before: Int8, _ value: AnyHashable, _ after: Double) -> AnyHashable { value }
  func sequence(_ before: Int8, _ value: AnySequence<Int>, _ after: Double) -> AnySequence<Int> { value }
  func iterator(_ before: Int8, _ value: AnyIterator<Int>, _ after: Double) -> AnyIterator<Int> { value }
  func raw(_ before: Int8, _ value: UnsafeRawBufferPointer, _ after: Double) -> UnsafeRawBufferPointer { value }
  func lazyMap(_ before: Int8, _ value: LazyMapSequence<[Int], Int>, _ after: Double) -> LazyMapSequence<[Int], Int> {
    value
  }
  func zip(_ before: Int8, _ value: Zip2Sequence<[Int], [String]>, _ after: Double) -> Zip2Sequence<[Int], [String]> {
    value
  }
  func enumerated(_ before: Int8, _ value: EnumeratedSequence<[Int]>, _ after: Double) -> EnumeratedSequence<[Int]> {
    value
  }
  func strided(_ before: Int8, _ value: StrideTo<Int>, _ after: Double) -> StrideTo<Int> { value }
  func reversed(_ before: Int8, _ value: ReversedCollection<[Int]>, _ after: Double) -> ReversedCollection<[Int]> {
    value
  }
  func contiguous(_ before: Int8, _ value: ContiguousArray<Int>, _ after: Double) -> ContiguousArray<Int> { value }
  func difference(_ before: Int8, _ value: CollectionDifference<Int>, _ after: Double) -> CollectionDifference<Int> {
    value
  }
  func rangeSet(_ before: Int8, _ value: RangeSet<Int>, _ after: Double) -> RangeSet<Int> { value }
  func userInfo(_ before: Int8, _ value: [String: any Sendable], _ after: Double) -> [String: any Sendable] { value }
}
