#include "code/requests/up_to_date.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "code/index/file_stat.h"
#include "code/requests/code_index.h"

namespace satchel::engine {
namespace {

using State = CodeRefresh::State;

// For another one that makes the index. Each try leaves a run in the log, so there are few.
constexpr std::chrono::seconds kWait{60};

bool IsEnough(State state) {
  return state == State::kFresh || state == State::kRefreshed || state == State::kBusy;
}

}  // namespace

Result<CodeRefresh> BringUpToDate(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings, const RefreshOptions& options,
                                  const Deadline& deadline) {
  auto refresh = SATCHEL_TRY(
      RefreshCode(stores, workspace, directories, environment, settings, options, deadline));
  if (IsEnough(refresh.state)) return refresh;
  const auto before = SATCHEL_TRY(code::AllFiles(stores.curated(), stores.scope(deadline))).size();
  CodeIndexRequest request;
  request.use_cache = options.use_cache;
  request.directories = options.directories;
  request.wait = kWait;
  request.now = options.now;
  const auto report = SATCHEL_TRY(
      IndexCode(stores, workspace, directories, environment, settings, request, deadline));
  const code::IndexSummary& summary = report.summary;
  const std::size_t read = summary.seen - std::min(summary.seen, summary.unchanged);
  const std::size_t kept = before - std::min(before, summary.removed);
  refresh.gone = summary.removed;
  refresh.added = summary.seen - std::min(summary.seen, kept);
  refresh.changed = read - std::min(read, refresh.added);
  refresh.complete = true;
  refresh.state = refresh.size() == 0 ? State::kFresh : State::kRefreshed;
  return refresh;
}

}  // namespace satchel::engine
