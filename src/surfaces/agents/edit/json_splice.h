#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"

namespace satchel::agents {

// Something of ours in somebody's JSON file.
struct JsonEntry {
  std::vector<std::string> path;  // names of what is around it, outermost first
  // Of a member of the object that the path ends in. Empty: an element of the list there.
  std::string key = {};
  Json value;
  // Of an element: a text in it that tells it from the others.
  std::string mark = {};
};

// An entry put in, with the objects and lists around it that are missing, in front of what is
// there. Every other byte stays; where the entry is there already, all of them do. kInvalidInput:
// the text is broken; kConflict: something else is in the way.
Result<std::string> AddEntry(std::string_view text, const JsonEntry& entry);

struct Removed {
  std::string text;
  bool found = false;         // the entry was there
  bool nothing_left = false;  // the text held only what we made: it need not stay
};

// Whether the text has the entry, or a different one in its place: AddEntry() then adds nothing.
Result<bool> HasEntry(std::string_view text, const JsonEntry& entry);

// Takes the entry out if its whole command is one that install writes (own_command.h), and what
// AddEntry() made around it if that is empty then. A text that AddEntry() gave and nobody edited
// becomes what it was, byte for byte.
Result<Removed> RemoveEntry(std::string_view text, const JsonEntry& entry);

// A new text with these members, and then these entries.
std::string NewText(const std::vector<std::pair<std::string, Json>>& head,
                    const std::vector<JsonEntry>& entries);

}  // namespace satchel::agents
