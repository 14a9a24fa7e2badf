#include "code/pack/options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::pipeline {
namespace {

struct Field {
  const char* name;
  std::size_t CodeOptions::* value;
};
constexpr std::array kFields = {
    Field{"context_window", &CodeOptions::context_window},
    Field{"reserved_tokens", &CodeOptions::reserved_tokens},
    Field{"margin_percent", &CodeOptions::margin_percent},
    Field{"most_found", &CodeOptions::most_found},
    Field{"least_commits", &CodeOptions::least_commits},
};

}  // namespace

Json CodeOptions::ToJson() const {
  Json json = Json::object();
  for (const Field& field : kFields) json[field.name] = this->*field.value;
  if (!model.empty()) {
    json["model"] = model;
    json["llm"] = model_required ? "required" : "optional";
  }
  return json;
}

Result<CodeOptions> CodeOptionsFrom(const Json& json) {
  CodeOptions options;
  for (const Field& field : kFields) {
    const auto found = json.find(field.name);
    if (found == json.end()) continue;
    if (!found->is_number_unsigned()) {
      return Fail(Errc::kInvalidInput, fmt::format("option {} is no number", field.name));
    }
    options.*field.value = found->get<std::size_t>();
  }
  if (const auto model = json.find("model"); model != json.end() && model->is_string()) {
    options.model = model->get<std::string>();
    options.model_required = json.value("llm", "") == "required";
  }
  return options;
}

std::size_t BudgetOf(const CodeOptions& options) {
  const std::size_t left =
      options.context_window - std::min(options.context_window, options.reserved_tokens);
  const std::size_t percent = 100 - std::min<std::size_t>(options.margin_percent, 100);
  return (left / 100 * percent) + (left % 100 * percent / 100);
}

}  // namespace satchel::pipeline
