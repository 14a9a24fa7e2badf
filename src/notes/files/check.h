#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "notes/files/notes.h"

// What is wrong with notes that can be read: by themselves, without looking at the workspace.
namespace satchel::notes {

// Names are stable: JSON has them.
enum class IssueKind : std::uint8_t {
  kDeadPath,             // a path that is mentioned and not there
  kStaleTask,            // open for too long
  kUnread,               // a place that is not read though it looks like an item
  kDuplicate,            // an item that says what an earlier one does
  kSupersededReference,  // a mention of an entry that something has replaced
};
std::string_view Name(IssueKind kind);

struct Issue {
  IssueKind kind = IssueKind::kUnread;
  std::string path;
  std::size_t line = 0;  // 0: the whole file
  std::string id;        // of the item; empty: it belongs to none
  std::string text;      // what is wrong, for people
  std::string subject;   // the path, the reason, or the id of the other item
  bool fixable = false;  // there is exactly one safe answer
};

struct CheckOptions {
  Time now;
  std::chrono::days stale_after{90};
};

// All but dead paths, by file and line. Text beside items (`outside`, `prose`) is no issue.
std::vector<Issue> CheckNotes(const Notes& notes, const CheckOptions& options);

// A text that looks like a path of the workspace, in code or as the target of a link. Not those in
// fenced code, comments, tasks that are over and entries that are superseded, nor in code on a line
// that says itself that something is gone or will be made.
struct PathMention {
  std::string path;  // with slashes, as written but without ./, line numbers and fragments
  bool is_link = false;
  std::size_t file = 0;  // index into Notes::files
  std::size_t line = 0;
};
// Each is looked for on the disk, so there is a limit.
inline constexpr std::size_t kMostMentions = 10'000;
struct PathMentions {
  std::vector<PathMention> paths;  // by file and line
  std::size_t more = 0;            // beyond the limit
};
PathMentions FindPaths(const Notes& notes);

}  // namespace satchel::notes
