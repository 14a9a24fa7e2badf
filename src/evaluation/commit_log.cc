#include "evaluation/commit_log.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/git.h"

namespace satchel::evaluation {
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

std::vector<std::string> SplitIds(std::string_view text) {
  std::vector<std::string> ids;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) ids.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return ids;
}

// ":100644 100644 ID ID M": a regular file that was there before.
bool WasFile(std::string_view change) { return change.starts_with(":100"); }

bool IsNameCharacter(char c) { return IsAlnum(c) || c == '-'; }

// "Signed-off-by: somebody"
bool IsTrailer(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != line.npos && colon > 1 && colon + 1 < line.size() && line[colon + 1] == ' ' &&
         std::ranges::all_of(line.substr(0, colon), IsNameCharacter);
}

// Wherever it stands.
bool SaysNothing(std::string_view line) {
  const std::string lower = AsciiLower(line);
  const std::size_t name = lower.find(':');
  if (name != lower.npos && IsTrailer(line) && lower.substr(0, name).ends_with("-by")) return true;
  static constexpr std::array<std::string_view, 7> kBeginnings = {
      "(cherry picked from", "cherry picked from", "(cherry-picked from", "this reverts commit",
      "git-svn-id:",         "change-id:",         "see also: commit"};
  return std::ranges::any_of(kBeginnings,
                             [&lower](std::string_view begin) { return lower.starts_with(begin); });
}

// "See-also: 1234abc", "see also 1234abc": ids of other commits.
bool IsSeeAlso(std::string_view line) {
  const std::string lower = AsciiLower(line);
  return lower.starts_with("see also") || lower.starts_with("see-also");
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace

Result<std::vector<LoggedCommit>> ReadLog(const Git& git, const code::GitStore& repository,
                                          std::size_t skip, std::size_t count,
                                          const Deadline& deadline) {
  Git::Call call{.command = Git::Command::kLog, .directory = repository.directory};
  call.bare = repository.bare;
  call.max_output = kMostOutput;
  call.args = {"--raw",
               "-z",
               "--no-renames",
               "--no-relative",
               "--no-notes",
               "--no-color",
               "--encoding=UTF-8",
               "--format=tformat:%H%x00%P%x00%B%x00",
               "--skip=" + std::to_string(skip),
               "--max-count=" + std::to_string(count)};
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  return ParseLog(out);
}

Result<std::vector<LoggedCommit>> ParseLog(std::string_view out) {
  const auto broken = [] { return Fail(Errc::kUnavailable, "git log prints another form"); };
  std::vector<LoggedCommit> commits;
  while (!out.empty()) {
    const auto id = TakeField(out);
    const auto parents = TakeField(out);
    const auto message = TakeField(out);
    const auto end = TakeField(out);
    if (!id || !parents || !message || !end || !IsObjectId(*id) || !end->empty()) return broken();
    LoggedCommit& commit = commits.emplace_back();
    commit.id = *id;
    commit.parents = SplitIds(*parents);
    commit.message = *message;
    while (out.starts_with("\n:") || out.starts_with(':')) {
      auto change = TakeField(out);
      const auto path = TakeField(out);
      if (!change || !path) return broken();
      if (change->starts_with('\n')) change->remove_prefix(1);
      if (WasFile(*change)) commit.changed.emplace_back(*path);
    }
  }
  return commits;
}

Result<bool> HasHiddenParent(const Git& git, const code::GitStore& repository,
                             const std::string& commit, const Deadline& deadline) {
  bool has = false;
  const std::vector<std::string> names = {commit};
  SATCHEL_TRY(code::GitObjects(git, repository)
                  .Read(
                      names, code::GitObjects::Want::kBytes,
                      [&has](std::size_t, const code::GitObject& object) {
                        const std::string_view head =
                            std::string_view(object.bytes).substr(0, object.bytes.find("\n\n"));
                        has = head.contains("\nparent ");
                        return Status();
                      },
                      deadline));
  return has;
}

std::string TaskOf(std::string_view message) {
  std::vector<std::string_view> lines = LinesOf(message);
  // The last paragraph, when it is nothing but trailers.
  std::size_t last = lines.size();
  while (last > 0 && !lines[last - 1].empty()) --last;
  const auto paragraph = std::span(lines).subspan(last);
  const bool trailers =
      last > 0 && std::ranges::all_of(paragraph, [](std::string_view line) {
        return IsTrailer(line) || line.starts_with(' ') || SaysNothing(line) || IsSeeAlso(line);
      });
  if (trailers) lines.resize(last);
  std::string task;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // The subject stays whatever it is.
    if (i > 0 && (SaysNothing(lines[i]) || IsSeeAlso(lines[i]))) continue;
    task += std::string(lines[i]) + "\n";
  }
  while (task.ends_with('\n')) task.pop_back();
  return task;
}

}  // namespace satchel::evaluation
