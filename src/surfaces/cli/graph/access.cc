#include "surfaces/cli/graph/access.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "surfaces/cli/store_access.h"

namespace satchel::cli {

std::string GraphsFolder(const Context& context) {
  return context.invocation.Find("--graphs-dir").value_or("graphs");
}

engine::GraphPlace PlaceOf(const Context& context) {
  return {.workspace = *context.workspace,
          .folder = GraphsFolder(context),
          .now = Now(context),
          .deadline = context.deadline};
}

Json GraphItemJson(const engine::GraphItem& item) {
  return {{"id", item.id},
          {"layer", Name(item.layer)},
          {"type", item.type},
          {"title", item.title},
          {"status", item.status},
          {"updated_at", item.updated_at ? Json(FormatTime(*item.updated_at)) : Json()},
          {"rev", item.rev ? Json(*item.rev) : Json()}};
}

}  // namespace satchel::cli
