#include "graph/pack/candidates.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/files/find_node.h"
#include "graph/files/post_pack.h"
#include "packet/safety.h"
#include "text/safe_text.h"

namespace satchel::pipeline {
namespace {

using graph::Chosen;
using graph::Layer;
using packet::Candidate;

std::string TextOf(const Json& node, std::string_view key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::string> ListOf(const Json& node, std::string_view key) {
  const auto found = node.find(key);
  return found == node.end() ? std::vector<std::string>() : graph::StringsIn(*found);
}

// What makes up the full rendition, a line or more for each part that is there.
class Body {
 public:
  void Line(std::string_view label, std::string_view text) {
    if (!text.empty()) text_ += fmt::format("{}: {}\n", label, text);
  }
  void Ids(std::string_view label, const std::vector<std::string>& ids) {
    if (!ids.empty()) text_ += fmt::format("{}: {}\n", label, fmt::join(ids, ", "));
  }
  void List(std::string_view label, const std::vector<std::string>& items) {
    if (items.empty()) return;
    text_ += fmt::format("{}:\n", label);
    for (const std::string& item : items) text_ += fmt::format("- {}\n", item);
  }
  void Paragraph(std::string_view text) {
    if (!text.empty()) text_ += fmt::format("{}\n", text);
  }
  std::string Text() && {
    if (text_.ends_with('\n')) text_.pop_back();
    return std::move(text_);
  }

 private:
  std::string text_;
};

void AddFields(Body& body, const graph::Graph& graph, Layer layer, const Json& node) {
  // What is no node stays as it is: an address, words.
  const auto ids = [&](std::string_view key) {
    std::vector<std::string> list = ListOf(node, key);
    for (std::string& id : list) {
      if (const auto other = graph.Find(id)) id = ShortId(graph, *other);
    }
    return list;
  };
  switch (layer) {
    case Layer::kTask:
      body.Line("Priority", TextOf(node, "priority"));
      body.Ids("Depends on", ids("dependencies"));
      body.Ids("Blocks", ids("blocks"));
      body.Ids("Inputs", ids("inputs"));
      body.Paragraph(TextOf(node, "description"));
      body.List("Done when", ListOf(node, "acceptance_criteria"));
      return;
    case Layer::kDecision:
      body.Paragraph(TextOf(node, "decision"));
      body.Line("Context", TextOf(node, "context"));
      body.List("Because", ListOf(node, "rationale"));
      body.Ids("Refers to", ids("refs"));
      return;
    case Layer::kKnowledge:
      body.Line("Type", TextOf(node, "type"));
      body.Paragraph(TextOf(node, "summary"));
      return;
  }
}

std::string TermName(const graph::Points& points) {
  const ScoreTerms terms = points.Terms();
  return terms.terms().empty() || !points.is_candidate() ? "closure" : terms.terms().front().name;
}

Json TermsJson(const graph::Points& points) {
  Json terms = Json::object();
  const ScoreTerms all = points.Terms();
  for (const ScoreTerm& term : all.terms()) {
    terms[term.name] = term.value.millionths() / Score::kOne;
  }
  return terms;
}

// Safe before it is offered: a session stores offers, and the log names candidates that are not
// packed, too.
Candidate Safe(Candidate candidate) {
  packet::MakeSafe(candidate);
  return candidate;
}

}  // namespace

Candidate NodeCandidate(const graph::Graph& graph, const Chosen& chosen, const Json& json,
                        std::size_t position) {
  const graph::Node& node = graph.node(chosen.node);
  Body body;
  AddFields(body, graph, node.layer, json);
  Candidate candidate;
  candidate.id = ItemId(node.id);
  candidate.source = "graph";
  candidate.kind = packet::ContentKind::kProse;
  candidate.title = fmt::format("{} {}{}", ShortId(graph, chosen.node), node.title,
                                node.status.empty() ? "" : fmt::format(" ({})", node.status));
  candidate.renditions = {{.name = "full", .text = std::move(body).Text()},
                          {.name = "title", .text = ""}};
  candidate.terms = chosen.points.Terms();
  candidate.time = node.updated_at;
  candidate.position = static_cast<std::int64_t>(position);
  candidate.provenance = {.rule = TermName(chosen.points),
                          .relation = chosen.from ? std::string(chosen.relation) : "",
                          .seed = chosen.from ? graph.node(*chosen.from).id : ""};
  return Safe(std::move(candidate));
}

Candidate DeltaCandidate(const graph::Graph& graph, const graph::Delta& delta,
                         std::size_t position) {
  Candidate candidate;
  const auto node = graph.Find(delta.id);
  const std::string shown = node ? ShortId(graph, *node) : delta.id;
  const std::string where = delta.commit_id.empty() ? "uncommitted" : delta.commit_id;
  candidate.id = ItemId(fmt::format("{}@{}", delta.id, where));
  candidate.source = "graph";
  candidate.kind = packet::ContentKind::kLine;
  candidate.title = shown + " changed";
  std::string text =
      fmt::format("{}{}{}: changed", shown, delta.title.empty() ? "" : " ", delta.title);
  if (delta.at) text += fmt::format(", {}", FormatTime(*delta.at));
  candidate.renditions = {{.name = "full", .text = std::move(text)},
                          {.name = "title", .text = candidate.title}};
  candidate.time = delta.at;
  candidate.position = static_cast<std::int64_t>(position);
  candidate.provenance = {.rule = delta.after_anchor ? "after_anchor" : "before_anchor",
                          .relation = "",
                          .seed = delta.commit_id};
  return Safe(std::move(candidate));
}

Candidate OverviewLine(std::string_view id, std::string text, std::size_t position) {
  Candidate candidate;
  candidate.id = ItemId(std::string(id));
  candidate.source = "graph";
  candidate.kind = packet::ContentKind::kLine;
  candidate.title = std::string(id);
  candidate.renditions = {{.name = "full", .text = std::move(text)}};
  candidate.position = static_cast<std::int64_t>(position);
  candidate.provenance.rule = "overview";
  return Safe(std::move(candidate));
}

Json NodeSnapshot(const graph::Graph& graph, const Chosen& chosen, const Json& json) {
  const graph::Node& node = graph.node(chosen.node);
  Json snapshot = SnapshotOf(node.layer, json);
  snapshot["updated_at"] = node.updated_at ? Json(FormatTime(*node.updated_at)) : Json();
  snapshot["score"] = chosen.points.total();
  snapshot["terms"] = TermsJson(chosen.points);
  if (!chosen.relation.empty()) snapshot["relation"] = chosen.relation;
  if (chosen.from) snapshot["from"] = graph.node(*chosen.from).id;
  text::MakeSafe(snapshot);
  return snapshot;
}

Json DeltaJson(const graph::Delta& delta) {
  Json json = {{"layer", delta.layer},
               {"id", delta.id},
               {"title", delta.title},
               {"change", delta.change},
               {"commit_id", delta.commit_id.empty() ? Json() : Json(delta.commit_id)},
               {"at", delta.at ? Json(FormatTime(*delta.at)) : Json()},
               {"after_anchor", delta.after_anchor}};
  text::MakeSafe(json);
  return json;
}

Json EntityJson(const graph::Question& question, const graph::Entity& entity) {
  const graph::Node& node = question.graph().node(entity.node);
  Json json = {{"node_id", node.id},
               {"layer", Name(node.layer)},
               {"title", node.title},
               {"confidence", static_cast<double>(entity.confidence.millionths()) / Score::kOne},
               {"reason", entity.by_id ? "id_match" : "lexical_overlap"}};
  text::MakeSafe(json);
  return json;
}

}  // namespace satchel::pipeline
