#include "packet/candidate_json.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "packet/own_words.h"

namespace satchel::packet {

// Key by key: a list of pairs in braces makes an array of every pair first.
Json CandidateJson(const Candidate& candidate) {
  Json json(Json::value_t::object);
  json["id"] = candidate.id.value();
  json["source"] = candidate.source;
  json["trust"] = Name(candidate.trust);
  json["kind"] = Name(candidate.kind);
  json["title"] = candidate.title;
  json["position"] = candidate.position;
  json["score"] = candidate.terms.total().millionths();
  if (!candidate.language.empty()) json["language"] = candidate.language;
  if (candidate.priority != 0) json["priority"] = candidate.priority;
  if (candidate.worth != Score()) json["worth"] = candidate.worth.millionths();
  if (candidate.time) json["time"] = FormatTime(*candidate.time);
  if (candidate.pinned) json["pinned"] = true;
  if (candidate.superseded) json["superseded"] = true;
  json["terms"] = TermsJson(candidate.terms);
  json["provenance"] = ProvenanceJson(candidate.provenance);
  return json;
}

Json TermsJson(const ScoreTerms& terms) {
  Json json = Json::array();
  for (const ScoreTerm& term : terms.terms()) {
    Json& one = json.emplace_back(Json::value_t::object);
    one["name"] = term.name;
    one["value"] = term.value.millionths();
  }
  return json;
}

Json ProvenanceJson(const Provenance& provenance) {
  Json json(Json::value_t::object);
  json["rule"] = provenance.rule;
  json["relation"] = provenance.relation;
  json["seed"] = provenance.seed;
  return json;
}

ScoreTerms ReadTerms(JsonFields& fields) {
  ScoreTerms terms;
  fields.ForEach("terms", [&](JsonFields& term) {
    terms.Add(term.Text("name"), Score::FromMillionths(term.Integer("value")));
  });
  return terms;
}

Provenance ReadProvenance(JsonFields& fields) {
  Provenance provenance;
  fields.Object("provenance", [&](JsonFields& from) {
    provenance = {from.Text("rule"), from.Text("relation"), from.Text("seed")};
  });
  return provenance;
}

Candidate ReadCandidate(JsonFields& fields) {
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
  candidate.worth =
      Score::FromMillionths(fields.IntegerOr("worth", 0, -Score::kOne, 1'000 * Score::kOne));
  candidate.time = fields.OptionalTime("time");
  candidate.pinned = fields.FlagOr("pinned", false);
  candidate.superseded = fields.FlagOr("superseded", false);
  candidate.terms = ReadTerms(fields);
  candidate.provenance = ReadProvenance(fields);
  return candidate;
}

Json RenditionsJson(const Candidate& candidate) {
  Json renditions = Json::array();
  for (const Rendition& rendition : candidate.renditions) {
    Json& one = renditions.emplace_back(Json::value_t::object);
    one["name"] = rendition.name;
    one["text"] = rendition.text;
  }
  return renditions;
}

void ReadRenditions(JsonFields& fields, Candidate& candidate) {
  fields.ForEach("renditions", [&](JsonFields& rendition) {
    candidate.renditions.push_back({rendition.Text("name"), rendition.Text("text")});
  });
  const bool own = std::ranges::all_of(candidate.renditions, IsOwnText, &Rendition::text);
  if (candidate.trust == Trust::kSatchel && !own) candidate.trust = Trust::kWorkspace;
}

Json CostJson(Cost cost) {
  Json json(Json::value_t::object);
  json["bytes"] = cost.bytes;
  json["tokens"] = cost.tokens;
  return json;
}

Cost ReadCost(JsonFields& fields) {
  Cost cost;
  fields.Object("cost", [&](JsonFields& parts) {
    cost = {.bytes = parts.Size("bytes"), .tokens = parts.Size("tokens")};
  });
  return cost;
}

}  // namespace satchel::packet
