import Dispatch
import Glibc
import Testing

/// Dispatch's types, and structs of the C library.
@Suite struct SystemTypeTests {
  @Test func `Arguments and results`() throws {
    try expectAlike((any SystemTypes).self, Conformer(), DispatchQueue(label: "q") as DispatchQueue) {
      $0.queue(1, $1, 2.5)
    }
    try expectAlike((any SystemTypes).self, Conformer(), DispatchTime(uptimeNanoseconds: 77) as DispatchTime) {
      $0.time(1, $1, 2.5)
    }
    try expectAlike((any SystemTypes).self, Conformer(), .milliseconds(5) as DispatchTimeInterval) {
      $0.interval(1, $1, 2.5)
    }
    try expectAlike((any SystemTypes).self, Conformer(), .utility as DispatchQoS) { $0.quality(1, $1, 2.5) }
    try expectAlike(
      (any SystemTypes).self,
      Conformer(),
      DispatchWallTime(timespec: timespec(tv_sec: 5, tv_nsec: 6)) as DispatchWallTime
    ) { $0.wall(1, $1, 2.5) }
    try expectAlike((any SystemTypes).self, Conformer(), DispatchData.empty as DispatchData) {
      $0.dispatchData(1, $1, 2.5)
    }
    try expectAlike((any SystemTypes).self, Conformer(), .timedOut as DispatchTimeoutResult) { $0.timeout(1, $1, 2.5) }
    try expectAlike((any SystemTypes).self, Conformer(), timespec(tv_sec: 5, tv_nsec: 6) as timespec) {
      $0.timeSpecification(1, $1, 2.5)
    }
    try expectAlike((any SystemTypes).self, Conformer(), stat() as stat) { $0.fileStatus(1, $1, 2.5) }
    try expectAlike((any SystemTypes).self, Conformer(), tm() as tm) { $0.calendarTime(1, $1, 2.5) }
    try expectAlike((any SystemTypes).self, Conformer(), sockaddr_in() as sockaddr_in) { $0.address(1, $1, 2.5) }
  }
}

private protocol SystemTypes {
  func queue(_ before: Int8, _ value: DispatchQueue, _ after: Double) -> DispatchQueue
  func time(_ before: Int8, _ value: DispatchTime, _ after: Double) -> DispatchTime
  func interval(_ before: Int8, _ value: DispatchTimeInterval, _ after: Double) -> DispatchTimeInterval
  func quality(_ before: Int8, _ value: DispatchQoS, _ after: Double) -> DispatchQoS
  func wall(_ before: Int8, _ value: DispatchWallTime, _ after: Double) -> DispatchWallTime
  func dispatchData(_ before: Int8, _ value: DispatchData, _ after: Double) -> DispatchData
  func timeout(_ before: Int8, _ value: DispatchTimeoutResult, _ after: Double) -> DispatchTimeoutResult
  func timeSpecification(_ before: Int8, _ value: timespec, _ after: Double) -> timespec
  func fileStatus(_ before: Int8, _ value: stat, _ after: Double) -> stat
  func calendarTime(_ before: Int8, _ value: tm, _ after: Double) -> tm
  func address(_ before: Int8, _ value: sockaddr_in, _ after: Double) -> sockaddr_in
}

private struct Conformer: SystemTypes {
  func queue(_ before: Int8, _ value: DispatchQueue, _ after: Double) -> DispatchQueue { value }
  func time(_ before: Int8, _ value: DispatchTime, _ after: Double) -> DispatchTime { value }
  func interval(_ before: Int8, _ value: DispatchTimeInterval, _ after: Double) -> DispatchTimeInterval { value }
  func quality(_ before: Int8, _ value: DispatchQoS, _ after: Double) -> DispatchQoS { value }
  func wall(_ before: Int8, _ value: DispatchWallTime, _ after: Double) -> DispatchWallTime { value }
  func dispatchData(_ before: Int8, _ value: DispatchData, _ after: Double) -> DispatchData { value }
  func timeout(_ before: Int8, _ value: DispatchTimeoutResult, _ after: Double) -> DispatchTimeoutResult { value }
  func timeSpecification(_ before: Int8, _ value: timespec, _ after: Double) -> timespec { value }
  func fileStatus(_ before: Int8, _ value: stat, _ after: Double) -> stat { value }
  func calendarTime(_ before: Int8, _ value: tm, _ after: Double) -> tm { value }
  func address(_ before: Int8, _ value: sockaddr_in, _ after: Double) -> sockaddr_in { value }
}
