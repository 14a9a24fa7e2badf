#include "engine/stores/init.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "notes/requests/edit.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {

Outcome RunInit(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const auto store = context.invocation.Find("--store");
  if (store) {
    if (auto place = engine::CheckPlace(*store); !place) {
      return FailWith(ExitCode::kUsage, place.error());
    }
  }
  const settings::Settings& settings = context.loaded.settings;
  const auto done =
      engine::InitWorkspace(*context.workspace, context.directories, context.environment, settings,
                            store, Now(context), context.deadline);
  if (!done) {
    const auto kind = engine::IsPostgresUrl(store.value_or(settings.Text(settings::Key::kStoreUrl)))
                          ? engine::StoreKind::kPostgres
                          : engine::StoreKind::kSqlite;
    return FailStore(done.error(), kind);
  }
  std::vector<engine::StarterFile> notes;
  if (context.invocation.Has("--notes")) {
    auto made = engine::MakeStarterNotes(*context.workspace, context.deadline);
    if (!made) return FailSource(made.error());
    notes = *std::move(made);
  }
  if (context.json) {
    Json files = Json::array();
    for (const auto& file : notes) {
      files.push_back({{"path", file.path}, {"created", file.created}});
    }
    context.PrintJson(
        {{"notes", std::move(files)},
         {"store",
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
  for (const auto& file : notes) {
    context.Print(
        fmt::format("{} {}\n", file.created ? "made" : "already there:", Visible(file.path)));
  }
  if (done->wrote_settings) {
    context.Note(done->place.kind == engine::StoreKind::kPostgres
                     ? "the workspace's config.toml names this store now; commit it to share it"
                     : "the workspace's config.toml names this store now");
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
