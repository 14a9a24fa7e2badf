#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "text/token_counter.h"

namespace satchel::pipeline {

// In what form the packet is counted. JSON bounds the same items at the prompt's cost.
enum class Rendering : std::uint8_t { kMarkdown, kPrompt };
std::string_view Name(Rendering rendering);
Result<Rendering> ParseRendering(std::string_view name);

// What is asked for. A value: it is logged, stored in the session and replayed.
struct Request {
  std::string recipe;
  std::string task;          // the text; may be empty
  std::string task_id;       // names the session
  std::string conversation;  // the agent's own id; may be empty
  std::size_t budget = 0;    // packet::kNoBudget: none
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  Rendering rendering = Rendering::kMarkdown;
  std::vector<std::string> stages;  // full names, in order
  Json options = Json::object();    // of the recipe's stages
  Time now;

  friend bool operator==(const Request&, const Request&) = default;
};

Json ToJson(const Request& request);
// Bytes from a store: whatever does not fit is an error that names the place.
Result<Request> RequestFromJson(const Json& json);

// What decides the packet besides the clock: without it, and without the names of
// session and conversation. Digests are taken of this.
Json Essence(const Request& request);

}  // namespace satchel::pipeline
