#pragma once

#include <expected>

#include "code/requests/retrieve.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// --model, --base-url, --llm and --no-llm.
namespace satchel::cli {

// Which model is asked, and whether a run may go on without it.
struct ModelChoice {
  engine::Model model;  // null: none
  bool required = false;
};

// From the flags, and what they leave out from the settings llm.model and llm.base_url. A model is
// never guessed: without both it is an error.
std::expected<ModelChoice, Failure> ModelFrom(const Context& context);

}  // namespace satchel::cli
