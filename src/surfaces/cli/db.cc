#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/engine.h"
#include "engine/stores/adopt.h"
#include "engine/stores/carry.h"
#include "engine/stores/database_admin.h"
#include "settings/setting.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

using engine::Purpose;
constexpr auto kServer = engine::StoreKind::kPostgres;

std::expected<engine::DatabaseAddress, Failure> Address(const Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const std::string& url = context.invocation.arguments[0];
  if (!engine::IsPostgresUrl(url)) {
    return FailWith(ExitCode::kUsage, "URL must begin with postgresql://",
                    "like postgresql://owner@db.example/satchel");
  }
  return engine::DatabaseAddress{
      .url = url, .password = context.loaded.settings.Text(settings::Key::kStorePassword)};
}

std::string AppRole(const Context& context) {
  return context.invocation.Find("--app-role").value_or("satchel_app");
}

}  // namespace

Outcome RunDbInit(Context& context) {
  const auto owner = SATCHEL_TRY(Address(context));
  const std::string role = AppRole(context);
  if (const auto done = engine::InitDatabase(owner, role, Now(context)); !done) {
    return FailStore(done.error(), kServer);
  }
  const std::string place = settings::WithoutPassword(owner.url);
  if (context.json) {
    context.PrintJson({{"database", place}, {"app_role", role}});
  } else {
    context.Print(fmt::format("{} is ready for the role {}\n", Visible(place), Visible(role)));
    context.Note(
        fmt::format("next: give {} a password, then run `satchel db check` and `satchel init "
                    "--store` with its URL",
                    role));
  }
  return ExitCode::kOk;
}

Outcome RunDbMigrate(Context& context) {
  const auto owner = SATCHEL_TRY(Address(context));
  const auto done = engine::MigrateDatabase(owner, AppRole(context), Now(context));
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
  const auto app = SATCHEL_TRY(Address(context));
  const auto findings = engine::CheckDatabase(app);
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
    if (findings->empty()) context.Print("ok: the rows of each workspace are separate\n");
  }
  return findings->empty() ? ExitCode::kOk : ExitCode::kNothing;
}

namespace {

Outcome ExportToOutput(const Context& context, engine::Engine& engine) {
  const auto rows = engine.Export(
      [&context](std::string_view line) -> Status {
        context.streams.out << line << '\n';
        if (context.streams.out) return {};
        return Fail(Errc::kUnavailable, "cannot write the export");
      },
      context.deadline);
  // A reader that left, or a full disk, is told at the end as for every command.
  if (!rows && context.streams.out) return FailStore(rows.error(), engine.place().kind);
  return ExitCode::kOk;
}

std::filesystem::path PathOf(const Context& context) {
  return PathFrom(context, context.invocation.arguments[0]).lexically_normal();
}

void PrintCarried(const Context& context, std::string_view did, const std::filesystem::path& path,
                  std::uint64_t rows) {
  if (context.json) {
    context.PrintJson({{"file", path.string()}, {"rows", rows}});
  } else {
    context.Print(
        fmt::format("{} {}: {}\n", did, Visible(path.string()), Count(rows, "row", "rows")));
  }
}

}  // namespace

Outcome RunDbExport(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Purpose::kRead));
  if (context.invocation.arguments[0] == "-") return ExportToOutput(context, *engine);
  const std::filesystem::path path = PathOf(context);
  auto draft = FileDraft::Open(path);
  if (!draft) return FailSource(draft.error());
  std::optional<Error> unwritten;
  const auto rows = engine->Export(
      [&](std::string_view line) -> Status {
        auto written = draft->Write(line);
        if (written) written = draft->Write("\n");
        if (!written) unwritten = written.error();
        return written;
      },
      context.deadline);
  if (unwritten) return FailSource(*unwritten);
  if (!rows) return FailStore(rows.error(), engine->place().kind);
  if (auto done = std::move(*draft).Commit(); !done) return FailSource(done.error());
  PrintCarried(context, "wrote", path, *rows);
  return ExitCode::kOk;
}

Outcome RunDbImport(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Purpose::kImport));
  const std::filesystem::path path = PathOf(context);
  const auto rows = engine->Import(path, context.deadline);
  if (rows) {
    PrintCarried(context, "read", path, *rows);
    return ExitCode::kOk;
  }
  // The stores are open: what is wrong now is the file.
  if (rows.error().code() == Errc::kInvalidInput) {
    return FailWith(ExitCode::kNothing, rows.error());
  }
  return FailStore(rows.error(), engine->place().kind);
}

Outcome RunDbAdopt(Context& context) {
  SATCHEL_TRY(context.CheckWorkspace());
  const auto done =
      engine::AdoptStores(*context.workspace, context.environment, context.loaded.settings,
                          context.invocation.Find("--digest"), context.deadline);
  if (!done) return FailStore(done.error(), engine::StoreKind::kSqlite);
  if (context.json) {
    context.PrintJson({{"directory", done->directory.string()}, {"adopted", !done->was_ours}});
  } else {
    const std::string place = Visible(done->directory.string());
    context.Print(done->was_ours ? fmt::format("Satchel already uses the stores in {}\n", place)
                                 : fmt::format("Satchel now uses the stores in {}\n", place));
  }
  return ExitCode::kOk;
}

Outcome RunDbDigest(Context& context) {
  SATCHEL_TRY(context.CheckWorkspace());
  const auto digest =
      engine::DigestOfWorkspace(*context.workspace, context.loaded.settings, context.environment);
  if (!digest) return FailStore(digest.error(), engine::StoreKind::kSqlite);
  if (context.json) {
    context.PrintJson({{"digest", *digest}});
  } else {
    context.Print(*digest + "\n");
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
