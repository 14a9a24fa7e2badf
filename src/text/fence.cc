#include "text/fence.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "text/inline_text.h"

namespace satchel::text {
namespace {

constexpr std::string_view kTagPrefix = "satchel-";
// An info string is a language name or a path; more would only push the content away.
constexpr std::size_t kMaxInfoBytes = 200;

std::size_t LongestRun(std::string_view text, char wanted) {
  std::size_t longest = 0;
  for (std::size_t at = text.find(wanted); at != text.npos; at = text.find(wanted, at)) {
    const std::size_t end = std::min(text.find_first_not_of(wanted, at), text.size());
    longest = std::max(longest, end - at);
    at = end;
  }
  return longest;
}

std::string InfoString(std::string_view info) {
  std::string line = OnOneLine(info);
  std::erase(line, '`');
  // A backslash or an ampersand would be read as an escape or an entity.
  std::ranges::replace(line, '\\', '/');
  std::ranges::replace(line, '&', '+');
  line.erase(0, line.find_first_not_of(' '));
  if (line.size() > kMaxInfoBytes) {
    std::size_t cut = kMaxInfoBytes;
    while ((static_cast<unsigned char>(line[cut]) & 0xC0U) == 0x80) --cut;
    line.resize(cut);
  }
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

void AppendWithNewline(std::string& out, std::string_view content) {
  out.append(content);
  if (!content.ends_with('\n')) out.push_back('\n');
}

struct Entity {
  char32_t value = 0;
  std::size_t size = 0;  // 0: not a numeric character reference
};

// "&#51;" or "&#x33;", the semicolon optional as in browsers.
Entity ReadEntity(std::string_view text) {
  if (!text.starts_with("&#")) return {};
  std::size_t at = 2;
  const bool hex = at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (hex) ++at;
  const std::size_t first = at;
  char32_t value = 0;
  // Leading zeros are legal, so the length is bounded by what a browser would read at most.
  for (; at < text.size() && at - first < 16; ++at) {
    const int digit = HexValue(text[at]);
    if (digit < 0 || (!hex && digit > 9)) break;
    value = std::min<char32_t>(value * (hex ? 16 : 10) + static_cast<char32_t>(digit), 0x110000);
  }
  if (at == first) return {};
  if (at < text.size() && text[at] == ';') ++at;
  return {value, at};
}

// Whether the digits of a tag occur in a text in any spelling that a reader
// might take for them. Only letters and digits count and everything between
// them is passed over, which covers every invisible character at once and
// errs on the side of a new tag.
class DigitFinder {
 public:
  // REQUIRES: at most 16 digits.
  explicit DigitFinder(std::string_view digits) : size_(digits.size()) {
    for (const char digit : digits) wanted_ = Shifted(wanted_, HexValue(digit));
  }

  bool FindIn(std::string_view text, bool decode_entities) {
    seen_ = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte < 0x80) {
        const Entity entity =
            decode_entities && byte == '&' ? ReadEntity(text.substr(at)) : Entity{};
        if (Take(entity.size > 0 ? entity.value : byte)) return true;
        if (entity.size > 0) at += entity.size - 1;
      } else if (byte == 0xEF && Take(FullWidth(text.substr(at)))) {
        return true;
      }
    }
    return false;
  }

 private:
  bool Take(char32_t c) {
    const char ascii = c < 0x80 ? static_cast<char>(c) : '\0';
    const int value = HexValue(ascii);
    if (value < 0) {
      if (IsAlpha(ascii)) seen_ = 0;
      return false;
    }
    last_ = Shifted(last_, value);
    return ++seen_ >= size_ && last_ == wanted_;
  }

  // The last digits, with one more.
  std::uint64_t Shifted(std::uint64_t digits, int value) const {
    const std::uint64_t shifted = (digits << 4U) | static_cast<std::uint64_t>(value);
    return size_ < 16 ? shifted & ((std::uint64_t{1} << (4 * size_)) - 1) : shifted;
  }

  // U+FF01..U+FF5E repeat ASCII in full width; 0 for anything else.
  static char32_t FullWidth(std::string_view text) {
    if (text.size() < 3) return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const auto third = static_cast<unsigned char>(text[2]);
    if (second < 0xBC || second > 0xBD || third < 0x80 || third > 0xBF) return 0;
    return (static_cast<char32_t>(second - 0xBC) << 6U) + third - 0x80U + 0x20U;
  }

  std::size_t size_;
  std::uint64_t wanted_ = 0;
  std::uint64_t last_ = 0;
  std::size_t seen_ = 0;
};

bool OccursInAny(std::string_view digits, std::span<const std::string_view> contents) {
  return std::ranges::any_of(contents, [digits](std::string_view content) {
    return DigitFinder(digits).FindIn(content, false) ||
           (content.find("&#") != content.npos && DigitFinder(digits).FindIn(content, true));
  });
}

Digest DigestOf(std::span<const std::string_view> contents) {
  Sha256 hash;
  for (const std::string_view content : contents) {
    // The length keeps ("ab", "c") and ("a", "bc") apart.
    hash.Update(fmt::format("{}:", content.size())).Update(content);
  }
  return hash.Finish();
}

std::string EscapeAttribute(std::string_view value) {
  std::string out;
  for (const char c : OnOneLine(value)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

std::string MarkdownFence(std::string_view content) {
  return std::string(std::max<std::size_t>(3, LongestRun(content, '`') + 1), '`');
}

std::string MarkdownBlock(std::string_view info, std::string_view content) {
  const std::string fence = MarkdownFence(content);
  std::string out;
  out.reserve(content.size() + 2 * fence.size() + 32);
  out.append(fence).append(InfoString(info)).push_back('\n');
  if (!content.empty()) AppendWithNewline(out, content);
  out.append(fence).push_back('\n');
  return out;
}

PromptFence PromptFence::For(std::span<const std::string_view> contents, Tag tag) {
  const auto size = static_cast<std::size_t>(tag);
  std::string seed = DigestOf(contents).Hex();
  // Ends: contents of less than 2^32 bytes cannot hold every tag, and each further round is needed
  // with a chance of at most about their length in 2^32.
  for (std::uint64_t round = 1;; ++round) {
    const std::string_view digits = std::string_view(seed).substr(0, size);
    if (!OccursInAny(digits, contents)) return PromptFence(fmt::format("{}{}", kTagPrefix, digits));
    seed = Sha256Of(fmt::format("{}:{}", seed, round)).Hex();
  }
}

std::optional<PromptFence> PromptFence::OfPacket(std::string_view packet,
                                                 std::string_view content) {
  const std::string_view line = packet.substr(0, packet.find('\n'));
  const std::size_t open = line.find(fmt::format("<{}", kTagPrefix));
  if (open == line.npos) return std::nullopt;
  std::string_view digits = line.substr(open + 1 + kTagPrefix.size());
  digits = digits.substr(0, digits.find('>'));
  const bool is_tag = (digits.size() == static_cast<std::size_t>(Tag::kShort) ||
                       digits.size() == static_cast<std::size_t>(Tag::kLong)) &&
                      std::ranges::all_of(digits, [](char c) { return HexValue(c) >= 0; });
  const std::array contents = {content};
  if (!is_tag || OccursInAny(digits, contents)) return std::nullopt;
  return PromptFence(fmt::format("{}{}", kTagPrefix, digits));
}

// Letters and digits in turn are a token each in every byte-pair encoding.
PromptFence PromptFence::StandIn(Tag tag) {
  constexpr std::string_view kDigits = "7e3b9f1d5a2c8b4e";
  return PromptFence(
      fmt::format("{}{}", kTagPrefix, kDigits.substr(0, static_cast<std::size_t>(tag))));
}

std::string PromptFence::Open(std::span<const FenceAttribute> attributes) const {
  std::string out = "<" + tag_;
  for (const auto& [name, value] : attributes) {
    std::string safe_name;
    std::ranges::copy_if(name, std::back_inserter(safe_name),
                         [](char c) { return IsLower(c) || IsDigit(c) || c == '_' || c == '-'; });
    if (safe_name.empty()) continue;
    out += fmt::format(" {}=\"{}\"", safe_name, EscapeAttribute(value));
  }
  return out + ">";
}

std::string PromptFence::Close() const { return "</" + tag_ + ">"; }

std::string PromptFence::Block(std::span<const FenceAttribute> attributes,
                               std::string_view content) const {
  std::string out = Open(attributes) + "\n";
  if (!content.empty()) AppendWithNewline(out, content);
  return out + Close() + "\n";
}

}  // namespace satchel::text
