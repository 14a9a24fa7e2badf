#pragma once

#include <expected>
#include <vector>

#include "notes/requests/items.h"
#include "surfaces/cli/call/context.h"

// What the commands for notes share.
namespace satchel::cli {

// All notes of the workspace.
std::expected<std::vector<engine::NoteItem>, Failure> LoadNoteItems(const Context& context);

}  // namespace satchel::cli
