/// A hash table a module carries on disk (LLVM's OnDiskChainedHashTable: little-endian, unaligned).
package struct HashedTable: Sendable {
  /// Where the table's bytes are in the file.
  private let bytes: Range<Int>
  private let buckets: Int
  private let bucketCount: Int

  /// - Parameters:
  ///   - blob: The bytes of the table's record.
  ///   - offset: Where in the blob the bucket list is, from the record's first field.
  package init(blob: Range<Int>, offset: UInt64, in file: ModuleBuffer) throws(ModuleError) {
    guard offset <= UInt64(blob.count) else { throw .damaged("a table outside its record", bit: blob.lowerBound * 8) }
    bytes = blob
    let start = blob.lowerBound + Int(offset)
    let count = try Self.integer32(file, at: start, in: blob)
    // The bucket count, the entry count, then an offset of four bytes per bucket.
    guard count > 0, count & (count - 1) == 0, count <= (blob.upperBound - start) / 4 else {
      throw .damaged("a table of \(count) buckets", bit: start * 8)
    }
    buckets = start + 8
    bucketCount = count
  }

  /// Finds the data stored for a key.
  ///
  /// - Parameters:
  ///   - name: The text that was hashed.
  ///   - prefix: Bytes the stored key has before the text.
  /// - Returns: The data's place in the file, or nothing where the key isn't in the table.
  package func data(for name: String, prefix: [UInt8] = [], in file: ModuleBuffer) throws(ModuleError)
    -> Range<Int>?
  {
    let text = Array(name.utf8)
    let hash = Self.hash(text)
    let key = prefix + text
    let bucket = buckets + (Int(hash) & (bucketCount - 1)) * 4
    let relative = try Self.integer32(file, at: bucket, in: bytes)
    if relative == 0 { return nil }
    var position = bytes.lowerBound + relative
    var left = try Self.integer16(file, at: position, in: bytes)
    position += 2
    while left > 0 {
      let stored = try Self.integer32(file, at: position, in: bytes)
      let keyLength = try Self.integer16(file, at: position + 4, in: bytes)
      let dataLength = try Self.integer16(file, at: position + 6, in: bytes)
      position += 8
      guard keyLength + dataLength <= bytes.upperBound - position else {
        throw .damaged("a table entry past the end", bit: position * 8)
      }
      if stored == Int(hash), keyLength == key.count, Self.equal(file, at: position, key) {
        return position + keyLength..<position + keyLength + dataLength
      }
      position += keyLength + dataLength
      left -= 1
    }
    return nil
  }

  /// All entries of a table whose data have one size, which is then not stored with each.
  ///
  /// - Returns: The places of each entry's key and data in the file.
  func entries(dataSize: Int, in file: ModuleBuffer) throws(ModuleError) -> [(
    key: Range<Int>, data: Range<Int>
  )] {
    var entries: [(key: Range<Int>, data: Range<Int>)] = []
    // Each entry takes up bytes of its own unless the table is damaged.
    let limit = bytes.count / (6 + max(dataSize, 1))
    var bucket = 0
    while bucket < bucketCount {
      let relative = try Self.integer32(file, at: buckets + bucket * 4, in: bytes)
      bucket += 1
      if relative == 0 { continue }
      var position = bytes.lowerBound + relative
      var left = try Self.integer16(file, at: position, in: bytes)
      position += 2
      while left > 0 {
        let keyLength = try Self.integer16(file, at: position + 4, in: bytes)
        position += 6
        guard keyLength + dataSize <= bytes.upperBound - position, entries.count < limit else {
          throw .damaged("a table entry past the end", bit: position * 8)
        }
        let end = position + keyLength
        entries.append((position..<end, end..<end + dataSize))
        position = end + dataSize
        left -= 1
      }
    }
    return entries
  }

  /// The string hash serialized modules use: Bernstein's, seeded with 5381 (SWIFTMODULE_HASH_SEED in ModuleFormat.h).
  private static func hash(_ text: [UInt8]) -> UInt32 {
    var hash: UInt32 = 5381
    var index = 0
    while index < text.count {
      hash = hash &* 33 &+ UInt32(text[index])
      index += 1
    }
    return hash
  }

  /// The caller has made sure that `key.count` bytes follow `position`.
  private static func equal(_ file: ModuleBuffer, at position: Int, _ key: [UInt8]) -> Bool {
    var index = 0
    while index < key.count {
      if file[position + index] != key[index] { return false }
      index += 1
    }
    return true
  }

  static func integer32(_ file: ModuleBuffer, at position: Int, in bytes: Range<Int>) throws(ModuleError)
    -> Int
  {
    guard position >= bytes.lowerBound, position <= bytes.upperBound - 4, bytes.upperBound <= file.count else {
      throw .damaged("a table entry past the end", bit: position * 8)
    }
    return Int(UInt32(littleEndian: file.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  private static func integer16(_ file: ModuleBuffer, at position: Int, in bytes: Range<Int>)
    throws(ModuleError) -> Int
  {
    guard position >= bytes.lowerBound, position <= bytes.upperBound - 2, bytes.upperBound <= file.count else {
      throw .damaged("a table entry past the end", bit: position * 8)
    }
    return Int(UInt16(littleEndian: file.loadUnaligned(fromByteOffset: position, as: UInt16.self)))
  }
}
