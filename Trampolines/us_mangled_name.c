#include "include/us_mangled_name.h"

#include <stdbool.h>

// How many bytes a symbolic reference takes that begins with a control byte; 1 for other bytes.
static size_t width(unsigned char byte) {
  // A relative reference of 32 bits, or an absolute one of a word.
  return byte < 0x18 ? 5 : byte < 0x20 ? 1 + sizeof(void *) : 1;
}

size_t us_mangled_name_length(const char *name) {
  size_t length = 0;
  while (name[length] != 0) length += width((unsigned char)name[length]);
  return length;
}

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

unsigned us_mangled_name_mentions(const char *name, size_t length) {
  unsigned mentions = 0;
  size_t i = 0;
  while (i < length) {
    char byte = name[i];
    if ((unsigned char)byte < 0x20) {
      i += width((unsigned char)byte);
    } else if (byte >= '1' && byte <= '9') {
      // An identifier: its length, then its bytes. A number before an underscore is something else.
      size_t count = 0;
      for (; i < length && is_digit(name[i]) && count < length; i++) count = count * 10 + (size_t)(name[i] - '0');
      if (i < length && name[i] != '_') i += count;
    } else if (byte == 'S') {
      // A well-known type, perhaps several times: `Si`, `S2i`.
      for (i++; i < length && is_digit(name[i]);) i++;
      i++;
    } else if (byte == 'A') {
      // Substitutions: letters, each perhaps with a number of times; a capital or an underscore is the last.
      bool is_last = false;
      for (i++; i < length && !is_last; i++) {
        while (i < length && is_digit(name[i])) i++;
        is_last = i < length && (unsigned char)name[i] < 'a';
      }
    } else if (byte == 'X' || byte == 'Y') {
      // Operators of two letters.
      char next = i + 1 < length ? name[i + 1] : 0;
      if (byte == 'X' && (next == 'B' || next == 'L')) mentions |= US_MENTIONS_BLOCK;
      i += 2;
    } else {
      if (byte == 'x' || byte == 'q' || byte == 'Q') mentions |= US_MENTIONS_PARAMETER;
      i++;
    }
  }
  return mentions;
}
