#pragma once

#include <expected>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "surfaces/mcp/protocol/exchange.h"
#include "surfaces/mcp/rpc/message.h"

// What a server offers, as data: the dispatcher knows how MCP talks about tools, resources and
// prompts, and nothing of what they are. All functions may be called from several threads at once.
namespace satchel::mcp {

// The body of a result, or why there is none.
using Answer = std::expected<Json, RpcError>;

struct Tool {
  Json declaration;  // as `tools/list` shows it: name, description, inputSchema, …
  std::function<Answer(const Json& arguments, Exchange& exchange)> call;
};

struct Resource {
  Json declaration;  // uri, name, mimeType, …
  std::function<Answer(Exchange& exchange)> read;
};

// Resources whose address has one part that varies: "satchel://runs/{run}".
struct ResourceTemplate {
  Json declaration;  // uriTemplate, name, …
  std::function<Answer(const std::string& value, Exchange& exchange)> read;
};

struct Prompt {
  Json declaration;  // name, description, arguments
  std::function<Answer(const Json& arguments, Exchange& exchange)> get;
};

struct Catalogue {
  Json server_info;  // name, title, version
  std::string instructions;
  std::vector<Tool> tools;
  std::vector<Resource> resources;
  std::vector<ResourceTemplate> templates;
  std::vector<Prompt> prompts;

  // Beyond these: further capabilities, and the methods that go with them.
  Json capabilities = Json::object();
  struct Method {
    Era era = Era::kLegacy;
    std::function<Answer(Exchange& exchange)> answer;
  };
  std::multimap<std::string, Method> methods;
  // Given what clients answer to requests of the server; null: there are none.
  std::function<void(const Message& response)> take_response;
};

}  // namespace satchel::mcp
