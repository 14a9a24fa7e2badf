#include "surfaces/mcp/tools/all.h"

namespace satchel::mcp {

std::vector<Tool> AllTools(ServedWorkspace& workspace, Writes writes) {
  std::vector<Tool> tools = {PackTool(workspace), RetrieveTool(workspace), RefineTool(workspace),
                             SearchTool(workspace), WhyTool(workspace)};
  if (writes == Writes::kAllowed) tools.push_back(RememberTool(workspace));
  return tools;
}

}  // namespace satchel::mcp
