#include "graph/answers/graph_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

Json ItemJson(const GraphItem& item) {
  return {{"id", item.id},
          {"layer", Name(item.layer)},
          {"type", item.type},
          {"title", item.title},
          {"status", item.status},
          {"updated_at", item.updated_at ? Json(FormatTime(*item.updated_at)) : Json()},
          {"rev", item.rev ? Json(*item.rev) : Json()}};
}

}  // namespace

Json ToJson(const GraphListing& listing) {
  Json items = Json::array();
  for (const GraphItem& item : listing.items) items.push_back(ItemJson(item));
  return {{"items", std::move(items)}, {"unread", listing.unread}};
}

Json ToJson(const GraphDetail& detail, bool with_history) {
  Json json = ItemJson(detail.item);
  json["node"] = detail.node;
  json["named_by"] = detail.named_by;
  json["revisions"] = detail.history.size();
  if (with_history) json["history"] = detail.history;
  return json;
}

Json ToJson(const std::vector<GraphCommit>& commits) {
  Json list = Json::array();
  for (const GraphCommit& commit : commits) {
    list.push_back(
        {{"commit_id", commit.id},
         {"mode", commit.mode},
         {"changed_node_ids", commit.changed},
         {"created_at", commit.created_at ? Json(FormatTime(*commit.created_at)) : Json()}});
  }
  return {{"commits", std::move(list)}};
}

std::string_view Did(const GraphEdit& edit) {
  if (edit.commit_id.empty()) return "unchanged";
  return edit.created ? "added" : "revised";
}

Json ToJson(const GraphEdit& edit) {
  return {{"did", Did(edit)},
          {"id", edit.node.value("id", "")},
          {"rev", edit.node.value("rev", 0)},
          {"commit_id", edit.commit_id.empty() ? Json() : Json(edit.commit_id)},
          {"dangling", edit.dangling},
          {"node", edit.node}};
}

Json ToJson(const GraphImport& import) {
  return {{"added", import.added},
          {"revised", import.revised},
          {"unchanged", import.unchanged},
          {"commit_id", import.commit_id.empty() ? Json() : Json(import.commit_id)}};
}

}  // namespace satchel::engine
