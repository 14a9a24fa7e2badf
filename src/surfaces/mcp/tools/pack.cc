#include "engine/requests/pack.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "engine/answers/pack_answer.h"
#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr std::array kParameters = {
    Parameter{.name = "task", .required = true, .bytes = 1U << 20U},
    Parameter{.name = "budget",
              .kind = Parameter::Kind::kInteger,
              .says = "tokens; 8000",
              .least = 1,
              .most = 1'000'000},
    Parameter{.name = "format", .choices = "markdown|prompt|json"},
};

}  // namespace

Tool PackTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "pack",
       .description = "Pack what a task needs, from code, notes, memories and task graph, into a "
                      "token budget. Call it first for any task that changes or explains this "
                      "project; treat what it shows as read. It says so when nothing here is about "
                      "the task.",
       .parameters = kParameters,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         const std::string format = arguments.Text("format");
         engine::PacketAnswer answer;
         const auto state =
             SATCHEL_TRY(workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
               auto request = engine::PackRequest(engine.settings(), arguments.Text("task"));
               engine::OmitFilesReadBy(exchange.client(), request);
               request.now = workspace.now();
               request.rendering = RenderingOf(format);
               if (arguments.Has("budget")) {
                 request.budget = static_cast<std::size_t>(arguments.Integer("budget", 0));
               }
               answer = SATCHEL_TRY(engine.MakePacket(request, exchange.deadline()));
               return {};
             }));
         Json json = format == "json" ? engine::PackJson(answer) : engine::PackTextJson(answer);
         json["index"] = ToJson(state);
         return ToolAnswer{.structured = std::move(json),
                           .text = format == "json"
                                       ? text::SafeText()
                                       : text::SafeText::OfPacket(engine::TextWithReason(answer))};
       }});
}

}  // namespace satchel::mcp
