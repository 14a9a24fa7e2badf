#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/why_answer.h"
#include "engine/engine.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/served_workspace.h"
#include "text/safe_line.h"

namespace satchel::mcp {
namespace {

// A run has thousands of decisions, and a model reads them all.
constexpr std::size_t kMostItems = 40;

constexpr std::array kParameters = {
    Parameter{.name = "item", .says = "path, name or title"},
    Parameter{.name = "run", .says = "the last"},
};

}  // namespace

Tool WhyTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "why",
       .description = "Why something is or is not in a packet. Use it when a packet lacks a file "
                      "that you expected, before refine.",
       .parameters = kParameters,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         const Deadline& deadline = exchange.deadline();
         const auto engine = SATCHEL_TRY(workspace.Engine(deadline));
         const auto run = SATCHEL_TRY(engine->FindRun(
             arguments.Has("run") ? std::optional(arguments.Text("run")) : std::nullopt, deadline));
         const auto view = SATCHEL_TRY(engine->ViewRun(run, deadline));
         const std::string item = arguments.Text("item");
         engine::WhyAnswer answer = engine::ExplainItem(view, item);
         if (!item.empty() && answer.decisions.empty() && answer.notices.empty()) {
           return Fail(Errc::kNotFound,
                       fmt::format("nothing like '{}' was considered by name in run {}",
                                   text::SafeLine(item, 200), run.value()),
                       "call it without an item to see what was");
         }
         const std::size_t all = answer.decisions.size();
         const std::size_t all_notices = answer.notices.size();
         answer.decisions.resize(std::min(all, kMostItems));
         answer.notices.resize(std::min(all_notices, kMostItems));
         Json json = engine::ToJson(answer);
         json["left_out"] = (all - answer.decisions.size()) + (all_notices - answer.notices.size());
         return ToolAnswer{.structured = std::move(json), .text = {}};
       }});
}

}  // namespace satchel::mcp
