#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "text/safe_text.h"

// What a person calls by name in a client (often with a slash), one file each. Each borrows the
// workspace, which must outlive it.
namespace satchel::mcp {

class ServedWorkspace;

Prompt ContextPrompt(ServedWorkspace& workspace);
Prompt NotesPrompt(ServedWorkspace& workspace);

std::vector<Prompt> AllPrompts(ServedWorkspace& workspace);

// The body of `prompts/get`: one message of the user's.
Json UserMessage(std::string_view description, const text::SafeText& text);
// An argument of a prompt, which is a text; kInvalidInput: it is something else, or too long.
Result<std::string> PromptText(const Json& arguments, const char* name);

}  // namespace satchel::mcp
