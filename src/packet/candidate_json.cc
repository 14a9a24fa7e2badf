#include "packet/candidate_json.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::packet {

Json CandidateJson(const Candidate& candidate) {
  Json json = {{"id", candidate.id.value()},
               {"source", candidate.source},
               {"trust", std::string(Name(candidate.trust))},
               {"kind", std::string(Name(candidate.kind))},
               {"title", candidate.title},
               {"position", candidate.position},
               {"score", candidate.terms.total().millionths()}};
  if (!candidate.language.empty()) json["language"] = candidate.language;
  if (candidate.priority != 0) json["priority"] = candidate.priority;
  if (candidate.time) json["time"] = FormatTime(*candidate.time);
  if (candidate.pinned) json["pinned"] = true;
  if (candidate.superseded) json["superseded"] = true;
  Json terms = Json::array();
  for (const ScoreTerm& term : candidate.terms.terms()) {
    terms.push_back({{"name", term.name}, {"value", term.value.millionths()}});
  }
  json["terms"] = std::move(terms);
  const Provenance& from = candidate.provenance;
  json["provenance"] = {{"rule", from.rule}, {"relation", from.relation}, {"seed", from.seed}};
  return json;
}

Candidate ReadCandidate(Fields& fields) {
  Candidate candidate;
  candidate.id = ItemId(fields.Text("id"));
  candidate.source = fields.Text("source");
  candidate.trust = fields.Named<Trust>("trust", ParseTrust);
  candidate.kind = fields.Named<ContentKind>("kind", ParseContentKind);
  candidate.title = fields.Text("title");
  candidate.language = fields.TextOr("language", "");
  candidate.position = fields.Integer("position");
  candidate.priority =
      static_cast<std::int32_t>(fields.IntegerOr("priority", 0, INT32_MIN, INT32_MAX));
  candidate.time = fields.OptionalTime("time");
  candidate.pinned = fields.FlagOr("pinned", false);
  candidate.superseded = fields.FlagOr("superseded", false);
  fields.ForEach("terms", [&](Fields& term) {
    candidate.terms.Add(term.Text("name"), Score::FromMillionths(term.Integer("value")));
  });
  fields.Object("provenance", [&](Fields& from) {
    candidate.provenance = {from.Text("rule"), from.Text("relation"), from.Text("seed")};
  });
  return candidate;
}

Json RenditionsJson(const Candidate& candidate) {
  Json renditions = Json::array();
  for (const Rendition& rendition : candidate.renditions) {
    renditions.push_back({{"name", rendition.name}, {"text", rendition.text}});
  }
  return renditions;
}

void ReadRenditions(Fields& fields, Candidate& candidate) {
  fields.ForEach("renditions", [&](Fields& rendition) {
    candidate.renditions.push_back({rendition.Text("name"), rendition.Text("text")});
  });
}

Json CostJson(Cost cost) { return {{"bytes", cost.bytes}, {"tokens", cost.tokens}}; }

Cost ReadCost(Fields& fields) {
  Cost cost;
  fields.Object("cost", [&](Fields& parts) {
    cost = {.bytes = parts.Size("bytes"), .tokens = parts.Size("tokens")};
  });
  return cost;
}

}  // namespace satchel::packet
