#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "notes/requests/items.h"
#include "settings/workspace.h"

// Writing notes. One writer at a time a workspace, by a lock in its place; a file is replaced as a
// whole, so that a reader sees the old or the new one; no link below the root is followed.
// Errors: kInvalidInput (a text or name that cannot be used), kNotFound, kConflict (the file is in
// the way), kDeadline (another one went on writing), kUnavailable (it cannot be written).
namespace satchel::engine {

struct NoteField {
  std::string flag;   // "--context", for errors
  std::string label;  // "Context"
  std::string text;
};

struct NewNote {
  NoteKind kind = NoteKind::kTask;
  std::string title;  // the text of a task or a rule
  std::vector<NoteField> fields = {};
};

struct NoteEdit {
  NoteItem item;             // as it is read now
  bool created = false;      // the file was not there
  std::size_t parts = 0;     // of a completed task: open ones below it, which are tasks now
  std::string before = {};   // the title that an edited note had
  std::string repeats = {};  // the id of another that says the same as an added one; or empty
};

// Makes .context and the file if they are missing.
Result<NoteEdit> AddNote(const settings::Workspace& workspace, const NewNote& note, Time now,
                         const Deadline& deadline);

// `which` as for FindNote among the open tasks, or the number that one has among them.
Result<NoteEdit> CompleteTask(const settings::Workspace& workspace, std::string_view which,
                              const Deadline& deadline);

// A task that is done or was given up is open again. `which` as for FindNote among those.
Result<NoteEdit> ReopenTask(const settings::Workspace& workspace, std::string_view which,
                            const Deadline& deadline);

struct NoteRevision {
  std::optional<std::string> title = {};  // the text of a task or a rule
  std::optional<std::string> body = {};   // of an entry
  std::vector<NoteField> fields = {};     // of an entry: those that change
  // The note as a person saw it, who changed it in an editor. kConflict: it is another now. Without
  // it a task keeps the tags that the new text does not have.
  std::optional<NoteItem> seen = {};
};
// `which` as for FindListed.
Result<NoteEdit> EditNote(const settings::Workspace& workspace, NoteKind kind,
                          std::string_view which, const NoteRevision& change,
                          const Deadline& deadline);

// Takes a note out, with all its lines. The item is the one that was there.
Result<NoteEdit> RemoveNote(const settings::Workspace& workspace, NoteKind kind,
                            std::string_view which, const Deadline& deadline);

Result<NoteEdit> SupersedeDecision(const settings::Workspace& workspace, std::string_view which,
                                   std::string_view by, const Deadline& deadline);

// Takes out the task with this id, if it is one line.
Result<NoteEdit> RemoveTask(const settings::Workspace& workspace, std::string_view id,
                            const Deadline& deadline);

// The files of a new project's notes, each with a heading and a first rule where rules go. Those
// that are there stay as they are.
struct StarterFile {
  std::string path;
  bool created = false;
};
Result<std::vector<StarterFile>> MakeStarterNotes(const settings::Workspace& workspace,
                                                  const Deadline& deadline);

}  // namespace satchel::engine
