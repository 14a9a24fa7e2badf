#include "engine/init.h"

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/cli/command.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {

Outcome RunInit(Context& context) {
  if (auto checked = context.CheckSetup(); !checked) return std::unexpected(checked.error());
  const auto done = engine::InitWorkspace(
      *context.workspace, context.directories, context.environment, context.loaded.settings,
      context.invocation.Find("--store"), Now(context), Deadline::Never());
  if (!done) {
    const auto kind = engine::IsPostgresUrl(context.invocation.Find("--store").value_or(""))
                          ? engine::StoreKind::kPostgres
                          : engine::StoreKind::kSqlite;
    return FailStore(done.error(), kind);
  }
  if (context.json) {
    context.PrintJson(
        {{"store",
          {{"kind", Name(done->place.kind)},
           {"place", done->place.Describe()},
           {"created", !done->was_there}}},
         {"workspace",
          {{"root", context.workspace->root.string()},
           {"key", done->place.kind == engine::StoreKind::kPostgres ? done->place.key
                                                                    : context.workspace->key}}},
         {"wrote_settings", done->wrote_settings}});
    return ExitCode::kOk;
  }
  context.Print(fmt::format("{} {} in {}\n", done->was_there ? "already there:" : "made",
                            Name(done->place.kind), Visible(done->place.Describe())));
  if (done->wrote_settings) {
    context.Note("the workspace's config.toml names this store now; commit it to share it");
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
