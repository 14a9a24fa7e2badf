#include "index/lexical/length_byte.h"

#include <bit>

namespace satchel::lexical {
namespace {

constexpr unsigned kMantissa = 3;

constexpr std::uint32_t Pack(std::uint32_t value) {
  const auto bits = static_cast<unsigned>(std::bit_width(value));
  if (bits <= kMantissa) return value;
  const unsigned shift = bits - kMantissa - 1;
  return ((value >> shift) & 7U) | ((shift + 1) << kMantissa);
}

constexpr std::uint32_t Unpack(std::uint32_t packed) {
  const std::uint32_t low = packed & 7U;
  const std::uint32_t exponent = packed >> kMantissa;
  return exponent == 0 ? low : (low | 8U) << (exponent - 1);
}

// So many small lengths have a byte of their own.
constexpr std::uint32_t kExact = 255 - Pack(0x7FFFFFFFU);

}  // namespace

std::uint8_t LengthByte(std::uint32_t length) {
  if (length > 0x7FFFFFFFU) length = 0x7FFFFFFFU;
  if (length < kExact) return static_cast<std::uint8_t>(length);
  return static_cast<std::uint8_t>(kExact + Pack(length - kExact));
}

std::uint32_t LengthOf(std::uint8_t byte) {
  if (byte < kExact) return byte;
  return kExact + Unpack(byte - kExact);
}

}  // namespace satchel::lexical
