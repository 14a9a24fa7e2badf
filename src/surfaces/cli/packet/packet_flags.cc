#include "surfaces/cli/packet/packet_flags.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/result.h"
#include "base/trimmed.h"
#include "engine/answers/empty_answer.h"
#include "engine/answers/why_answer.h"
#include "engine/requests/packet_settings.h"
#include "packet/packet.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "text/token_counter.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kBudget = {
    .name = "--budget", .most = 100'000'000, .must_be = "from 0 to 100000000"};

constexpr std::size_t kMostTaskBytes = 1U << 20U;

}  // namespace

std::vector<std::string> Listed(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const auto comma = text.find(',');
    names.emplace_back(Trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

std::expected<std::string, Failure> TaskFrom(const Context& context) {
  std::string task = context.invocation.arguments.front();
  if (task == "-") task = SATCHEL_TRY(ReadInput(context, "-", kMostTaskBytes));
  if (task.find_first_not_of(" \t\r\n") == task.npos) {
    return FailWith(ExitCode::kUsage, "the task is empty", "describe the task");
  }
  return task;
}

std::expected<engine::PacketRequest, Failure> PacketRequestFrom(const Context& context,
                                                                std::string_view recipe) {
  const Invocation& invocation = context.invocation;
  engine::PacketRequest request;
  request.recipe = recipe;
  if (!invocation.arguments.empty()) request.task = invocation.arguments[0];
  if (invocation.Find("--budget")) {
    const auto budget = SATCHEL_TRY(IntegerOf(invocation, kBudget));
    request.budget = static_cast<std::size_t>(budget);
  }
  if (const auto text = invocation.Find("--tokenizer")) {
    const auto tokenizer = text::ParseTokenizer(*text);
    if (!tokenizer) return FailWith(ExitCode::kUsage, tokenizer.error());
    request.tokenizer = *tokenizer;
  }
  if (const auto text = invocation.Find("--stages")) request.stages = Listed(*text);
  request.conversation = invocation.Find("--session").value_or("");
  // What is left of `--session $ID` when there is no ID: one conversation for everybody.
  if (invocation.Find("--session") &&
      (request.conversation.empty() || request.conversation.starts_with('-'))) {
    return FailWith(
        ExitCode::kUsage,
        fmt::format("--session is '{}', which is not an id", Visible(request.conversation)),
        "give the id of the conversation, such as --session a1b2");
  }
  request.rendering =
      context.format == "markdown" ? engine::Rendering::kMarkdown : engine::Rendering::kPrompt;
  if (invocation.Find("--now")) request.now = Now(context);
  request.fresh = invocation.Has("--fresh");
  engine::FillFromSettings(context.loaded.settings, request);
  return request;
}

std::unexpected<Failure> FailPacket(const Error& error, engine::StoreKind kind) {
  if (error.code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, error);
  return FailStore(error, kind);
}

void RemarkNotices(const Context& context, const engine::PacketAnswer& answer) {
  const packet::Packet& packet = answer.packet;
  // Nobody needs to hear of a directory that they never set up.
  const bool quiet = packet::MixesSources(packet) && !context.invocation.Has("--verbose");
  const auto absent = [quiet](const packet::Notice& notice) {
    return quiet && notice.reason == "missing";
  };
  const auto first = std::ranges::find_if_not(packet.notices, absent);
  if (first == packet.notices.end()) return;
  const std::size_t unused =
      packet.notices.size() + packet.notices_cut -
      static_cast<std::size_t>(std::ranges::count_if(packet.notices, absent));
  const std::string more = unused == 1
                               ? ""
                               : fmt::format(" ({} like this: `satchel why --run {}` lists them)",
                                             unused, answer.run.value());
  context.Note(Visible(engine::NoticeLine(*first)) + more);
}

void RemarkLeftOut(const Context& context, const engine::PacketAnswer& answer) {
  const packet::Packet& packet = answer.packet;
  // On a terminal ShowPacket() says it.
  if (packet.show_meter || (context.streams.out_is_terminal && context.streams.err_is_terminal)) {
    return;
  }
  std::vector<std::string> counts;
  for (const packet::Section& section : packet.sections) {
    if (section.dropped == 0) continue;
    counts.push_back(
        fmt::format("{} {}", packet::LabelOf(packet, section.of, section.name), section.dropped));
  }
  if (counts.empty()) return;
  context.Note(fmt::format("not shown within {}: {}; `satchel why --run {}` says why",
                           Count(packet.budget, "token", "tokens"), fmt::join(counts, ", "),
                           answer.run.value()));
}

void RemarkEmpty(const Context& context, const engine::PacketAnswer& answer) {
  if (const auto empty = engine::WhyEmpty(answer)) context.Note(empty->text);
}

std::expected<void, Failure> WriteTrace(const Context& context,
                                        const engine::PacketAnswer& answer) {
  const auto file = context.invocation.Find("--trace");
  if (!file) return {};
  const auto written =
      WriteFileAtomically(PathFrom(context, *file), PrettyJson(engine::TraceOf(answer)));
  if (!written) return FailSource(written.error());
  return {};
}

}  // namespace satchel::cli
