#include "engine/requests/recall.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/recall_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/show_packet.h"

namespace satchel::cli {
namespace {

constexpr std::int64_t kMostResults = 200;

std::expected<engine::PacketRequest, Failure> RequestFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  auto request = SATCHEL_TRY(PacketRequestFrom(context, engine::kMemory));
  if (!invocation.Find("--budget")) {
    request.budget = static_cast<std::size_t>(
        context.loaded.settings.Integer(settings::Key::kMemoryMaxMemoryTokens));
  }
  engine::MemoryOptions options = engine::RecallOptions(context.loaded.settings);
  if (invocation.Find("--limit")) {
    options.most_found = static_cast<std::size_t>(SATCHEL_TRY(IntegerOf(
        invocation, {.name = "--limit", .least = 0, .most = kMostResults, .must_be = "a number"})));
  }
  if (const auto space = invocation.Find("--namespace")) options.space = *space;
  if (const auto principal = invocation.Find("--principal")) options.principal = *principal;
  if (const auto as_of = invocation.Find("--as-of")) {
    const auto time = ParseTime(*as_of);
    if (!time) {
      return FailWith(ExitCode::kUsage, "--as-of: " + time.error().text(),
                      "give a date or a time, such as 2026-03-01");
    }
    options.as_of = *time;
  }
  auto model = engine::RankingModel(context.loaded.settings, options);
  if (model) {
    request.model = *std::move(model);
  } else {
    context.Warn(fmt::format("no model ranked the memories: {}", model.error().text()), "");
  }
  request.options = {std::make_shared<engine::MemoryOptions>(std::move(options))};
  return request;
}

// A person may see at once that it was one of them after all.
void TellNearest(const Context& context, engine::Engine& engine,
                 const engine::PacketAnswer& answer) {
  const auto run = engine.ViewRun(answer, context.deadline);
  if (!run) return;  // the run is there without it
  for (const std::string& miss : engine::NearestMisses(*run)) {
    context.Note("nearest: " + Visible(miss));
  }
}

}  // namespace

Outcome RunRecall(Context& context) {
  const auto request = SATCHEL_TRY(RequestFrom(context));
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kPacket));
  const engine::StoreKind kind = engine->place().kind;
  const auto answer = engine->MakePacket(request, context.deadline);
  if (!answer) return FailPacket(answer.error(), kind);
  SATCHEL_TRY(WriteTrace(context, *answer));
  for (const std::string& remark : answer->remarks) context.Note(Visible(remark));
  RemarkNotices(context, *answer);
  const std::string nothing = engine::EmptyRecall(*answer);
  if (!nothing.empty()) context.Note(nothing);
  if (context.json) {
    const auto run = engine->ViewRun(*answer, context.deadline);
    if (!run) return FailStore(run.error(), kind);
    context.PrintJson(engine::RecallAnswerJson(*answer, *run), answer->text);
  } else if (!nothing.empty()) {
    TellNearest(context, *engine, *answer);
  } else {
    RemarkLeftOut(context, *answer);
    ShowPacket(context, *answer);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
