#include "surfaces/cli/note/access.h"

#include "base/result.h"
#include "engine/engine.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {

std::expected<std::vector<engine::NoteItem>, Failure> LoadNoteItems(const Context& context) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  auto items = engine->ListNotes();
  if (!items) return FailSource(items.error());
  return *std::move(items);
}

}  // namespace satchel::cli
