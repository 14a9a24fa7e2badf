#include "engine/requests/pack.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/pack_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/show_packet.h"

namespace satchel::cli {
namespace {

std::expected<engine::PacketRequest, Failure> RequestFrom(const Context& context) {
  auto request = SATCHEL_TRY(PacketRequestFrom(context, engine::kPack));
  auto usual = engine::PackRequest(context.loaded.settings, SATCHEL_TRY(TaskFrom(context)));
  request.task = std::move(usual.task);
  request.options = std::move(usual.options);
  if (const auto only = context.invocation.Find("--only")) {
    const auto kept = engine::KeepOnly(Listed(*only), request);
    if (!kept) return FailWith(ExitCode::kUsage, kept.error());
  }
  return request;
}

void Remark(const Context& context, const engine::PacketAnswer& answer) {
  const bool verbose = context.invocation.Has("--verbose");
  for (const std::string& remark : answer.remarks) {
    if (!verbose && engine::SaysThatASourceIsAbsent(remark)) continue;
    context.Note(Visible(remark));
  }
  const packet::Packet& packet = answer.packet;
  if (packet.over_budget > 0) {
    context.Warn(fmt::format("the mandatory items take {} tokens more than the budget of {}",
                             packet.over_budget, packet.budget),
                 "");
  }
  RemarkNotices(context, answer);
  RemarkLeftOut(context, answer);
  RemarkEmpty(context, answer);
}

}  // namespace

Outcome RunPack(Context& context) {
  auto request = SATCHEL_TRY(RequestFrom(context));
  SATCHEL_TRY(context.CheckWorkspace());
  engine::PacketAnswer answer;
  const auto ask = [&](engine::Engine& engine) -> Status {
    if (auto run = context.invocation.Find("--diff")) {
      if (*run == "last") run.reset();
      request.since = SATCHEL_TRY(engine.FindRun(run, context.deadline));
    }
    answer = SATCHEL_TRY(engine.MakePacket(request, context.deadline));
    return {};
  };
  SATCHEL_TRY(AskCode(context, ask, IndexNeed::kOptional));
  SATCHEL_TRY(WriteTrace(context, answer));
  Remark(context, answer);
  if (context.json) {
    context.PrintJson(engine::PackJson(answer));
  } else {
    ShowPacket(context, answer);
  }
  const bool floor = answer.packet.over_budget > 0 && context.invocation.Has("--strict");
  return floor ? ExitCode::kFloor : ExitCode::kOk;
}

}  // namespace satchel::cli
