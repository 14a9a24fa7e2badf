#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/carry.h"
#include "engine/database_admin.h"
#include "engine/setting.h"
#include "surfaces/cli/command.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {
namespace {

using Use = engine::Stores::Use;
constexpr auto kServer = engine::StoreKind::kPostgres;

std::expected<engine::DatabaseAddress, Failure> Address(const Context& context) {
  if (auto checked = context.CheckSetup(); !checked) return std::unexpected(checked.error());
  const std::string& url = context.invocation.arguments[0];
  if (!engine::IsPostgresUrl(url)) {
    return FailWith(ExitCode::kUsage, "URL must begin with postgresql://",
                    "like postgresql://owner@db.example/satchel");
  }
  return engine::DatabaseAddress{
      .url = url, .password = context.loaded.settings.Text(engine::Key::kStorePassword)};
}

std::string AppRole(const Context& context) {
  return context.invocation.Find("--app-role").value_or("satchel_app");
}

}  // namespace

Outcome RunDbInit(Context& context) {
  const auto owner = Address(context);
  if (!owner) return std::unexpected(owner.error());
  const std::string role = AppRole(context);
  if (const auto done = engine::InitDatabase(*owner, role, Now(context)); !done) {
    return FailStore(done.error(), kServer);
  }
  const std::string place = engine::WithoutPassword(owner->url);
  if (context.json) {
    context.PrintJson({{"database", place}, {"app_role", role}});
  } else {
    context.Print(fmt::format("{} is ready for the role {}\n", Visible(place), Visible(role)));
    context.Note(
        fmt::format("next: give {} a password, then `satchel db check` and "
                    "`satchel init --store` with its address",
                    role));
  }
  return ExitCode::kOk;
}

Outcome RunDbMigrate(Context& context) {
  const auto owner = Address(context);
  if (!owner) return std::unexpected(owner.error());
  const auto done = engine::MigrateDatabase(*owner, AppRole(context), Now(context));
  if (!done) return FailStore(done.error(), kServer);
  if (context.json) {
    context.PrintJson({{"from", done->from}, {"to", done->to}});
  } else {
    context.Print(done->from == done->to
                      ? fmt::format("the schema is version {}; nothing to do\n", done->to)
                      : fmt::format("from schema version {} to {}\n", done->from, done->to));
  }
  return ExitCode::kOk;
}

Outcome RunDbCheck(Context& context) {
  const auto app = Address(context);
  if (!app) return std::unexpected(app.error());
  const auto findings = engine::CheckDatabase(*app);
  if (!findings) return FailStore(findings.error(), kServer);
  if (context.json) {
    Json list = Json::array();
    for (const auto& finding : *findings) {
      list.push_back({{"reason", finding.reason}, {"fix", finding.fix}});
    }
    context.PrintJson({{"ok", findings->empty()}, {"findings", std::move(list)}});
  } else {
    for (const auto& finding : *findings) {
      context.Print(fmt::format("{} {}\n  fix: {}\n", context.out.Red("FAIL"),
                                Visible(finding.reason), Visible(finding.fix)));
    }
    if (findings->empty()) context.Print("ok: rows of each workspace are kept apart\n");
  }
  return findings->empty() ? ExitCode::kOk : ExitCode::kNothing;
}

Outcome RunDbExport(Context& context) {
  auto stores = OpenStores(context, Use::kReadOnly);
  if (!stores) return std::unexpected(stores.error());
  const std::string& target = context.invocation.arguments[0];
  if (target == "-") {
    const auto rows = engine::ExportWorkspace(*stores, context.streams.out, Deadline::Never());
    if (!rows) return FailStore(rows.error(), stores->place().kind);
    return ExitCode::kOk;
  }
  // Beside the target first: a file of that name is always a whole export.
  const std::filesystem::path path =
      (context.environment.working_directory / target).lexically_normal();
  std::filesystem::path part = path;
  part += ".part";
  std::ofstream out(part, std::ios::binary | std::ios::trunc);
  if (!out) {
    return FailWith(ExitCode::kNotFound, fmt::format("cannot write {}", part.string()),
                    "name a file in a directory that you can write");
  }
  const auto rows = engine::ExportWorkspace(*stores, out, Deadline::Never());
  out.close();
  std::error_code error;
  if (!rows || !out) {
    std::filesystem::remove(part, error);
    if (!rows) return FailStore(rows.error(), stores->place().kind);
    return FailWith(ExitCode::kInternal, fmt::format("cannot write {}", part.string()), "");
  }
  std::filesystem::rename(part, path, error);
  if (error) {
    return FailWith(ExitCode::kInternal,
                    fmt::format("cannot rename {}: {}", part.string(), error.message()), "");
  }
  if (context.json) {
    context.PrintJson({{"file", path.string()}, {"rows", *rows}});
  } else {
    context.Print(
        fmt::format("wrote {} to {}\n", Count(*rows, "row", "rows"), Visible(path.string())));
  }
  return ExitCode::kOk;
}

Outcome RunDbImport(Context& context) {
  auto stores = OpenStores(context, Use::kWrite);
  if (!stores) return std::unexpected(stores.error());
  const std::filesystem::path path =
      (context.environment.working_directory / context.invocation.arguments[0]).lexically_normal();
  const auto rows = engine::ImportWorkspace(*stores, path, Now(context), Deadline::Never());
  if (!rows) return FailStore(rows.error(), stores->place().kind);
  if (context.json) {
    context.PrintJson({{"file", path.string()}, {"rows", *rows}});
  } else {
    context.Print(
        fmt::format("read {} from {}\n", Count(*rows, "row", "rows"), Visible(path.string())));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
