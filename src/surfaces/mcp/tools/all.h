#pragma once

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

// In the order in which a client sees them. A tool more is a file and a line.
std::vector<Tool> AllTools(ServedWorkspace& workspace);

}  // namespace satchel::mcp
