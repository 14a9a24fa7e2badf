#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

// The notes of a workspace: what people keep in .context/ for their agents.
namespace satchel::notes {

// What a file's content is used for. Names are stable: documents carry them.
enum class FileRole : std::uint8_t {
  kConstitution,
  kTasks,
  kConventions,
  kDecisions,
  kLearnings,
  kListed,     // only named in the read order
  kAgentFile,  // AGENTS.md and its like: conventions that the repository gives to agents
};
std::string_view Name(FileRole role);

// A file as it was read. `path` is relative to the workspace's root, with slashes.
struct File {
  std::string path;
  FileRole role = FileRole::kListed;
  std::string text;
  std::string digest = {};  // SHA-256 of the bytes in hex, as LoadFolder fills it
  // Agent files with the same bytes, which are not read again.
  std::vector<std::string> copies = {};
};

// A rule of the constitution or a convention: one bullet, its wrapped lines joined
// by a space and its nested items kept below it. In the constitution and in agent files also a
// paragraph, where there is no list under its heading.
struct Rule {
  std::string id;    // stable inside the source: "CONSTITUTION.md#never-commit-secrets"
  std::string text;  // may have several lines: nested items, indented as written
  // The paragraph that introduces the item's list, where it ends in a colon ("Do not:"): without
  // it the text can say the opposite. At most 200 characters; also among the findings.
  std::string lead = {};
  std::size_t file = 0;  // index into Notes::files
  std::size_t line = 0;  // from 1
};

enum class TaskState : std::uint8_t { kOpen, kDone, kSkipped };
std::string_view Name(TaskState state);

struct Task {
  std::string id;
  std::string text;     // as written, with its tags; wrapped lines joined, nested items kept
  std::string summary;  // its first line without tags, at most 80 characters
  std::string phase;    // the heading it stands under, at most 200 characters; may be empty
  TaskState state = TaskState::kOpen;
  std::optional<Time> time;  // #added: or #started:, the later one
  std::size_t file = 0;
  std::size_t line = 0;
};

// A decision or a learning.
struct Entry {
  std::string id;
  std::string title;
  std::string body;          // line feeds only, no blank lines at either end
  std::optional<Time> time;  // nothing: no readable date
  bool superseded = false;
  std::size_t file = 0;
  std::size_t line = 0;
};

// Why something in a file is not used. Names are stable: JSON, raw, `why`.
enum class Unused : std::uint8_t {
  kNoDate,        // a heading where an entry would begin, without a date
  kBadDate,       // a date that does not exist
  kNoTitle,       // a date and nothing behind it
  kOutside,       // text before the first entry, or beside the items of a list
  kUnknownState,  // a checkbox with another mark than [ ], [x] and [-]
  kEmptyItem,     // a bullet without text
  kUnclosed,      // a fence or comment without an end hides the rest of the file
  kNotText,       // bytes that are no UTF-8
  kTooLarge,      // a file, or the end of an item, beyond the limit
  kUnreadable,    // a file that cannot be opened, or is no regular file
  kHidden,        // an entry's heading inside a comment
  kProse,         // the other paragraphs of an agent file: one finding per file
  kTooMany,       // files or items beyond the limit
  kUnknownFile,   // Markdown in the folder under a name that no rule reads
  kEmpty,         // the folder has nothing that is read
  kConflict,      // a line that marks a conflict which Git could not merge
  kMoreFindings,  // the findings of a file beyond the first 1,000; the text counts them
};
std::string_view Name(Unused reason);

struct Finding {
  std::string path;
  std::size_t line = 0;       // 0: the whole file
  std::size_t last_line = 0;  // the last line it is about; not before `line`
  Unused reason = Unused::kOutside;
  std::string text;  // the beginning of what is not used, at most 80 characters
};

// Everything in file order. A value; safe to share between threads once made.
struct Notes {
  std::vector<File> files;  // in the read order; empty ones are not among them
  std::vector<Rule> constitution;
  std::vector<Task> tasks;  // in every state
  std::vector<Rule> conventions;
  std::vector<Entry> decisions;
  std::vector<Entry> learnings;
  std::vector<Finding> findings;  // by file and line
};

// Reads files in memory. Never fails: what cannot be used is among the findings.
Notes ReadNotes(std::vector<File> files);

}  // namespace satchel::notes
