#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "code/answers/search_answer.h"
#include "engine/engine.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/served_workspace.h"

namespace satchel::mcp {
namespace {

constexpr std::int64_t kUsualLimit = 10;
constexpr std::array kParameters = {
    Parameter{.name = "query",
              .says = "words, name, path or error",
              .required = true,
              .bytes = engine::kMostQuery},
    Parameter{.name = "limit", .kind = Parameter::Kind::kInteger, .least = 1, .most = 50},
    Parameter{.name = "paths", .kind = Parameter::Kind::kList, .says = "globs"},
};

}  // namespace

Tool SearchTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "search",
       .description = "Ranked places in code, notes, graph and memory, with lines. Use it to find "
                      "one thing by name, words or error message, where you would grep. Each "
                      "answer has a confidence: sure, weak or none.",
       .parameters = kParameters,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         engine::SearchRequest request;
         request.query = arguments.Text("query");
         request.limit = static_cast<std::size_t>(arguments.Integer("limit", kUsualLimit));
         request.filter.paths = arguments.List("paths");
         engine::SearchAnswer answer;
         const auto state =
             SATCHEL_TRY(workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
               answer = SATCHEL_TRY(engine.Search(request, exchange.deadline()));
               return {};
             }));
         Json json = engine::ToJson(answer, state.refresh, engine::SearchDetail::kPlaces,
                                    answer.results.size());
         json["index"] = ToJson(state);
         return ToolAnswer{.structured = std::move(json), .text = {}};
       }});
}

}  // namespace satchel::mcp
