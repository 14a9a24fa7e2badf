#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/requests/packets.h"
#include "pack/options.h"
#include "pack/recipe.h"
#include "settings/settings.h"

// The packet of everything, as every face asks for it.
namespace satchel::engine {

using pipeline::EveryTask;
using pipeline::kPack;

// With what the settings say about each source, the budget and the counter.
PacketRequest PackRequest(const settings::Settings& settings, std::string task);

// Of the packet as a whole, as the request has them; setting them replaces those that are there.
pipeline::PackOptions PackOptionsOf(const PacketRequest& request);
void SetPackOptions(pipeline::PackOptions options, PacketRequest& request);

// From these sources alone: code, notes, memory, graph. kInvalidInput: there is no such source.
Status KeepOnly(std::span<const std::string> sources, PacketRequest& request);

// Makes it a request of an agent's hook: the engine decides whether there is an answer.
struct Unasked {
  EveryTask every_task = EveryTask::kWith;
  bool elsewhere = false;  // a look at the code has already found that the prompt is not about it
  bool old_index = false;  // files have changed that are not indexed
  std::optional<pipeline::WorkSoFar> work = {};
};
void MakeUnasked(const settings::Settings& settings, const Unasked& how, PacketRequest& request);

// Makes such a request one for the output of a command that failed: it is answered whatever its
// words are.
void MakeFailure(PacketRequest& request);

// Whether a prompt to which nobody asked for a packet needs none, whatever the workspace has: by
// its own words, or because a source says that it is about nothing.
bool NeedsNoPacket(std::string_view prompt);

// Whether a packet shows rules, pinned memories or the profile.
bool HasPartForEveryTask(const PacketAnswer& answer);

// Whether nothing in a packet is about its task: what is shown would be shown for every task.
bool Abstains(const PacketAnswer& answer);

}  // namespace satchel::engine
