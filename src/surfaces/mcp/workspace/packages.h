#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/requests/packets.h"
#include "settings/settings.h"
#include "text/token_counter.h"

// Requests for packets as agents make them: without a model, and counted so that the budget holds
// whatever model reads the packet.
namespace satchel::mcp {

// Of the notes; the task may be empty.
engine::PacketRequest NotesRequest(const settings::Settings& settings, std::string task);

// Of a packet whose budget nobody names, in tokens.
inline constexpr std::size_t kUsualBudget = 8'000;

// `budget.tokenizer`, or one that no model counts more than.
text::Tokenizer TokenizerOf(const settings::Settings& settings);

// How long a packet may take that an optional model judges: 60 % of it are the model's, and clients
// give up after a minute.
inline constexpr std::chrono::seconds kWithOptionalModel{50};

// "markdown", "prompt" or "json", which has the items of the prompt; empty: markdown.
engine::Rendering RenderingOf(std::string_view format);

}  // namespace satchel::mcp
