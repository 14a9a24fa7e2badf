#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "text/safe_text.h"

// What a client may attach to a conversation without asking a tool, one file each. Each borrows
// the workspace, which must outlive it.
namespace satchel::mcp {

class ServedWorkspace;

Resource NotesResource(ServedWorkspace& workspace);
Resource StatusResource(ServedWorkspace& workspace);
ResourceTemplate RunTemplate(ServedWorkspace& workspace);

std::vector<Resource> AllResources(ServedWorkspace& workspace);
std::vector<ResourceTemplate> AllTemplates(ServedWorkspace& workspace);

// The body of `resources/read`.
Json TextResource(std::string_view uri, std::string_view mime_type, const text::SafeText& text);
Json JsonResource(std::string_view uri, Json value);

}  // namespace satchel::mcp
