#include <utility>

#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "surfaces/mcp/prompts/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr const char* kDescription = "The workspace's rules, tasks, decisions and learnings";

Result<Json> Get(ServedWorkspace& workspace, const Json& arguments, const Exchange& exchange) {
  auto task = SATCHEL_TRY(PromptText(arguments, "task"));
  const auto engine = SATCHEL_TRY(workspace.Engine(exchange.deadline()));
  auto request = NotesRequest(engine->settings(), std::move(task));
  engine::OmitFilesReadBy(exchange.client(), request);
  request.now = workspace.now();
  auto answer = SATCHEL_TRY(engine->MakePacket(request, exchange.deadline()));
  return UserMessage(kDescription, text::SafeText::OfPacket(std::move(answer.text)));
}

}  // namespace

Prompt NotesPrompt(ServedWorkspace& workspace) {
  return {.declaration = {{"name", "notes"},
                          {"description", kDescription},
                          {"arguments", Json::array({{{"name", "task"},
                                                      {"description", "what they are for"},
                                                      {"required", false}}})}},
          .get = [&workspace](const Json& arguments, Exchange& exchange) -> Answer {
            auto body = Get(workspace, arguments, exchange);
            if (!body) return std::unexpected(ToRpcError(body.error()));
            return *std::move(body);
          }};
}

}  // namespace satchel::mcp
