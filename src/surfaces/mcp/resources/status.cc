#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/code_answer.h"
#include "engine/engine.h"
#include "surfaces/mcp/resources/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr const char* kUri = "satchel://status";

Result<Json> Read(ServedWorkspace& workspace, const Exchange& exchange) {
  const auto engine = SATCHEL_TRY(workspace.Engine(exchange.deadline()));
  const engine::CodeStatus status{
      .files = SATCHEL_TRY(engine->LookAtCode(exchange.deadline())),
      .search = SATCHEL_TRY(engine->LookAtSearchIndex(exchange.deadline()))};
  return JsonResource(kUri, {{"code", engine::ToJson(status)}});
}

}  // namespace

Resource StatusResource(ServedWorkspace& workspace) {
  return {.declaration = {{"uri", kUri},
                          {"name", "status"},
                          {"description",
                           "What is indexed of the code, and how far the files have gone on since: "
                           "`code` of `satchel status`."},
                          {"mimeType", "application/json"}},
          .read = [&workspace](Exchange& exchange) -> Answer {
            auto body = Read(workspace, exchange);
            if (!body) return std::unexpected(ToRpcError(body.error()));
            return *std::move(body);
          }};
}

}  // namespace satchel::mcp
