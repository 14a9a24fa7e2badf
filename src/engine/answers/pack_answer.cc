#include "engine/answers/pack_answer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "code/answers/confidence.h"
#include "engine/answers/empty_answer.h"
#include "engine/answers/packet_answer.h"
#include "engine/answers/retrieval_answer.h"
#include "engine/requests/pack.h"
#include "packet/cost.h"
#include "packet/packet_json.h"
#include "packet/source_use.h"

namespace satchel::engine {
namespace {

// What each source was worth to the task.
Json SourcesJson(const packet::Packet& packet) {
  const packet::CostModel model(packet.tokenizer);
  Json sources = Json::object();
  for (const packet::SourceUse& use : packet::UseBySource(packet)) {
    sources[use.source] = {
        {"tokens", model.Tokens(use.cost)}, {"items", use.items}, {"dropped", use.dropped}};
  }
  return sources;
}

// How well the packet matches the task: JSON has the name.
std::string_view ConfidenceOf(const PacketAnswer& answer) {
  const auto share = answer.values.find("pack.share");
  const bool weak = share != answer.values.end() && share->second.value("weak", false);
  return ConfidenceName(Abstains(answer), weak);
}

}  // namespace

Json PackJson(const PacketAnswer& answer) {
  Json json = packet::ToJson(answer.packet);
  json["run"] = answer.run.value();
  json["task_id"] = answer.task_id;
  json["remarks"] = answer.remarks;
  json["abstained"] = Abstains(answer);
  json["confidence"] = ConfidenceOf(answer);
  AddEmpty(answer, json);
  AddUnrecorded(answer, json);
  json["sources"] = SourcesJson(answer.packet);
  const auto share = answer.values.find("pack.share");
  if (share != answer.values.end()) json["report"]["not_offered"] = share->second;
  return json;
}

Json PackTextJson(const PacketAnswer& answer) {
  Json json = RetrievalTextJson(answer);
  json["abstained"] = Abstains(answer);
  json["confidence"] = ConfidenceOf(answer);
  return json;
}

bool SaysThatASourceIsAbsent(std::string_view remark) {
  constexpr std::array<std::string_view, 3> kAbsent = {
      "without notes: ", "without graph: ", "without memory: "};
  return std::ranges::any_of(kAbsent, [remark](auto begin) { return remark.starts_with(begin); });
}

}  // namespace satchel::engine
