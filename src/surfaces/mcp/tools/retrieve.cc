#include "engine/requests/retrieve.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "engine/answers/retrieval_answer.h"
#include "engine/engine.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"
#include "text/token_counter.h"

namespace satchel::mcp {
namespace {

using Kind = Parameter::Kind;

constexpr std::int64_t kMostTokens = 1'000'000;
constexpr std::array kParameters = {
    Parameter{.name = "task", .required = true, .bytes = 1U << 20U},
    Parameter{.name = "budget",
              .kind = Kind::kInteger,
              .says = "tokens; 8000",
              .least = 1,
              .most = kMostTokens},
    Parameter{.name = "context_window",
              .kind = Kind::kInteger,
              .says = "tokens, with reserved_tokens instead of budget",
              .least = 1,
              .most = kMostTokens},
    Parameter{.name = "reserved_tokens", .kind = Kind::kInteger, .least = 0, .most = kMostTokens},
    Parameter{.name = "margin",
              .kind = Kind::kInteger,
              .says = "percent left free",
              .least = 0,
              .most = 90},
    Parameter{.name = "stages", .kind = Kind::kList, .says = "scope, precision"},
    Parameter{.name = "model", .says = "judges what is found: the configured llm.model; none"},
    Parameter{.name = "llm", .says = "if the model is down", .choices = "required|optional"},
    Parameter{.name = "format", .choices = "markdown|prompt|json"},
};

std::optional<std::int64_t> NumberOf(const Arguments& arguments, const char* name) {
  if (!arguments.Has(name)) return std::nullopt;
  return arguments.Integer(name, 0);
}

}  // namespace

Tool RetrieveTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "retrieve",
       .description =
           "Code alone, tier by tier: what the task names or its words find, what that depends on, "
           "what changed with it. Use it instead of pack when you need code within an exact "
           "context window, or a model's judgement of it. `task_id` of the answer goes to refine.",
       .parameters = kParameters,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         const std::string format = arguments.Text("format");
         engine::RetrieveRequest wanted{.task = arguments.Text("task"),
                                        .budget = NumberOf(arguments, "budget"),
                                        .context_window = NumberOf(arguments, "context_window"),
                                        .reserved_tokens = NumberOf(arguments, "reserved_tokens"),
                                        .margin = NumberOf(arguments, "margin"),
                                        .model = arguments.Text("model"),
                                        .model_required = arguments.Text("llm") != "optional"};
         if (arguments.Has("stages")) wanted.stages = arguments.List("stages");
         if (!wanted.budget && !wanted.context_window && !wanted.reserved_tokens) {
           wanted.budget = kUsualBudget;
         }
         engine::PacketAnswer answer;
         const auto state =
             SATCHEL_TRY(workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
               wanted.tokenizer = TokenizerOf(engine.settings());
               auto request = SATCHEL_TRY(engine::ToPacketRequest(engine.settings(), wanted));
               request.now = workspace.now();
               request.rendering = RenderingOf(format);
               const bool optional = request.model != nullptr && !request.model_required;
               const Deadline deadline =
                   optional ? exchange.deadline().Within(kWithOptionalModel) : exchange.deadline();
               answer = SATCHEL_TRY(engine.MakePacket(request, deadline));
               return {};
             }));
         Json json =
             format == "json" ? engine::RetrievalJson(answer) : engine::RetrievalTextJson(answer);
         json["index"] = ToJson(state);
         return ToolAnswer{.structured = std::move(json),
                           .text = format == "json"
                                       ? text::SafeText()
                                       : text::SafeText::OfPacket(engine::TextWithReason(answer))};
       }});
}

}  // namespace satchel::mcp
