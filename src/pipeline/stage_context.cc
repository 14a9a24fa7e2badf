#include "pipeline/stage_context.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/beside.h"
#include "base/json_fields.h"
#include "packet/candidate_json.h"
#include "packet/packet_json.h"

namespace satchel::pipeline {
namespace {

// A record is about as long as a packet with its report; with more a thread is worth its start.
constexpr std::size_t kFewOmissions = 50;

// A part of the context that has a reader of its own.
template <class Part, class Read>
void ReadPart(JsonFields& fields, std::string_view key, Part& part, Read read) {
  auto value = read(fields.Value(key));
  if (value) {
    part = *std::move(value);
  } else {
    fields.Reject(key, value.error().text());
  }
}

Json CandidatesJson(const std::vector<packet::Candidate>& candidates) {
  Json list = Json::array();
  for (const packet::Candidate& candidate : candidates) {
    Json one = packet::CandidateJson(candidate);
    one["renditions"] = packet::RenditionsJson(candidate);
    list.push_back(std::move(one));
  }
  return list;
}

void ReadCandidates(JsonFields& fields, std::string_view key,
                    std::vector<packet::Candidate>& candidates) {
  fields.ForEach(key, [&candidates](JsonFields& one) {
    packet::Candidate candidate = packet::ReadCandidate(one);
    packet::ReadRenditions(one, candidate);
    candidates.push_back(std::move(candidate));
  });
}

Json OffersJson(const packet::Offers& offers) {
  Json list = Json::array();
  for (const packet::SectionOffer& offer : offers.all()) {
    list.push_back({{"source", offer.source},
                    {"section", offer.name},
                    {"candidates", CandidatesJson(offer.candidates)},
                    {"cut", CandidatesJson(offer.cut)},
                    {"cut_more", offer.cut_more}});
  }
  return list;
}

void ReadOffer(JsonFields& fields, packet::Offers& offers) {
  const std::string source = fields.Text("source");
  const std::string section = fields.Text("section");
  packet::SectionOffer& offer = offers.To({source, section});
  ReadCandidates(fields, "candidates", offer.candidates);
  ReadCandidates(fields, "cut", offer.cut);
  offer.cut_more = fields.Size("cut_more");
}

// All but packet and record.
Json OtherParts(const StageContext& context) {
  Json json = {{"schema_version", kContextVersion},    {"request", ToJson(context.request)},
               {"task_query", ToJson(context.query)},  {"snapshot", context.snapshot},
               {"offers", OffersJson(context.offers)}, {"values", context.values}};
  if (context.refinement) json["refinement_request"] = ToJson(*context.refinement);
  return json;
}

}  // namespace

ContextText ToText(const StageContext& context, const Packing& packing) {
  auto record = Beside(packing.packet.omissions.size() > kFewOmissions,
                       [&] { return CanonicalJson(packet::ToJson(packing.record)); });
  ContextText text{.packet = CanonicalJson(packet::ToStoredJson(packing.packet))};
  text.record = record.get();
  Json parts = OtherParts(context);
  parts["packet"] = nullptr;
  parts["record"] = nullptr;
  text.whole = "{";
  for (const auto& [key, part] : parts.items()) {
    if (text.whole.size() > 1) text.whole += ',';
    text.whole.append(CanonicalJson(key)).append(":");
    text.whole += key == "packet"   ? text.packet
                  : key == "record" ? text.record
                                    : CanonicalJson(part);
  }
  text.whole += '}';
  return text;
}

Result<StoredContext> ContextFromJson(const Json& json) {
  StoredContext stored;
  StageContext& context = stored.context;
  JsonFields fields(json, "context");
  if (fields.IntegerOr("schema_version", 0, 0, INT32_MAX) != kContextVersion) {
    fields.Reject("schema_version", "only version 2 can be read");
  }
  ReadPart(fields, "request", context.request, RequestFromJson);
  ReadPart(fields, "task_query", context.query, ask::QueryFromJson);
  context.snapshot = fields.Value("snapshot");
  fields.ForEach("offers", [&](JsonFields& offer) { ReadOffer(offer, context.offers); });
  fields.Object("values", [&](JsonFields& values) {
    for (const std::string& name : values.Names()) context.values[name] = values.Value(name);
  });
  ReadPart(fields, "packet", stored.packing.packet, packet::FromJson);
  ReadPart(fields, "record", stored.packing.record, packet::RecordFromJson);
  if (fields.Has("refinement_request")) {
    context.refinement.emplace();
    ReadPart(fields, "refinement_request", *context.refinement, RefinementFromJson);
  }
  SATCHEL_TRY(std::move(fields).Finish());
  return stored;
}

}  // namespace satchel::pipeline
