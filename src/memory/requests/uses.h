#pragma once

#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "memory/files/memory.h"
#include "memory/pack/source.h"

// Uses of memories, which raise their score a little. To show one in a recall or a packet is no use
// of it; to ask for it by id, edit it, vote for it or say it again is. They are in the log, so they
// count as far back as the log reaches.
namespace satchel::engine {

// `how`: "show", "edit", "vote", "remember" or "refine".
Status RecordUse(Stores& stores, const memory::Memory& memory, std::string_view how, Time now,
                 const Deadline& deadline);

Result<pipeline::MemoryUses> CountUses(Stores& stores, const Deadline& deadline);

}  // namespace satchel::engine
