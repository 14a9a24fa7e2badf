#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/json.h"
#include "memory/requests/edit.h"
#include "memory/requests/import.h"
#include "memory/requests/inbox.h"
#include "memory/requests/items.h"

namespace satchel::engine {

// One memory with its whole text: `memory show`.
Json ToJson(const memory::Memory& memory);
// `memory list`; `all` is how many there are where only some are shown.
Json ToJson(std::span<const MemoryPointer> memories, std::size_t all);
// `remember`.
Json ToJson(const Remembered& remembered);
// What became of a memory; `did` is "forgotten", "purged", "edited", "voted", "pinned", "unpinned"
// or "expiry".
Json ToJson(const MemoryEdit& edit, std::string_view did);
// `memory import`.
Json ToJson(const MemoryImport& import);
// `memory inbox`, and one of its proposals.
Json ToJson(const InboxList& list);
Json ToJson(const Proposal& proposal);
// `memory doctor`.
Json ToJson(const MemoryCheck& check);

}  // namespace satchel::engine
