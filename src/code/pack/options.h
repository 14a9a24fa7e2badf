#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

inline constexpr std::string_view kCode = "code";

// What a request may set for the code: specification 003.
struct CodeOptions final : SourceOptions {
  std::string_view source() const override { return kCode; }
  Json ToJson() const override;

  // Where the budget comes from; 0: it was given as such.
  std::size_t context_window = 0;
  std::size_t reserved_tokens = 0;
  std::size_t margin_percent = 0;  // of the difference, left free
  std::size_t most_found = 10;     // seeds by their words
  std::size_t least_commits = 2;   // that a file must have in common with a seed
  std::string model;               // empty: without one
  bool model_required = false;
};

// What is not there is as above, what is of another kind is kInvalidInput.
Result<CodeOptions> CodeOptionsFrom(const Json& json);

// The tokens that a package may take: what the window leaves, without the margin.
std::size_t BudgetOf(const CodeOptions& options);

}  // namespace satchel::pipeline
