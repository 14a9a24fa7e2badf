#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/requests/packets.h"
#include "pipeline/pack/recipe.h"
#include "settings/settings.h"

// The packet of everything, as every face asks for it.
namespace satchel::engine {

using pipeline::kPack;

// With what the settings say about each source, the budget and the counter.
PacketRequest PackRequest(const settings::Settings& settings, std::string task);

// From these sources alone: code, notes, memory, graph. kInvalidInput: there is no such source.
Status KeepOnly(std::span<const std::string> sources, PacketRequest& request);

// For whoever did not ask for it (pipeline::PackOptions). `knows_rules`: the conversation was shown
// the rules that hold for every task.
void MakeUnasked(bool knows_rules, PacketRequest& request);

// Whether a prompt to which nobody asked for a packet needs none, whatever the workspace has
// (pipeline::IsChatter).
bool NeedsNoPacket(std::string_view prompt);

// Whether nothing in a packet is about its task: what is shown would be shown for every task.
bool Abstains(const PacketAnswer& answer);

}  // namespace satchel::engine
