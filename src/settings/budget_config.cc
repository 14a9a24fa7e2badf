#include "settings/budget_config.h"

#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "settings/toml_document.h"

namespace satchel::settings {
namespace {

constexpr std::size_t kMostBytes = 1UL << 16U;
constexpr std::int64_t kMostMargin = 90;

struct Given {
  std::string name;
  std::optional<std::int64_t> number;  // nothing: something else
};

Result<std::vector<Given>> ReadJson(std::string_view text) {
  const auto json = SATCHEL_TRY(ParseJson(text));
  if (!json.is_object()) return Fail(Errc::kInvalidInput, "it is no JSON object");
  std::vector<Given> given;
  for (const auto& [name, value] : json.items()) {
    Given& one = given.emplace_back(Given{name, std::nullopt});
    if (value.is_number_integer()) one.number = value.get<std::int64_t>();
  }
  return given;
}

Result<std::vector<Given>> ReadToml(std::string_view text) {
  const auto entries = ParseToml(text);
  if (!entries) {
    return Fail(Errc::kInvalidInput,
                fmt::format("line {}: {}", entries.error().at.line, entries.error().message));
  }
  std::vector<Given> given;
  for (const TomlEntry& entry : *entries) {
    Given& one = given.emplace_back(Given{entry.Name(), std::nullopt});
    if (const auto* number = std::get_if<std::int64_t>(&entry.value)) one.number = *number;
  }
  return given;
}

}  // namespace

Result<BudgetConfig> ParseBudgetConfig(std::string_view text) {
  if (text.size() > kMostBytes) return Fail(Errc::kInvalidInput, "it has more than 64 KiB");
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != text.npos && text[first] == '{';
  const auto given = SATCHEL_TRY(is_json ? ReadJson(text) : ReadToml(text));
  BudgetConfig budget;
  std::set<std::string> seen;
  for (const Given& one : given) {
    if (!one.number) {
      return Fail(Errc::kInvalidInput, fmt::format("{} is no whole number", one.name));
    }
    if (one.name == "context_window") {
      budget.context_window = *one.number;
    } else if (one.name == "reserved_tokens") {
      budget.reserved_tokens = *one.number;
    } else if (one.name == "margin") {
      budget.margin = one.number;
    } else {
      return Fail(Errc::kInvalidInput, fmt::format("unknown key '{}'", one.name),
                  "context_window, reserved_tokens and margin are known");
    }
    seen.insert(one.name);
  }
  for (const char* name : {"context_window", "reserved_tokens"}) {
    if (!seen.contains(name)) return Fail(Errc::kInvalidInput, fmt::format("{} is missing", name));
  }
  SATCHEL_TRY(CheckBudget(budget));
  return budget;
}

Status CheckBudget(const BudgetConfig& budget) {
  if (budget.context_window <= 0) {
    return Fail(Errc::kInvalidInput, "the context window must be more than 0 tokens");
  }
  if (budget.reserved_tokens < 0) {
    return Fail(Errc::kInvalidInput, "the reserved tokens must not be less than 0");
  }
  if (budget.reserved_tokens >= budget.context_window) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} reserved tokens leave nothing of a context window of {}",
                            budget.reserved_tokens, budget.context_window),
                "reserve less than the window");
  }
  if (budget.margin && (*budget.margin < 0 || *budget.margin > kMostMargin)) {
    return Fail(Errc::kInvalidInput, "the margin must be from 0 to 90 percent");
  }
  return {};
}

}  // namespace satchel::settings
