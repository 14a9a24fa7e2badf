#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/engine.h"

namespace satchel::cli {

// How an MCP server listens, and to whom.
struct McpHttpCall {
  std::string address;                                // --http
  std::filesystem::path token_file;                   // --token-file
  std::vector<std::string> origins;                   // --allow-origin
  bool may_write = false;                             // --allow-write
  std::function<void(const std::string& url)> ready;  // told where it listens
};

// What an MCP server is started with.
struct McpCall {
  // What its engine is made of; an error: why there is no workspace to work on.
  std::function<Result<engine::EngineParts>()> parts;
  std::optional<Time> now;  // --now
  std::istream& in;
  std::ostream& out;
  Logger* log = nullptr;
  std::optional<McpHttpCall> http;     // nullopt: it speaks on the standard streams
  Deadline until = Deadline::Never();  // with --http
};

}  // namespace satchel::cli
