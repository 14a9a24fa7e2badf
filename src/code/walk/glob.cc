// The pattern becomes a list of tokens, and a text is matched by following all ways through it at
// once: the set of tokens that may come next is a row of bits. git's own matcher tries one way
// after the other, which `a*a*a*a*b` makes exponential.

#include "code/walk/glob.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::size_t kBits = 64;
constexpr auto kNone = std::string_view::npos;

bool IsSpace(char c) { return IsBlank(c) || c == '\n' || c == '\r'; }
bool IsControl(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }
bool IsPrint(char c) { return c >= ' ' && c <= '~'; }
bool IsGraph(char c) { return IsPrint(c) && !IsSpace(c); }
bool IsPunct(char c) { return IsGraph(c) && !IsAlnum(c); }
bool IsHex(char c) { return HexValue(c) >= 0; }

using Test = bool (*)(char);
constexpr auto kClasses = std::to_array<std::pair<std::string_view, Test>>({
    {"alnum", IsAlnum},
    {"alpha", IsAlpha},
    {"blank", IsBlank},
    {"cntrl", IsControl},
    {"digit", IsDigit},
    {"graph", IsGraph},
    {"lower", IsLower},
    {"print", IsPrint},
    {"punct", IsPunct},
    {"space", IsSpace},
    {"upper", IsUpper},
    {"xdigit", IsHex},
});

// The characters between brackets, as git's wildmatch goes through them.
class ClassReader {
 public:
  ClassReader(std::string_view pattern, std::size_t at) : pattern_(pattern), at_(at) {}

  // Where the closing bracket is; nothing when git takes the class for broken.
  std::optional<std::size_t> Read() {
    negated_ = Here() == '!' || Here() == '^';
    if (negated_) ++at_;
    do {
      if (at_ >= pattern_.size() || !ReadOne()) return std::nullopt;
      ++at_;
    } while (at_ >= pattern_.size() || Here() != ']');
    return at_;
  }
  std::bitset<256> set() const { return negated_ ? ~set_ : set_; }

 private:
  unsigned char Here(std::size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? static_cast<unsigned char>(pattern_[at_ + ahead]) : 0;
  }
  bool ReadOne() {
    const unsigned char c = Here();
    if (c == '\\') return ReadEscaped();
    if (c == '-' && previous_ != 0 && Here(1) != 0 && Here(1) != ']') return ReadRange();
    if (c == '[' && Here(1) == ':') return ReadNamed();
    set_.set(c);
    previous_ = c;
    return true;
  }
  bool ReadEscaped() {
    ++at_;
    if (Here() == 0) return false;
    set_.set(Here());
    previous_ = Here();
    return true;
  }
  bool ReadRange() {
    ++at_;
    if (Here() == '\\') ++at_;
    if (Here() == 0) return false;
    for (unsigned c = previous_; c <= Here(); ++c) set_.set(c);
    previous_ = 0;
    return true;
  }
  bool ReadNamed() {
    const std::size_t begin = at_ + 2;
    const std::size_t end = pattern_.find(']', begin);
    if (end == kNone) return false;
    if (end == begin || pattern_[end - 1] != ':') {
      set_.set('[');
      previous_ = '[';
      return true;
    }
    const std::string_view name = pattern_.substr(begin, end - 1 - begin);
    const auto* found =
        std::ranges::find(kClasses, name, &std::pair<std::string_view, Test>::first);
    if (found == kClasses.end()) return false;
    for (unsigned c = 0; c < 256; ++c) {
      if (found->second(static_cast<char>(c))) set_.set(c);
    }
    at_ = end;
    previous_ = 0;
    return true;
  }

  std::string_view pattern_;
  std::size_t at_;
  bool negated_ = false;
  unsigned char previous_ = 0;  // 0: no range begins with it
  std::bitset<256> set_;
};

}  // namespace

Glob::Glob(std::string_view pattern, Kind kind) : kind_(kind) {
  for (std::size_t at = 0; at < pattern.size() && !never_;) {
    const char c = pattern[at];
    if (c == '*') {
      at = AddStars(pattern, at);
    } else if (c == '[') {
      at = AddClass(pattern, at);
    } else if (c == '?') {
      tokens_.push_back({.op = Op::kAny});
      ++at;
    } else {
      if (c == '\\') ++at;
      never_ = at == pattern.size();
      if (!never_) tokens_.push_back({.byte = static_cast<unsigned char>(pattern[at])});
      ++at;
    }
  }
}

std::size_t Glob::AddStars(std::string_view pattern, std::size_t at) {
  const std::size_t end = std::min(pattern.find_first_not_of('*', at), pattern.size());
  const std::string_view rest = pattern.substr(end);
  const bool opens = at == 0 || pattern[at - 1] == '/';
  const bool closes = rest.empty() || rest.starts_with('/') || rest.starts_with("\\/");
  const bool between = end - at > 1 && opens && closes;
  if (kind_ == Kind::kPath && between && rest.starts_with('/')) {
    tokens_.push_back({.op = Op::kMaybeDirs});
    tokens_.push_back({.op = Op::kDirs});
    return end + 1;
  }
  tokens_.push_back({.op = kind_ == Kind::kName || between ? Op::kRunAll : Op::kRun});
  return end;
}

std::size_t Glob::AddClass(std::string_view pattern, std::size_t at) {
  ClassReader reader(pattern, at + 1);
  const auto end = reader.Read();
  never_ = !end;
  if (!end) return at;
  Set set = reader.set();
  if (kind_ == Kind::kPath) set.reset('/');
  tokens_.push_back({.op = Op::kClass, .set = static_cast<std::uint16_t>(sets_.size())});
  sets_.push_back(set);
  return *end + 1;
}

void Glob::Enter(std::uint64_t* states, std::size_t at) const {
  for (;;) {
    std::uint64_t& word = states[at / kBits];
    const std::uint64_t bit = std::uint64_t{1} << (at % kBits);
    if ((word & bit) != 0) return;
    word |= bit;
    if (at == tokens_.size()) return;
    const Op op = tokens_[at].op;
    if (op == Op::kMaybeDirs) {
      ++at;
      states[at / kBits] |= std::uint64_t{1} << (at % kBits);
    } else if (op != Op::kRun && op != Op::kRunAll) {
      return;
    }
    ++at;
  }
}

void Glob::Step(std::uint64_t* next, std::size_t at, unsigned char byte) const {
  if (at == tokens_.size()) return;
  const Token& token = tokens_[at];
  const bool slash = byte == '/' && kind_ == Kind::kPath;
  switch (token.op) {
    case Op::kByte:
      if (token.byte == byte) Enter(next, at + 1);
      break;
    case Op::kAny:
      if (!slash) Enter(next, at + 1);
      break;
    case Op::kClass:
      if (sets_[token.set].test(byte)) Enter(next, at + 1);
      break;
    case Op::kRun:
      if (!slash) Enter(next, at);
      break;
    case Op::kRunAll:
      Enter(next, at);
      break;
    case Op::kMaybeDirs:
      break;
    case Op::kDirs:
      Enter(next, at);
      if (byte == '/') Enter(next, at + 1);
      break;
  }
}

bool Glob::Matches(std::string_view text, std::uint64_t& steps) const {
  if (never_) return false;
  constexpr std::size_t kMostWords = kMostBytes / kBits + 1;
  std::array<std::uint64_t, kMostWords> rows[2];
  const std::size_t words = tokens_.size() / kBits + 1;
  std::uint64_t* now = rows[0].data();
  std::uint64_t* next = rows[1].data();
  std::fill_n(now, words, 0);
  Enter(now, 0);
  for (const char c : text) {
    std::fill_n(next, words, 0);
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = now[word]; left != 0; left &= left - 1) {
        ++steps;
        Step(next, word * kBits + static_cast<std::size_t>(std::countr_zero(left)),
             static_cast<unsigned char>(c));
      }
    }
    for (std::size_t word = 0; word < words; ++word) any |= next[word];
    if (any == 0) return false;
    std::swap(now, next);
  }
  return ((now[tokens_.size() / kBits] >> (tokens_.size() % kBits)) & 1U) != 0;
}

}  // namespace satchel::code
