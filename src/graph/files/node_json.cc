#include "graph/files/node_json.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "graph/files/node_ids.h"
#include "graph/files/row.h"
#include "graph/files/ulid.h"
#include "text/utf8.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostTitle = 300;

// A type as a part of an id: KG-FACT-….
std::string InCapitals(std::string_view text) {
  std::string capitals;
  for (const char c : text) {
    if (IsAlnum(c)) capitals += ToUpper(c);
  }
  return capitals.empty() ? "NODE" : capitals;
}

Json Defaults(Layer layer) {
  const Json list = Json::array();
  switch (layer) {
    case Layer::kKnowledge:
      return {{"type", "fact"},        {"summary", ""},    {"attributes", Json::object()},
              {"relationships", list}, {"evidence", list}, {"status", "active"}};
    case Layer::kDecision:
      return {{"type", "decision"},
              {"context", ""},
              {"decision", ""},
              {"rationale", list},
              {"alternatives", list},
              {"assumptions", list},
              {"risks", list},
              {"validation", list},
              {"outcome", {{"status", "proposed"}, {"supersedes", list}, {"notes", ""}}},
              {"refs", {{"kg_refs", list}, {"tg_refs", list}, {"artifacts", list}}}};
    case Layer::kTask:
      break;
  }
  return {{"type", "task"},
          {"description", ""},
          {"status", "ready"},
          {"priority", "medium"},
          {"owner_role", "agent"},
          {"dependencies", list},
          {"blocks", list},
          {"acceptance_criteria", list},
          {"inputs", {{"kg_refs", list}, {"rg_refs", list}, {"sources", list}}},
          {"outputs", {{"artifacts", list}, {"kg_updates", list}, {"rg_updates", list}}},
          {"log", list}};
}

bool IsNodeId(Layer layer, std::string_view id) {
  if (id.size() > kMostIdBytes || LayerOfId(id) != layer || id.size() < 4) return false;
  return std::ranges::all_of(id, IsIdChar);
}

// What a row must be for it to be found again.
Status Check(Layer layer, const Json& node) {
  const auto text = [&](std::string_view key) -> const std::string* {
    const auto found = node.find(key);
    return found != node.end() && found->is_string() ? &found->get_ref<const std::string&>()
                                                     : nullptr;
  };
  const std::string* id = text("id");
  if (id == nullptr || !IsNodeId(layer, *id)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("'{}' is no id of {}", id == nullptr ? "" : *id, LogName(layer)),
                fmt::format("it begins with {}- and has letters, digits and hyphens", Name(layer)));
  }
  const std::string* title = text("title");
  if (title == nullptr || title->find_first_not_of(" \t\r\n") == title->npos) {
    return Fail(Errc::kInvalidInput, "a node needs a title");
  }
  if (title->find('\n') != title->npos || text::CountCodePoints(*title) > kMostTitle) {
    return Fail(Errc::kInvalidInput,
                fmt::format("a title is one line of at most {} characters", kMostTitle));
  }
  for (const std::string_view key : {"links", "tags", "dependencies", "blocks", "relationships"}) {
    const auto found = node.find(key);
    if (found != node.end() && !found->is_array()) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' of a node is a list", key));
    }
  }
  for (const std::string_view key : {"inputs", "refs", "attributes", "outcome"}) {
    const auto found = node.find(key);
    if (found != node.end() && !found->is_object()) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' of a node is an object", key));
    }
  }
  const std::string line = CanonicalJson(node);
  if (line.size() > kMostLineBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("a node has at most {} bytes", kMostLineBytes));
  }
  if (!ReadRow(layer, line)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("a node is nested less than {} levels deep", kMostRowDepth));
  }
  return {};
}

// Where an id goes in an object with a list for each layer.
std::string_view ListFor(std::string_view field, std::string_view target) {
  const auto layer = LayerOfId(target);
  if (field == "inputs") {
    if (layer == Layer::kKnowledge) return "kg_refs";
    return layer == Layer::kDecision ? "rg_refs" : "sources";
  }
  if (layer == Layer::kKnowledge) return "kg_refs";
  return layer == Layer::kTask ? "tg_refs" : "artifacts";
}

std::span<const std::string_view> FieldsOf(Layer layer) {
  static constexpr std::array<std::string_view, 2> kKnowledge = {"links", "relationships"};
  static constexpr std::array<std::string_view, 2> kDecision = {"links", "refs"};
  static constexpr std::array<std::string_view, 4> kTask = {"dependencies", "blocks", "inputs",
                                                            "links"};
  return ByLayer<std::span<const std::string_view>>(layer, kKnowledge, kDecision, kTask);
}

constexpr std::int64_t kSecond = 1'000'000;

Time InWholeSeconds(Time time) {
  return {time.micros - (time.micros % kSecond + kSecond) % kSecond};
}

// Now, or the first whole second that is not before the other time.
std::string StampAfter(const std::optional<Time>& before, Time now) {
  const Time at = InWholeSeconds(now);
  if (!before || *before <= at) return Stamp(at);
  return Stamp({before->micros + kSecond - 1});
}

}  // namespace

std::string Stamp(Time time) { return FormatTime(InWholeSeconds(time)); }

Result<Json> FirstRevision(Layer layer, const Json& fields, Time now) {
  if (!fields.is_object()) return Fail(Errc::kInvalidInput, "a node is a JSON object");
  Json node = Defaults(layer);
  node["links"] = Json::array();
  node["tags"] = Json::array();
  node["created_at"] = Stamp(now);
  node.update(fields);
  node["rev"] = 1;
  node["updated_at"] = Stamp(now);
  if (!node.contains("id")) {
    const auto type = node.find("type");
    const std::string kind = type != node.end() && type->is_string()
                                 ? InCapitals(type->get_ref<const std::string&>())
                                 : "NODE";
    const std::string part = layer == Layer::kDecision ? "DEC" : kind;
    node["id"] = MakeId(fmt::format("{}-{}", Name(layer), part), now);
  }
  SATCHEL_TRY(Check(layer, node));
  return node;
}

Result<Json> NextRevision(Layer layer, const Json& latest, std::int64_t highest,
                          const Json& changes, Time now) {
  if (!changes.is_object()) return Fail(Errc::kInvalidInput, "a node is a JSON object");
  if (highest == INT64_MAX) {
    return Fail(Errc::kInvalidInput, "the node's revision cannot become any higher",
                "give its rows revisions that count from 1");
  }
  Json node = latest;
  node.update(changes);
  node["id"] = latest.value("id", Json());
  const Row before = RowOf(layer, latest);
  node["rev"] = std::max<std::int64_t>(highest, 0) + 1;
  // Where a revision has no number, the later time wins: it must not go back.
  node["updated_at"] = StampAfter(before.updated_at, now);
  SATCHEL_TRY(Check(layer, node));
  return node;
}

Json RefLists(std::string_view field, const std::vector<std::string>& ids) {
  Json lists = Json::object();
  for (const std::string& id : ids) lists[std::string(ListFor(field, id))].push_back(id);
  return lists;
}

Result<Json> LinkTo(Layer layer, const Json& latest, std::string_view field,
                    const std::string& target, std::string_view rel) {
  const auto fields = FieldsOf(layer);
  if (std::ranges::find(fields, field) == fields.end()) {
    return Fail(Errc::kInvalidInput, fmt::format("a node of {} has no '{}'", LogName(layer), field),
                fmt::format("it has {}", fmt::join(fields, ", ")));
  }
  Json value = latest.value(std::string(field), Json());
  if (field == "inputs" || field == "refs") {
    if (!value.is_object()) value = Json::object();
    Json& list = value[std::string(ListFor(field, target))];
    if (!list.is_array()) list = Json::array();
    if (std::ranges::find(list, Json(target)) != list.end()) return Json::object();
    list.push_back(target);
  } else {
    if (!value.is_array()) value = Json::array();
    const Json entry =
        field == "relationships" ? Json{{"rel", rel}, {"target_id", target}} : Json(target);
    if (std::ranges::find(value, entry) != value.end()) return Json::object();
    value.push_back(entry);
  }
  return Json{{std::string(field), std::move(value)}};
}

}  // namespace satchel::graph
