#include "surfaces/cli/eval_access.h"

#include "engine/store_place.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {

evaluation::Tools ToolsOf(const Context& context, const Git& git, const Deadline& deadline) {
  return {.environment = context.environment,
          .directories = context.directories,
          .settings = context.loaded.settings,
          .git = git,
          .now = Now(context),
          .deadline = deadline};
}

std::unexpected<Failure> FailEval(const Error& error) {
  if (error.code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, error);
  return FailStore(error, engine::StoreKind::kSqlite);
}

}  // namespace satchel::cli
