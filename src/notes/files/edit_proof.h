#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "notes/files/notes.h"

// What the reader makes of one file, for comparing it before and after a change.
namespace satchel::notes {

// An item with everything that a reader is shown of it; neither id nor line, which others shift.
struct SeenItem {
  std::string title;  // of an entry
  std::string text;   // of a rule or task; the body of an entry
  std::string place;  // the phase of a task, the lead of a rule
  TaskState state = TaskState::kOpen;
  std::optional<Time> time;
  bool superseded = false;
  std::size_t line = 0;

  // All but the line.
  bool SameAs(const SeenItem& other) const;
};

struct SeenFile {
  std::vector<SeenItem> items;
  std::size_t findings = 0;
  std::optional<std::size_t> unclosed;  // the line of a fence or comment that hides the rest
  bool too_many = false;
};
SeenFile Look(std::string_view file, FileRole role);

// The place in `after` of the one item that `before` does not have; nothing: there is another
// difference, or none.
std::optional<std::size_t> TheOneMore(const SeenFile& before, const SeenFile& after);

// kConflict: why a new item would not be read back.
Error NotReadBack(const SeenFile& before, FileRole role);

}  // namespace satchel::notes
