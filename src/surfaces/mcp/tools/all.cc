#include "surfaces/mcp/tools/all.h"

namespace satchel::mcp {

std::vector<Tool> AllTools(ServedWorkspace& workspace) {
  return {
      PackTool(workspace),   RetrieveTool(workspace), RefineTool(workspace),
      SearchTool(workspace), WhyTool(workspace),      RememberTool(workspace),
  };
}

}  // namespace satchel::mcp
