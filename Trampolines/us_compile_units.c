#include "include/us_compile_units.h"

enum {
  TAG_COMPILE_UNIT = 0x11,
  AT_LOW_PC = 0x11,
  AT_HIGH_PC = 0x12,
  AT_LANGUAGE = 0x13,
  AT_RANGES = 0x55,
  AT_APPLE_OPTIMIZED = 0x3FE1,
  LANGUAGE_SWIFT = 0x1E,
  UNIT_COMPILE = 1,
};

// A reading position. After a read past the end everything reads as 0 and `failed` is set.
typedef struct reader {
  const uint8_t *bytes;
  size_t position;
  size_t end;
  bool failed;
} reader;

static uint64_t read_fixed(reader *reader, unsigned width) {
  if (reader->failed || width > reader->end - reader->position) {
    reader->failed = true;
    return 0;
  }
  uint64_t value = 0;
  for (unsigned index = 0; index < width && index < 8; index++) {
    value |= (uint64_t)reader->bytes[reader->position + index] << (8 * index);
  }
  reader->position += width;
  return value;
}

static uint64_t read_leb(reader *reader) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint64_t byte = read_fixed(reader, 1);
    if (reader->failed || shift > 63) {
      reader->failed = true;
      return 0;
    }
    value |= (byte & 0x7F) << shift;
    if (!(byte & 0x80)) return value;
  }
}

static void skip(reader *reader, uint64_t count) {
  if (reader->failed || count > reader->end - reader->position) {
    reader->failed = true;
    return;
  }
  reader->position += count;
}

// What is known of the unit around the entry that is read.
typedef struct unit {
  unsigned version;
  unsigned offset_width;
  unsigned address_width;
} unit;

// Reads one attribute's value; the values of long ones are passed over, and 0 is returned.
static uint64_t read_form(reader *reader, uint64_t form, const unit *unit, int64_t implicit) {
  switch (form) {
  case 0x01: return read_fixed(reader, unit->address_width);              // addr
  case 0x03: skip(reader, read_fixed(reader, 2)); return 0;               // block2
  case 0x04: skip(reader, read_fixed(reader, 4)); return 0;               // block4
  case 0x05: case 0x12: case 0x26: case 0x2A: return read_fixed(reader, 2);  // data2, ref2, strx2, addrx2
  case 0x06: case 0x13: case 0x28: case 0x2C: return read_fixed(reader, 4);  // data4, ref4, strx4, addrx4
  case 0x07: case 0x14: case 0x20: case 0x24: return read_fixed(reader, 8);  // data8, ref8, ref_sig8, ref_sup8
  case 0x08:                                                              // string
    while (!reader->failed && read_fixed(reader, 1) != 0) {}
    return 0;
  case 0x09: case 0x18: skip(reader, read_leb(reader)); return 0;         // block, exprloc
  case 0x0A: skip(reader, read_fixed(reader, 1)); return 0;               // block1
  case 0x0B: case 0x0C: case 0x11: case 0x25: case 0x29:                  // data1, flag, ref1, strx1, addrx1
    return read_fixed(reader, 1);
  case 0x0D: case 0x0F: case 0x15: case 0x1A: case 0x1B: case 0x22: case 0x23:  // sdata, udata, ref_udata, strx, addrx, …listx
    return read_leb(reader);
  case 0x0E: case 0x10: case 0x17: case 0x1D: case 0x1F:                  // strp, ref_addr, sec_offset, strp_sup, line_strp
    return read_fixed(reader, unit->offset_width);
  case 0x19: return 1;                                                    // flag_present
  case 0x1C: return read_fixed(reader, 4);                                // ref_sup4
  case 0x1E: skip(reader, 16); return 0;                                  // data16
  case 0x21: return (uint64_t)implicit;                                   // implicit_const
  case 0x27: case 0x2B: return read_fixed(reader, 3);                     // strx3, addrx3
  default: reader->failed = true; return 0;
  }
}

// What a range list says about an address.
typedef enum answer { NO, YES, UNKNOWN } answer;

static answer in_ranges_4(const us_bytes *section, uint64_t offset, uint64_t base, uint64_t address, unsigned width) {
  if (offset > section->count) return UNKNOWN;
  reader list = {section->bytes, offset, section->count, false};
  while (true) {
    uint64_t start = read_fixed(&list, width);
    uint64_t end = read_fixed(&list, width);
    if (list.failed) return UNKNOWN;
    if (start == 0 && end == 0) return NO;
    if (start == (width == 8 ? UINT64_MAX : UINT32_MAX)) {
      base = end;
    } else if (address - base >= start && address - base < end) {
      return YES;
    }
  }
}

static answer in_ranges_5(const us_bytes *section, uint64_t offset, uint64_t base, uint64_t address, unsigned width) {
  if (offset > section->count) return UNKNOWN;
  reader list = {section->bytes, offset, section->count, false};
  while (true) {
    uint64_t start, end;
    switch (read_fixed(&list, 1)) {
    case 0: return list.failed ? UNKNOWN : NO;
    case 4: start = base + read_leb(&list), end = base + read_leb(&list); break;
    case 5: base = read_fixed(&list, width); continue;
    case 6: start = read_fixed(&list, width), end = read_fixed(&list, width); break;
    case 7: start = read_fixed(&list, width), end = start + read_leb(&list); break;
    // The others have indices into a table of addresses, which Swift's compiler doesn't write.
    default: return UNKNOWN;
    }
    if (list.failed) return UNKNOWN;
    if (address >= start && address < end) return YES;
  }
}

// Finds an abbreviation's attributes: the reader is left before them.
static bool find_abbreviation(reader *abbreviations, uint64_t code, uint64_t *tag) {
  while (true) {
    uint64_t found = read_leb(abbreviations);
    *tag = read_leb(abbreviations);
    read_fixed(abbreviations, 1);
    if (abbreviations->failed || found == 0) return false;
    if (found == code) return true;
    while (true) {
      uint64_t attribute = read_leb(abbreviations);
      uint64_t form = read_leb(abbreviations);
      if (form == 0x21) read_leb(abbreviations);
      if (abbreviations->failed) return false;
      if (attribute == 0 && form == 0) break;
    }
  }
}

// Looks at one unit, whose header has been read.
static void look(const us_debug_sections *sections, reader *entry, const unit *unit, uint64_t abbreviations,
                 uint64_t address, us_compile_units *result) {
  if (abbreviations > sections->abbreviations.count) {
    result->is_complete = false;
    return;
  }
  reader layout = {sections->abbreviations.bytes, abbreviations, sections->abbreviations.count, false};
  uint64_t tag;
  if (!find_abbreviation(&layout, read_leb(entry), &tag)) {
    result->is_complete = false;
    return;
  }
  if (tag != TAG_COMPILE_UNIT) return;
  uint64_t language = 0, low = 0, high = 0, ranges = 0;
  bool has_high = false, has_ranges = false, is_high_a_size = false, is_indexed = false, is_optimized = false;
  while (true) {
    uint64_t attribute = read_leb(&layout);
    uint64_t form = read_leb(&layout);
    int64_t implicit = form == 0x21 ? (int64_t)read_leb(&layout) : 0;
    if (layout.failed || (attribute == 0 && form == 0)) break;
    uint64_t value = read_form(entry, form, unit, implicit);
    switch (attribute) {
    case AT_LANGUAGE: language = value; break;
    case AT_APPLE_OPTIMIZED: is_optimized = value != 0; break;
    case AT_LOW_PC: low = value, is_indexed |= form != 0x01; break;
    case AT_HIGH_PC: high = value, has_high = true, is_high_a_size = form != 0x01; break;
    case AT_RANGES: ranges = value, has_ranges = true, is_indexed |= form == 0x23; break;
    default: break;
    }
  }
  if (layout.failed || entry->failed) {
    result->is_complete = false;
    return;
  }
  if (language != LANGUAGE_SWIFT) return;
  if (address != 0) {
    answer answer = NO;
    if (is_indexed) {
      answer = UNKNOWN;
    } else if (has_ranges) {
      answer = unit->version >= 5 ? in_ranges_5(&sections->range_lists, ranges, low, address, unit->address_width)
                                  : in_ranges_4(&sections->ranges, ranges, low, address, unit->address_width);
    } else if (has_high) {
      uint64_t end = is_high_a_size ? low + high : high;
      answer = address >= low && address < end ? YES : NO;
    }
    if (answer == UNKNOWN) result->is_complete = false;
    if (answer != YES) return;
  }
  result->count++;
  result->optimized += is_optimized;
}

us_compile_units us_look_at_compile_units(const us_debug_sections *sections, uint64_t address) {
  us_compile_units result = {0, 0, true};
  reader info = {sections->info.bytes, 0, sections->info.count, false};
  while (info.position < info.end) {
    unit unit = {0, 4, 8};
    uint64_t length = read_fixed(&info, 4);
    if (length == UINT32_MAX) {
      length = read_fixed(&info, 8);
      unit.offset_width = 8;
    }
    size_t start = info.position;
    if (info.failed || length > info.end - start) {
      result.is_complete = false;
      break;
    }
    reader entry = {info.bytes, start, start + length, false};
    unit.version = (unsigned)read_fixed(&entry, 2);
    uint64_t abbreviations = 0;
    uint64_t kind = UNIT_COMPILE;
    if (unit.version >= 5) {
      kind = read_fixed(&entry, 1);
      unit.address_width = (unsigned)read_fixed(&entry, 1);
      abbreviations = read_fixed(&entry, unit.offset_width);
    } else {
      abbreviations = read_fixed(&entry, unit.offset_width);
      unit.address_width = (unsigned)read_fixed(&entry, 1);
    }
    if (entry.failed || unit.version < 2 || unit.version > 5 || (unit.address_width != 4 && unit.address_width != 8)) {
      result.is_complete = false;
    } else if (kind == UNIT_COMPILE) {
      look(sections, &entry, &unit, abbreviations, address, &result);
    }
    info.position = start + length;
  }
  return result;
}
