// Descriptors of the standard library's types and protocols, by the letters that manglings have for them.
#pragma once

// docs/ABI/Mangling.rst, "Types": known nominal types; `Mn`, for protocols `Mp`.
#define STANDARD(name, letter) extern const char name##_descriptor __asm__("$sS" #letter "Mn");
STANDARD(array, a)
STANDARD(bool, b)
STANDARD(dictionary, D)
STANDARD(double, d)
STANDARD(float, f)
STANDARD(set, h)
STANDARD(default_indices, I)
STANDARD(int, i)
STANDARD(character, J)
STANDARD(closed_range, N)
STANDARD(range, n)
STANDARD(object_identifier, O)
STANDARD(pointer, P)
STANDARD(mutable_pointer, p)
STANDARD(optional, q)
STANDARD(buffer, R)
STANDARD(mutable_buffer, r)
STANDARD(string, S)
STANDARD(substring, s)
STANDARD(uint, u)
STANDARD(raw_pointer, V)
STANDARD(mutable_raw_pointer, v)
STANDARD(raw_buffer, W)
STANDARD(mutable_raw_buffer, w)

extern const char collection_descriptor __asm__("$sSlMp"), sequence_descriptor __asm__("$sSTMp"),
    hashable_descriptor __asm__("$sSHMp"), comparable_descriptor __asm__("$sSLMp"),
    bidirectional_descriptor __asm__("$sSKMp"), random_access_descriptor __asm__("$sSkMp");
