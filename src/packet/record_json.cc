// The JSON form of a packing record, documented in docs/formats/packet.md.

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "base/result.h"
#include "packet/candidate_json.h"
#include "packet/record.h"

namespace satchel::packet {
namespace {

constexpr std::array<std::string_view, 8> kKinds = {"floor",     "add",      "split", "together",
                                                    "leave_out", "in_order", "share", "tiers"};
// A terabyte; a million of them still add up.
constexpr std::size_t kMostOfOne = std::size_t{1} << 40U;

Result<StepKind> ParseKind(std::string_view name) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == name) return static_cast<StepKind>(i);
  }
  return Fail(Errc::kInvalidInput, fmt::format("unknown step '{}'", name.substr(0, 64)));
}

Json LadderJson(const Ladder& ladder) {
  Json json = Json::array();
  for (const Rung& rung : ladder) {
    Json& one = json.emplace_back(Json::value_t::object);
    one["step"] = rung.step;
    one["cost"] = CostJson(rung.cost);
  }
  return json;
}

Json LineJson(const LineRecord& line) {
  Json json = CandidateJson(line.candidate);
  json["wanted"] = line.wanted;
  json["offered"] = LadderJson(line.offered);
  if (!line.secured.empty()) json["secured"] = LadderJson(line.secured);
  if (line.dropped) json["dropped"] = std::string(Name(*line.dropped));
  if (line.reported) json["reported"] = true;
  if (line.tried) json["tried"] = true;
  return json;
}

Json OfferJson(const OfferRecord& offer) {
  Json json = {{"of", offer.of},         {"section", offer.section},
               {"source", offer.source}, {"trust", std::string(Name(offer.trust))},
               {"lines", Json::array()}, {"folded", Json::array()}};
  for (const LineRecord& line : offer.lines) json["lines"].push_back(LineJson(line));
  for (const FoldedLines& folded : offer.folded) {
    json["folded"].push_back({{"reason", std::string(Name(folded.reason))},
                              {"count", folded.count},
                              {"tokens", folded.tokens},
                              {"cost", CostJson(folded.cost)}});
  }
  return json;
}

Ladder ReadLadder(JsonFields& fields, std::string_view key) {
  Ladder ladder;
  fields.ForEachIfAny(key, [&](JsonFields& rung) {
    ladder.push_back({.step = rung.Size("step"), .cost = ReadCost(rung)});
    const Cost& cost = ladder.back().cost;
    if (cost.bytes > kMostOfOne || cost.tokens > kMostOfOne) rung.Reject("cost", "out of range");
  });
  return ladder;
}

LineRecord ReadLine(JsonFields& fields) {
  LineRecord line;
  line.candidate = ReadCandidate(fields);
  line.wanted = fields.Text("wanted");
  line.offered = ReadLadder(fields, "offered");
  if (line.offered.empty()) fields.Reject("offered", "no costs");
  line.secured = ReadLadder(fields, "secured");
  const std::string dropped = fields.TextOr("dropped", "");
  if (!dropped.empty()) line.dropped = fields.Named<Reason>("dropped", ParseReason);
  line.reported = fields.FlagOr("reported", false);
  line.tried = fields.FlagOr("tried", false);
  return line;
}

OfferRecord ReadOffer(JsonFields& fields) {
  OfferRecord offer;
  offer.of = fields.TextOr("of", "");
  offer.section = fields.Text("section");
  offer.source = fields.Text("source");
  offer.trust = fields.Named<Trust>("trust", ParseTrust);
  fields.ForEach("lines", [&](JsonFields& line) { offer.lines.push_back(ReadLine(line)); });
  fields.ForEach("folded", [&](JsonFields& folded) {
    offer.folded.push_back({.reason = folded.Named<Reason>("reason", ParseReason),
                            .count = folded.Size("count"),
                            .tokens = folded.Size("tokens"),
                            .cost = ReadCost(folded)});
  });
  return offer;
}

StepRecord ReadStep(JsonFields& fields) {
  StepRecord step;
  step.kind = fields.Named<StepKind>("kind", ParseKind);
  if (step.kind == StepKind::kAdd) step.waiting = fields.Size("waiting");
  if (step.kind == StepKind::kLeaveOut) step.reason = fields.Named<Reason>("reason", ParseReason);
  fields.ForEach("offers", [&](JsonFields& offer) { step.offers.push_back(ReadOffer(offer)); });
  fields.ForEachIfAny("given", [&](JsonFields& one) {
    step.given.push_back({.source = one.Text("source"), .tokens = one.Size("tokens")});
  });
  return step;
}

}  // namespace

Json ToJson(const PackRecord& record) {
  Json json = {{"schema_version", kRecordSchemaVersion},
               {"steps", Json::array()},
               {"taken_back", Json::array()}};
  for (const StepRecord& step : record.steps) {
    Json& to = json["steps"].emplace_back(
        Json{{"kind", std::string(kKinds[static_cast<std::size_t>(step.kind)])},
             {"offers", Json::array()}});
    if (step.kind == StepKind::kAdd) to["waiting"] = step.waiting;
    if (step.kind == StepKind::kLeaveOut) to["reason"] = std::string(Name(step.reason));
    for (const OfferRecord& offer : step.offers) to["offers"].push_back(OfferJson(offer));
    for (const SourceGiven& one : step.given) {
      to["given"].push_back({{"source", one.source}, {"tokens", one.tokens}});
    }
  }
  for (const TakenBack& item : record.taken_back) {
    Json& to = json["taken_back"].emplace_back(CandidateJson(item.candidate));
    to["of"] = item.of;
    to["section"] = item.section;
    to["renditions"] = RenditionsJson(item.candidate);
  }
  return json;
}

Result<PackRecord> RecordFromJson(const Json& json) {
  PackRecord record;
  JsonFields fields(json, "record");
  if (fields.IntegerOr("schema_version", 0, 0, INT32_MAX) != kRecordSchemaVersion) {
    fields.Reject("schema_version", "only version 1 can be read");
  }
  fields.ForEach("steps", [&](JsonFields& step) { record.steps.push_back(ReadStep(step)); });
  fields.ForEach("taken_back", [&](JsonFields& item) {
    TakenBack back{.of = item.TextOr("of", ""),
                   .section = item.Text("section"),
                   .candidate = ReadCandidate(item)};
    ReadRenditions(item, back.candidate);
    if (back.candidate.renditions.empty()) item.Reject("renditions", "none");
    record.taken_back.push_back(std::move(back));
  });
  SATCHEL_TRY(std::move(fields).Finish());
  return record;
}

}  // namespace satchel::packet
