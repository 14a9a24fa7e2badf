#include "text/assignment.h"

#include <algorithm>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

// Names and values longer than this are not written by people; the bounds keep a
// text made of nothing but key names linear.
constexpr std::size_t kMaxKey = 80;
constexpr std::size_t kMaxGap = 64;
constexpr std::size_t kMaxBare = 256;
constexpr std::size_t kMaxQuoted = 4096;

bool IsKeyChar(char c) { return IsWord(c) || c == '.'; }

bool EndsBareValue(char c) {
  return static_cast<unsigned char>(c) <= ' ' || IsQuote(c) || c == ',' || c == ';' || c == '&' ||
         c == '<' || c == '>' || c == '(' || c == ')' || c == '{' || c == '}' || c == '[' ||
         c == ']' || c == '|' || c == '\\';
}

// Reads from left to right; the last position is never passed.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void SkipBlanks() {
    const std::size_t stop = std::min(text_.size(), at_ + kMaxGap);
    while (at_ < stop && IsBlank(text_[at_])) ++at_;
  }
  void SkipWord() {
    const std::size_t stop = std::min(text_.size(), at_ + kMaxGap);
    while (at_ < stop &&
           (IsAlnum(text_[at_]) || text_[at_] == '_' || text_[at_] == ':' || text_[at_] == '.')) {
      ++at_;
    }
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

// `Type =` after a name, with what belongs to types around it: `: &'static str =`.
bool TakeType(Reader& reader) {
  Reader ahead = reader;
  while (ahead.Peek() == '&' || ahead.Peek() == '*' || ahead.Peek() == '?')
    ahead.Take(ahead.Peek());
  if (ahead.Take('\'')) {
    ahead.SkipWord();
    ahead.SkipBlanks();
  }
  const std::size_t begin = ahead.at();
  ahead.SkipWord();
  if (ahead.at() == begin) return false;
  ahead.SkipBlanks();
  if (!ahead.Take('=') || ahead.Peek() == '=') return false;
  reader = ahead;
  return true;
}

// What stands between a name and its value. `quoted_key`: the name was closed by a quote.
bool TakeSeparator(Reader& reader, bool flag, bool element, bool quoted_key) {
  const bool blank = IsBlank(reader.Peek());
  reader.SkipBlanks();
  if (element && reader.Take('>')) return true;
  if (reader.Take('=')) {
    if (!reader.Take('>')) reader.Take('=');
    return true;
  }
  if (reader.Take(':')) {
    if (reader.Take('=')) return true;
    reader.SkipBlanks();
    TakeType(reader);
    return true;
  }
  if (reader.Peek() == '!' && reader.Peek(1) == '=') {
    reader.Take('!');
    return reader.Take('=');
  }
  if (quoted_key && reader.Take(',')) return true;
  if (!quoted_key && !blank && reader.Take('(')) return true;
  if (blank && !flag && !quoted_key && TakeType(reader)) return true;
  return blank && flag;
}

// `#define KEY "value"`: a blank is enough between them.
bool IsDefined(std::string_view text, std::size_t key_begin) {
  constexpr std::string_view kDefine = "define";
  const auto trim = [](std::string_view before) {
    while (!before.empty() && IsBlank(before.back())) before.remove_suffix(1);
    return before;
  };
  const std::size_t from = key_begin > kMaxGap ? key_begin - kMaxGap : 0;
  std::string_view before = trim(text.substr(from, key_begin - from));
  if (!before.ends_with(kDefine)) return false;
  before.remove_suffix(kDefine.size());
  return trim(before).ends_with('#');
}

bool TakeBlanksOfDefinition(std::string_view text, std::size_t key_begin, Reader& reader) {
  if (!IsBlank(reader.Peek()) || !IsDefined(text, key_begin)) return false;
  Reader ahead = reader;
  ahead.SkipBlanks();
  if (ahead.Peek() != '"') return false;
  reader = ahead;
  return true;
}

// r"", b'', f"", u8R"(", @"": letters in front of a quote.
void SkipStringPrefix(Reader& reader) {
  for (std::size_t letters = 0; letters <= 3; ++letters) {
    const char c = reader.Peek(letters);
    if (IsQuote(c)) {
      for (; letters > 0; --letters) reader.Take(reader.Peek());
      return;
    }
    if (!IsAlnum(c) && c != '@' && c != '\\') return;
  }
}

std::optional<Assignment> QuotedValue(std::string_view text, Reader reader, Assignment found) {
  const char quote = reader.Peek();
  reader.Take(quote);
  // Three quotes open a long string; the value begins after them all.
  if (reader.Peek() == quote && reader.Peek(1) == quote) {
    reader.Take(quote);
    reader.Take(quote);
  }
  found.value_begin = reader.at();
  found.quoted = true;
  const std::size_t stop = std::min(text.size(), reader.at() + kMaxQuoted);
  std::size_t end = reader.at();
  while (end < stop && text[end] != quote && text[end] != '\n') {
    if (text[end] == '\\' && end + 1 < stop && text[end + 1] == quote) break;  // JSON in a string
    const bool escape = text[end] == '\\' && end + 1 < stop && text[end + 1] != '\n';
    end += escape ? 2U : 1U;
  }
  found.value_end = std::min(end, stop);
  found.cut = end >= stop && stop < text.size();
  return found;
}

std::optional<Assignment> BareValue(std::string_view text, Reader reader, Assignment found) {
  found.value_begin = reader.at();
  const std::size_t stop = std::min(text.size(), reader.at() + kMaxBare);
  std::size_t end = reader.at();
  while (end < stop && !EndsBareValue(text[end])) ++end;
  found.value_end = end;
  found.cut = end == stop && stop < text.size();
  // A call, an index or a template is code that computes a value.
  const char next = end < text.size() ? text[end] : '\n';
  if (next == '(' || next == '[' || next == '{' || end == found.value_begin) return std::nullopt;
  return found;
}

}  // namespace

std::optional<Assignment> FindAssignment(std::string_view text, std::size_t at, std::size_t size) {
  Assignment found{.key_begin = at, .key_end = at + size};
  const std::size_t lowest = at > kMaxKey ? at - kMaxKey : 0;
  while (found.key_begin > lowest && IsKeyChar(text[found.key_begin - 1])) --found.key_begin;
  const std::size_t highest = std::min(text.size(), at + size + kMaxKey);
  while (found.key_end < highest && IsKeyChar(text[found.key_end])) ++found.key_end;
  const bool flag = text.substr(found.key_begin, 2) == "--";
  const bool element = found.key_begin > 0 && text[found.key_begin - 1] == '<';

  Reader reader(text, found.key_end);
  reader.Take('\\');  // \"key\": inside of a string
  const bool quoted_key = IsQuote(reader.Peek()) && reader.Take(reader.Peek());
  if (reader.Take('[')) {  // char key[] = "value"
    while (IsDigit(reader.Peek())) reader.Take(reader.Peek());
  }
  const bool closed = reader.Take(']');  // ["key"], "next" is no pair
  const std::size_t before = reader.at();
  found.defined = TakeBlanksOfDefinition(text, found.key_begin, reader);
  if (!found.defined && !TakeSeparator(reader, flag, element, quoted_key && !closed)) {
    return std::nullopt;
  }
  const std::size_t separator_end = reader.at();
  found.tight = separator_end == before + 1 && text[before] == '=';
  reader.SkipBlanks();
  found.tight = found.tight && reader.at() == separator_end;
  SkipStringPrefix(reader);
  if (IsQuote(reader.Peek())) return QuotedValue(text, reader, found);
  const char separator = text[separator_end - 1];
  if (separator == ',' || separator == '(') return std::nullopt;
  if (flag && IsBlank(separator) && reader.Peek() == '-') return std::nullopt;  // the next flag
  return BareValue(text, reader, found);
}

}  // namespace satchel::text
