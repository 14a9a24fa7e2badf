#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/edit.h"
#include "memory/requests/inbox.h"
#include "memory/requests/make.h"
#include "memory/requests/place.h"
#include "settings/settings.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/tools/tool_spec.h"
#include "surfaces/mcp/workspace/served_workspace.h"
#include "text/redactor.h"
#include "text/safe_line.h"

namespace satchel::mcp {
namespace {

constexpr std::array kParameters = {
    Parameter{.name = "text", .required = true},
    Parameter{.name = "category",
              .choices = "fact|preference|correction|entity|decision|relationship|principle|"
                         "commitment|moment|skill|rule|procedure|reasoning_trace",
              .quiet = true},
};

Result<engine::NewMemory> AskedFrom(const Arguments& arguments) {
  engine::NewMemory asked;
  asked.text = arguments.Text("text");
  if (arguments.Has("category")) {
    asked.category = SATCHEL_TRY(memory::ParseCategory(arguments.Text("category")));
  }
  return asked;
}

// Of the engine nothing is opened: memories are files, which need neither stores nor an index.
Result<engine::Remembered> Remember(const ServedWorkspace& workspace,
                                    const engine::EngineParts& parts,
                                    const engine::NewMemory& asked, const Exchange& exchange) {
  engine::MemoryTarget target;
  target.place = SATCHEL_TRY(engine::PlaceOfMemories(parts.workspace, parts.settings,
                                                     parts.directories, parts.environment));
  target.now = workspace.now().value_or(SystemClock().Now());
  target.deadline = exchange.deadline();
  const engine::RememberOptions options{
      .artifacts = parts.settings.Bool(settings::Key::kMemoryVerbatimArtifactsEnabled),
      .intent = parts.settings.Bool(settings::Key::kMemoryIntentRoutingEnabled)};
  return engine::Remember(target, asked, options);
}

// One line.
std::string Said(const engine::Remembered& remembered) {
  constexpr std::size_t kMostCharacters = 200;
  const std::string_view text = remembered.memory.text;
  const std::string id = text::VisibleLine(remembered.memory.id);
  switch (remembered.outcome) {
    case engine::RememberOutcome::kKnown:
      if (id.empty()) return "known already";
      return fmt::format("known already as {}", id);
    case engine::RememberOutcome::kAlike:
      return fmt::format("not remembered: {} says nearly the same: {}", id,
                         text::SafeLine(text.substr(0, text.find('\n')), kMostCharacters));
    case engine::RememberOutcome::kAdded:
      break;
  }
  std::string line = fmt::format("remembered {}", id);
  if (!remembered.superseded.empty()) {
    line += fmt::format(", which supersedes {}", fmt::join(remembered.superseded, ", "));
  }
  if (!remembered.contradicts.empty()) {
    line += fmt::format("; it may contradict {}", remembered.contradicts);
  }
  if (!remembered.secrets.empty()) {
    line += fmt::format("; what looks like a secret was taken out ({})",
                        fmt::join(remembered.secrets, ", "));
  }
  return line;
}

// With memory.inbox on: the user decides.
Result<ToolAnswer> ProposeIt(const ServedWorkspace& workspace, const engine::EngineParts& parts,
                             const engine::NewMemory& asked, const Exchange& exchange) {
  const auto checked = SATCHEL_TRY(engine::CheckMemoryText(asked.text));
  auto inbox = SATCHEL_TRY(engine::InboxOf(parts.workspace, parts.directories));
  inbox.now = workspace.now().value_or(SystemClock().Now());
  inbox.deadline = exchange.deadline();
  const std::array proposed = {engine::ProposedMemory{
      .kind = memory::ProposalKind::kAgent, .text = checked.text, .category = asked.category}};
  const auto added =
      SATCHEL_TRY(engine::Propose(inbox, proposed, {.agent = "mcp", .conversation = {}}));
  if (added.empty()) {
    return ToolAnswer{.structured = {{"did", "known"}, {"id", ""}, {"text", checked.text}},
                      .text = "proposed before; the user decides about it"};
  }
  Json json = engine::ToJson(added.front());
  json["did"] = "proposed";
  json["redacted"] = checked.secrets;
  return ToolAnswer{.structured = std::move(json),
                    .text = fmt::format("proposed as {}: it is remembered if the user accepts it "
                                        "with `satchel memory inbox`",
                                        added.front().id)};
}

}  // namespace

Tool RememberTool(ServedWorkspace& workspace) {
  return MakeTool(
      {.name = "remember",
       .description = "Keep a fact for later sessions: when asked to, or when you learn what no "
                      "file says.",
       .parameters = kParameters,
       .read_only = false,
       .run = [&workspace](const Arguments& arguments, Exchange& exchange) -> Result<ToolAnswer> {
         const auto asked = SATCHEL_TRY(AskedFrom(arguments));
         const auto parts = SATCHEL_TRY(workspace.Parts());
         if (parts.settings.Text(settings::Key::kMemoryInbox) == "on") {
           return ProposeIt(workspace, parts, asked, exchange);
         }
         const auto remembered = SATCHEL_TRY(Remember(workspace, parts, asked, exchange));
         Json json = engine::ToJson(remembered);
         // One that was there may be written by hand.
         json["text"] = text::Redactor::Default().Redact(remembered.memory.text).text;
         return ToolAnswer{.structured = std::move(json), .text = Said(remembered)};
       }});
}

}  // namespace satchel::mcp
