#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

// What is looked up in the bodies that servers of models send, whatever they were asked. Any bytes
// may come in, and whatever comes out of here is bounded.
namespace satchel::llm {

// The body as JSON, within limits.
Result<Json> ParseBody(std::string_view body);

// Null when `json` is no object or has no such member.
const Json* FindMember(const Json& json, const char* name);
// Empty when it is missing or no text.
std::string TextOf(const Json* json);
// Servers leave counts out, of a cached prompt for one.
std::optional<std::int64_t> CountOf(const Json* json);

// A server's words on one line, bounded and without secrets.
std::string ServerWords(std::string_view text);

// Whether an answer with a status of success is an error, and which one. Nothing: it is none.
std::optional<std::string> ErrorInside(const Json& body);

// What the body of another status says about it, on one line, bounded and without secrets; empty
// when it says nothing.
std::string ErrorMessage(std::string_view body);

}  // namespace satchel::llm
