#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/answers/packet_answer.h"
#include "engine/engine.h"
#include "engine/requests/packets.h"
#include "packet/packet.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/show_packet.h"

namespace satchel::cli {
namespace {

std::expected<std::optional<std::chrono::microseconds>, Failure> Cooldown(const Context& context) {
  const auto text = context.invocation.Find("--cooldown");
  if (!text) return std::nullopt;
  if (!context.invocation.Find("--session")) {
    return FailWith(ExitCode::kUsage, "--cooldown needs --session ID",
                    "it names the conversation in which a packet is not repeated");
  }
  const auto duration = ParseDuration(*text);
  if (!duration) {
    return FailWith(ExitCode::kUsage, "--cooldown: " + duration.error().text(),
                    duration.error().hint());
  }
  return *duration;
}

// What goes to stderr beside the packet.
void Remark(const Context& context, const engine::PacketAnswer& answer) {
  for (const std::string& remark : answer.remarks) context.Note(Visible(remark));
  const packet::Packet& packet = answer.packet;
  if (packet.over_budget > 0) {
    context.Warn(fmt::format("the mandatory items take {} tokens more than the budget of {}",
                             packet.over_budget, packet.budget),
                 "");
  }
  RemarkEmpty(context, answer);
  RemarkNotices(context, answer);
  RemarkLeftOut(context, answer);
}

Outcome Show(const Context& context, const engine::PacketAnswer& answer) {
  Remark(context, answer);
  if (context.json) {
    context.PrintJson(engine::NotesAnswerJson(answer));
  } else {
    ShowPacket(context, answer);
  }
  const bool floor = answer.packet.over_budget > 0 && context.invocation.Has("--strict");
  return floor ? ExitCode::kFloor : ExitCode::kOk;
}

}  // namespace

Outcome RunAgent(Context& context) {
  auto request = SATCHEL_TRY(PacketRequestFrom(context, "notes"));
  request.options = {std::make_shared<engine::NotesOptions>(
      context.loaded.settings.Bool(settings::Key::kNotesAgentFiles))};
  const auto cooldown = SATCHEL_TRY(Cooldown(context));
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kPacket));
  const engine::StoreKind kind = engine->place().kind;
  if (cooldown) {
    const auto shown = engine->ShownWithin(request, *cooldown, context.deadline);
    if (!shown) {
      context.Warn("cannot find out whether this packet was shown: " + shown.error().text(), "");
    } else if (*shown) {
      const std::string text = fmt::format(
          "already shown to this conversation at {}; --cooldown is not over", FormatTime(**shown));
      // Nothing is printed, so that something has to be said in every form.
      if (context.json) {
        context.Warn(text, "");
      } else {
        context.Note(text);
      }
      return ExitCode::kOk;
    }
  }
  auto answer = engine->MakePacket(request, context.deadline);
  if (!answer) return FailPacket(answer.error(), kind);
  SATCHEL_TRY(WriteTrace(context, *answer));
  if (cooldown) {
    const auto kept = engine->RememberShown(request, context.deadline);
    if (!kept) context.Warn("the next packet may repeat this one: " + kept.error().text(), "");
  }
  return Show(context, *answer);
}

}  // namespace satchel::cli
