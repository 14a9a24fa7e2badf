#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "engine/answers/packet_answer.h"
#include "engine/engine.h"
#include "engine/requests/graph_packs.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/graph/access.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/show_packet.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kMostRequestBytes = 1U << 20U;

std::expected<std::string, Failure> RequestText(const Context& context) {
  const Invocation& invocation = context.invocation;
  const auto text = invocation.Find("--request-text");
  const auto file = invocation.Find("--request-file");
  const std::size_t given = invocation.arguments.size() + (text ? 1U : 0U) + (file ? 1U : 0U);
  if (given != 1) {
    return FailWith(ExitCode::kUsage,
                    given == 0 ? "graph pack needs REQUEST" : "the request is given more than once",
                    "give it as an argument, with --request-text or with --request-file");
  }
  std::string request;
  if (file) {
    auto read = SATCHEL_TRY(ReadInput(context, *file, kMostRequestBytes));
    request = std::move(read);
  } else {
    request = text ? *text : invocation.arguments[0];
  }
  if (request.find_first_not_of(" \t\r\n") == request.npos) {
    return FailWith(ExitCode::kUsage, "the request is empty", "describe the task");
  }
  return request;
}

// The parser lets nothing through but `true` and `false`.
bool IsTrue(const Invocation& invocation, std::string_view flag, bool otherwise) {
  const auto text = invocation.Find(flag);
  return text ? *text == "true" : otherwise;
}

struct Cap {
  std::string_view flag;
  settings::Key key;
  std::size_t engine::GraphOptions::* cap;
};
constexpr std::array kCaps = {
    Cap{"--max-tasks", settings::Key::kGraphMaxTasks, &engine::GraphOptions::max_tasks},
    Cap{"--max-kg", settings::Key::kGraphMaxKg, &engine::GraphOptions::max_knowledge},
    Cap{"--max-rg", settings::Key::kGraphMaxRg, &engine::GraphOptions::max_decisions},
    Cap{"--max-deltas", settings::Key::kGraphMaxDeltas, &engine::GraphOptions::max_deltas},
};

std::expected<void, Failure> ReadOptions(const Context& context, engine::GraphOptions& options) {
  const Invocation& invocation = context.invocation;
  options.folder = GraphsFolder(context);
  for (const Cap& each : kCaps) {
    const auto number =
        SATCHEL_TRY(IntegerOf(invocation, {.name = each.flag,
                                           .least = 1,
                                           .most = 100'000,
                                           .otherwise = context.loaded.settings.Integer(each.key),
                                           .must_be = "from 1 to 100000"}));
    options.*each.cap = static_cast<std::size_t>(number);
  }
  options.commit_id = invocation.Find("--commit-id");
  options.suggest_clarify = IsTrue(invocation, "--suggest-clarify", true);
  const auto intent = invocation.Find("--intent");
  if (intent && *intent != "auto") options.intent = engine::IntentNamed(*intent);
  return {};
}

std::expected<engine::GraphPackRequest, Failure> RequestFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  auto packet = SATCHEL_TRY(PacketRequestFrom(context, "graph"));
  auto text = SATCHEL_TRY(RequestText(context));
  engine::GraphPackRequest request{.packet = std::move(packet)};
  request.packet.task = std::move(text);
  SATCHEL_TRY(ReadOptions(context, request.options));
  const auto history = SATCHEL_TRY(IntegerOf(invocation, {.name = "--history-limit",
                                                          .least = 1,
                                                          .most = 100'000,
                                                          .otherwise = 200,
                                                          .must_be = "from 1 to 100000"}));
  request.history_limit = static_cast<std::size_t>(history);
  request.write_latest = IsTrue(invocation, "--write-latest", true);
  request.apply_clarify = IsTrue(invocation, "--apply-clarify-task", false);
  request.dry_run = invocation.Has("--dry-run");
  return request;
}

void Remark(const Context& context, const engine::GraphPack& pack) {
  for (const std::string& remark : pack.answer.remarks) context.Note(Visible(remark));
  RemarkEmpty(context, pack.answer);
  RemarkNotices(context, pack.answer);
  RemarkLeftOut(context, pack.answer);
  if (pack.commit) context.Note(fmt::format("added the clarify task in {}", *pack.commit));
  if (pack.path) context.Note(fmt::format("written to {}", Visible(*pack.path)));
}

}  // namespace

Outcome RunGraphPack(Context& context) {
  const auto request = SATCHEL_TRY(RequestFrom(context));
  SATCHEL_TRY(context.CheckWorkspace());
  SATCHEL_TRY(CheckGraphs(context));
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kPacket));
  auto pack = engine->MakeGraphPack(request, context.deadline);
  if (!pack) {
    if (pack.error().code() == Errc::kNotFound) return FailSource(pack.error());
    return FailPacket(pack.error(), engine->place().kind);
  }
  SATCHEL_TRY(WriteTrace(context, pack->answer));
  Remark(context, *pack);
  if (context.json) {
    engine::AddEmpty(pack->answer, pack->json);
    engine::AddUnrecorded(pack->answer, pack->json);
    context.PrintJson(std::move(pack->json));
  } else {
    ShowPacket(context, pack->answer);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
