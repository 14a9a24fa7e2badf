#pragma once

#include <expected>
#include <string>

#include "base/json.h"
#include "engine/graph/edit.h"
#include "engine/graph/view.h"
#include "surfaces/cli/context.h"

// What the commands for graphs share.
namespace satchel::cli {

// --graphs-dir, or `graphs`.
std::string GraphsFolder(const Context& context);

engine::GraphPlace PlaceOf(const Context& context);

// docs/formats/cli_json.md.
Json GraphItemJson(const engine::GraphItem& item);

}  // namespace satchel::cli
