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

}  // namespace

std::span<const std::string_view> FilesReadBy(std::string_view agent) {
  std::string name = AsciiLower(agent);
  std::ranges::replace(name, ' ', '-');
  for (const AgentReader& reader : kReaders) {
    const bool is_it = name == reader.agent ||
                       (name.starts_with(reader.agent) && name[reader.agent.size()] == '-');
    if (!is_it) continue;
    const auto end = std::ranges::find(reader.files, std::string_view());
    return std::span(reader.files.begin(), end);
  }
  return {};
}

void OmitFilesReadBy(std::string_view agent, PacketRequest& request) {
  const auto files = FilesReadBy(agent);
  if (files.empty()) return;
  for (auto& options : request.options) {
    const auto* notes = dynamic_cast<const NotesOptions*>(options.get());
    if (notes == nullptr) continue;
    auto own = std::make_shared<NotesOptions>(*notes);
    own->omitted.assign(files.begin(), files.end());
    options = std::move(own);
  }
}

}  // namespace satchel::engine
