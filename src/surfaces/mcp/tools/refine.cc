#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/retrieval_answer.h"
#include "engine/engine.h"
#include "engine/requests/retrieve.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/packages.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

using Kind = Parameter::Kind;

constexpr std::int64_t kMostAdded = 1'000'000;
constexpr std::array kParameters = {
    Parameter{.name = "task_id", .says = "the last"},
    Parameter{.name = "add",
              .kind = Kind::kInteger,
              .says = "tokens on top; all that was shown stays",
              .least = 1,
              .most = kMostAdded},
    Parameter{.name = "reason"},
    Parameter{.name = "files", .kind = Kind::kList},
    Parameter{.name = "symbols", .kind = Kind::kList},
    Parameter{.name = "tests", .kind = Kind::kList},
    Parameter{.name = "errors", .kind = Kind::kList},
    Parameter{.name = "model", .says = "asks it again; none: as it judged before"},
    Parameter{.name = "llm", .choices = "required|optional"},
};

}  // namespace

Tool RefineTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "refine",
       .description =
           "The last packet of pack or retrieve again, with what it lacked: files, symbols and "
           "tests that you know are missing, or an error that came up. Set add, such as 1000, to "
           "keep all that it showed. Use it before you read files one by one.",
       .parameters = kParameters,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         engine::RefineRequest request;
         if (arguments.Has("add")) {
           request.add = static_cast<std::size_t>(arguments.Integer("add", 0));
         }
         if (arguments.Has("task_id")) request.task = arguments.Text("task_id");
         request.refinement = engine::Refinement{.reason = arguments.Text("reason"),
                                                 .missing_files = arguments.List("files"),
                                                 .missing_symbols = arguments.List("symbols"),
                                                 .missing_tests = arguments.List("tests"),
                                                 .error_signatures = arguments.List("errors")};
         if (*request.refinement == engine::Refinement()) {
           return Fail(Errc::kInvalidInput, "the request names nothing that is missing",
                       "give files, symbols, tests, errors or a reason");
         }
         request.now = workspace.now();
         engine::RefinedPacket refined;
         const auto state =
             SATCHEL_TRY(workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
               if (arguments.Has("model")) {
                 request.model = SATCHEL_TRY(
                     engine::ConfiguredModel(engine.settings(), arguments.Text("model")));
                 request.model_required = arguments.Text("llm") != "optional";
               }
               const bool optional = request.model != nullptr && !request.model_required;
               const Deadline deadline =
                   optional ? exchange.deadline().Within(kWithOptionalModel) : exchange.deadline();
               refined = SATCHEL_TRY(engine.Refine(request, deadline));
               return {};
             }));
         Json json = engine::RefinedTextJson(refined);
         json["index"] = ToJson(state);
         return ToolAnswer{.structured = std::move(json),
                           .text = text::SafeText::OfPacket(engine::RefinedText(refined))};
       }});
}

}  // namespace satchel::mcp
