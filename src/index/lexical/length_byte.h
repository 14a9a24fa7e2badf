#pragma once

#include <cstdint>

// How many terms a field has, in one byte: exact up to 40, then with three bits of mantissa,
// rounded down. The form that Lucene and tantivy use, so that scores can be compared.
namespace satchel::lexical {

std::uint8_t LengthByte(std::uint32_t length);
std::uint32_t LengthOf(std::uint8_t byte);

}  // namespace satchel::lexical
