#include "tests/tokens/reference_bpe.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "token_tables/format.h"

namespace satchel::test {
namespace {

constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();

constexpr unsigned Bit(token_tables::LetterClass letter_class) {
  return 1U << static_cast<unsigned>(letter_class);
}
constexpr unsigned kOther = Bit(token_tables::LetterClass::kOther);
constexpr unsigned kUpper = Bit(token_tables::LetterClass::kUpper);
constexpr unsigned kLower = Bit(token_tables::LetterClass::kLower);
constexpr unsigned kLetter = Bit(token_tables::LetterClass::kLetter);
constexpr unsigned kMark = Bit(token_tables::LetterClass::kMark);
constexpr unsigned kNumber = Bit(token_tables::LetterClass::kNumber);
constexpr unsigned kSpace = Bit(token_tables::LetterClass::kSpace);
constexpr unsigned kNewline = Bit(token_tables::LetterClass::kNewline);

std::string DecodeBase64(std::string_view text) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = (bits << 6U) | static_cast<std::uint32_t>(kDigits.find(c));
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>((bits >> held) & 0xffU));
    }
  }
  return bytes;
}

}  // namespace

ReferenceBpe::ReferenceBpe(std::string_view ranks, std::vector<Alternative> pattern)
    : pattern_(std::move(pattern)) {
  while (!ranks.empty()) {
    const std::string_view line = ranks.substr(0, ranks.find('\n'));
    ranks.remove_prefix(std::min(ranks.size(), line.size() + 1));
    const std::size_t space = line.find(' ');
    const auto rank = std::stoul(std::string(line.substr(space + 1)));
    ranks_.emplace(DecodeBase64(line.substr(0, space)), static_cast<std::uint32_t>(rank));
  }
}

ReferenceBpe ReferenceBpe::O200k(std::string_view ranks) {
  using Kind = Item::Kind;
  const Item before{.set = kOther | kMark | kSpace, .least = 0};
  const Item contraction{.kind = Kind::kContraction, .least = 0};
  const unsigned a = kUpper | kLetter | kMark;
  const unsigned b = kLower | kLetter | kMark;
  const unsigned space = kSpace | kNewline;
  return {
      ranks,
      {
          {before, {.set = a, .least = 0, .most = kMany}, {.set = b, .most = kMany}, contraction},
          {before, {.set = a, .most = kMany}, {.set = b, .least = 0, .most = kMany}, contraction},
          {{.set = kNumber, .most = 3}},
          {{.also = " ", .least = 0},
           {.set = kOther | kMark, .most = kMany},
           {.set = kNewline, .also = "/", .least = 0, .most = kMany}},
          {{.set = space, .least = 0, .most = kMany}, {.set = kNewline, .most = kMany}},
          {{.set = space, .most = kMany}, {.kind = Kind::kNoneOfNext, .set = ~space}},
          {{.set = space, .most = kMany}},
      }};
}

ReferenceBpe ReferenceBpe::Cl100k(std::string_view ranks) {
  using Kind = Item::Kind;
  const unsigned letters = kUpper | kLower | kLetter;
  const unsigned space = kSpace | kNewline;
  return {ranks,
          {
              {{.kind = Kind::kContraction}},
              {{.set = kOther | kMark | kSpace, .least = 0}, {.set = letters, .most = kMany}},
              {{.set = kNumber, .most = 3}},
              {{.also = " ", .least = 0},
               {.set = kOther | kMark, .most = kMany},
               {.set = kNewline, .least = 0, .most = kMany}},
              {{.set = space, .most = kMany}, {.kind = Kind::kAtEnd}},
              {{.set = space, .least = 0, .most = kMany}, {.set = kNewline}},
              {{.set = space, .most = kMany}, {.kind = Kind::kNoneOfNext, .set = ~space}},
              {{.set = space}},
          }};
}

std::vector<ReferenceBpe::Unit> ReferenceBpe::Units(std::string_view text) {
  std::vector<Unit> units;
  for (std::size_t at = 0; at < text.size();) {
    // Tries the sizes a sequence can have; at most one gives back the bytes it was read from.
    std::size_t size = 1;
    std::uint32_t code_point = static_cast<unsigned char>(text[at]);
    bool valid = code_point < 0x80;
    static constexpr std::array<std::uint32_t, 5> kLeads = {0, 0, 0xc0, 0xe0, 0xf0};
    static constexpr std::array<std::uint32_t, 6> kLeast = {0, 0, 0x80, 0x800, 0x10000, 0x110000};
    const std::uint32_t lead = code_point;
    for (std::size_t n = 2; n <= 4 && !valid; ++n) {
      const std::uint32_t payload = lead - kLeads.at(n);
      if (lead < kLeads.at(n) || payload >= (1U << (7 - n)) || text.size() - at < n) continue;
      std::uint32_t value = payload;
      bool continues = true;
      for (std::size_t i = 1; i < n; ++i) {
        const std::uint32_t byte = static_cast<unsigned char>(text[at + i]);
        continues = continues && byte >= 0x80 && byte < 0xc0;
        value = value * 64 + (byte - 0x80);
      }
      if (!continues || value < kLeast.at(n) || value >= 0x110000 || value / 0x800 == 0x1b)
        continue;
      valid = true;
      size = n;
      code_point = value;
    }
    unsigned bits = kOther;
    if (valid) {
      const std::size_t block = satchel_letter_stage1[code_point / 4096];
      const std::size_t leaf = satchel_letter_stage2[block * 64 + code_point / 64 % 64];
      bits = 1U << satchel_letter_stage3[leaf * 64 + code_point % 64];
    }
    units.push_back({bits, text.substr(at, size)});
    at += size;
  }
  return units;
}

bool ReferenceBpe::Matches(const Item& item, const Unit& unit) {
  return (unit.bits & item.set) != 0 ||
         (unit.bytes.size() == 1 && item.also.find(unit.bytes[0]) != std::string_view::npos);
}

std::size_t ReferenceBpe::MatchContraction(const std::vector<Unit>& units, std::size_t at) {
  for (const std::string_view ending : {"s", "d", "m", "t", "ll", "ve", "re"}) {
    if (at + ending.size() >= units.size() || units[at].bytes != "'") continue;
    bool same = true;
    for (std::size_t i = 0; i < ending.size(); ++i) {
      const std::string lower(1, ending[i]);
      const std::string upper(1, static_cast<char>(ending[i] - 'a' + 'A'));
      const std::string_view unit = units[at + 1 + i].bytes;
      same = same && (unit == lower || unit == upper);
    }
    if (same) return at + 1 + ending.size();
  }
  return kNoMatch;
}

std::size_t ReferenceBpe::Match(const Alternative& items, std::size_t item,
                                const std::vector<Unit>& units, std::size_t at) {
  if (item == items.size()) return at;
  const Item& now = items[item];
  switch (now.kind) {
    case Item::Kind::kAtEnd:
      return at == units.size() ? Match(items, item + 1, units, at) : kNoMatch;
    case Item::Kind::kNoneOfNext:
      if (at < units.size() && Matches(now, units[at])) return kNoMatch;
      return Match(items, item + 1, units, at);
    case Item::Kind::kContraction: {
      const std::size_t end = MatchContraction(units, at);
      if (end != kNoMatch) return Match(items, item + 1, units, end);
      return now.least == 0 ? Match(items, item + 1, units, at) : kNoMatch;
    }
    case Item::Kind::kUnits:
      break;
  }
  std::size_t run = 0;
  while (run < now.most && at + run < units.size() && Matches(now, units[at + run])) ++run;
  for (std::size_t taken = run + 1; taken-- > now.least;) {
    const std::size_t end = Match(items, item + 1, units, at + taken);
    if (end != kNoMatch) return end;
  }
  return kNoMatch;
}

std::vector<std::string> ReferenceBpe::Split(std::string_view text) const {
  const std::vector<Unit> units = Units(text);
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < units.size();) {
    std::size_t end = kNoMatch;
    for (std::size_t i = 0; i < pattern_.size() && end == kNoMatch; ++i) {
      end = Match(pattern_[i], 0, units, at);
    }
    if (end == kNoMatch || end == at) throw std::logic_error("the pattern matches no piece");
    std::string& piece = pieces.emplace_back();
    for (; at < end; ++at) piece += units[at].bytes;
  }
  return pieces;
}

void ReferenceBpe::Merge(std::string_view piece, std::vector<std::uint32_t>& tokens) const {
  std::vector<std::string> parts;
  for (const char c : piece) parts.emplace_back(1, c);
  if (ranks_.contains(std::string(piece))) parts = {std::string(piece)};
  for (;;) {
    std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max();
    std::size_t at = 0;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto found = ranks_.find(parts[i] + parts[i + 1]);
      if (found == ranks_.end() || found->second >= lowest) continue;
      lowest = found->second;
      at = i;
    }
    if (lowest == std::numeric_limits<std::uint32_t>::max()) break;
    parts[at] += parts[at + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  for (const std::string& part : parts) tokens.push_back(ranks_.at(part));
}

std::vector<std::uint32_t> ReferenceBpe::Encode(std::string_view text) const {
  std::vector<std::uint32_t> tokens;
  for (const std::string& piece : Split(text)) Merge(piece, tokens);
  return tokens;
}

}  // namespace satchel::test
