#include "code/resolve/loose_json.h"

#include <cstddef>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::code {
namespace {

constexpr JsonLimits kLimits{.max_bytes = 4UL << 20U, .max_depth = 64};

// Where the comment that begins at `at` ends; `at` when none does.
std::size_t SkipComment(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return at + std::min(rest.find('\n'), rest.size());
  if (!rest.starts_with("/*")) return at;
  const std::size_t end = rest.find("*/", 2);
  return end == std::string_view::npos ? text.size() : at + end + 2;
}

std::size_t SkipString(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::string Strict(std::string_view text) {
  std::string strict;
  strict.reserve(text.size());
  std::size_t comma = std::string::npos;  // the last thing written, when it is one
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      const std::size_t end = SkipString(text, at);
      strict += text.substr(at, end - at);
      at = end;
      comma = std::string::npos;
      continue;
    }
    if (c == '/') {
      if (const std::size_t end = SkipComment(text, at); end != at) {
        strict += ' ';
        at = end;
        continue;
      }
    }
    if ((c == '}' || c == ']') && comma != std::string::npos) strict[comma] = ' ';
    if (c == ',') {
      comma = strict.size();
    } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      comma = std::string::npos;
    }
    strict += c;
    ++at;
  }
  return strict;
}

}  // namespace

std::optional<Json> ReadLooseJson(std::string_view bytes) {
  if (bytes.size() > kLimits.max_bytes) return std::nullopt;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  auto value = ParseJson(Strict(bytes), kLimits);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(*value);
}

std::string TextAt(const Json& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace satchel::code
