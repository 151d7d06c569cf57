#include "include/us_bitstream.h"

#include <string.h>

// The bits from one on: at least 57 where there are that many, zeros beyond the end.
static uint64_t window(const uint8_t *bytes, size_t byte_count, size_t bit) {
  uint64_t word = 0;
  size_t left = byte_count - (bit >> 3);
  memcpy(&word, bytes + (bit >> 3), left < sizeof word ? left : sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word >> (bit & 7);
}

bool us_read_vbr6_text(const uint8_t *bytes, size_t byte_count, size_t bit, size_t count, uint8_t *text) {
  size_t end = byte_count * 8;
  size_t index = 0;
  unsigned value = 0;
  unsigned shift = 0;
  while (index < count) {
    if (bit + 6 > end) return false;
    uint64_t bits = window(bytes, byte_count, bit);
    // Four characters at a time where each takes two chunks, as those from the space on do.
    if (shift == 0 && count - index >= 4 && end - bit >= 48 && (bits & 0x820820820820) == 0x020020020020) {
      for (int character = 0; character < 4; character++, bits >>= 12) {
        text[index++] = (uint8_t)((bits & 0x1F) | (bits >> 1 & 0x3E0));
      }
      bit += 48;
      continue;
    }
    // Nine chunks of six bits at a time.
    for (int chunk = 0; chunk < 9 && index < count; chunk++) {
      if (bit + 6 > end) return false;
      if (shift < 16) value |= (unsigned)(bits & 0x1F) << shift;
      if (bits & 0x20) {
        shift += 5;
      } else {
        text[index++] = (uint8_t)value;
        value = 0;
        shift = 0;
      }
      bits >>= 6;
      bit += 6;
    }
  }
  return true;
}

// An unabbreviated record's number, made of chunks of six bits; false at the limit, and where it has more than fits.
static bool read_vbr6(const uint8_t *bytes, size_t byte_count, size_t *bit, size_t limit, uint32_t *number) {
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 30; shift += 5) {
    if (limit - *bit < 6) return false;
    uint64_t chunk = window(bytes, byte_count, *bit);
    *bit += 6;
    value |= (uint32_t)(chunk & 0x1F) << shift;
    if (chunk & 0x20) continue;
    *number = value;
    return true;
  }
  return false;
}

size_t us_read_record_names(const uint8_t *bytes, size_t byte_count, size_t *bit, size_t limit, unsigned width,
                            us_record_name *names, size_t capacity) {
  enum { US_UNABBREVIATED = 3, US_SETRECORDNAME = 3 };
  size_t found = 0;
  if (limit > byte_count * 8) limit = byte_count * 8;
  while (found < capacity && *bit <= limit && limit - *bit >= width) {
    size_t next = *bit;
    if ((window(bytes, byte_count, next) & ((1ull << width) - 1)) != US_UNABBREVIATED) break;
    next += width;
    uint32_t kind, count, code;
    if (!read_vbr6(bytes, byte_count, &next, limit, &kind) || kind != US_SETRECORDNAME) break;
    if (!read_vbr6(bytes, byte_count, &next, limit, &count) || count == 0) break;
    if (!read_vbr6(bytes, byte_count, &next, limit, &code)) break;
    us_record_name name = {code, count - 1, next};
    // As many numbers end as chunks say that none follows; nine chunks at a time.
    size_t left = name.count;
    while (left >= 9 && limit - next >= 54) {
      left -= 9 - (size_t)__builtin_popcountll(window(bytes, byte_count, next) & 0x20820820820820);
      next += 54;
    }
    while (left > 0 && limit - next >= 6) {
      if (!(window(bytes, byte_count, next) & 0x20)) left--;
      next += 6;
    }
    if (left > 0) break;
    names[found++] = name;
    *bit = next;
  }
  return found;
}
