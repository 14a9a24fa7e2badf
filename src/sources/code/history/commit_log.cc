#include "sources/code/history/commit_log.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace satchel::code {
namespace {

constexpr std::size_t kMostOutput = 512U << 20U;

// The text before the next NUL; nothing at the end.
std::optional<std::string_view> TakeField(std::string_view& out) {
  const std::size_t end = out.find('\0');
  if (end == out.npos) return std::nullopt;
  const std::string_view field = out.substr(0, end);
  out.remove_prefix(end + 1);
  return field;
}

std::vector<std::string> SplitAt(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<std::int64_t> NumberIn(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

// ":100644 100755 ID ID M" or "R087": the modes before and after, and what happened.
struct RawChange {
  bool was_file = false;
  bool is_file = false;
  char status = 0;
};
std::optional<RawChange> ReadChange(std::string_view text) {
  constexpr std::size_t kAfter = 8;
  if (!text.starts_with(':') || text.size() < 2 * kAfter) return std::nullopt;
  const std::size_t last = text.rfind(' ');
  if (last == text.npos || last + 1 >= text.size()) return std::nullopt;
  return RawChange{.was_file = text.substr(1).starts_with("100"),
                   .is_file = text.substr(kAfter).starts_with("100"),
                   .status = text[last + 1]};
}

// Adds what is of regular files; a file that became a link is gone.
void AddChange(const RawChange& raw, std::string_view path, std::string_view renamed,
               std::vector<PathChange>& changes) {
  using enum PathChange::Kind;
  if (raw.status == 'R') {
    if (raw.was_file && raw.is_file) {
      changes.push_back({kRenamed, std::string(renamed), std::string(path)});
    }
  } else if (raw.was_file) {
    changes.push_back({raw.is_file ? kChanged : kGone, std::string(path), {}});
  } else if (raw.is_file) {
    changes.push_back({kAdded, std::string(path), {}});
  }
}

// What all calls have in common. Renames are found where files came and went in the same commit:
// git looks at no others, and at few.
Git::Call LogCall(const GitStore& repository) {
  Git::Call call = CallIn(repository, Git::Command::kLog);
  call.max_output = kMostOutput;
  call.args = {"--raw",
               "-z",
               "--find-renames=50%",
               "-l200",
               "--no-notes",
               "--no-color",
               "--encoding=UTF-8",
               "--format=tformat:%H%x00%P%x00%ct%x00%B%x00"};
  return call;
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

Result<std::vector<LoggedCommit>> ReadLog(const Git& git, const GitStore& repository,
                                          std::size_t skip, std::size_t count,
                                          const Deadline& deadline) {
  Git::Call call = LogCall(repository);
  call.args.insert(call.args.end(), {"--no-relative", "--skip=" + std::to_string(skip),
                                     "--max-count=" + std::to_string(count)});
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  return ParseLog(out);
}

Result<std::vector<LoggedCommit>> ReadLogSince(const Git& git, const GitStore& repository,
                                               std::int64_t second, std::size_t most,
                                               const Deadline& deadline) {
  Git::Call call = LogCall(repository);
  // Git takes no time before 1970.
  const std::int64_t oldest = std::max<std::int64_t>(second, 0);
  call.args.insert(call.args.end(),
                   {repository.bare ? "--no-relative" : "--relative", "--no-merges",
                    "--max-age=" + std::to_string(oldest), "--max-count=" + std::to_string(most)});
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  auto commits = SATCHEL_TRY(ParseLog(out));
  std::erase_if(commits, [second](const LoggedCommit& one) { return one.committed < second; });
  return commits;
}

Result<std::vector<std::string>> ListCommits(const Git& git, const GitStore& repository,
                                             const std::string& from, std::size_t most,
                                             const Deadline& deadline) {
  if (!IsObjectId(from)) return Fail(Errc::kInvalidInput, "a commit is named by its whole id");
  Git::Call call = CallIn(repository, Git::Command::kRevList);
  call.max_output = kMostOutput;
  call.args = {"--no-merges", "--max-count=" + std::to_string(most), from, "--"};
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  std::vector<std::string> ids = SplitAt(out, '\n');
  if (!std::ranges::all_of(ids, IsObjectId)) {
    return Fail(Errc::kUnavailable, "git rev-list prints another form");
  }
  return ids;
}

Result<std::vector<LoggedCommit>> ReadCommits(const Git& git, const GitStore& repository,
                                              LoggedPaths paths, std::span<const std::string> ids,
                                              const Deadline& deadline) {
  if (ids.empty()) return std::vector<LoggedCommit>();
  Git::Call call = LogCall(repository);
  call.args.insert(call.args.end(), {paths == LoggedPaths::kBelow ? "--relative" : "--no-relative",
                                     "--no-walk=unsorted", "--stdin"});
  for (const std::string& id : ids) call.input += id + "\n";
  auto out = git.Run(call, deadline);
  if (!out && out.error().code() == Errc::kUnavailable) {
    // A clone without the contents of some files can tell only of those that stayed the same how
    // they are called now.
    call.args.emplace_back("--find-renames=100%");
    out = git.Run(call, deadline);
  }
  if (!out) return std::unexpected(out.error());
  return ParseLog(*out);
}

Result<std::vector<LoggedCommit>> ParseLog(std::string_view out) {
  const auto broken = [] { return Fail(Errc::kUnavailable, "git log prints another form"); };
  std::vector<LoggedCommit> commits;
  while (!out.empty()) {
    const auto id = TakeField(out);
    const auto parents = TakeField(out);
    const auto committed = TakeField(out);
    const auto message = TakeField(out);
    const auto end = TakeField(out);
    if (!id || !parents || !committed || !message || !end) return broken();
    const auto time = NumberIn(*committed);
    if (!IsObjectId(*id) || !time || !end->empty()) return broken();
    LoggedCommit& commit = commits.emplace_back();
    commit.id = *id;
    commit.parents = SplitAt(*parents, ' ');
    commit.committed = *time;
    commit.message = *message;
    while (out.starts_with("\n:") || out.starts_with(':')) {
      auto change = TakeField(out);
      const auto path = TakeField(out);
      if (!change || !path) return broken();
      if (change->starts_with('\n')) change->remove_prefix(1);
      const auto raw = ReadChange(*change);
      if (!raw) return broken();
      const auto renamed = raw->status == 'R' ? TakeField(out) : std::string_view();
      if (!renamed) return broken();
      AddChange(*raw, *path, *renamed, commit.changes);
    }
  }
  return commits;
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
