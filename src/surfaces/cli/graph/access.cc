#include "surfaces/cli/graph/access.h"

#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {

std::string GraphsFolder(const Context& context) {
  return context.invocation.Find("--graphs-dir").value_or("graphs");
}

std::expected<void, Failure> CheckGraphs(const Context& context) {
  if (!context.invocation.Find("--graphs-dir")) return {};
  const auto there = engine::RequireGraphs(*context.workspace, GraphsFolder(context));
  if (!there) return FailSource(there.error());
  return {};
}

engine::GraphPlace PlaceOf(const Context& context) {
  return {.workspace = *context.workspace,
          .folder = GraphsFolder(context),
          .now = Now(context),
          .deadline = context.deadline};
}

}  // namespace satchel::cli
