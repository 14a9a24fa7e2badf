#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/protocol/exchange.h"
#include "surfaces/mcp/tools/parameters.h"
#include "text/safe_text.h"

namespace satchel::mcp {

// What a tool answers: the same JSON that the command line prints, and what a client shows that
// does not look at JSON.
struct ToolAnswer {
  Json structured;      // goes through the gate of safe texts before it is sent
  text::SafeText text;  // empty: the JSON
};

// A tool of Satchel's: what makes it a Tool of the catalogue. The views are of literals.
struct ToolSpec {
  std::string_view name;
  std::string_view description;
  std::span<const Parameter> parameters;
  // Towards the user's files; the log is written by all. False: it adds to them, and destroys
  // nothing.
  bool read_only = true;
  std::function<Result<ToolAnswer>(const Arguments& arguments, Exchange& exchange)> run;
};

// A failure of such a tool is a result that says so, for the model to read.
Tool MakeTool(ToolSpec spec);

// An error as clients may see it: its text and the next step, without secrets.
std::string ErrorText(const Error& error);
// What a client that cannot show a failed result is told instead: a resource, a prompt.
RpcError ToRpcError(const Error& error);

}  // namespace satchel::mcp
