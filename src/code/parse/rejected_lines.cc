// A plain scan, as ctags does it: a word that defines, such as `class`, and a name; or a name with
// parameters and a body behind them. It knows no language, so it asks only for names that are no
// symbols: a wrong guess costs a file its good name, and nothing else.

#include "code/parse/rejected_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostOfLine = 600;        // bytes
constexpr std::size_t kMostParameters = 2'000;  // bytes between brackets, and behind them
constexpr int kMostCalls = 4;                   // names with brackets in one line

constexpr auto kDefining = std::to_array<std::string_view>(
    {"class", "struct", "enum", "union", "interface", "trait", "module", "namespace", "def", "fn",
     "func", "function", "fun", "record", "object", "protocol", "extension"});
// What begins a statement, or stands before brackets that are no parameters.
constexpr auto kStatements = std::to_array<std::string_view>(
    {"and",    "assert",       "await", "case",    "catch",  "do",     "elif",   "else",
     "elsif",  "except",       "for",   "foreach", "goto",   "if",     "in",     "is",
     "lock",   "loop",         "match", "new",     "not",    "or",     "return", "sizeof",
     "switch", "synchronized", "throw", "typeof",  "unless", "until",  "using",  "when",
     "while",  "with",         "yield", "#if",     "#elif",  "alignas"});

bool Has(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool IsNameStart(char c) { return IsAlpha(c) || c == '_'; }
bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

std::string_view Trimmed(std::string_view line) {
  line = line.substr(0, kMostOfLine);
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r' ||
                           line.back() == '\n')) {
    line.remove_suffix(1);
  }
  return line;
}

std::string_view WordAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && IsNameChar(text[end])) ++end;
  return text.substr(at, end - at);
}

bool IsComment(std::string_view line) {
  return std::ranges::any_of(std::array<std::string_view, 6>{"//", "/*", "*", "--", ";", "#"},
                             [line](std::string_view mark) { return line.starts_with(mark); });
}

bool IsShouted(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return IsLower(c); });
}

// `class Name`, with other words before it. A line that ends a statement only mentions the type.
std::optional<std::string_view> NamedByWord(std::string_view line) {
  if (line.ends_with(';') && !line.contains('{')) return std::nullopt;
  bool defines = false;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t') {
      ++at;
      continue;
    }
    const std::string_view word = WordAt(line, at);
    if (word.empty() || Has(kStatements, word)) return std::nullopt;
    at += word.size();
    if (Has(kDefining, word)) {
      defines = true;
    } else if (defines) {
      // `class EXPORTED Name`
      const std::size_t next = line.find_first_not_of(' ', at);
      if (IsShouted(word) && next != line.npos && IsNameStart(line[next])) continue;
      return word;
    }
  }
  return std::nullopt;
}

// Behind the bracket that closes the one at `open`; npos: it is too far away.
std::size_t BehindBracket(std::string_view content, std::size_t open) {
  int depth = 0;
  const std::size_t end = std::min(content.size(), open + kMostParameters);
  for (std::size_t at = open; at < end; ++at) {
    if (content[at] == '(') ++depth;
    if (content[at] == ')' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

// Whether a body begins there, behind words such as `const` and types.
bool BodyFollows(std::string_view content, std::size_t at) {
  const std::size_t end = std::min(content.size(), at + kMostOfLine);
  for (; at < end; ++at) {
    const char c = content[at];
    if (c == '{') return true;
    const bool passes = IsNameChar(c) || std::string_view(" \t\r\n:&*<>-,()[].").contains(c);
    if (!passes) return false;
  }
  return false;
}

// The name before an opening bracket, with type parameters between. Empty: there is none, or it is
// one of something else.
std::string_view NameBefore(std::string_view line, std::size_t bracket) {
  std::size_t end = bracket;
  if (end > 0 && line[end - 1] == '>') end = std::min(line.rfind('<', end), end);
  std::size_t first = end;
  while (first > 0 && IsNameChar(line[first - 1])) --first;
  const std::string_view name = line.substr(first, end - first);
  const char before = first > 0 ? line[first - 1] : ' ';
  const bool is_name = !name.empty() && IsNameStart(name.front()) && !IsShouted(name) &&
                       !Has(kStatements, name) && before != '.' && before != '>';
  return is_name ? name : std::string_view();
}

// `type name(…) {`. The line begins at `begin` of the content. Of several names the last one is
// defined: attributes stand before it. What follows a colon is no name of the function.
std::optional<std::string_view> NamedByBody(std::string_view content, std::size_t begin,
                                            std::string_view line) {
  if (Has(kStatements, WordAt(line, 0))) return std::nullopt;
  std::optional<std::string_view> found;
  int calls = 0;
  for (std::size_t at = 0; at < line.size() && calls < kMostCalls; ++at) {
    const char c = line[at];
    if (std::string_view("=;{}\"'").contains(c)) break;
    if (c == ':') {
      if (at + 1 == line.size() || line[at + 1] != ':') break;
      ++at;
    }
    if (c != '(') continue;
    ++calls;
    const std::size_t behind = BehindBracket(content, begin + at);
    if (behind == std::string_view::npos) break;
    const std::string_view name = NameBefore(line, at);
    if (!name.empty() && BodyFollows(content, behind)) found = name;
    if (behind - begin >= line.size()) break;
    at = behind - begin - 1;
  }
  return found;
}

}  // namespace

bool LosesDefinition(std::string_view content, std::span<const RejectedLines> rejected,
                     std::span<const Symbol> symbols) {
  std::set<std::string_view> names;
  for (const Symbol& symbol : symbols) names.insert(symbol.name);
  const auto is_lost = [&names](std::optional<std::string_view> name) {
    return name && !names.contains(*name);
  };
  std::uint32_t number = 0;
  auto range = rejected.begin();
  for (std::size_t at = 0; at < content.size() && range != rejected.end();) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    ++number;
    while (range != rejected.end() && range->last < number) ++range;
    if (range != rejected.end() && range->first <= number) {
      const std::string_view line = Trimmed(content.substr(at, end - at));
      const auto begin = static_cast<std::size_t>(line.data() - content.data());
      if (!line.empty() && !IsComment(line) &&
          (is_lost(NamedByWord(line)) || is_lost(NamedByBody(content, begin, line)))) {
        return true;
      }
    }
    at = end + 1;
  }
  return false;
}

}  // namespace satchel::code
