#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/view.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/graph/access.h"
#include "surfaces/cli/table/command.h"

namespace satchel::cli {
namespace {

Json FaultJson(const engine::GraphFault& fault) {
  return {{"severity", fault.is_error ? "error" : "warning"},
          {"kind", fault.kind},
          {"path", fault.path},
          {"line", fault.line},
          {"id", fault.id},
          {"text", Visible(fault.text)}};
}

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
  const auto check = engine::ValidateGraphs(*context.workspace, GraphsFolder(context));
  if (!check) return FailSource(check.error());
  const auto errors = static_cast<std::size_t>(
      std::ranges::count(check->faults, true, &engine::GraphFault::is_error));
  const std::size_t warnings = check->faults.size() - errors;
  if (context.json) {
    Json faults = Json::array();
    for (const auto& fault : check->faults) faults.push_back(FaultJson(fault));
    context.PrintJson({{"nodes", check->nodes},
                       {"rows", check->rows},
                       {"commits", check->commits},
                       {"errors", errors},
                       {"warnings", warnings},
                       {"faults", std::move(faults)}});
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
