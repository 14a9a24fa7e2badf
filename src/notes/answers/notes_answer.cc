#include "notes/answers/notes_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

Json WithoutText(const NoteItem& item) {
  Json json = {{"id", item.id},       {"kind", Name(item.kind)}, {"state", item.state},
               {"title", item.title}, {"path", item.path},       {"line", item.line}};
  json["time"] = item.time ? Json(FormatTime(*item.time)) : Json();
  if (!item.phase.empty()) json["phase"] = item.phase;
  if (!item.lead.empty()) json["lead"] = item.lead;
  return json;
}

}  // namespace

Json ToJson(const NoteItem& item) {
  Json json = WithoutText(item);
  json["text"] = item.text;
  return json;
}

Json ToJson(const std::vector<ListedNote>& notes) {
  Json items = Json::array();
  for (const ListedNote& note : notes) {
    Json json = WithoutText(note.item);
    if (note.number > 0) json["number"] = note.number;
    items.push_back(std::move(json));
  }
  return {{"items", std::move(items)}};
}

Json ToJson(const NoteEdit& edit, std::string_view did) {
  Json json = ToJson(edit.item);
  json["did"] = did;
  json["created"] = edit.created;
  if (!edit.before.empty()) json["before"] = edit.before;
  if (!edit.repeats.empty()) json["repeats"] = edit.repeats;
  return json;
}

}  // namespace satchel::engine
