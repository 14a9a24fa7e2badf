#include "text/utf8.h"

#include <cstring>

namespace satchel::text {
namespace {

constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

constexpr unsigned Byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

constexpr bool IsContinuation(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

// How a lead byte goes on: the number of bytes and what the second may be. The
// narrower second bytes are what excludes overlong forms (E0, F0), surrogates (ED)
// and values above U+10FFFF (F4).
struct Lead {
  unsigned size;
  unsigned second_low;
  unsigned second_high;
};

constexpr Lead LeadOf(unsigned byte) {
  if (byte < 0xC2 || byte > 0xF4) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte < 0xF0) return {3, byte == 0xE0 ? 0xA0U : 0x80U, byte == 0xED ? 0x9FU : 0xBFU};
  return {4, byte == 0xF0 ? 0x90U : 0x80U, byte == 0xF4 ? 0x8FU : 0xBFU};
}

// The end of the ASCII that begins at `offset`, eight bytes at a time.
std::size_t SkipAscii(std::string_view text, std::size_t offset) {
  while (text.size() - offset >= 8) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + offset, sizeof block);
    if ((block & 0x8080808080808080ULL) != 0) break;
    offset += 8;
  }
  while (offset < text.size() && Byte(text, offset) < 0x80) ++offset;
  return offset;
}

// The first byte from `offset` on that begins nothing valid, or the size.
std::size_t FindInvalid(std::string_view text, std::size_t offset) {
  while ((offset = SkipAscii(text, offset)) < text.size()) {
    // Non-ASCII text comes in runs; going back to SkipAscii for each character costs more.
    while (offset < text.size() && Byte(text, offset) >= 0x80) {
      const CodePoint code_point = DecodeUtf8(text, offset);
      if (!code_point.valid) return offset;
      offset += code_point.size;
    }
  }
  return offset;
}

}  // namespace

CodePoint DecodeUtf8(std::string_view text, std::size_t offset) {
  const unsigned first = Byte(text, offset);
  if (first < 0x80) return {.value = first, .size = 1, .valid = true};
  const Lead lead = LeadOf(first);
  const std::size_t left = text.size() - offset;
  if (lead.size == 0 || left < 2) return {};
  const unsigned second = Byte(text, offset + 1);
  if (second < lead.second_low || second > lead.second_high) return {};
  char32_t value = (first & (0x7FU >> lead.size)) << 6U | (second & 0x3FU);
  for (unsigned i = 2; i < lead.size; ++i) {
    if (i >= left || !IsContinuation(Byte(text, offset + i))) {
      return {.size = static_cast<std::uint8_t>(i)};
    }
    value = value << 6U | (Byte(text, offset + i) & 0x3FU);
  }
  return {.value = value, .size = static_cast<std::uint8_t>(lead.size), .valid = true};
}

void AppendUtf8(char32_t value, std::string& out) {
  const auto put = [&out](char32_t byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  };
  if (value < 0x80) {
    put(value);
    return;
  }
  if (value < 0x800) {
    put(0xC0U | value >> 6U);
  } else {
    if (value < 0x10000) {
      put(0xE0U | value >> 12U);
    } else {
      put(0xF0U | value >> 18U);
      put(0x80U | (value >> 12U & 0x3FU));
    }
    put(0x80U | (value >> 6U & 0x3FU));
  }
  put(0x80U | (value & 0x3FU));
}

bool IsValidUtf8(std::string_view text) { return FindInvalid(text, 0) == text.size(); }

Repaired RepairUtf8(std::string_view bytes) {
  Repaired repaired;
  repaired.text.reserve(bytes.size());
  std::size_t offset = 0;
  while (offset < bytes.size()) {
    const std::size_t bad = FindInvalid(bytes, offset);
    repaired.text.append(bytes, offset, bad - offset);
    offset = bad;
    if (bad == bytes.size()) break;
    if (!repaired.first_bad) repaired.first_bad = bad;
    ++repaired.replaced;
    repaired.text += kReplacementBytes;
    offset += DecodeUtf8(bytes, bad).size;
  }
  return repaired;
}

std::size_t CountCodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < text.size(); ++count) {
    offset += DecodeUtf8(text, offset).size;
  }
  return count;
}

std::string_view TruncateUtf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  // Only a sequence that began at most three bytes earlier can reach over the cut.
  for (std::size_t back = 1; back <= 3 && back <= max_bytes; ++back) {
    const std::size_t start = max_bytes - back;
    if (IsContinuation(Byte(text, start))) continue;
    if (start + DecodeUtf8(text, start).size > max_bytes) return text.substr(0, start);
    break;
  }
  return text.substr(0, max_bytes);
}

std::string Ellipsize(std::string_view text, std::size_t max_characters) {
  std::size_t offset = 0;
  std::size_t keep = 0;  // where the text ends if it has to make room for the ellipsis
  for (std::size_t count = 0; offset < text.size(); ++count) {
    if (count == max_characters) {
      if (max_characters == 0) return {};
      std::string cut(text.substr(0, keep));
      cut.erase(cut.find_last_not_of(' ') + 1);
      return cut.append(kEllipsis);
    }
    keep = offset;
    offset += DecodeUtf8(text, offset).size;
  }
  return std::string(text);
}

}  // namespace satchel::text
