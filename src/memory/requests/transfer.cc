#include "memory/requests/transfer.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/files/row.h"
#include "text/safe_text.h"

namespace satchel::engine {

Result<std::size_t> ExportMemories(const MemoryPlace& place, const MemoryScope& scope,
                                   const MemoryLineSink& sink, const Deadline& deadline) {
  const auto loaded = SATCHEL_TRY(LoadMemories(place, scope, deadline));
  for (const MemoryPointer& memory : loaded.memories) {
    Json row = memory::RowOf(*memory);
    text::MakeSafe(row);
    sink(CanonicalJson(row) + "\n");
  }
  return loaded.memories.size();
}

}  // namespace satchel::engine
