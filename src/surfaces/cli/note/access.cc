#include "surfaces/cli/note/access.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace satchel::cli {

std::expected<std::vector<engine::NoteItem>, Failure> LoadNoteItems(const Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const bool agent_files = context.loaded.settings.Bool(settings::Key::kNotesAgentFiles);
  const auto notes = engine::LoadNotes(*context.workspace, agent_files);
  if (!notes) return FailSource(notes.error());
  return engine::ItemsOf(*notes);
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
