#include "graph/pack/pack.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "graph/files/clarify.h"
#include "graph/files/find_node.h"
#include "graph/pack/candidates.h"
#include "graph/pack/cut.h"
#include "graph/pack/source.h"
#include "packet/packet.h"
#include "text/safe_text.h"

namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostListed = 30;
constexpr std::size_t kMostNamed = 5;  // of the entities, in the overview

std::size_t CountOf(const StageContext& context, const std::string& stage) {
  const auto found = context.values.find(stage);
  if (found == context.values.end()) return 0;
  return found->second.value("candidates", std::size_t{0});
}

// The title of the first task, else the request in one line.
std::string GoalOf(const StageContext& context, const graph::Graph& graph) {
  const packet::SectionOffer* tasks = context.offers.Find({kGraph, "tasks"});
  if (tasks != nullptr && !tasks->candidates.empty()) {
    const auto node = graph.Find(tasks->candidates.front().id.value());
    if (node && !graph.node(*node).title.empty()) return graph.node(*node).title;
  }
  return graph::Squeeze(context.request.task);
}

Json IntentJson(const graph::IntentVerdict& verdict) {
  Json evidence = Json::array();
  for (const graph::IntentEvidence& one : verdict.evidence) {
    evidence.push_back(
        {{"marker", one.marker}, {"intent", Name(one.intent)}, {"weight", one.weight}});
  }
  return {{"intent", Name(verdict.intent)},
          {"by_caller", verdict.by_caller},
          {"evidence", std::move(evidence)}};
}

Json AnchorJson(const graph::Anchor& anchor) {
  return {{"rule", Name(anchor.rule)},
          {"commit_id", anchor.commit_id.empty() ? Json() : Json(anchor.commit_id)},
          {"request_seq", anchor.request_seq == 0 ? Json() : Json(anchor.request_seq)},
          {"at", anchor.at ? Json(FormatTime(*anchor.at)) : Json()}};
}

std::string IntentLine(const graph::IntentVerdict& verdict) {
  if (verdict.by_caller) return fmt::format("Intent: {} (as asked)", Name(verdict.intent));
  std::vector<std::string> markers;
  for (const graph::IntentEvidence& one : verdict.evidence) {
    if (one.intent == verdict.intent) markers.push_back(one.marker);
  }
  return fmt::format("Intent: {} ({})", Name(verdict.intent),
                     markers.empty() ? "no marker" : fmt::format("{}", fmt::join(markers, ", ")));
}

std::string EntitiesLine(const graph::Question& question) {
  const auto& found = question.entities.found;
  if (found.empty()) return "Entities: none";
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i) {
    ids.push_back(ShortId(question.graph(), found[i].node));
  }
  const std::string more =
      found.size() > ids.size() ? fmt::format(" and {} more", found.size() - ids.size()) : "";
  return fmt::format("Entities: {}{}", fmt::join(ids, ", "), more);
}

std::string AnchorLine(const graph::Anchor& anchor) {
  const std::string at = anchor.at ? fmt::format(", {}", FormatTime(*anchor.at)) : "";
  switch (anchor.rule) {
    case graph::Anchor::Rule::kCommitId:
      return fmt::format("Changes since: the commit asked for{}", at);
    case graph::Anchor::Rule::kLatestCommit:
      return fmt::format("Changes since: the latest commit{}", at);
    case graph::Anchor::Rule::kRequestSeq:
      return fmt::format("Changes since: the last request{}", at);
    case graph::Anchor::Rule::kNone:
      break;
  }
  return "Changes since: the beginning";
}

// Tasks that the request speaks of and that nobody may work on now, best first. One that came in
// beside another task is shown, with its status.
std::vector<graph::NodeIndex> NotOpen(const StageContext& context,
                                      const graph::Question& question) {
  const packet::SectionOffer* shown = context.offers.Find({kGraph, "tasks"});
  std::vector<graph::NodeIndex> tasks;
  for (const graph::Entity& entity : question.entities.found) {
    const graph::Node& node = question.graph().node(entity.node);
    if (node.layer != graph::Layer::kTask || node.open()) continue;
    const bool is_shown =
        shown != nullptr && std::ranges::any_of(shown->candidates, [&](const auto& candidate) {
          return candidate.id.value() == node.id;
        });
    if (!is_shown) tasks.push_back(entity.node);
  }
  return tasks;
}

// `id`: short in the text of a pack, whole in a notice, which `why` finds by it.
std::string StatusOf(const graph::Graph& graph, graph::NodeIndex task, std::string_view id) {
  const std::string& status = graph.node(task).status;
  return fmt::format("{} is {}", id, status.empty() ? "without a status" : status);
}

Json NotOpenJson(const graph::Graph& graph, const std::vector<graph::NodeIndex>& tasks) {
  Json json = Json::array();
  for (const graph::NodeIndex task : tasks) {
    if (json.size() == kMostListed) break;
    json.push_back({{"id", graph.node(task).id}, {"status", graph.node(task).status}});
  }
  return json;
}

std::string NotOpenLine(const graph::Graph& graph, const std::vector<graph::NodeIndex>& tasks) {
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(tasks.size(), kMostNamed); ++i) {
    named.push_back(StatusOf(graph, tasks[i], ShortId(graph, tasks[i])));
  }
  const std::string more =
      tasks.size() > named.size() ? fmt::format(" and {} more", tasks.size() - named.size()) : "";
  return fmt::format("Not open: {}{}", fmt::join(named, ", "), more);
}

// What the graphs have that cannot be used, and what the request names that they do not have or
// that is not open.
void AddNotices(std::vector<packet::Notice>& notices, const graph::Question& question,
                const std::string& folder, const std::vector<graph::NodeIndex>& not_open) {
  const auto add = [&](const graph::Finding& finding) {
    notices.push_back({.source = "graph",
                       .path = fmt::format("{}/{}", folder, finding.file),
                       .line = finding.line,
                       .reason = std::string(Name(finding.problem)),
                       .text = finding.text});
  };
  for (const graph::Finding& finding : question.loaded.unreadable) add(finding);
  for (const graph::Finding& finding : question.graph().findings()) add(finding);
  for (const std::string& id : question.entities.unknown) {
    notices.push_back({.source = "graph",
                       .path = folder,
                       .reason = "unknown_id",
                       .text = fmt::format("the request names {}, which is no node", id)});
  }
  for (const graph::NodeIndex task : not_open) {
    notices.push_back({.source = "graph",
                       .path = folder,
                       .reason = "not_open",
                       .text = StatusOf(question.graph(), task, question.graph().node(task).id)});
  }
  if (question.graph().nodes().empty()) {
    notices.push_back({.source = "graph",
                       .path = folder,
                       .reason = question.loaded.exists ? "empty" : "missing",
                       .text = question.loaded.exists ? "there are no nodes in it"
                                                      : "there is no such directory"});
  }
}

class GraphPack final : public Stage {
 public:
  std::string_view name() const override { return "graph.pack"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const GraphReading* reading = SATCHEL_TRY(services.Need<GraphReading>());
    const graph::Question& question = reading->question();
    const std::vector<graph::NodeIndex> not_open = NotOpen(context, question);
    AddNotices(context.notices, question, reading->options().folder, not_open);
    Json summary = Summary(context, question, reading->options(), not_open);
    if (services.HasSection({kGraph, "overview"})) {
      context.offers.To({kGraph, "overview"}).candidates = Overview(question, summary, not_open);
    }
    context.values[std::string(name())] = std::move(summary);
    OfferCut(question.graph(), context);
    return context;
  }

 private:
  static Json Summary(const StageContext& context, const graph::Question& question,
                      const GraphOptions& options, const std::vector<graph::NodeIndex>& not_open) {
    const graph::FoundCounts found{.entities = question.entities.found.size(),
                                   .tasks = CountOf(context, "graph.tasks"),
                                   .knowledge = CountOf(context, "graph.knowledge")};
    const auto missing = CriticalInfoMissing(question.intent.intent, found);
    const std::string request = text::SafeText(graph::Squeeze(context.request.task)).text();
    Json entities = Json::array();
    for (const graph::Entity& entity : question.entities.found) {
      if (entities.size() == kMostListed) break;
      entities.push_back(EntityJson(question, entity));
    }
    const auto clarify = options.suggest_clarify
                             ? ClarifySuggestion(question.intent.intent, missing, request)
                             : std::nullopt;
    Json summary = {{"intent", IntentJson(question.intent)},
                    {"goal", GoalOf(context, question.graph())},
                    {"entities", std::move(entities)},
                    {"entities_found", found.entities},
                    {"unknown_ids", question.entities.unknown},
                    {"not_open", NotOpenJson(question.graph(), not_open)},
                    {"anchor", AnchorJson(question.anchor)},
                    {"critical_info_missing", missing},
                    {"clarify_suggestion", clarify.value_or(Json())}};
    text::MakeSafe(summary);  // a session stores it
    return summary;
  }

  static std::vector<packet::Candidate> Overview(const graph::Question& question,
                                                 const Json& summary,
                                                 const std::vector<graph::NodeIndex>& not_open) {
    std::vector<packet::Candidate> lines;
    const auto add = [&lines](std::string_view id, std::string text) {
      lines.push_back(OverviewLine(id, std::move(text), lines.size()));
    };
    add("goal", fmt::format("Goal: {}", summary["goal"].get<std::string>()));
    add("intent", IntentLine(question.intent));
    add("entities", EntitiesLine(question));
    if (!not_open.empty()) add("not_open", NotOpenLine(question.graph(), not_open));
    add("anchor", AnchorLine(question.anchor));
    const Json& missing = summary["critical_info_missing"];
    if (!missing.empty()) {
      add("missing",
          fmt::format("Missing: {}", fmt::join(missing.get<std::vector<std::string>>(), ", ")));
    }
    const Json& clarify = summary["clarify_suggestion"];
    if (!clarify.is_null()) {
      add("clarify", fmt::format("{}. {}", clarify["title"].get<std::string>(),
                                 clarify["description"].get<std::string>()));
    }
    return lines;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeGraphPack() { return std::make_unique<GraphPack>(); }

}  // namespace satchel::pipeline
