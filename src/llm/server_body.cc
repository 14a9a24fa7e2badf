#include "llm/server_body.h"

#include <cstddef>

#include <nlohmann/json.hpp>

#include "text/safe_line.h"

namespace satchel::llm {
namespace {

constexpr JsonLimits kBodyLimits = {.max_bytes = 64U << 20U, .max_depth = 64};
constexpr std::size_t kMostErrorCharacters = 300;

// {"error": "text"} or {"error": {"message": "text"}}.
std::optional<std::string> ErrorMember(const Json& body) {
  const Json* error = FindMember(body, "error");
  if (error == nullptr || error->is_null()) return std::nullopt;
  std::string text = TextOf(error);
  if (text.empty()) text = TextOf(FindMember(*error, "message"));
  return text.empty() ? "it does not say which" : ServerWords(text);
}

}  // namespace

Result<Json> ParseBody(std::string_view body) { return ParseJson(body, kBodyLimits); }

const Json* FindMember(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto member = json.find(name);
  return member == json.end() ? nullptr : &*member;
}

std::string TextOf(const Json* json) {
  return json != nullptr && json->is_string() ? json->get<std::string>() : "";
}

std::optional<std::int64_t> CountOf(const Json* json) {
  if (json == nullptr || !json->is_number_unsigned()) return std::nullopt;
  const auto count = json->get<std::uint64_t>();
  if (count > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

std::string ServerWords(std::string_view text) {
  return text::VisibleLine(text::SafeLine(text, kMostErrorCharacters));
}

std::optional<std::string> ErrorInside(const Json& body) {
  const auto error = ErrorMember(body);
  if (!error) return std::nullopt;
  return "the answer holds an error: " + *error;
}

std::string ErrorMessage(std::string_view body) {
  const auto json = ParseBody(body);
  if (!json) return "";
  if (const auto error = ErrorMember(*json)) return *error;
  for (const char* name : {"message", "detail"}) {
    if (const std::string text = TextOf(FindMember(*json, name)); !text.empty()) {
      return ServerWords(text);
    }
  }
  return "";
}

}  // namespace satchel::llm
