#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "code/requests/retrieve.h"
#include "engine/requests/packets.h"
#include "settings/settings.h"
#include "text/token_counter.h"

// `retrieve` for programs: the library and the MCP server.
namespace satchel::engine {

// The model that the settings `llm.model` and `llm.base_url` configure, for callers who may choose
// whether it is asked but not where it is. kInvalidInput: none is configured, or another one.
Result<Model> ConfiguredModel(const settings::Settings& settings, std::string_view name);

// What a program asks of `retrieve`.
struct RetrieveRequest {
  std::string task;
  std::string task_id;  // empty: made from the task
  std::vector<std::string> stages = {"scope", "precision"};
  // The budget: tokens of the packet itself, or what a context window leaves for it.
  std::optional<std::int64_t> budget;
  std::optional<std::int64_t> context_window;
  std::optional<std::int64_t> reserved_tokens;
  // Percent that stay free. Default: 10 of a window counted with chars4, which is approximate.
  std::optional<std::int64_t> margin;
  std::optional<text::Tokenizer> tokenizer;  // nothing: as the settings say, or chars4
  std::string model;                         // the configured one; empty: no model
  bool model_required = true;                // false: a run may go on without the model
};

// As the engine takes it. kInvalidInput: no budget or two, numbers that contradict each other, no
// stages, or a model that is not configured.
Result<PacketRequest> ToPacketRequest(const settings::Settings& settings,
                                      const RetrieveRequest& request);

}  // namespace satchel::engine
