#include "code/requests/code_index.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/git.h"
#include "code/index/code_documents.h"
#include "code/index/parse_cache.h"
#include "code/requests/code_history.h"
#include "code/requests/index_options.h"
#include "code/requests/index_record.h"
#include "index/lexical/merge.h"

namespace satchel::engine {
namespace {

// For the log of a run that was stopped or had no time left.
constexpr std::chrono::seconds kTimeToRecord(1);

struct Reason {
  SkipReason reason;
  std::string_view says;
};
constexpr std::array<Reason, code::kSkipReasons> kReasons = {{
    {SkipReason::kGitIgnored, "ignored by git"},
    {SkipReason::kSatchelIgnored, "named in .satchelignore"},
    {SkipReason::kOwned, "read by another source, or Satchel's own"},
    {SkipReason::kSecret, "a secret by its name"},
    {SkipReason::kLink, "a symbolic link"},
    {SkipReason::kSpecial, "a pipe, socket or device"},
    {SkipReason::kName, "a name that is not UTF-8 on one line"},
    {SkipReason::kUnreadable, "cannot be read"},
    {SkipReason::kDepth, "too deep, or too long a path"},
    {SkipReason::kLimit, "more entries than the limit"},
    {SkipReason::kRules, "ignore rules or a git index not read to the end"},
    {SkipReason::kSubmodule, "another repository's commit"},
    {SkipReason::kObject, "missing or broken in the repository"},
    {SkipReason::kTooLarge, "too large"},
    {SkipReason::kBinary, "binary"},
    {SkipReason::kPacket, "a packet that Satchel printed"},
    {SkipReason::kChanged, "changed while it was read"},
    {SkipReason::kGone, "gone since it was found"},
}};

Result<code::IndexSummary> IndexSome(const std::filesystem::path& root,
                                     const settings::Environment& environment,
                                     store::Database& curated, const store::Scope& scope,
                                     code::ParseCache* cache, const code::IndexOptions& options,
                                     const CodeIndexRequest& request) {
  if (!request.revision.empty()) {
    const auto git = SATCHEL_TRY(Git::Find(environment.Find("PATH").value_or("")));
    return code::IndexRevision(git, {.directory = root, .bare = IsBareRepository(root)},
                               request.revision, curated, scope, cache, options);
  }
  if (!request.files.empty()) {
    return code::IndexFiles(root, curated, scope, cache, options, request.files);
  }
  return code::IndexTree(root, curated, scope, cache, options);
}

struct RunInputs {
  const std::filesystem::path& root;
  const settings::Environment& environment;
  const settings::Settings& settings;
  code::ParseCache* cache = nullptr;  // may be null
  const CodeIndexRequest& request;
};

}  // namespace

bool IsBareRepository(const std::filesystem::path& root) {
  std::error_code error;
  return !std::filesystem::exists(root / ".git", error) &&
         std::filesystem::is_regular_file(root / "HEAD", error) &&
         std::filesystem::is_directory(root / "objects", error);
}

std::span<const SkipReason> SkipReasons() {
  static constexpr auto kAll = [] {
    std::array<SkipReason, kReasons.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all.at(i) = kReasons.at(i).reason;
    return all;
  }();
  return kAll;
}

std::string_view Describe(SkipReason reason) {
  const auto found = std::ranges::find(kReasons, reason, &Reason::reason);
  return found == kReasons.end() ? Name(reason) : found->says;
}

namespace {

// One run, and the segments of the search index in order afterwards.
Status RunOnce(store::Database& curated, const store::Scope& scope, const RunInputs& inputs,
               const code::IndexOptions& options, CodeIndexReport& report) {
  auto summary = SATCHEL_TRY(IndexSome(inputs.root, inputs.environment, curated, scope,
                                       inputs.cache, options, inputs.request));
  report.summary = std::move(summary);
  SATCHEL_TRY(lexical::Tidy(curated, scope, retrieval::kCodeSource, retrieval::CodeRanking()));
  if (inputs.request.files.empty()) {
    auto history = SATCHEL_TRY(IndexCodeHistory(curated, scope,
                                                {.root = inputs.root,
                                                 .environment = inputs.environment,
                                                 .settings = inputs.settings,
                                                 .revision = report.summary.commit,
                                                 .below = inputs.request.below,
                                                 .full = options.full},
                                                report.summary.remarks));
    report.history = std::move(history);
  }
  auto counts = SATCHEL_TRY(store::CodeReader(curated).Counts(scope));
  report.counts = counts;
  return {};
}

// The same; a damaged search index is made anew.
Status RunAndHeal(store::Database& curated, const store::Scope& scope, const RunInputs& inputs,
                  code::IndexOptions options, CodeIndexReport& report) {
  auto done = RunOnce(curated, scope, inputs, options, report);
  if (done || done.error().code() != Errc::kCorrupt || options.full) return done;
  const std::string damage = done.error().text();
  options.full = true;
  CodeIndexRequest all = inputs.request;
  all.files.clear();
  done =
      RunOnce(curated, scope, {inputs.root, inputs.environment, inputs.settings, inputs.cache, all},
              options, report);
  report.summary.remarks.push_back(damage + "; everything was read again");
  return done;
}

Result<CodeIndexReport> Index(Stores& stores, const settings::Workspace& workspace,
                              const settings::Directories& directories,
                              const settings::Environment& environment,
                              const settings::Settings& settings, const CodeIndexRequest& request,
                              const Deadline& deadline) {
  CodeIndexReport report;
  const auto started = SteadyTicker().Elapsed();
  std::optional<code::ParseCache> cache;
  std::vector<std::string> remarks;
  if (request.use_cache) cache = OpenParseCache(directories, remarks);
  code::IndexOptions options = IndexOptionsFrom(settings);
  options.full = request.full;
  options.below = request.below;
  options.threads = request.threads;
  options.progress = request.progress;
  options.walk.directories = request.directories;
  retrieval::CodeDocuments documents;
  options.chunks = &documents;

  bool began = false;
  const auto change = [&](store::Database& curated) -> Status {
    began = true;
    return RunAndHeal(curated, stores.scope(deadline, &report.stores),
                      {workspace.root, environment, settings, cache ? &*cache : nullptr, request},
                      options, report);
  };
  auto done = stores.ChangeCurated(change, Deadline::After({}));
  const bool is_busy = !done && !began && done.error().code() == Errc::kUnavailable;
  if (is_busy && request.wait.count() > 0) {
    if (request.waits) request.waits();
    done = stores.ChangeCurated(change, deadline.Within(request.wait));
  }
  if (!done) {
    SATCHEL_TRY(deadline.Check("index"));  // cancelled while it waited
    return std::unexpected(done.error());
  }
  report.summary.remarks.insert(report.summary.remarks.begin(), remarks.begin(), remarks.end());
  report.took = SteadyTicker().Elapsed() - started;
  return report;
}

}  // namespace

Result<CodeIndexReport> IndexCode(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings,
                                  const CodeIndexRequest& request, const Deadline& deadline) {
  const Time started_at = request.now ? *request.now : SystemClock().Now();
  const auto started = SteadyTicker().Elapsed();
  auto report = Index(stores, workspace, directories, environment, settings, request, deadline);
  const auto run = RecordIndexRun(stores,
                                  {.started_at = started_at,
                                   .took = SteadyTicker().Elapsed() - started,
                                   .request = request,
                                   .report = report},
                                  deadline.Expired() ? Deadline::After(kTimeToRecord) : deadline);
  // The index is as it is, whether or not the log could be told.
  if (report && run) report->run = *run;
  if (report && !run) report->summary.remarks.push_back(run.error().text());
  return report;
}

Result<CodeFreshness> LookAtCode(Stores& stores, const settings::Workspace& workspace,
                                 const settings::Settings& settings, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  const code::IndexOptions options = IndexOptionsFrom(settings);
  return code::LookAtCode(workspace.root, stores.curated(), scope, options.walk,
                          options.limits.bytes);
}

}  // namespace satchel::engine
