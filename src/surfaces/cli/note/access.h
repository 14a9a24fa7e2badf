#pragma once

#include <expected>
#include <vector>

#include "base/json.h"
#include "engine/notes/items.h"
#include "surfaces/cli/context.h"

// What the commands for notes share.
namespace satchel::cli {

// All notes of the workspace.
std::expected<std::vector<engine::NoteItem>, Failure> LoadNoteItems(const Context& context);

// docs/formats/cli_json.md. With `text`: also the whole text.
Json NoteJson(const engine::NoteItem& item, bool text);

}  // namespace satchel::cli
