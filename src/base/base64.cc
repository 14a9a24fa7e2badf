#include "base/base64.h"

#include <array>
#include <cstdint>

namespace satchel {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNone);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

std::uint32_t ByteAt(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t bits =
        ByteAt(bytes, at) << 16U | ByteAt(bytes, at + 1) << 8U | ByteAt(bytes, at + 2);
    text += kDigits[bits >> 18U];
    text += kDigits[bits >> 12U & 63U];
    text += at + 1 < bytes.size() ? kDigits[bits >> 6U & 63U] : '=';
    text += at + 2 < bytes.size() ? kDigits[bits & 63U] : '=';
  }
  return text;
}

Result<std::string> DecodeBase64(std::string_view text) {
  const auto refuse = [] { return Fail(Errc::kInvalidInput, "not base64"); };
  if (text.size() % 4 != 0) return refuse();
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t digits = text.size() - padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::uint8_t value = at < digits ? kValues[static_cast<unsigned char>(text[at])] : 0;
    if (value == kNone) return refuse();
    bits = bits << 6U | value;
    if (at % 4 != 3) continue;
    bytes += static_cast<char>(bits >> 16U & 0xFFU);
    bytes += static_cast<char>(bits >> 8U & 0xFFU);
    bytes += static_cast<char>(bits & 0xFFU);
  }
  // Bits under the padding must be zero: one text for the same bytes.
  for (std::size_t i = 0; i < padding; ++i) {
    if (bytes.back() != '\0') return refuse();
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace satchel
