#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "llm/call_record.h"
#include "llm/completer.h"
#include "net/url.h"

// What goes over the wire: the two protocols that model servers speak. Pure functions between our
// types and bodies of HTTP; whatever a server sends ends in an Answer.
namespace satchel::llm {

enum class Kind : std::uint8_t {
  kOllama,  // POST /api/chat
  kOpenAi,  // POST /v1/chat/completions: OpenAI, llama.cpp, vLLM, LM Studio and many more
};

// "ollama", "openai".
std::string_view Name(Kind kind);

// Where requests of that kind go, below the address that a person has set: "http://localhost:11434"
// and ".../api" for Ollama; "https://host", ".../v1" and other paths for the rest.
net::Url EndpointOf(Kind kind, net::Url base);

struct WireOptions {
  std::string model;
  // Temperature 0 and a fixed seed, so that the same question gets the same answer as far as a
  // server can. Some hosted models refuse any temperature but their own.
  bool fixed_temperature = true;
  // Whether the limit of tokens has the newer name, `max_completion_tokens`. OpenAI's own server
  // wants it; many others know the older one alone, `max_tokens`.
  bool newer_limit = false;
};

// REQUIRES: the schema is null or passes CheckSchema().
Json RequestBody(Kind kind, const WireOptions& options, const CompletionRequest& request);

// What a server said. Texts are as they came.
struct Answer {
  Outcome outcome = Outcome::kMalformed;
  std::string error;  // a sentence part; empty when answered
  std::string text;
  std::string thinking;
  TokenCount tokens;
};

// The body of an answer with status 200. Any bytes may come in. The outcome is kAnswered,
// kTruncated, kRefused, kServerError (an error inside of it) or kMalformed.
Answer ReadAnswer(Kind kind, std::string_view body);

}  // namespace satchel::llm
