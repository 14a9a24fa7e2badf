#include "code/history/commit_log.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

// Git computes all changes of a commit before it prints one, and compares the contents of files
// that came and went. Ten tree objects that name each other are a commit of ten million paths. So
// each git process is limited, and what it dies of is found: a page that fails is read again from
// where it stopped, the next two commits alone. Alone means with renames, then only with exact
// ones, which need no contents, and at last without changes.
namespace satchel::code {
namespace {

constexpr std::size_t kMostIds = 1'000'000;
constexpr std::size_t kIdBytes = 65;                  // with its newline
constexpr std::size_t kMostChangeBytes = 64U << 20U;  // where all commits are held
// Git starts for each page, in 4 ms, and begins with empty caches: pages of 200 commits of django
// took a third more CPU than pages of 2,000, pages of 1,000 took 3 % more. What a page holds in
// memory does not depend on its size, since commits are parsed as they arrive.
constexpr std::size_t kPage = 1'000;

Result<std::vector<std::string>> ListIds(const Git& git, const GitStore& repository,
                                         std::vector<std::string> args, const Deadline& deadline) {
  Git::Call call = CallIn(repository, Git::Command::kRevList);
  call.max_output = kMostIds * kIdBytes;
  call.args = std::move(args);
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  std::vector<std::string> ids;
  std::string_view rest = out;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!IsObjectId(rest.substr(0, end))) {
      return Fail(Errc::kUnavailable, "git rev-list prints another form");
    }
    ids.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return ids;
}

Result<std::vector<LoggedCommit>> ReadAll(const Git& git, const GitStore& repository,
                                          LoggedPaths paths, std::span<const std::string> ids,
                                          const Deadline& deadline) {
  std::vector<LoggedCommit> commits;
  std::size_t bytes = 0;
  const auto take = [&](LoggedCommit commit) -> Status {
    for (const PathChange& change : commit.changes) {
      bytes += sizeof change + change.path.size() + change.old.size();
    }
    if (bytes > kMostChangeBytes) {
      commit.too_large = true;
      commit.changes = {};
    }
    commits.push_back(std::move(commit));
    return {};
  };
  SATCHEL_TRY(CommitReader(git, repository, paths).Read(ids, take, deadline));
  return commits;
}

}  // namespace

std::vector<std::string> ChangedFiles(const LoggedCommit& commit) {
  std::vector<std::string> files;
  for (const PathChange& change : commit.changes) {
    if (change.kind == PathChange::Kind::kAdded) continue;
    files.push_back(change.kind == PathChange::Kind::kRenamed ? change.old : change.path);
  }
  std::ranges::sort(files);
  return files;
}

// What the log of a large repository needs is far less; much of it is in mapped files, which do not
// count as data. A commit of a million paths does not fit.
ProcessLimits CommitReader::PageLimits() {
  return {.address_space = 1U << 30U,
          .data = 320U << 20U,
          .cpu = std::chrono::seconds(30),
          .wall = std::chrono::seconds(120)};
}

Status CommitReader::Read(std::span<const std::string> ids, const LogParser::Take& take,
                          const Deadline& deadline) {
  while (!ids.empty()) {
    const auto page = ids.first(std::min(kPage, ids.size()));
    const std::size_t read = SATCHEL_TRY(ReadPage(page, take, deadline));
    ids = ids.subspan(read);
    if (read == page.size()) continue;
    if (gave_up()) return TooMuch();
    // The parser knows that a commit ends when the next one begins, so the page failed at the
    // first or at the second that it did not give.
    for (std::size_t alone = 0; alone < 2 && !ids.empty(); ++alone) {
      SATCHEL_TRY(ReadAlone(ids.front(), take, deadline));
      ids = ids.subspan(1);
    }
  }
  return {};
}

// How many it read: fewer than there are when git failed there.
Result<std::size_t> CommitReader::ReadPage(std::span<const std::string> ids,
                                           const LogParser::Take& take, const Deadline& deadline) {
  std::size_t read = 0;
  Status taken;
  const auto count = [&](LoggedCommit commit) -> Status {
    const auto rest = ids.subspan(read);
    const auto found = std::ranges::find(rest, commit.id);
    if (found == rest.end()) return Fail(Errc::kUnavailable, "git log prints other commits");
    read += static_cast<std::size_t>(found - rest.begin()) + 1;
    taken = take(std::move(commit));
    return taken;
  };
  const Want want = only_exact() ? Want::kExactRenames : Want::kRenames;
  const Status done = Run(ids, want, count, deadline);
  if (done) return ids.size();
  if (!taken) return std::unexpected(taken.error());
  if (done.error().code() != Errc::kUnavailable) return std::unexpected(done.error());
  return read;
}

Status CommitReader::ReadAlone(const std::string& id, const LogParser::Take& take,
                               const Deadline& deadline) {
  for (const Want want : {Want::kRenames, Want::kExactRenames, Want::kHeads}) {
    if (want == Want::kRenames && only_exact()) continue;
    std::optional<LoggedCommit> read;
    const auto keep = [&read](LoggedCommit commit) -> Status {
      read = std::move(commit);
      return {};
    };
    const Status done = Run({&id, 1}, want, keep, deadline);
    if (!done && done.error().code() != Errc::kUnavailable) return done;
    if (want == Want::kHeads) ++unlisted_;
    if (gave_up()) return TooMuch();
    if (!done) continue;
    if (want == Want::kExactRenames) ++inexact_;
    if (!read) return {};
    read->too_large = read->too_large || want == Want::kHeads;
    return take(*std::move(read));
  }
  return {};  // git cannot even print its head
}

Status CommitReader::TooMuch() {
  return Fail(Errc::kUnavailable,
              "git cannot list the changes of several commits, or lists too many");
}

Status CommitReader::Run(std::span<const std::string> ids, Want want, const LogParser::Take& take,
                         const Deadline& deadline) {
  LogParser parser(take);
  Git::Call call = CallIn(repository_, Git::Command::kLog);
  call.args = LogFormat();
  call.below = paths_ == LoggedPaths::kBelow;
  call.args.insert(call.args.end(), {"--no-walk=unsorted", "--stdin"});
  if (want == Want::kExactRenames) call.args.emplace_back("--find-renames=100%");
  // With --raw it would list the changes, and then not print them.
  if (want == Want::kHeads) std::erase(call.args, "--raw");
  for (const std::string& id : ids) call.input += id + "\n";
  call.max_output = std::numeric_limits<std::size_t>::max();  // nothing holds it
  call.take = [this, &parser](std::string_view bytes) -> Status {
    printed_ += bytes.size();
    if (gave_up()) return TooMuch();
    return parser.Feed(bytes);
  };
  call.limits = limits_;
  SATCHEL_TRY(git_->Run(call, deadline));
  return parser.Finish();
}

Result<std::vector<LoggedCommit>> ReadLog(const Git& git, const GitStore& repository,
                                          std::size_t skip, std::size_t count,
                                          const Deadline& deadline) {
  const auto head = SATCHEL_TRY(FindCommit(git, repository, "HEAD", deadline));
  if (!head) return std::vector<LoggedCommit>();
  const auto ids = SATCHEL_TRY(ListIds(
      git, repository,
      {"--skip=" + std::to_string(skip), "--max-count=" + std::to_string(count), *head, "--"},
      deadline));
  return ReadAll(git, repository, LoggedPaths::kAll, ids, deadline);
}

Result<std::vector<LoggedCommit>> ReadLogSince(const Git& git, const GitStore& repository,
                                               std::int64_t second, std::size_t most,
                                               const Deadline& deadline) {
  const auto head = SATCHEL_TRY(FindCommit(git, repository, "HEAD", deadline));
  if (!head) return std::vector<LoggedCommit>();
  // Git takes no time before 1970.
  const std::int64_t oldest = std::max<std::int64_t>(second, 0);
  const auto ids = SATCHEL_TRY(ListIds(git, repository,
                                       {"--no-merges", "--max-age=" + std::to_string(oldest),
                                        "--max-count=" + std::to_string(most), *head, "--"},
                                       deadline));
  const auto paths = repository.bare ? LoggedPaths::kAll : LoggedPaths::kBelow;
  auto commits = SATCHEL_TRY(ReadAll(git, repository, paths, ids, deadline));
  std::erase_if(commits, [second](const LoggedCommit& one) { return one.committed < second; });
  return commits;
}

Result<std::vector<std::string>> ListCommits(const Git& git, const GitStore& repository,
                                             const std::string& from, std::size_t most,
                                             const Deadline& deadline) {
  if (!IsObjectId(from)) return Fail(Errc::kInvalidInput, "a commit is named by its whole id");
  return ListIds(git, repository,
                 {"--no-merges", "--max-count=" + std::to_string(most), from, "--"}, deadline);
}

Result<bool> HasHiddenParent(const Git& git, const GitStore& repository, const std::string& commit,
                             const Deadline& deadline) {
  bool has = false;
  const std::vector<std::string> names = {commit};
  SATCHEL_TRY(GitObjects(git, repository)
                  .Read(
                      names, GitObjects::Want::kBytes,
                      [&has](std::size_t, const GitObject& object) {
                        const std::string_view head =
                            std::string_view(object.bytes).substr(0, object.bytes.find("\n\n"));
                        has = head.contains("\nparent ");
                        return Status();
                      },
                      deadline));
  return has;
}

}  // namespace satchel::code
