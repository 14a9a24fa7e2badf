#include "surfaces/cli/note/access.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/engine.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {

std::expected<std::vector<engine::NoteItem>, Failure> LoadNoteItems(const Context& context) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  auto items = engine->ListNotes();
  if (!items) return FailSource(items.error());
  return *std::move(items);
}

Json NoteJson(const engine::NoteItem& item, bool text) {
  Json json = {{"id", item.id},       {"kind", Name(item.kind)}, {"state", item.state},
               {"title", item.title}, {"path", item.path},       {"line", item.line}};
  json["time"] = item.time ? Json(FormatTime(*item.time)) : Json();
  if (!item.phase.empty()) json["phase"] = item.phase;
  if (!item.lead.empty()) json["lead"] = item.lead;
  if (text) json["text"] = item.text;
  return json;
}

}  // namespace satchel::cli
