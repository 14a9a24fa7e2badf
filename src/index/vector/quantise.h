#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// A vector of a model in one byte a dimension, and in one bit. What counts is its direction: the
// codes are the numbers over the largest of them, times 127, and one scale brings their length
// back to one.
namespace satchel::vector {

using Codes = std::vector<std::int8_t>;  // from -127 to 127, as many as the model has dimensions

// Nothing: no numbers or too many of them, one that is not finite, or no direction.
std::optional<Codes> Quantise(std::span<const float> numbers);

// What the length of a vector of these codes has to be multiplied with to become one, in units of
// 2^-32; 0 for codes that are all zero.
std::uint32_t ScaleOf(std::span<const std::int8_t> codes);

// Bits in words of 64, the first dimension lowest: one where the code is above zero.
std::size_t WordsFor(std::size_t dimensions);
void SetBits(std::span<const std::int8_t> codes, std::span<std::uint64_t> words);

}  // namespace satchel::vector
