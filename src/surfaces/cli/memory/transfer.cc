#include "memory/requests/transfer.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/files.h"
#include "base/result.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/import.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/memory/access.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kMostImportBytes = 512U << 20U;
constexpr std::size_t kMostTold = 10;

// One namespace at a time: nothing else says where a line came from.
engine::MemoryScope OneSpace(engine::MemoryScope scope) {
  if (scope.space.empty()) scope.space = memory::kDefaultSpace;
  return scope;
}

// What a dry run would do, with how the first memories begin.
std::string Preview(const engine::MemoryImport& import) {
  std::string text = fmt::format("would add {}, skip {}, refuse {} (format {})\n", import.added,
                                 import.skipped, import.refused, import.format);
  const std::size_t shown = std::min(import.first.size(), kMostTold);
  for (std::size_t i = 0; i < shown; ++i) {
    const memory::Memory& memory = import.first[i];
    text += fmt::format("  {} {:<12} {}\n", memory.created ? FormatDate(*memory.created) : "",
                        Name(memory.category), HeadOf(memory));
  }
  if (import.added > shown) text += fmt::format("  and {} more\n", import.added - shown);
  for (std::size_t i = 0; i < std::min(import.left.size(), kMostTold); ++i) {
    text += fmt::format("  skip {}: {}\n", Visible(import.left[i].where), import.left[i].why);
  }
  if (import.skipped > kMostTold) {
    text += fmt::format("  and {} more are skipped\n", import.skipped - kMostTold);
  }
  return text;
}

std::string TextOf(const engine::MemoryImport& import) {
  std::string text = import.dry_run ? Preview(import)
                                    : fmt::format("{} added, {} skipped, {} refused\n",
                                                  import.added, import.skipped, import.refused);
  for (std::size_t i = 0; i < import.reasons.size(); ++i) {
    if (import.reasons[i] == 0) continue;
    const auto reason = static_cast<memory::SkipReason>(i);
    // Satchel's own rows need no explanation: existing memories stay.
    if (import.format == "satchel" && !import.dry_run) continue;
    text += fmt::format("skipped {}: {}\n", import.reasons[i], Explanation(reason));
  }
  return text;
}

void WarnOfRefused(const Context& context, const std::string& name,
                   const engine::MemoryImport& import) {
  for (std::size_t i = 0; i < std::min(import.bad.size(), kMostTold); ++i) {
    const engine::ImportNote& note = import.bad[i];
    const bool line = note.line > 0 && IsDigit(note.where.front());
    context.Warn(fmt::format("{}:{}{}: {}", Visible(name), line ? "" : " ", Visible(note.where),
                             Visible(note.why)),
                 "");
  }
  if (import.refused > kMostTold) {
    context.Warn(fmt::format("and {} more rows were refused", import.refused - kMostTold), "");
  }
}

}  // namespace

Outcome RunMemoryExport(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const engine::MemoryScope scope = OneSpace(target.scope);
  const std::string& name = context.invocation.arguments[0];
  if (name == "-") {
    const auto rows = engine::ExportMemories(
        target.place, scope,
        [&](std::string_view line) { context.PrintPacket(std::string(line)); },  // JSON, made safe
        target.deadline);
    if (!rows) return FailSource(rows.error());
    return ExitCode::kOk;
  }
  const std::filesystem::path path = PathFrom(context, name);
  auto draft = FileDraft::Open(path);
  if (!draft) return FailSource(draft.error());
  Status written;
  const auto rows = engine::ExportMemories(
      target.place, scope,
      [&](std::string_view line) {
        if (written) written = draft->Write(line);
      },
      target.deadline);
  if (!rows) return FailSource(rows.error());
  if (written) written = std::move(*draft).Commit();
  if (!written) return FailSource(written.error());
  if (context.json) {
    context.PrintJson({{"file", path.string()}, {"rows", *rows}});
  } else {
    context.Print(fmt::format("wrote {} to {}\n", Count(*rows, "memory", "memories"),
                              Visible(path.string())));
  }
  return ExitCode::kOk;
}

Outcome RunMemoryImport(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const std::string& name = context.invocation.arguments[0];
  const std::string format = context.invocation.Find("--from").value_or("");
  const std::filesystem::path path = PathFrom(context, name);
  engine::ImportRequest request{.format = format,
                                .conversations = context.invocation.Has("--conversations"),
                                .dry_run = context.invocation.Has("--dry-run")};
  std::string bytes;
  std::string file_name;
  std::error_code error;
  if (name != "-" && std::filesystem::is_directory(path, error)) {
    request.folder = path;
  } else {
    bytes = SATCHEL_TRY(ReadInput(context, name, kMostImportBytes));
    if (name != "-") file_name = path.filename().string();
    request.bytes = bytes;
    request.name = file_name;
  }
  const auto import = engine::ImportMemories(target, request);
  if (!import) return FailSource(import.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*import));
  } else {
    context.Print(TextOf(*import));
  }
  WarnOfRefused(context, name, *import);
  if (import->redacted > 0) {
    context.Warn(fmt::format("redacted possible secrets in {}",
                             Count(import->redacted, "memory", "memories")),
                 "");
  }
  if (import->added + import->skipped + import->refused == 0) {
    context.Note("the file has no memories");
  }
  return import->refused == 0 ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
