#include "pipeline/pack/options.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace satchel::pipeline {
namespace {

constexpr std::size_t kDigits = 16;

}  // namespace

Json PackOptions::ToJson() const {
  Json json = {{"shown", shown}};
  if (unasked) json["unasked"] = true;
  if (knows_rules) json["knows_rules"] = true;
  return json;
}

Result<PackOptions> PackOptionsFrom(const Json& json) {
  PackOptions options;
  for (const auto& [name, value] :
       {std::pair("unasked", &options.unasked), std::pair("knows_rules", &options.knows_rules)}) {
    const auto found = json.find(name);
    if (found == json.end()) continue;
    if (!found->is_boolean()) {
      return Fail(Errc::kInvalidInput, fmt::format("{} is neither true nor false", name));
    }
    *value = found->get<bool>();
  }
  const auto shown = json.find("shown");
  if (shown == json.end()) return options;
  if (!shown->is_object()) return Fail(Errc::kInvalidInput, "shown is no object");
  for (const auto& [key, digest] : shown->items()) {
    if (!digest.is_string()) return Fail(Errc::kInvalidInput, "a digest in shown is no text");
    options.shown.emplace(key, digest.get<std::string>());
  }
  return options;
}

PackOptions ShownBy(const packet::Packet& packet) {
  PackOptions options;
  for (const packet::Section& section : packet.sections) {
    for (const packet::Item& item : section.items) {
      if (item.step > 0) continue;
      options.shown.emplace(ShownKey(item.candidate), ShownDigest(item.candidate));
    }
  }
  return options;
}

std::string ShownKey(const packet::Candidate& candidate) {
  return candidate.source + ":" + candidate.id.value();
}

std::string ShownDigest(const packet::Candidate& candidate) {
  return Sha256Of(candidate.title + "\n" + candidate.renditions.front().text)
      .Hex()
      .substr(0, kDigits);
}

}  // namespace satchel::pipeline
