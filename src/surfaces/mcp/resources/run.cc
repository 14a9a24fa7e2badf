#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/run_answer.h"
#include "engine/engine.h"
#include "surfaces/mcp/resources/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

Result<Json> Read(ServedWorkspace& workspace, const std::string& which, const Exchange& exchange) {
  const auto engine = SATCHEL_TRY(workspace.Engine(exchange.deadline()));
  const auto run = SATCHEL_TRY(engine->FindRun(which, exchange.deadline()));
  const auto view = SATCHEL_TRY(engine->ViewRun(run, exchange.deadline()));
  return JsonResource("satchel://runs/" + which, engine::ToJson(view));
}

}  // namespace

ResourceTemplate RunTemplate(ServedWorkspace& workspace) {
  return {.declaration = {{"uriTemplate", "satchel://runs/{run}"},
                          {"name", "run"},
                          {"description",
                           "All that the log knows of a run: request, stages, decisions, packet. "
                           "`last` is the last packet's: `satchel runs show`."},
                          {"mimeType", "application/json"}},
          .read = [&workspace](const std::string& which, Exchange& exchange) -> Answer {
            auto body = Read(workspace, which, exchange);
            if (!body) return std::unexpected(ToRpcError(body.error()));
            return *std::move(body);
          }};
}

}  // namespace satchel::mcp
