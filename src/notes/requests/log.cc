#include "notes/requests/log.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/git.h"
#include "base/git_objects.h"
#include "notes/files/folder.h"
#include "text/redactor.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostCommits = 20'000;
constexpr std::size_t kBlobsAtOnce = 64;            // commits whose blobs are read together
constexpr std::size_t kMostTextBytes = 64U << 20U;  // of them
constexpr std::chrono::seconds kMostTime{120};

struct Blob {
  std::string path;
  std::string id;
};
struct Commit {
  NoteCommit shown;
  std::vector<Blob> blobs;
};

std::string_view TakeUntil(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

NoteCommit CommitFrom(std::string_view header) {
  NoteCommit commit;
  commit.hash = TakeUntil(header, '\x02');
  const std::string_view seconds = TakeUntil(header, '\x02');
  std::int64_t number = 0;
  std::from_chars(seconds.data(), seconds.data() + seconds.size(), number);
  commit.time = {number * 1'000'000};
  commit.author = TakeUntil(header, '\x02');
  commit.subject = header;
  return commit;
}

// `git log --raw -z`: a header of ours, then ":modes old new status" and the path, each
// ended by a zero byte.
std::vector<Commit> ParseLog(std::string_view printed) {
  std::vector<Commit> commits;
  while (!printed.empty()) {
    std::string_view part = TakeUntil(printed, '\0');
    while (part.starts_with('\n')) part.remove_prefix(1);
    if (part.starts_with('\x01')) {
      commits.push_back({.shown = CommitFrom(part.substr(1))});
    } else if (part.starts_with(':')) {
      const std::string path(TakeUntil(printed, '\0'));
      std::string_view fields = part;
      for (int i = 0; i < 3; ++i) TakeUntil(fields, ' ');
      const std::string_view id = TakeUntil(fields, ' ');
      const bool gone = id.find_first_not_of('0') == id.npos;
      if (!gone && !commits.empty()) commits.back().blobs.push_back({path, std::string(id)});
    }
  }
  return commits;
}

// The texts of blobs by their ids. One that is missing or no blob has none, and neither have those
// that no longer fit into the limit.
Result<std::map<std::string, std::string>> ReadBlobs(const Git& git,
                                                     const settings::Workspace& workspace,
                                                     const std::set<std::string>& ids,
                                                     const Deadline& deadline) {
  const std::vector<std::string> names(ids.begin(), ids.end());
  std::map<std::string, std::string> texts;
  std::size_t left = kMostTextBytes;
  const auto take = [&](std::size_t at, GitObject object) -> Status {
    if (object.type != "blob" || object.bytes.size() > left) return {};
    left -= object.bytes.size();
    texts[names[at]] = std::move(object.bytes);
    return {};
  };
  SATCHEL_TRY(GitObjects(git, {.directory = workspace.root})
                  .Read(names, GitObjects::Want::kBytes, take, deadline));
  return texts;
}

std::string KeyOf(const NoteItem& item) {
  const bool dated = item.kind == NoteKind::kDecision || item.kind == NoteKind::kLearning;
  const std::string time = dated && item.time ? FormatTime(*item.time) : "";
  return fmt::format("{}\n{}\n{}", Name(item.kind), time, item.title);
}

// Collects what is seen for the first time.
class History {
 public:
  explicit History(const std::optional<NoteItem>& only) {
    if (only) only_ = KeyOf(*only);
  }

  void Take(Commit& commit, const std::map<std::string, std::string>& texts) {
    for (const Blob& blob : commit.blobs) {
      const auto role = notes::RoleOfPath(blob.path);
      const auto text = texts.find(blob.id);
      if (!role || text == texts.end()) continue;
      const auto notes = notes::ReadNotes(
          {notes::File{.path = blob.path,
                       .role = *role,
                       .text = text::Redactor::Default().Redact(text->second).text}});
      for (const NoteItem& item : ItemsOf(notes)) TakeItem(item, commit.shown);
    }
  }

 private:
  void TakeItem(const NoteItem& item, NoteCommit& commit) {
    const std::string key = KeyOf(item);
    if (only_ && *only_ != key) return;
    const auto add = [&](NoteChange change) {
      commit.events.push_back(
          {.change = change, .kind = item.kind, .title = item.title, .path = item.path});
    };
    if (seen_.insert(key).second) add(NoteChange::kAdded);
    if (item.state == "done" && seen_.insert(key + "\ndone").second) add(NoteChange::kDone);
    if (item.state == "superseded" && seen_.insert(key + "\nover").second) {
      add(NoteChange::kSuperseded);
    }
  }

  std::optional<std::string> only_;
  std::set<std::string> seen_;
};

}  // namespace

std::string_view Name(NoteChange change) {
  switch (change) {
    case NoteChange::kAdded:
      return "added";
    case NoteChange::kDone:
      return "done";
    case NoteChange::kSuperseded:
      return "superseded";
  }
  return "";
}

Result<NotesLog> ReadNotesLog(const settings::Workspace& workspace,
                              const settings::Environment& environment,
                              const std::optional<NoteItem>& only, const Deadline& deadline) {
  const auto git = SATCHEL_TRY(Git::Find(environment.Find("PATH").value_or("")));
  const Deadline end = deadline.Within(kMostTime);
  // Parents before children, so that what is seen first was there first.
  const auto printed = SATCHEL_TRY(
      git.Run({.command = Git::Command::kLog,
               .directory = workspace.root,
               .args = {"--topo-order", fmt::format("--max-count={}", kMostCommits + 1), "--raw",
                        "--no-abbrev", "--no-renames", "--diff-merges=first-parent", "-z",
                        "--format=%x01%H%x02%ct%x02%an%x02%s"},
               .below = true,
               .paths = {".context"}},
              end));
  auto commits = ParseLog(printed);
  NotesLog log{.complete = commits.size() <= kMostCommits};
  std::ranges::reverse(commits);
  History history(only);
  for (std::size_t begin = 0; begin < commits.size(); begin += kBlobsAtOnce) {
    const std::size_t behind = std::min(begin + kBlobsAtOnce, commits.size());
    std::set<std::string> ids;
    for (std::size_t i = begin; i < behind; ++i) {
      for (const Blob& blob : commits[i].blobs) {
        if (notes::RoleOfPath(blob.path)) ids.insert(blob.id);
      }
    }
    const auto texts = SATCHEL_TRY(ReadBlobs(git, workspace, ids, end));
    for (std::size_t i = begin; i < behind; ++i) history.Take(commits[i], texts);
  }
  for (Commit& commit : commits) {
    if (!commit.shown.events.empty()) log.commits.push_back(std::move(commit.shown));
  }
  std::ranges::reverse(log.commits);
  return log;
}

}  // namespace satchel::engine
