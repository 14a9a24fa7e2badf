#include <utility>

#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "surfaces/mcp/resources/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr const char* kUri = "satchel://notes";

Result<Json> Read(ServedWorkspace& workspace, const Exchange& exchange) {
  const auto engine = SATCHEL_TRY(workspace.Engine(exchange.deadline()));
  auto request = NotesRequest(engine->settings(), "");
  engine::OmitFilesReadBy(exchange.client(), request);
  request.now = workspace.now();
  auto answer = SATCHEL_TRY(engine->MakePacket(request, exchange.deadline()));
  return TextResource(kUri, "text/markdown", text::SafeText::OfPacket(std::move(answer.text)));
}

}  // namespace

Resource NotesResource(ServedWorkspace& workspace) {
  return {.declaration = {{"uri", kUri},
                          {"name", "notes"},
                          {"description",
                           "The rules, open tasks, conventions, decisions and learnings in "
                           ".context/, within a budget: `satchel agent`."},
                          {"mimeType", "text/markdown"}},
          .read = [&workspace](Exchange& exchange) -> Answer {
            auto body = Read(workspace, exchange);
            if (!body) return std::unexpected(ToRpcError(body.error()));
            return *std::move(body);
          }};
}

}  // namespace satchel::mcp
