#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/items.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/memory/access.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kLimit = {.name = "--limit",
                                .least = 1,
                                .most = 1'000'000,
                                .otherwise = 50,
                                .must_be = "from 1 to 1000k"};

std::expected<engine::MemoryFilter, Failure> FilterFrom(const Invocation& invocation) {
  engine::MemoryFilter filter;
  if (const auto category = invocation.Find("--category")) {
    const auto parsed = memory::ParseCategory(*category);
    if (!parsed) return FailWith(ExitCode::kUsage, parsed.error());
    filter.category = *parsed;
  }
  if (const auto state = invocation.Find("--state")) {
    filter.any_state = *state == "any";
    if (!filter.any_state) {
      const auto parsed = memory::ParseMemoryState(*state);
      if (!parsed) return FailWith(ExitCode::kUsage, parsed.error());
      filter.state = *parsed;
    }
  }
  filter.artifacts = invocation.Has("--artifacts");
  filter.match = invocation.Find("--match").value_or("");
  return filter;
}

std::string Date(const memory::Memory& memory) {
  return memory.created ? FormatDate(*memory.created) : std::string(10, ' ');
}

// Why a memory is not recalled now, as a remark; empty where it is.
std::string StateOf(const memory::Memory& memory, Time now) {
  if (memory.state != memory::MemoryState::kActive) return fmt::format(" ({})", Name(memory.state));
  if (memory.expires && *memory.expires <= now) return " (expired)";
  if (memory.valid_to && *memory.valid_to <= now) return " (no longer valid)";
  if (memory.valid_from && *memory.valid_from > now) return " (not valid yet)";
  return "";
}

void TellFindings(const Context& context, const engine::LoadedMemories& loaded) {
  if (!loaded.findings.empty()) {
    context.Note(
        fmt::format("{}; `satchel memory doctor` lists them",
                    Count(loaded.findings.size(), "file has a problem", "files have problems")));
  }
  if (!loaded.spaces.faults.empty()) {
    context.Note(fmt::format("{} below namespaces/ {} not read; `satchel memory doctor` says why",
                             Count(loaded.spaces.faults.size(), "directory", "directories"),
                             loaded.spaces.faults.size() == 1 ? "is" : "are"));
  }
}

// Why a list has nothing.
std::string NothingListed(const engine::LoadedMemories& loaded, const engine::MemoryScope& scope) {
  if (loaded.read.empty()) {
    return scope.principal.empty()
               ? "no namespace is open to everyone; --principal says who you are"
               : fmt::format("no namespace is open to '{}'", Visible(scope.principal));
  }
  if (!loaded.memories.empty()) return "no memory matches";
  return scope.space.empty()
             ? "there are no memories yet; `satchel remember` adds one"
             : fmt::format("the namespace '{}' has no memories yet", Visible(scope.space));
}

// Everything that a memory says beside its text, a line each, as JSON names it.
void PrintFields(const Context& context, const memory::Memory& memory) {
  const Json json = engine::ToJson(memory);
  for (const auto& [key, value] : json.items()) {
    if (key == "text" || key == "id") continue;
    context.Print(
        fmt::format("{}: {}\n", key,
                    Visible(value.is_string() ? value.get<std::string>() : CanonicalJson(value))));
  }
}

void PrintText(const Context& context, std::string_view rest) {
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    context.Print(Visible(rest.substr(0, end)) + "\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void ShowText(const Context& context, const engine::MemoryCheck& check) {
  for (const engine::MemoryIssue& issue : check.issues) {
    std::string where = issue.path;
    if (!issue.space.empty() && issue.space != memory::kDefaultSpace) {
      where = fmt::format("{}{}{}", issue.space, where.empty() ? "" : "/", where);
    }
    context.Print(fmt::format("{}{}{} {}\n", Visible(where), where.empty() ? "" : ": ",
                              context.out.Yellow(fmt::format("{}:", Name(issue.kind))),
                              Visible(issue.text)));
  }
  context.Print(fmt::format("{}, {}\n", Count(check.memories, "memory", "memories"),
                            Count(check.issues.size(), "finding", "findings")));
}

}  // namespace

Outcome RunMemoryList(Context& context) {
  const auto filter = SATCHEL_TRY(FilterFrom(context.invocation));
  const auto limit = SATCHEL_TRY(IntegerOf(context.invocation, kLimit));
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto loaded = engine::LoadMemories(target.place, target.scope, target.deadline);
  if (!loaded) return FailSource(loaded.error());
  auto memories = engine::Filter(loaded->memories, filter);
  const std::size_t all = memories.size();
  memories.resize(std::min(all, static_cast<std::size_t>(limit)));
  if (context.json) {
    context.PrintJson(engine::ToJson(memories, all));
    return ExitCode::kOk;
  }
  for (const engine::MemoryPointer& memory : memories) {
    context.Print(fmt::format("{} {:<12} {}{}{}  {}\n", Date(*memory), Name(memory->category),
                              HeadOf(*memory), memory->pinned ? " (pinned)" : "",
                              StateOf(*memory, target.now), context.out.Green(NameOf(*memory))));
  }
  TellFindings(context, *loaded);
  if (memories.size() < all) {
    context.Note(fmt::format("{} more; --limit shows them", all - memories.size()));
  }
  if (memories.empty()) context.Note(NothingListed(*loaded, target.scope));
  return ExitCode::kOk;
}

Outcome RunMemoryShow(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto loaded = engine::LoadMemories(target.place, target.scope, target.deadline);
  if (!loaded) return FailSource(loaded.error());
  const auto found = engine::FindMemory(loaded->memories, context.invocation.arguments[0]);
  if (!found) return FailSource(found.error());
  NoteUse(context, **found, "show");
  if (context.json) {
    context.PrintJson(engine::ToJson(**found));
    return ExitCode::kOk;
  }
  context.Print(context.out.Bold(NameOf(**found)) + "\n");
  PrintFields(context, **found);
  context.Print("\n");
  PrintText(context, (*found)->text);
  return ExitCode::kOk;
}

Outcome RunMemoryDoctor(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto check = engine::CheckMemories(target.place, target.scope, target.now, target.deadline);
  if (!check) return FailSource(check.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*check));
  } else {
    ShowText(context, *check);
  }
  if (check->drafts > 0) {
    context.Note(fmt::format("removed {} of an interrupted writer",
                             Count(check->drafts, "draft", "drafts")));
  }
  return check->issues.empty() ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
