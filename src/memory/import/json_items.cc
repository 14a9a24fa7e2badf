#include "memory/import/json_items.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/trimmed.h"

namespace satchel::memory {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kAfterScalar = " \t\r\n,]}";

std::size_t SkipBlanks(std::string_view bytes, std::size_t at) {
  return std::min(bytes.find_first_not_of(kBlanks, at), bytes.size());
}

// The end of a string that begins at `at`; nullopt: it has none.
std::optional<std::size_t> EndOfString(std::string_view bytes, std::size_t at) {
  for (++at; at < bytes.size(); ++at) {
    if (bytes[at] == '"') return at + 1;
    if (bytes[at] == '\\') ++at;
  }
  return std::nullopt;
}

// The end of a value that begins at `at`. Brackets are only counted: that they match is seen when
// the value is parsed.
std::optional<std::size_t> EndOfValue(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size()) return std::nullopt;
  if (bytes[at] == '"') return EndOfString(bytes, at);
  if (bytes[at] != '{' && bytes[at] != '[') {
    const std::size_t end = std::min(bytes.find_first_of(kAfterScalar, at), bytes.size());
    return end == at ? std::nullopt : std::optional(end);
  }
  for (std::size_t depth = 0; at < bytes.size();) {
    const char c = bytes[at];
    if (c == '"') {
      const auto end = EndOfString(bytes, at);
      if (!end) return std::nullopt;
      at = *end;
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at;
  }
  return std::nullopt;
}

std::unexpected<Error> Broken(std::size_t number) {
  return Fail(Errc::kInvalidInput,
              fmt::format("the JSON breaks off or is broken in entry {}", number));
}

}  // namespace

Status ForEachItem(std::string_view bytes, const ItemVisit& visit) {
  std::size_t at = SkipBlanks(bytes, 0);
  const bool array = at < bytes.size() && bytes[at] == '[';
  if (array) at = SkipBlanks(bytes, at + 1);
  for (std::size_t number = 1; at < bytes.size(); ++number) {
    if (array && bytes[at] == ']') return {};
    const auto end = EndOfValue(bytes, at);
    if (!end) return Broken(number);
    SATCHEL_TRY(visit(number, bytes.substr(at, *end - at)));
    at = SkipBlanks(bytes, *end);
    if (!array) continue;
    if (at < bytes.size() && bytes[at] == ',') {
      at = SkipBlanks(bytes, at + 1);
    } else if (at == bytes.size() || bytes[at] != ']') {
      return Broken(number);
    }
  }
  if (array) return Fail(Errc::kInvalidInput, "the JSON array has no end");
  return {};
}

std::optional<std::string_view> FirstItem(std::string_view bytes) {
  std::size_t at = SkipBlanks(bytes, 0);
  if (at < bytes.size() && bytes[at] == '[') at = SkipBlanks(bytes, at + 1);
  const auto end = EndOfValue(bytes, at);
  return end ? std::optional(bytes.substr(at, *end - at)) : std::nullopt;
}

std::optional<std::string_view> MemberOf(std::string_view object, std::string_view key) {
  std::size_t at = SkipBlanks(object, 0);
  if (at == object.size() || object[at] != '{') return std::nullopt;
  at = SkipBlanks(object, at + 1);
  while (at < object.size() && object[at] == '"') {
    const auto key_end = EndOfString(object, at);
    if (!key_end) return std::nullopt;
    const std::string_view name = object.substr(at + 1, *key_end - at - 2);
    at = SkipBlanks(object, *key_end);
    if (at == object.size() || object[at] != ':') return std::nullopt;
    at = SkipBlanks(object, at + 1);
    const auto end = EndOfValue(object, at);
    if (!end) return std::nullopt;
    if (name == key) return object.substr(at, *end - at);
    at = SkipBlanks(object, *end);
    if (at == object.size() || object[at] != ',') return std::nullopt;
    at = SkipBlanks(object, at + 1);
  }
  return std::nullopt;
}

bool LooksLikeJson(std::string_view bytes) {
  std::size_t at = SkipBlanks(bytes, 0);
  if (at < bytes.size() && bytes[at] == '[') {
    at = SkipBlanks(bytes, at + 1);
    if (at < bytes.size() && bytes[at] == ']') return true;
  }
  if (at == bytes.size() || bytes[at] != '{') return false;
  at = SkipBlanks(bytes, at + 1);
  return at < bytes.size() && (bytes[at] == '"' || bytes[at] == '}');
}

std::string TextOf(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<Time> MomentFrom(std::string_view text) {
  text = Trimmed(text);
  if (const auto time = ParseTime(text)) return *time;
  constexpr std::size_t kWithMinutes = 16;  // 2026-01-02T10:11
  constexpr std::size_t kMost = 40;
  if (text.size() < kWithMinutes || text.size() > kMost) return std::nullopt;
  const std::string_view seconds = text.size() == kWithMinutes ? ":00Z" : "Z";
  const auto time = ParseTime(std::string(text) + std::string(seconds));
  return time ? std::optional(*time) : std::nullopt;
}

std::optional<Time> MomentOf(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if (found->is_string()) return MomentFrom(found->get_ref<const std::string&>());
  if (!found->is_number()) return std::nullopt;
  constexpr double kEnd = 253'402'300'800.0;  // the year 10000
  const auto seconds = found->get<double>();
  if (!(seconds > 0) || seconds >= kEnd) return std::nullopt;
  constexpr double kMicros = 1e6;
  return Time{.micros = std::llround(seconds * kMicros)};
}

}  // namespace satchel::memory
