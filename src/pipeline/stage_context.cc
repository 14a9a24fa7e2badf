#include "pipeline/stage_context.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/beside.h"
#include "packet/candidate_json.h"
#include "packet/json_fields.h"
#include "packet/packet_json.h"

namespace satchel::pipeline {
namespace {

// A record is about as long as a packet with its report; with more a thread is worth its start.
constexpr std::size_t kFewOmissions = 50;

// A part of the context that has a reader of its own.
template <class Part, class Read>
void ReadPart(packet::Fields& fields, std::string_view key, Part& part, Read read) {
  auto value = read(fields.Value(key));
  if (value) {
    part = *std::move(value);
  } else {
    fields.Reject(key, value.error().text());
  }
}

// All but packet and record.
Json OtherParts(const StageContext& context) {
  Json candidates = Json::object();
  for (const auto& [name, pool] : context.candidates) {
    Json& list = candidates[name] = Json::array();
    for (const packet::Candidate& candidate : pool) {
      Json one = packet::CandidateJson(candidate);
      one["renditions"] = packet::RenditionsJson(candidate);
      list.push_back(std::move(one));
    }
  }
  Json json = {{"schema_version", kContextVersion},   {"request", ToJson(context.request)},
               {"task_query", ToJson(context.query)}, {"snapshot", context.snapshot},
               {"candidates", std::move(candidates)}, {"values", context.values}};
  if (context.refinement) json["refinement_request"] = ToJson(*context.refinement);
  return json;
}

}  // namespace

Json ToJson(const StageContext& context) {
  Json json = OtherParts(context);
  json["packet"] = packet::ToStoredJson(context.packet);
  json["record"] = packet::ToJson(context.record);
  return json;
}

ContextText ToText(const StageContext& context) {
  auto record = Beside(context.packet.omissions.size() > kFewOmissions,
                       [&] { return CanonicalJson(packet::ToJson(context.record)); });
  ContextText text{.packet = CanonicalJson(packet::ToStoredJson(context.packet))};
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

Result<StageContext> ContextFromJson(const Json& json) {
  StageContext context;
  packet::Fields fields(json, "context");
  if (fields.IntegerOr("schema_version", 0, 0, INT32_MAX) != kContextVersion) {
    fields.Reject("schema_version", "only version 1 can be read");
  }
  ReadPart(fields, "request", context.request, RequestFromJson);
  ReadPart(fields, "task_query", context.query, QueryFromJson);
  context.snapshot = fields.Value("snapshot");
  fields.Object("candidates", [&](packet::Fields& pools) {
    for (const std::string& name : pools.Names()) {
      auto& pool = context.candidates[name];
      pools.ForEach(name, [&pool](packet::Fields& one) {
        packet::Candidate candidate = packet::ReadCandidate(one);
        packet::ReadRenditions(one, candidate);
        pool.push_back(std::move(candidate));
      });
    }
  });
  fields.Object("values", [&](packet::Fields& values) {
    for (const std::string& name : values.Names()) context.values[name] = values.Value(name);
  });
  ReadPart(fields, "packet", context.packet, packet::FromJson);
  ReadPart(fields, "record", context.record, packet::RecordFromJson);
  if (fields.Has("refinement_request")) {
    context.refinement.emplace();
    ReadPart(fields, "refinement_request", *context.refinement, RefinementFromJson);
  }
  SATCHEL_TRY(std::move(fields).Finish());
  return context;
}

}  // namespace satchel::pipeline
