#include "surfaces/cli/eval/access.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "engine/stores/store_place.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {

evaluation::Tools ToolsOf(const Context& context, const Git& git) {
  return {.environment = context.environment,
          .directories = context.directories,
          .settings = context.loaded.settings,
          .git = git,
          .now = Now(context),
          .deadline = context.deadline};
}

std::unexpected<Failure> FailEval(const Error& error) {
  if (error.code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, error);
  return FailStore(error, engine::StoreKind::kSqlite);
}

double Milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::expected<void, Failure> WriteAnswers(const std::filesystem::path& file, std::size_t count,
                                          const std::function<Json(std::size_t)>& line) {
  auto draft = FileDraft::Open(file);
  if (!draft) return FailSource(draft.error());
  for (std::size_t i = 0; i < count; ++i) {
    if (auto written = draft->Write(CanonicalJson(line(i)) + "\n"); !written) {
      return FailSource(written.error());
    }
  }
  auto kept = std::move(*draft).Commit();
  if (!kept) return FailSource(kept.error());
  return {};
}

}  // namespace satchel::cli
