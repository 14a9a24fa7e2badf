#include "surfaces/cli/week.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/week_answer.h"
#include "engine/engine.h"
#include "engine/requests/week.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

// "2026-11-10 12:00"
std::string Minute(Time time) {
  constexpr std::size_t kUntilMinutes = 16;
  std::string text = FormatTime(time).substr(0, kUntilMinutes);
  text[text.find('T')] = ' ';
  return text;
}

std::string Tokens(std::int64_t tokens) {
  return Count(static_cast<std::uint64_t>(tokens), "token", "tokens");
}

std::string FaceText(const engine::PacketCount& count) {
  return count.face.empty() ? "unknown" : Visible(count.face);
}

std::string HistoryText(const engine::Week& week) {
  if (!week.has_history) return "no Git repository to compare the packets with";
  if (week.Packets() == 0) return "no packets yet, so nothing to compare";
  return fmt::format("{} since the first packet", Count(week.commits, "commit", "commits"));
}

constexpr std::size_t kAll = 100;  // percent

void PrintText(const Context& context, const engine::Week& week) {
  const auto row = [&](std::string_view label, std::string_view value) {
    context.Print(context.out.Bold(fmt::format("{:<11}", label)) + std::string(value) + "\n");
  };
  row("week", fmt::format("{} to {} UTC", Minute(week.since), Minute(week.until)));
  row("packets", fmt::format("{}, {}{}", Count(week.Packets(), "packet", "packets"),
                             Tokens(week.Tokens()), week.complete ? "" : " at least"));
  for (const engine::PacketCount& count : week.packets) {
    row("", fmt::format("{}, {}: {}, {}", FaceText(count), Visible(count.recipe),
                        Count(count.packets, "packet", "packets"), Tokens(count.tokens)));
  }
  if (week.silent > 0) {
    row("silent", Count(week.silent, "prompt without a packet", "prompts without a packet"));
  }
  if (week.used.shown > 0) {
    row("used",
        fmt::format("{} of {} shown files were read or edited afterwards ({} %)", week.used.used,
                    week.used.shown, week.used.used * kAll / week.used.shown));
  }
  row("commits", HistoryText(week));
  if (week.files == 0) return;
  row("files", fmt::format("{} of {} that they changed were in a packet before ({} %)", week.shown,
                           week.files, week.shown * kAll / week.files));
}

}  // namespace

Outcome RunWeek(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kRead));
  const auto week = engine->LookAtWeek(context.deadline);
  if (!week) return FailStore(week.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson({{"workspace", {{"root", context.workspace->root.string()}}},
                       {"week", engine::ToJson(*week)}});
    return ExitCode::kOk;
  }
  PrintText(context, *week);
  if (week->Packets() == 0) context.Note("no packets yet: `satchel setup` connects your agents");
  return ExitCode::kOk;
}

}  // namespace satchel::cli
