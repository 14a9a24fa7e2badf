#include "code/resolve/toml_keys.h"

#include <algorithm>
#include <cstddef>

#include "base/trimmed.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostBytes = 4UL << 20U;
constexpr std::size_t kMostValueBytes = 64UL << 10U;

std::string_view Unquote(std::string_view key) {
  key = Trimmed(key);
  if (key.size() >= 2 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front()) {
    key = key.substr(1, key.size() - 2);
  }
  return key;
}

// Where the string that begins at `at` ends. One of a single line ends there, closed or not.
std::size_t SkipString(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  if (text.substr(at).starts_with(three)) {
    const std::size_t end = text.find(three, at + 3);
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (quote == '"' && text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
  }
  return at < text.size() && text[at] == quote ? at + 1 : at;
}

// Takes the value that begins at `at` and leaves `at` behind its last line.
std::string TakeValue(std::string_view text, std::size_t& at) {
  std::string value;
  std::size_t open = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n' && open == 0) break;
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '"' || c == '\'') {
      const std::size_t end = SkipString(text, at);
      if (value.size() < kMostValueBytes) value += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (c == '[' || c == '{') ++open;
    if ((c == ']' || c == '}') && open > 0) --open;
    if (value.size() < kMostValueBytes) value += c;
    ++at;
  }
  return std::string(Trimmed(value));
}

}  // namespace

void ReadTomlKeys(std::string_view bytes, const std::function<void(const TomlKey&)>& take) {
  bytes = bytes.substr(0, kMostBytes);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  std::string table;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = Trimmed(bytes.substr(at, end - at));
    if (line.starts_with('[')) {
      const std::size_t first = line.starts_with("[[") ? 2 : 1;
      table.clear();
      for (const char c : line.substr(first, line.find(']') - first)) {
        if (c != '"' && c != '\'' && c != ' ') table += c;
      }
    }
    const std::size_t equals = bytes.substr(at, end - at).find('=');
    if (line.empty() || line.front() == '#' || line.front() == '[' ||
        equals == std::string_view::npos) {
      at = end + 1;
      continue;
    }
    TomlKey key;
    key.table = table;
    key.key = Unquote(bytes.substr(at, equals));
    at += equals + 1;
    key.value = TakeValue(bytes, at);
    ++at;
    take(key);
  }
}

std::optional<std::string> TomlText(std::string_view value) {
  value = Trimmed(value);
  if (value.size() < 2 || (value.front() != '"' && value.front() != '\'')) return std::nullopt;
  if (SkipString(value, 0) != value.size() || value.back() != value.front()) return std::nullopt;
  const bool escapes = value.front() == '"';
  std::string text;
  for (std::size_t i = 1; i + 1 < value.size(); ++i) {
    if (escapes && value[i] == '\\' && i + 2 < value.size()) ++i;
    text += value[i];
  }
  return text;
}

std::optional<std::string> TomlField(std::string_view value, std::string_view key) {
  value = Trimmed(value);
  if (!value.starts_with('{')) return std::nullopt;
  std::size_t begin = 1;
  std::size_t equals = 0;  // of the field being read; 0 before it
  std::size_t open = 0;
  for (std::size_t at = 1; at < value.size();) {
    const char c = value[at];
    if (c == '"' || c == '\'') {
      at = std::max(SkipString(value, at), at + 1);
      continue;
    }
    if (c == '=' && equals == 0) equals = at;
    const bool closes = c == ']' || c == '}';
    if (open == 0 && (c == ',' || closes)) {
      if (equals != 0 && Unquote(value.substr(begin, equals - begin)) == key) {
        return TomlText(value.substr(equals + 1, at - equals - 1));
      }
      begin = at + 1;
      equals = 0;
    }
    if (c == '[' || c == '{') ++open;
    if (closes && open > 0) --open;
    ++at;
  }
  return std::nullopt;
}

}  // namespace satchel::code
