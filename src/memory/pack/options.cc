#include "memory/pack/options.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::pipeline {
namespace {

template <class T>
struct Field {
  const char* name;
  T MemoryOptions::* value;
};
constexpr std::array kSwitches = {
    Field<bool>{"planner", &MemoryOptions::planner},
    Field<bool>{"search", &MemoryOptions::search},
    Field<bool>{"intent_routing", &MemoryOptions::intent_routing},
    Field<bool>{"artifacts", &MemoryOptions::artifacts},
    Field<bool>{"expansion", &MemoryOptions::expansion},
    Field<bool>{"rerank", &MemoryOptions::rerank},
    Field<bool>{"namespaces", &MemoryOptions::spaces},
};
constexpr std::array kCounts = {
    Field<std::size_t>{"most_minimal", &MemoryOptions::most_minimal},
    Field<std::size_t>{"most_found", &MemoryOptions::most_found},
};
constexpr std::array kTexts = {
    Field<std::string>{"namespace", &MemoryOptions::space},
    Field<std::string>{"principal", &MemoryOptions::principal},
    Field<std::string>{"model", &MemoryOptions::model},
};
constexpr std::array kScores = {
    Field<Score>{"intent_boost", &MemoryOptions::intent_boost},
    Field<Score>{"recency_weight", &MemoryOptions::recency_weight},
};

std::unexpected<Error> Wrong(const char* name, std::string_view what) {
  return Fail(Errc::kInvalidInput, fmt::format("option {} is no {}", name, what));
}

}  // namespace

Json MemoryOptions::ToJson() const {
  Json json = Json::object();
  for (const auto& field : kSwitches) json[field.name] = this->*field.value;
  for (const auto& field : kCounts) json[field.name] = this->*field.value;
  for (const auto& field : kTexts) {
    if (!(this->*field.value).empty()) json[field.name] = this->*field.value;
  }
  for (const auto& field : kScores) json[field.name] = (this->*field.value).millionths();
  if (as_of) json["as_of"] = FormatTime(*as_of);
  if (only_pinned) json["only_pinned"] = true;
  return json;
}

Result<MemoryOptions> MemoryOptionsFrom(const Json& json) {
  MemoryOptions options;
  for (const auto& field : kSwitches) {
    const auto found = json.find(field.name);
    if (found == json.end()) continue;
    if (!found->is_boolean()) return Wrong(field.name, "yes or no");
    options.*field.value = found->get<bool>();
  }
  for (const auto& field : kCounts) {
    const auto found = json.find(field.name);
    if (found == json.end()) continue;
    if (!found->is_number_unsigned()) return Wrong(field.name, "number");
    options.*field.value = found->get<std::size_t>();
  }
  for (const auto& field : kTexts) {
    const auto found = json.find(field.name);
    if (found == json.end()) continue;
    if (!found->is_string()) return Wrong(field.name, "text");
    options.*field.value = found->get<std::string>();
  }
  for (const auto& field : kScores) {
    const auto found = json.find(field.name);
    if (found == json.end()) continue;
    if (!found->is_number_integer()) return Wrong(field.name, "number of millionths");
    options.*field.value = Score::FromMillionths(found->get<std::int64_t>());
  }
  if (const auto only = json.find("only_pinned"); only != json.end()) {
    if (!only->is_boolean()) return Wrong("only_pinned", "yes or no");
    options.only_pinned = only->get<bool>();
  }
  if (const auto as_of = json.find("as_of"); as_of != json.end()) {
    if (!as_of->is_string()) return Wrong("as_of", "time");
    options.as_of = SATCHEL_TRY(ParseTime(as_of->get<std::string>()));
  }
  return options;
}

}  // namespace satchel::pipeline
