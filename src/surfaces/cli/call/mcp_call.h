#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/engine.h"

namespace satchel::cli {

// What an MCP server is started with.
struct McpCall {
  // What its engine is made of; an error: why there is no workspace to work on.
  std::function<Result<engine::EngineParts>()> parts;
  std::optional<Time> now;  // --now
  std::istream& in;
  std::ostream& out;
  Logger* log = nullptr;
  std::optional<std::string> http;                    // --http; nothing: on the standard streams
  std::function<void(const std::string& url)> ready;  // told where it listens
  Deadline until = Deadline::Never();                 // with --http
};

}  // namespace satchel::cli
