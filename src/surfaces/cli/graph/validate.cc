#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/answers/graph_check_answer.h"
#include "graph/requests/view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/graph/access.h"

namespace satchel::cli {
namespace {

void PrintFault(const Context& context, const engine::GraphFault& fault) {
  const std::string line = fault.line > 0 ? fmt::format(":{}", fault.line) : "";
  const std::string id = fault.id.empty() ? "" : fmt::format("{}: ", Visible(fault.id));
  context.Print(
      fmt::format("{}{} {} {}: {}{}\n", Visible(fault.path), line,
                  fault.is_error ? context.out.Red("error") : context.out.Yellow("warning"),
                  fault.kind, id, Visible(fault.text)));
}

}  // namespace

Outcome RunGraphValidate(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  SATCHEL_TRY(CheckGraphs(context));
  const auto check = engine::ValidateGraphs(*context.workspace, GraphsFolder(context));
  if (!check) return FailSource(check.error());
  const std::size_t errors = engine::ErrorsIn(*check);
  const std::size_t warnings = check->faults.size() - errors;
  if (context.json) {
    context.PrintJson(engine::ToJson(*check));
  } else {
    for (const auto& fault : check->faults) PrintFault(context, fault);
    context.Print(
        fmt::format("{} in {}, {}: {}, {}\n", Count(check->nodes, "node", "nodes"),
                    Count(check->rows, "row", "rows"), Count(check->commits, "commit", "commits"),
                    Count(errors, "error", "errors"), Count(warnings, "warning", "warnings")));
  }
  if (!check->exists) {
    context.Note(fmt::format("there is no {} yet", Visible(GraphsFolder(context))));
  }
  return errors > 0 ? ExitCode::kNothing : ExitCode::kOk;
}

}  // namespace satchel::cli
