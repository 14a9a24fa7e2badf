#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "engine/requests/pack.h"
#include "surfaces/mcp/prompts/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr const char* kDescription = "A task together with the code that it needs";

Result<Json> Get(ServedWorkspace& workspace, const Json& arguments, Exchange& exchange) {
  const auto task = SATCHEL_TRY(PromptText(arguments, "task"));
  engine::PacketAnswer answer;
  SATCHEL_TRY(workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
    auto request = engine::PackRequest(engine.settings(), task);
    engine::OmitFilesReadBy(exchange.client(), request);
    request.now = workspace.now();
    answer = SATCHEL_TRY(engine.MakePacket(request, exchange.deadline()));
    return {};
  }));
  // The packet says in its own words what it is for.
  return UserMessage(kDescription, text::SafeText::OfPacket(text::SafeText(task).text() + "\n\n" +
                                                            engine::TextWithReason(answer)));
}

}  // namespace

Prompt ContextPrompt(ServedWorkspace& workspace) {
  return {.declaration = {{"name", "context"},
                          {"description", kDescription},
                          {"arguments", Json::array({{{"name", "task"},
                                                      {"description", "what is to be done"},
                                                      {"required", true}}})}},
          .get = [&workspace](const Json& arguments, Exchange& exchange) -> Answer {
            auto body = Get(workspace, arguments, exchange);
            if (!body) return std::unexpected(ToRpcError(body.error()));
            return *std::move(body);
          }};
}

}  // namespace satchel::mcp
