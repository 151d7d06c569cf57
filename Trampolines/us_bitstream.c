#include "include/us_bitstream.h"

bool us_read_vbr6_text(const uint8_t *bytes, size_t byte_count, size_t bit, size_t count, uint8_t *text) {
  size_t end = byte_count * 8;
  for (size_t index = 0; index < count; index++) {
    unsigned value = 0;
    unsigned shift = 0;
    unsigned chunk;
    do {
      if (bit + 6 > end) return false;
      unsigned low = bytes[bit >> 3];
      unsigned high = (bit >> 3) + 1 < byte_count ? bytes[(bit >> 3) + 1] : 0;
      chunk = ((low | high << 8) >> (bit & 7)) & 0x3F;
      bit += 6;
      if (shift < 16) value |= (chunk & 0x1F) << shift;
      shift += 5;
    } while (chunk & 0x20);
    text[index] = (uint8_t)value;
  }
  return true;
}
