#include "engine/requests/agent_files.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/ascii.h"

namespace satchel::engine {
namespace {

// By what an agent calls itself: `--agent` of our hooks, `clientInfo.name` of MCP, which may go on
// with a hyphen ("codex-mcp-client").
struct AgentReader {
  std::string_view agent;
  std::array<std::string_view, 4> files;  // the rest is empty
};

constexpr auto kReaders = std::to_array<AgentReader>({
    {"claude-code", {"CLAUDE.md", "AGENTS.md"}},
    {"codex", {"AGENTS.md"}},
    {"copilot", {".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}},
    {"cursor", {".cursor/rules", "AGENTS.md"}},
    {"gemini", {"GEMINI.md"}},
    {"github-copilot", {".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}},
    {"openclaw", {"AGENTS.md"}},
    {"opencode", {"AGENTS.md"}},
    {"visual-studio-code", {".github/copilot-instructions.md", "AGENTS.md"}},
});

// Null if the agent is unknown.
const AgentReader* FindReader(std::string_view agent) {
  std::string name = AsciiLower(agent);
  std::ranges::replace(name, ' ', '-');
  const auto found = std::ranges::find_if(kReaders, [&name](const AgentReader& reader) {
    return name == reader.agent ||
           (name.starts_with(reader.agent) && name[reader.agent.size()] == '-');
  });
  return found == kReaders.end() ? nullptr : &*found;
}

}  // namespace

std::span<const std::string_view> FilesReadBy(std::string_view agent) {
  const AgentReader* const reader = FindReader(agent);
  if (reader == nullptr) return {};
  const auto end = std::ranges::find(reader->files, std::string_view());
  return std::span(reader->files.begin(), end);
}

void OmitFilesReadBy(std::string_view agent, PacketRequest& request) {
  const AgentReader* const reader = FindReader(agent);
  if (reader == nullptr) return;
  request.agent = reader->agent;
  const auto files = FilesReadBy(agent);
  for (auto& options : request.options) {
    const auto* notes = dynamic_cast<const NotesOptions*>(options.get());
    if (notes == nullptr) continue;
    auto own = std::make_shared<NotesOptions>(*notes);
    own->omitted.assign(files.begin(), files.end());
    options = std::move(own);
  }
}

}  // namespace satchel::engine
