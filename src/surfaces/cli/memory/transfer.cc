#include "engine/memory/transfer.h"

#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/result.h"
#include "engine/answers/memory_answer.h"
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

}  // namespace

Outcome RunMemoryExport(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const engine::MemoryScope scope = OneSpace(target.scope);
  const std::string& name = context.invocation.arguments[0];
  if (name == "-") {
    const auto rows = engine::ExportMemories(
        target.place, scope, [&](std::string_view line) { context.Print(line); }, target.deadline);
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
  const auto lines = SATCHEL_TRY(ReadInput(context, name, kMostImportBytes));
  const auto import = engine::ImportMemories(target, lines);
  if (!import) return FailSource(import.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*import));
  } else {
    context.Print(fmt::format("{} added, {} skipped, {} refused\n", import->added, import->skipped,
                              import->refused));
  }
  for (std::size_t i = 0; i < std::min(import->bad.size(), kMostTold); ++i) {
    context.Warn(
        fmt::format("{}:{}: {}", Visible(name), import->bad[i].line, Visible(import->bad[i].why)),
        "");
  }
  if (import->refused > kMostTold) {
    context.Warn(fmt::format("and {} more rows were refused", import->refused - kMostTold), "");
  }
  if (import->redacted > 0) {
    context.Warn(fmt::format("what looks like a secret was taken out of {}",
                             Count(import->redacted, "row", "rows")),
                 "");
  }
  return import->refused == 0 ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
