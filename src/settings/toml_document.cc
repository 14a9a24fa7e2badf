// The one file that knows toml++. Three things in it do not suit hostile input:
//  - it bounds nested values but not dotted keys, and its destructors recurse, so a
//    megabyte of `a.a.a.` would exhaust the stack;
//  - its test for white space reaches a point declared unreachable for letters such as
//    "Κ", which are none: here it answers no;
//  - it asserts what input can break (`[[ [`), and assumes the same when optimised: here
//    that throws in every build.
// The first is why the text is scanned before it is parsed: depth is bounded, and outside
// texts and comments nothing but ASCII passes. fuzz/engine_config found the other two.

#include "settings/toml_document.h"

#include <algorithm>
#include <exception>
#include <optional>

namespace satchel::settings {
namespace {
// Thrown where toml++ would stop the program.
struct BrokenExpectation {};
}  // namespace
}  // namespace satchel::settings

#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wterminate"  // some of it is noexcept, and input cannot reach that
#endif
#pragma push_macro("NDEBUG")
#undef NDEBUG  // or toml++ replaces the next line by an assumption
#define TOML_ASSERT(expr) \
  ((expr) ? static_cast<void>(0) : throw satchel::settings::BrokenExpectation())
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/impl/forward_declarations.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE throw satchel::settings::BrokenExpectation()
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
#pragma GCC diagnostic pop

namespace satchel::settings {
namespace {

constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kMostEntries = 4'096;

// Follows strings and comments just enough to count brackets and dots outside
// them. Where TOML forbids what it sees, it goes on: the parser stops at the
// first error, and up to there both agree on what is a string.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<TomlError> Run() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // byte order mark
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        SkipString(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (static_cast<unsigned char>(c) >= 0x80) {
        return TomlError{.at = Position(),
                         .message = "a character that needs quotes around the key or text"};
      }
      Count(c);
      if (dots_ >= kMostDepth || depth_ > kMostDepth) {
        return TomlError{.at = Position(),
                         .message = "keys or values are nested deeper than 32 levels"};
      }
      ++at_;
    }
    return std::nullopt;
  }

 private:
  void Count(char c) {
    switch (c) {
      case '.':
        ++dots_;
        break;
      case '[':
      case '{':
        ++depth_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        if (depth_ > 0) --depth_;
        dots_ = 0;
        break;
      case '=':
      case ',':
      case '\n':
        dots_ = 0;
        break;
      default:
        break;
    }
  }

  void SkipString(char quote) {
    const bool multi = text_.substr(at_, 3) == std::string(3, quote);
    at_ += multi ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && quote == '"') {
        at_ += 2;
      } else if (c == '\n' && !multi) {
        return;
      } else if (c == quote && !multi) {
        ++at_;
        return;
      } else if (c == quote && text_.substr(at_, 3) == std::string(3, quote)) {
        at_ += 3;
        // `""""a""""` ends with quotes that belong to the string: up to two more.
        for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return;
      } else {
        ++at_;
      }
    }
  }

  TextPosition Position() const {
    const std::string_view before = text_.substr(0, at_);
    const auto line_start = before.rfind('\n');
    return {.line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
            .column = line_start == std::string_view::npos ? at_ + 1 : at_ - line_start};
  }

  std::string_view text_;  // NOLINT: outlived by the text, both are on one stack
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t dots_ = 0;
};

TextPosition From(const toml::source_position& position) {
  return {.line = position.line, .column = position.column};
}

void SetValue(const toml::node& node, TomlEntry& entry) {
  if (const auto* truth = node.as_boolean()) {
    entry.value = truth->get();
  } else if (const auto* integer = node.as_integer()) {
    entry.value = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    entry.value = number->get();
  } else if (const auto* text = node.as_string()) {
    entry.value = text->get();
  } else if (node.is_array()) {
    entry.value = TomlOther{"a list"};
  } else if (node.is_table()) {
    entry.value = TomlOther{"a table"};
  } else {
    entry.value = TomlOther{"a date or time"};
  }
}

// False when there are too many. Recursion is bounded by Scan.
bool Collect(const toml::table& table, std::vector<std::string>& path,
             std::vector<TomlEntry>& entries) {
  for (const auto& [key, node] : table) {
    path.emplace_back(key.str());
    const auto* inner = node.as_table();
    if (inner != nullptr && !inner->empty()) {
      if (!Collect(*inner, path, entries)) return false;
    } else {
      if (entries.size() == kMostEntries) return false;
      TomlEntry entry;
      entry.path = path;
      SetValue(node, entry);
      entry.value_begin = From(node.source().begin);
      entry.value_end = From(node.source().end);
      entry.key = key.source().begin ? From(key.source().begin) : entry.value_begin;
      entries.push_back(std::move(entry));
    }
    path.pop_back();
  }
  return true;
}

bool BreaksExpectation(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const BrokenExpectation&) {
    return true;
  } catch (const std::exception&) {
    return false;
  }
  return false;
}

// The parser stops at its first mistake, so the line is the last of the shortest
// beginning of the text that breaks the expectation.
std::size_t LineThatBreaks(std::string_view text) {
  std::size_t good = 0;
  std::size_t bad = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  while (good + 1 < bad) {
    const std::size_t middle = good + (bad - good) / 2;
    const std::string_view beginning = text.substr(0, OffsetOf(text, {middle + 1, 1}));
    (BreaksExpectation(beginning) ? bad : good) = middle;
  }
  return bad;
}

}  // namespace

std::size_t OffsetOf(std::string_view text, TextPosition position) {
  std::size_t at = 0;
  for (std::size_t line = 1; line < position.line; ++line) {
    const auto end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  // Columns leave out the byte order mark.
  if (at == 0 && text.starts_with("\xef\xbb\xbf")) at = 3;
  for (std::size_t column = 1; column < position.column && at < text.size(); ++column) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

std::string TomlEntry::Name() const {
  std::string name;
  for (const std::string& part : path) {
    if (!name.empty()) name += '.';
    name += part;
  }
  return name;
}

std::expected<std::vector<TomlEntry>, TomlError> ParseToml(std::string_view text) {
  if (auto too_deep = Scan(text).Run()) return std::unexpected(*std::move(too_deep));
  try {
    const toml::table table = toml::parse(text);
    std::vector<TomlEntry> entries;
    std::vector<std::string> path;
    if (!Collect(table, path, entries)) {
      return std::unexpected(
          TomlError{.at = {.line = 1, .column = 1}, .message = "it has more than 4096 values"});
    }
    return entries;
  } catch (const toml::parse_error& error) {
    return std::unexpected(
        TomlError{.at = From(error.source().begin), .message = std::string(error.description())});
  } catch (const BrokenExpectation&) {
    return std::unexpected(TomlError{.at = {.line = LineThatBreaks(text), .column = 1},
                                     .message = "it cannot be read from here on"});
  } catch (const std::exception& error) {
    return std::unexpected(
        TomlError{.at = {.line = 1, .column = 1}, .message = std::string(error.what())});
  }
}

}  // namespace satchel::settings
