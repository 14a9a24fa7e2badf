#include "surfaces/mcp/protocol/dispatcher.h"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "surfaces/mcp/protocol/era.h"
#include "text/safe_line.h"

namespace satchel::mcp {
namespace {

// What is listed changes with the program alone.
constexpr int kListsKeepMs = 3'600'000;

Json CapabilitiesOf(const Catalogue& catalogue) {
  Json capabilities = catalogue.capabilities;
  if (!catalogue.tools.empty()) capabilities.emplace("tools", Json::object());
  if (!catalogue.prompts.empty()) capabilities.emplace("prompts", Json::object());
  if (!catalogue.resources.empty() || !catalogue.templates.empty()) {
    capabilities.emplace("resources", Json::object());
  }
  return capabilities;
}

std::unexpected<RpcError> Refuse(RpcCode code, std::string message, Json data = nullptr) {
  return std::unexpected(
      RpcError{.code = code, .message = std::move(message), .data = std::move(data)});
}

// Of what the client sent, as an error may show it.
std::string Quoted(std::string_view text) { return text::SafeLine(text, 80); }

std::unexpected<RpcError> NoMethod(std::string_view method) {
  return Refuse(RpcCode::kMethodNotFound, fmt::format("no method {}", Quoted(method)));
}

template <class Row>
Json Declarations(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(row.declaration);
  return list;
}

// The row whose declaration has this text under `key`, or null.
template <class Row>
const Row* Find(const std::vector<Row>& rows, const char* key, const std::string& text) {
  const auto found = std::ranges::find_if(
      rows, [&](const Row& row) { return row.declaration.value(key, "") == text; });
  return found == rows.end() ? nullptr : &*found;
}

std::expected<std::string, RpcError> TextOf(const Json& params, const char* key) {
  const auto value = params.find(key);
  if (value == params.end() || !value->is_string()) {
    return Refuse(RpcCode::kInvalidParams, fmt::format("params.{} must be a text", key));
  }
  return value->get<std::string>();
}

std::expected<Json, RpcError> ArgumentsOf(const Json& params) {
  const auto arguments = params.find("arguments");
  if (arguments == params.end() || arguments->is_null()) return Json::object();
  if (arguments->is_object()) return *arguments;
  return Refuse(RpcCode::kInvalidParams, "params.arguments must be an object");
}

// What stands in an address where the template has its braces; nothing: it is another's.
std::optional<std::string> MatchTemplate(std::string_view shape, std::string_view uri) {
  const auto open = shape.find('{');
  const auto close = shape.find('}');
  if (open == shape.npos || close == shape.npos) return std::nullopt;
  const std::string_view before = shape.substr(0, open);
  const std::string_view behind = shape.substr(close + 1);
  if (uri.size() <= before.size() + behind.size()) return std::nullopt;
  if (!uri.starts_with(before) || !uri.ends_with(behind)) return std::nullopt;
  const auto value = uri.substr(before.size(), uri.size() - before.size() - behind.size());
  if (value.find('/') != value.npos) return std::nullopt;
  return std::string(value);
}

constexpr std::array<std::string_view, 4> kLists = {"tools/list", "prompts/list", "resources/list",
                                                    "resources/templates/list"};
constexpr std::array<std::string_view, 3> kWork = {"tools/call", "resources/read", "prompts/get"};

bool IsOneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// What every modern result carries. A handler may have said more than that it is complete.
void Complete(Json& result, std::string_view method, const Json& server_info) {
  result.emplace("resultType", "complete");
  result["_meta"][kMetaServerInfo] = server_info;
  const bool listed = IsOneOf(kLists, method) || method == "server/discover";
  if (listed) {
    result.emplace("ttlMs", kListsKeepMs);
    result.emplace("cacheScope", "public");
  } else if (method == "resources/read") {
    result.emplace("ttlMs", 0);
    result.emplace("cacheScope", "private");
  }
}

}  // namespace

Dispatcher::Dispatcher(Catalogue catalogue)
    : catalogue_(std::move(catalogue)), capabilities_(CapabilitiesOf(catalogue_)) {}

bool Dispatcher::TakesTime(std::string_view method) const {
  return IsOneOf(kWork, method) || catalogue_.methods.contains(std::string(method));
}

void Dispatcher::TakeResponse(const Message& response) const {
  if (catalogue_.take_response) catalogue_.take_response(response);
}

Answer Dispatcher::AnswerTo(std::string_view method, Exchange& exchange) const {
  auto body = Body(method, exchange);
  if (body && exchange.era() == Era::kModern) {
    Complete(*body, method, catalogue_.server_info);
  }
  return body;
}

Answer Dispatcher::Body(std::string_view method, Exchange& exchange) const {
  const bool legacy = exchange.era() == Era::kLegacy;
  const auto [first, last] = catalogue_.methods.equal_range(std::string(method));
  for (auto row = first; row != last; ++row) {
    if (row->second.era == exchange.era()) return row->second.answer(exchange);
  }
  if (legacy && method == "initialize") return Initialize(exchange);
  if (legacy && method == "ping") return Json::object();
  if (!legacy && method == "server/discover") return Discover();
  const std::string_view family = method.substr(0, method.find('/'));
  if (!capabilities_.contains(family)) return NoMethod(method);
  if (IsOneOf(kLists, method)) return List(method, exchange);
  if (method == "tools/call") return CallTool(exchange);
  if (method == "resources/read") return ReadResource(exchange);
  if (method == "prompts/get") return GetPrompt(exchange);
  return NoMethod(method);
}

Answer Dispatcher::Initialize(const Exchange& exchange) const {
  const auto wanted = SATCHEL_TRY(TextOf(exchange.params(), "protocolVersion"));
  const auto known = LegacyRevisions();
  const auto agreed = std::ranges::find(known, std::string_view(wanted));
  Json result = {{"protocolVersion", agreed == known.end() ? known.front() : *agreed},
                 {"capabilities", capabilities_},
                 {"serverInfo", catalogue_.server_info}};
  if (!catalogue_.instructions.empty()) result["instructions"] = catalogue_.instructions;
  return result;
}

Answer Dispatcher::Discover() const {
  Json result = {{"supportedVersions", {kModernRevision}}, {"capabilities", capabilities_}};
  if (!catalogue_.instructions.empty()) result["instructions"] = catalogue_.instructions;
  return result;
}

Answer Dispatcher::List(std::string_view what, const Exchange& exchange) const {
  // Every list fits on one page, so that nobody can have a cursor of ours.
  if (exchange.params().contains("cursor")) {
    return Refuse(RpcCode::kInvalidParams, "no such cursor: the list has one page");
  }
  if (what == "tools/list") return Json{{"tools", Declarations(catalogue_.tools)}};
  if (what == "prompts/list") return Json{{"prompts", Declarations(catalogue_.prompts)}};
  if (what == "resources/list") return Json{{"resources", Declarations(catalogue_.resources)}};
  return Json{{"resourceTemplates", Declarations(catalogue_.templates)}};
}

Answer Dispatcher::CallTool(Exchange& exchange) const {
  const auto name = SATCHEL_TRY(TextOf(exchange.params(), "name"));
  const Tool* tool = Find(catalogue_.tools, "name", name);
  if (tool == nullptr)
    return Refuse(RpcCode::kInvalidParams, fmt::format("no tool {}", Quoted(name)));
  const auto arguments = SATCHEL_TRY(ArgumentsOf(exchange.params()));
  return tool->call(arguments, exchange);
}

Answer Dispatcher::ReadResource(Exchange& exchange) const {
  const auto uri = SATCHEL_TRY(TextOf(exchange.params(), "uri"));
  if (const Resource* resource = Find(catalogue_.resources, "uri", uri)) {
    return resource->read(exchange);
  }
  for (const ResourceTemplate& shape : catalogue_.templates) {
    const auto value = MatchTemplate(shape.declaration.value("uriTemplate", ""), uri);
    if (value) return shape.read(*value, exchange);
  }
  // Until 2026 this had a code of its own, which the revision that took it away forbids.
  constexpr auto kLegacyNotFound = static_cast<RpcCode>(-32'002);
  return Refuse(exchange.era() == Era::kLegacy ? kLegacyNotFound : RpcCode::kInvalidParams,
                fmt::format("no resource {}", Quoted(uri)), {{"uri", uri}});
}

Answer Dispatcher::GetPrompt(Exchange& exchange) const {
  const auto name = SATCHEL_TRY(TextOf(exchange.params(), "name"));
  const Prompt* prompt = Find(catalogue_.prompts, "name", name);
  if (prompt == nullptr)
    return Refuse(RpcCode::kInvalidParams, fmt::format("no prompt {}", Quoted(name)));
  const auto arguments = SATCHEL_TRY(ArgumentsOf(exchange.params()));
  for (const Json& declared : prompt->declaration.value("arguments", Json::array())) {
    const std::string wanted = declared.value("name", "");
    if (declared.value("required", false) && !arguments.contains(wanted)) {
      return Refuse(RpcCode::kInvalidParams, fmt::format("the argument {} is missing", wanted));
    }
  }
  return prompt->get(arguments, exchange);
}

Json ReplyTo(const Dispatcher& dispatcher, const Message& request, Exchange& exchange) {
  if (exchange.era() == Era::kModern) {
    if (const auto wrong = CheckMeta(request)) return ErrorMessage(request.id, *wrong);
  }
  try {
    auto answer = dispatcher.AnswerTo(request.method, exchange);
    return answer ? ResultMessage(request.id, *std::move(answer))
                  : ErrorMessage(request.id, answer.error());
  } catch (const std::exception&) {
    // A mistake of ours, which must not end the server for all the others. What it says may quote
    // anything.
    return ErrorMessage(request.id, {.code = RpcCode::kInternalError,
                                     .message = "internal error: this is a bug of the server"});
  }
}

}  // namespace satchel::mcp
