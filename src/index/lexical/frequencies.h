#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace satchel::lexical {

inline constexpr std::size_t kMostFields = 5;

// A number for each field.
using PerField = std::array<std::uint64_t, kMostFields>;

// How often a term stands in each field of a document: 16 bits for the first field, which is the
// text itself, 12 for each other one. More often counts as the most there is room for.
using Frequencies = std::uint64_t;

constexpr std::size_t BitsBefore(std::size_t field) { return field == 0 ? 0 : 4 + (12 * field); }
constexpr std::uint32_t MostOf(std::size_t field) { return field == 0 ? 0xFFFFU : 0xFFFU; }

inline std::uint32_t FrequencyIn(Frequencies all, std::size_t field) {
  return static_cast<std::uint32_t>(all >> BitsBefore(field)) & MostOf(field);
}

inline Frequencies OneMore(Frequencies all, std::size_t field) {
  return FrequencyIn(all, field) == MostOf(field) ? all
                                                  : all + (std::uint64_t{1} << BitsBefore(field));
}

// A byte that says which fields, then a number for each of those.
inline void WriteFrequencies(ByteWriter& out, Frequencies all) {
  std::uint8_t fields = 0;
  for (std::size_t field = 0; field < kMostFields; ++field) {
    if (FrequencyIn(all, field) != 0) fields = static_cast<std::uint8_t>(fields | (1U << field));
  }
  out.Byte(fields);
  for (std::size_t field = 0; field < kMostFields; ++field) {
    if (FrequencyIn(all, field) != 0) out.Number(FrequencyIn(all, field));
  }
}

inline Frequencies ReadFrequencies(ByteReader& in) {
  const std::uint8_t fields = in.Byte();
  Frequencies all = 0;
  for (std::size_t field = 0; field < kMostFields; ++field) {
    if ((fields & (1U << field)) == 0) continue;
    const std::uint64_t count = in.Number(MostOf(field));
    if (count == 0) in.Fail();  // has one form only
    all |= Frequencies{count} << BitsBefore(field);
  }
  if (all == 0 || (fields >> kMostFields) != 0) in.Fail();
  return all;
}

}  // namespace satchel::lexical
