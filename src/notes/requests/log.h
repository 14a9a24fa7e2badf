#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "notes/requests/items.h"
#include "settings/environment.h"
#include "settings/workspace.h"

namespace satchel::engine {

// What a commit did to a note: the first commit in which it is there, is done, is superseded.
// Names are stable: JSON has them.
enum class NoteChange : std::uint8_t { kAdded, kDone, kSuperseded };
std::string_view Name(NoteChange change);

struct NoteEvent {
  NoteChange change = NoteChange::kAdded;
  NoteKind kind = NoteKind::kTask;
  std::string title;
  std::string path;
};

struct NoteCommit {
  std::string hash;
  Time time;
  std::string author;
  std::string subject;
  std::vector<NoteEvent> events;
};

struct NotesLog {
  std::vector<NoteCommit> commits;  // latest first; only those with events
  bool complete = true;             // false: the history is longer than what is read
};

// Which commit of the Git history brought which note. With `only`: what happened to that one. A
// note is known by its kind, title and date; a task by its text without tags.
Result<NotesLog> ReadNotesLog(const settings::Workspace& workspace,
                              const settings::Environment& environment,
                              const std::optional<NoteItem>& only, const Deadline& deadline);

}  // namespace satchel::engine
