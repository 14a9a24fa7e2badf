#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "notes/requests/edit.h"
#include "notes/requests/items.h"

namespace satchel::engine {

// One note with its whole text: `note show`.
Json ToJson(const NoteItem& item);
// `note list`.
Json ToJson(const std::vector<ListedNote>& notes);
// What became of a note; `did` is "added", "completed", "reopened", "edited", "removed" or
// "superseded".
Json ToJson(const NoteEdit& edit, std::string_view did);

}  // namespace satchel::engine
