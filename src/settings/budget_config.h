#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace satchel::settings {

// What a model's context window leaves for a package: specification 003.
struct BudgetConfig {
  std::int64_t context_window = 0;
  std::int64_t reserved_tokens = 0;
  std::optional<std::int64_t>
      margin;  // percent of the difference; nothing: as the counter needs it
};

// A file in TOML or JSON with `context_window`, `reserved_tokens` and perhaps `margin`, and nothing
// else. Outside bytes: what is wrong is kInvalidInput.
Result<BudgetConfig> ParseBudgetConfig(std::string_view text);

// window > 0, reserved >= 0, reserved < window, margin from 0 to 90: kInvalidInput names the rule.
Status CheckBudget(const BudgetConfig& budget);

}  // namespace satchel::settings
