#pragma once

#include <cstdint>
#include <vector>

#include "surfaces/mcp/protocol/catalogue.h"

// The tools, one file each. Each borrows the workspace, which must outlive it.
namespace satchel::mcp {

class ServedWorkspace;

Tool PackTool(ServedWorkspace& workspace);
Tool RefineTool(ServedWorkspace& workspace);
Tool RememberTool(ServedWorkspace& workspace);
Tool RetrieveTool(ServedWorkspace& workspace);
Tool SearchTool(ServedWorkspace& workspace);
Tool WhyTool(ServedWorkspace& workspace);

enum class Writes : std::uint8_t { kAllowed, kForbidden };

// In the order in which a client sees them; `remember` only if writes are allowed. A new tool is
// one file and one line.
std::vector<Tool> AllTools(ServedWorkspace& workspace, Writes writes);

}  // namespace satchel::mcp
