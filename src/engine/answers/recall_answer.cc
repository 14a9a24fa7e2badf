#include "engine/answers/recall_answer.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "engine/answers/empty_answer.h"
#include "engine/answers/packet_answer.h"
#include "memory/pack/recalled.h"
#include "packet/packet.h"
#include "packet/packet_json.h"

namespace satchel::engine {
namespace {

Json ValueOf(const PacketAnswer& answer, const std::string& name) {
  const auto found = answer.values.find(name);
  return found == answer.values.end() ? Json::object() : found->second;
}

Json TermsJson(const ScoreTerms& terms) {
  Json json = Json::object();
  for (const auto& [name, value] : terms.terms()) json[name] = value.Text();
  return json;
}

constexpr std::string_view kFloor = "relevance_floor";

// A filter, as people say what it does to a memory; others are said by their names.
std::string_view InWords(std::string_view filter) {
  constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"state", "not confirmed"},
      {"not_yet_valid", "not valid yet"},
      {"no_longer_valid", "no longer valid"},
      {"kind", "not for recall"},
      {kFloor, "about something else"},
      {"near_duplicate", "said by another one"},
      {"max_results", "beyond the limit"},
      {"artifact", "quoted already"},
  });
  const auto* const found =
      std::ranges::find(kWords, filter, [](const auto& pair) { return pair.first; });
  return found == kWords.end() ? filter : found->second;
}

// What there is to say of the namespaces that were looked into; empty: they have memories.
std::string EmptySpaces(const Json& snapshot) {
  const auto found = snapshot.find("memory");
  if (found == snapshot.end() || !found->is_object()) return "";
  if (found->empty()) {
    return "no namespace is looked into; name one with --namespace, or see \"recall\" in "
           "namespaces.json";
  }
  const std::string none = Sha256Of("").Hex();  // of no file at all
  std::string names;
  for (const auto& [name, digest] : found->items()) {
    if (digest != none) return "";
    names += fmt::format("{}'{}'", names.empty() ? "" : " and ", name);
  }
  return fmt::format("there are no memories in {}; `satchel remember` makes one", names);
}

}  // namespace

Json RecallAnswerJson(const PacketAnswer& answer, const RunView& run) {
  Json included = Json::array();
  for (const packet::Section& section : answer.packet.sections) {
    for (const packet::Item& item : section.items) {
      included.push_back(
          {{"id", item.candidate.id.value()},
           {"section", section.name},
           {"rendition", item.rendition().name},
           {"text", item.rendition().text},
           {"score", item.candidate.terms.total().Text()},
           {"terms", TermsJson(item.candidate.terms)},
           {"served_by", item.candidate.provenance.relation},
           {"certainty", item.candidate.provenance.rule == pipeline::kWeakRule ? "weak" : "good"},
           {"evidence", item.candidate.provenance.seed}});
    }
  }
  Json excluded = Json::array();
  for (const LoggedDecision* decision : run.LastDecisions()) {
    if (decision->included) continue;
    excluded.push_back({{"id", decision->item},
                        {"section", decision->section},
                        {"title", decision->title},
                        {"rejected_by", decision->reason},
                        {"score", decision->terms.total().Text()},
                        {"terms", TermsJson(decision->terms)},
                        {"served_by", decision->provenance.relation},
                        {"evidence", decision->provenance.seed}});
  }
  Json notices = Json::array();
  for (const packet::Notice& notice : answer.packet.notices) {
    notices.push_back({{"path", notice.path}, {"reason", notice.reason}, {"text", notice.text}});
  }
  Json json = packet::ToJson(answer.packet);
  json["run"] = answer.run.value();
  json["plan"] = ValueOf(answer, "memory.plan");
  json["filters"] = ValueOf(answer, "memory.filters");
  json["included"] = std::move(included);
  json["excluded"] = std::move(excluded);
  json["notices"] = std::move(notices);
  json["text"] = answer.text;
  AddEmpty(answer, json);
  AddUnrecorded(answer, json);
  return json;
}

std::string EmptyRecall(const PacketAnswer& answer) {
  for (const packet::Section& section : answer.packet.sections) {
    if (!section.items.empty()) return "";
  }
  const Json plan = ValueOf(answer, "memory.plan");
  if (plan.value("mode", "") == "no_recall") {
    return fmt::format("nothing is recalled: the prompt asks for nothing (rule {})",
                       plan.value("rule", ""));
  }
  if (const std::string why = EmptySpaces(answer.snapshot); !why.empty()) {
    return "nothing is recalled: " + why;
  }
  const Json filters = ValueOf(answer, "memory.filters");
  const auto considered = filters.value("considered", std::size_t{0});
  if (considered == 0) return "nothing is recalled: no memory has a word of the prompt";
  const Json removed = filters.value("removed", Json::object());
  std::string why;
  for (const auto& [name, count] : removed.items()) {
    why += fmt::format("{}{} {}", why.empty() ? "" : ", ", count.get<std::size_t>(), InWords(name));
  }
  if (why.empty()) why = "the budget has no room for any";
  return fmt::format("nothing is recalled of {} found: {}", considered, why);
}

std::vector<std::string> NearestMisses(const RunView& run) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<const LoggedDecision*> misses;
  for (const LoggedDecision* decision : run.LastDecisions()) {
    if (!decision->included && decision->reason == kFloor) misses.push_back(decision);
  }
  std::ranges::sort(misses, [](const LoggedDecision* a, const LoggedDecision* b) {
    const Score first = a->terms.total();
    const Score second = b->terms.total();
    return first != second ? first > second : a->item < b->item;
  });
  misses.resize(std::min(misses.size(), kMostNamed));
  std::vector<std::string> named;
  named.reserve(misses.size());
  for (const LoggedDecision* miss : misses) {
    named.push_back(fmt::format("{}: {}", miss->item, miss->title));
  }
  return named;
}

}  // namespace satchel::engine
