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
  const auto store = context.invocation.Find("--store");
  if (store) {
    if (auto place = engine::CheckPlace(*store); !place) {
      return FailWith(ExitCode::kUsage, place.error());
    }
  }
  const engine::Settings& settings = context.loaded.settings;
  const auto done =
      engine::InitWorkspace(*context.workspace, context.directories, context.environment, settings,
                            store, Now(context), Deadline::Never());
  if (!done) {
    const auto kind = engine::IsPostgresUrl(store.value_or(settings.Text(engine::Key::kStoreUrl)))
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
    context.Note(done->place.kind == engine::StoreKind::kPostgres
                     ? "the workspace's config.toml names this store now; commit it to share it"
                     : "the workspace's config.toml names this store now");
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
