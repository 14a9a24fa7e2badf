#pragma once

#include "engine/requests/packets.h"
#include "settings/settings.h"

namespace satchel::engine {

// What the settings say of a packet where the request says nothing: budget.tokenizer,
// and budget.tokens for a recipe that has a budget of its own. What neither says is the
// recipe's.
void FillFromSettings(const settings::Settings& settings, PacketRequest& request);

}  // namespace satchel::engine
