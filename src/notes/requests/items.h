#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "notes/files/notes.h"
#include "settings/workspace.h"

// The notes of a workspace as a list, and finding one in it.
namespace satchel::engine {

// Names are stable: flags and JSON have them.
enum class NoteKind : std::uint8_t { kTask, kDecision, kLearning, kConvention, kRule };
std::string_view Name(NoteKind kind);
std::optional<NoteKind> ParseNoteKind(std::string_view name);

struct NoteItem {
  std::string id;
  NoteKind kind = NoteKind::kTask;
  std::string state;  // a task's "open", "done" or "skipped", an entry's "superseded", or empty
  std::string title;  // of an entry; the first line of others, a task's without tags
  std::string text;   // the body of an entry; all of others
  std::string phase;  // of a task
  std::string lead;   // of a rule
  std::optional<Time> time;
  std::string path;
  std::size_t line = 0;
};

struct NoteFilter {
  std::optional<NoteKind> kind;
  std::string state;          // empty: any
  std::optional<Time> since;  // only what has a time, and not an earlier one
  std::string match;          // words that all occur, by their stems
};

// In file order: rules, tasks, conventions, decisions, learnings.
std::vector<NoteItem> ItemsOf(const notes::Notes& notes);
std::vector<NoteItem> Filter(std::vector<NoteItem> items, const NoteFilter& filter);

// A note in a list, with the number by which a person may name an open task.
struct ListedNote {
  NoteItem item;
  std::size_t number = 0;  // among all open tasks, from 1; 0: it is none
};
std::vector<ListedNote> ListNotes(const std::vector<NoteItem>& all, const NoteFilter& filter);

// kNotFound without a folder .context.
Result<notes::Notes> LoadNotes(const settings::Workspace& workspace, bool agent_files);

// The item that a person means by the number that ListNotes gives an open task, or as below. Only
// those of the kind, if there is one; open tasks win over others of the same words. kNotFound for
// a number where the kind is kTask and there are not so many.
Result<NoteItem> FindListed(const std::vector<NoteItem>& items, std::optional<NoteKind> kind,
                            std::string_view which);

// The item that a person means: by its id, its whole title, or words that only its title has.
// kNotFound, or kInvalidInput when there are several.
Result<NoteItem> FindNote(const std::vector<NoteItem>& items, std::string_view which,
                          std::string_view what);

}  // namespace satchel::engine
