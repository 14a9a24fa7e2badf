#include "graph/files/row_faults.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "graph/files/row.h"

namespace satchel::graph {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 8> kCommon = {"id",         "type",  "title", "created_at",
                                                     "updated_at", "links", "tags",  "rev"};
constexpr std::array<std::string_view, 5> kKnowledge = {"summary", "attributes", "relationships",
                                                        "evidence", "status"};
constexpr std::array<std::string_view, 8> kDecision = {"context",      "decision",    "rationale",
                                                       "alternatives", "assumptions", "risks",
                                                       "validation",   "outcome"};
constexpr std::array<std::string_view, 10> kTask = {
    "description",         "status", "priority", "owner_role", "dependencies", "blocks",
    "acceptance_criteria", "inputs", "outputs",  "log"};

constexpr std::array<std::string_view, 7> kKnowledgeTypes = {
    "entity", "fact", "definition", "constraint", "source", "assumption", "risk"};
constexpr std::array<std::string_view, 4> kOutcomes = {"proposed", "accepted", "rejected",
                                                       "superseded"};
constexpr std::array<std::string_view, 10> kTaskStates = {
    "backlog", "ready",     "in_progress", "blocked",    "review",
    "done",    "completed", "cancelled",   "superseded", "archived"};
constexpr std::array<std::string_view, 4> kPriorities = {"low", "medium", "high", "urgent"};

Names RequiredOf(Layer layer) { return ByLayer<Names>(layer, kKnowledge, kDecision, kTask); }

bool IsOneOf(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// `YYYY-MM-DDTHH:MM:SSZ`, and a time that exists.
bool IsStamp(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() == 20 && text[10] == 'T' && text.ends_with('Z') && ParseTime(text).has_value();
}

class Faults {
 public:
  void Error(std::string_view kind, std::string text) {
    found.push_back({.kind = kind, .text = std::move(text), .hint = {}});
  }
  void Warn(std::string_view kind, std::string text, std::string hint = {}) {
    found.push_back({.severity = Severity::kWarning,
                     .kind = kind,
                     .text = std::move(text),
                     .hint = std::move(hint)});
  }
  std::vector<RowFault> found;
};

void CheckWord(const Json& object, std::string_view key, Names names, Faults& faults) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return;
  std::string_view value = found->get_ref<const std::string&>();
  if (value == "canceled") value = "cancelled";
  if (IsOneOf(names, value)) return;
  faults.Warn("unknown_word", fmt::format("'{}' is '{}', which no rule knows", key, value),
              fmt::format("it is one of {}", fmt::join(names, ", ")));
}

void CheckWords(Layer layer, const Json& row, Faults& faults) {
  if (layer == Layer::kKnowledge) CheckWord(row, "type", kKnowledgeTypes, faults);
  if (layer == Layer::kTask) {
    CheckWord(row, "status", kTaskStates, faults);
    CheckWord(row, "priority", kPriorities, faults);
  }
  const auto outcome = row.find("outcome");
  if (layer == Layer::kDecision && outcome != row.end() && outcome->is_object()) {
    CheckWord(*outcome, "status", kOutcomes, faults);
  }
}

void CheckWaiting(const std::string& id, const Json& row, Faults& faults) {
  for (const std::string_view key : {"dependencies", "blocks"}) {
    const auto found = row.find(key);
    if (found == row.end()) continue;
    for (const std::string& named : StringsIn(*found)) {
      if (named == id) faults.Error("cycle", fmt::format("it names itself in '{}'", key));
      if (LayerOfId(named) == Layer::kTask) continue;
      faults.Error("malformed_reference", fmt::format("'{}' in '{}' is no task", named, key));
    }
  }
}

// The lists of `inputs` and `refs` that are of one layer.
struct List {
  std::string_view name;
  Layer layer;
};
constexpr std::array kLists = {List{"kg_refs", Layer::kKnowledge},
                               List{"rg_refs", Layer::kDecision}, List{"tg_refs", Layer::kTask}};

void CheckLists(const Json& row, Faults& faults) {
  for (const std::string_view key : {"inputs", "refs"}) {
    const auto object = row.find(key);
    if (object == row.end() || !object->is_object()) continue;
    for (const List& list : kLists) {
      const auto found = object->find(list.name);
      if (found == object->end()) continue;
      for (const std::string& named : StringsIn(*found)) {
        if (LayerOfId(named) == list.layer) continue;
        faults.Error("malformed_reference",
                     fmt::format("'{}' in '{}' is no id that begins with {}-", named, list.name,
                                 Name(list.layer)));
      }
    }
  }
}

// Anybody may write anything into a link, but words with blanks lead nowhere.
void CheckLinks(const Json& row, Faults& faults) {
  const auto links = row.find("links");
  if (links == row.end()) return;
  for (const std::string& link : StringsIn(*links)) {
    if (link.find(' ') == link.npos || IsAddress(link)) continue;
    faults.Warn("malformed_reference",
                fmt::format("'{}' in 'links' is neither an id nor an address", link));
  }
}

}  // namespace

std::string_view Name(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

bool IsAddress(std::string_view reference) {
  if (reference.find("://") != reference.npos) return true;
  return reference.find(' ') == reference.npos && reference.find_first_of("/.#") != reference.npos;
}

std::vector<RowFault> FieldFaults(Layer layer, const std::string& id, const Json& row) {
  Faults faults;
  for (const Names& names : {Names(kCommon), RequiredOf(layer)}) {
    for (const std::string_view name : names) {
      if (!row.contains(name)) faults.Error("missing_field", fmt::format("no '{}'", name));
    }
  }
  if (LayerOfId(id) != layer) {
    faults.Error("wrong_layer", fmt::format("the id does not begin with {}-", Name(layer)));
  }
  const auto rev = row.find("rev");
  if (rev != row.end() && (!rev->is_number_integer() || *rev < 1)) {
    faults.Error("bad_revision", "'rev' is no whole number from 1 on");
  }
  for (const std::string_view key : {"created_at", "updated_at"}) {
    const auto time = row.find(key);
    if (time != row.end() && !IsStamp(*time)) {
      faults.Error("bad_time", fmt::format("'{}' is not written like 2026-11-15T12:00:00Z", key));
    }
  }
  CheckWords(layer, row, faults);
  return std::move(faults.found);
}

std::vector<RowFault> ReferenceFaults(Layer layer, const std::string& id, const Json& row,
                                      const IsNode& is_node) {
  Faults faults;
  std::set<std::string> named;
  for (const std::string_view key :
       {"links", "inputs", "outputs", "refs", "dependencies", "blocks", "relationships"}) {
    const auto found = row.find(key);
    if (found == row.end()) continue;
    for (std::string& text : StringsIn(*found)) {
      if (LayerOfId(text)) named.insert(std::move(text));
    }
  }
  for (const std::string& other : named) {
    if (is_node(other)) continue;
    faults.Error("dangling_reference", fmt::format("there is no node '{}'", other));
  }
  if (layer == Layer::kTask) CheckWaiting(id, row, faults);
  CheckLists(row, faults);
  CheckLinks(row, faults);
  return std::move(faults.found);
}

}  // namespace satchel::graph
