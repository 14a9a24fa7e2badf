#include "graph/pack/options.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::pipeline {
namespace {

struct CapName {
  std::string_view name;
  std::size_t GraphOptions::* cap;
};
constexpr std::array kCaps = {
    CapName{.name = "max_tasks", .cap = &GraphOptions::max_tasks},
    CapName{.name = "max_kg", .cap = &GraphOptions::max_knowledge},
    CapName{.name = "max_rg", .cap = &GraphOptions::max_decisions},
    CapName{.name = "max_deltas", .cap = &GraphOptions::max_deltas},
};

}  // namespace

Json GraphOptions::ToJson() const {
  Json json = {{"graphs_dir", folder},
               {"intent", intent ? std::string(Name(*intent)) : "auto"},
               {"commit_id", commit_id ? Json(*commit_id) : Json()},
               {"suggest_clarify", suggest_clarify}};
  for (const CapName& each : kCaps) json[std::string(each.name)] = this->*each.cap;
  return json;
}

Result<GraphOptions> GraphOptionsFrom(const Json& json) {
  GraphOptions options;
  const auto wrong = [](std::string_view key) {
    return Fail(Errc::kInvalidInput, fmt::format("the option '{}' is of the wrong kind", key));
  };
  if (const auto folder = json.find("graphs_dir"); folder != json.end()) {
    if (!folder->is_string()) return wrong("graphs_dir");
    options.folder = folder->get<std::string>();
  }
  if (const auto intent = json.find("intent"); intent != json.end() && *intent != "auto") {
    if (!intent->is_string()) return wrong("intent");
    const auto parsed = SATCHEL_TRY(graph::ParseIntent(intent->get_ref<const std::string&>()));
    options.intent = parsed;
  }
  if (const auto commit = json.find("commit_id"); commit != json.end() && !commit->is_null()) {
    if (!commit->is_string()) return wrong("commit_id");
    options.commit_id = commit->get<std::string>();
  }
  if (const auto clarify = json.find("suggest_clarify"); clarify != json.end()) {
    if (!clarify->is_boolean()) return wrong("suggest_clarify");
    options.suggest_clarify = clarify->get<bool>();
  }
  for (const CapName& each : kCaps) {
    const auto cap = json.find(each.name);
    if (cap == json.end()) continue;
    const bool fits = cap->is_number_unsigned() && *cap >= 1 && *cap <= kMostGraphItems;
    if (!fits) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("'{}' must be from 1 to {}", each.name, kMostGraphItems));
    }
    options.*each.cap = cap->get<std::size_t>();
  }
  return options;
}

}  // namespace satchel::pipeline
