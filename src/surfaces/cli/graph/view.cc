#include "graph/requests/view.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/engine.h"
#include "engine/requests/graph_packs.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/graph/access.h"
#include "surfaces/cli/packet/packet_flags.h"

namespace satchel::cli {
namespace {

constexpr auto kDrawingTime = std::chrono::seconds(30);

std::expected<engine::Drawing, Failure> DrawRequest(const Context& context,
                                                    const std::string& request) {
  auto packet = SATCHEL_TRY(PacketRequestFrom(context, "graph"));
  engine::GraphPackRequest asked{.packet = std::move(packet), .dry_run = true};
  asked.packet.task = request;
  asked.options.folder = GraphsFolder(context);
  const auto opened = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kIndex));
  const auto pack = opened->MakeGraphPack(asked, context.deadline);
  if (!pack) return FailPacket(pack.error(), opened->place().kind);
  std::vector<std::string> ids;
  for (const char* key : {"task_snapshot", "decision_snapshot", "knowledge_snapshot"}) {
    for (const Json& item : pack->json[key]) ids.push_back(item["id"].get<std::string>());
  }
  auto drawing = engine::DrawNodes(*context.workspace, GraphsFolder(context), ids);
  if (!drawing) return FailSource(drawing.error());
  return *std::move(drawing);
}

std::expected<engine::Drawing, Failure> Draw(const Context& context) {
  const Invocation& invocation = context.invocation;
  const auto around = invocation.Find("--around");
  if (around.has_value() == !invocation.arguments.empty()) {
    return FailWith(ExitCode::kUsage, "graph view needs REQUEST or --around NODE", "one of them");
  }
  const auto steps = SATCHEL_TRY(IntegerOf(
      invocation,
      {.name = "--steps", .least = 0, .most = 10, .otherwise = 1, .must_be = "from 0 to 10"}));
  if (!around) return DrawRequest(context, invocation.arguments[0]);
  auto drawing = engine::DrawAround(*context.workspace, GraphsFolder(context), *around,
                                    static_cast<std::size_t>(steps));
  if (!drawing) return FailSource(drawing.error());
  return *std::move(drawing);
}

}  // namespace

Outcome RunGraphView(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  SATCHEL_TRY(CheckGraphs(context));
  const auto drawing = SATCHEL_TRY(Draw(context));
  if (drawing.nodes == 0) context.Note("the request selects no nodes, so there is nothing to draw");
  const auto file = context.invocation.Find("--svg");
  if (file) {
    const auto svg =
        engine::RenderSvg(context.environment, drawing.dot, context.deadline.Within(kDrawingTime));
    if (!svg) return FailSource(svg.error());
    const auto written = WriteFileAtomically(PathFrom(context, *file), *svg);
    if (!written) return FailSource(written.error());
  }
  if (context.json) {
    context.PrintJson(
        {{"nodes", drawing.nodes}, {"dot", drawing.dot}, {"svg", file ? Json(*file) : Json()}});
  } else if (file) {
    context.Print(
        fmt::format("drew {} in {}\n", Count(drawing.nodes, "node", "nodes"), Visible(*file)));
  } else {
    context.Print(drawing.dot);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
