#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "surfaces/agents/edit/json_splice.h"

namespace satchel::agents {

// A table of ours in somebody's TOML file.
struct TomlTable {
  std::string name;   // "mcp_servers.satchel"; bare keys
  std::string lines;  // its values, a line each with a line break
};

// The table put behind everything else. Every other byte stays; where there is such a table all of
// them do. kInvalidInput: the text is broken; kConflict: there is no place for it.
Result<std::string> AddTable(std::string_view text, const TomlTable& table);

// Whether the text has such a table, whoever wrote it.
Result<bool> HasTable(std::string_view text, const TomlTable& table);

// Takes the table out with the tables inside, if its `command` and `args` are those that install
// writes (own_command.h). A text that AddTable() gave and nobody edited becomes what it was, byte
// for byte. kConflict: it is written in another form.
Result<Removed> RemoveTable(std::string_view text, const TomlTable& table);

// A new text with the table alone.
std::string NewText(const TomlTable& table);

}  // namespace satchel::agents
