#include "engine/stores/carry.h"

#include <array>
#include <fstream>
#include <istream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "store/session_state.h"
#include "store/transfer.h"

namespace satchel::engine {
namespace {

using store::Area;
using store::Database;

// A line holds one row; a row of the log may be large, a line without end is not one.
constexpr std::size_t kLongestLine = 64U << 20U;  // as ParseJson

// SQLite: the files of the sessions by the tasks they are of.
Result<std::vector<std::unique_ptr<Database>>> SessionsByTask(Stores& stores,
                                                              const store::Scope& scope) {
  const auto files = SATCHEL_TRY(stores.SessionFiles());
  std::map<std::string, std::unique_ptr<Database>> by_task;
  for (const auto& file : files) {
    auto database = stores.OpenSessionFile(file);
    if (!database && database.error().code() == Errc::kNotFound) continue;
    if (!database) return std::unexpected(database.error());
    const auto sessions = SATCHEL_TRY(store::SessionState(**database).Sessions(scope));
    if (!sessions.empty()) by_task.emplace(sessions.front().task, *std::move(database));
  }
  std::vector<std::unique_ptr<Database>> sessions;
  for (auto& [task, database] : by_task) sessions.push_back(std::move(database));
  return sessions;
}

Result<std::vector<Database*>> SessionDatabases(Stores& stores, const store::Scope& scope,
                                                std::vector<std::unique_ptr<Database>>& files) {
  if (stores.place().kind == StoreKind::kPostgres) return std::vector<Database*>{&stores.raw()};
  auto opened = SATCHEL_TRY(SessionsByTask(stores, scope));
  files = std::move(opened);
  std::vector<Database*> databases;
  for (const auto& file : files) databases.push_back(file.get());
  return databases;
}

std::unexpected<Error> TooLong() {
  return Fail(Errc::kInvalidInput, fmt::format("a row is longer than {} MB", kLongestLine >> 20U));
}

// Every line of a file, within bounds.
template <class Take>
Status ForEachLine(const std::filesystem::path& path, Take take) {
  constexpr std::string_view kHint = "name a file that `satchel db export` wrote";
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
    return Fail(Errc::kInvalidInput, fmt::format("{} is not a regular file", path.string()), kHint);
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return Fail(Errc::kNotFound, fmt::format("cannot read {}", path.string()), kHint);
  std::string line;
  std::string buffer(64U << 10U, '\0');
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    std::string_view left(buffer.data(), static_cast<std::size_t>(in.gcount()));
    for (auto end = left.find('\n'); end != std::string_view::npos; end = left.find('\n')) {
      line += left.substr(0, end);
      SATCHEL_TRY(take(line));
      line.clear();
      left.remove_prefix(end + 1);
    }
    line += left;
    if (line.size() > kLongestLine) return TooLong();
  }
  if (in.bad()) return Fail(Errc::kSystem, fmt::format("cannot read {}", path.string()));
  return line.empty() ? Status() : take(line);
}

Status CheckEmpty(Stores& stores, const store::Scope& scope) {
  bool any = false;
  for (const auto& [database, area] :
       {std::pair(&stores.curated(), Area::kCurated), std::pair(&stores.raw(), Area::kRaw)}) {
    const auto has = SATCHEL_TRY(HasRows(*database, scope, area));
    any = any || has;
  }
  std::vector<std::unique_ptr<Database>> files;
  const auto sessions = SATCHEL_TRY(SessionDatabases(stores, scope, files));
  for (Database* session : sessions) {
    const auto has = SATCHEL_TRY(HasRows(*session, scope, Area::kSession));
    any = any || has;
  }
  if (!any) return {};
  return Fail(Errc::kConflict, "the workspace already has rows",
              "import into a new one: `satchel init --store …` in another directory");
}

}  // namespace

Result<std::uint64_t> ExportWorkspace(Stores& stores, const LineSink& sink,
                                      const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  store::Exporter exporter([&](std::string_view line) -> Status {
    return line.size() > kLongestLine ? TooLong() : sink(line);
  });
  std::vector<std::unique_ptr<Database>> files;
  const auto sessions = SATCHEL_TRY(SessionDatabases(stores, scope, files));
  const std::array<Database*, 1> curated = {&stores.curated()};
  const std::array<Database*, 1> raw = {&stores.raw()};
  Status written = exporter.Head();
  if (written) written = exporter.Rows(curated, scope, Area::kCurated);
  if (written) written = exporter.Rows(raw, scope, Area::kRaw);
  if (written) written = exporter.Rows(sessions, scope, Area::kSession);
  if (written) written = exporter.End();
  if (!written) return std::unexpected(written.error());
  return exporter.rows();
}

Result<std::uint64_t> ImportWorkspace(Stores& stores, const std::filesystem::path& file, Time now,
                                      const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  SATCHEL_TRY(CheckEmpty(stores, scope));
  const auto read = [&](store::Importer& importer) -> Status {
    auto lines = ForEachLine(file, [&](std::string_view line) { return importer.Line(line); });
    return lines ? importer.Finish() : lines;
  };
  store::Importer check(std::nullopt, scope);
  SATCHEL_TRY(read(check));
  std::shared_ptr<Database> session;  // that is written to
  store::Importer importer(
      [&](Area area, std::string_view task) -> Result<Database*> {
        if (area == Area::kSession) {
          session = SATCHEL_TRY(stores.Session(task, now, deadline));
          return session.get();
        }
        return area == Area::kRaw ? &stores.raw() : &stores.curated();
      },
      scope);
  if (auto imported = read(importer); !imported) {
    Error error = imported.error();
    return std::move(error).WithHint("a part was written; remove this workspace's stores first");
  }
  // An export of a server has them.
  SATCHEL_TRY(stores.DropMemoryRows(deadline));
  return importer.rows();
}

}  // namespace satchel::engine
