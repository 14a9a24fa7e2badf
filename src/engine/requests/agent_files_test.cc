#include "engine/requests/agent_files.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "notes/files/folder.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AgentFilesTest, AnAgentIsKnownByItsHooksAndByItsMcpClient) {
  EXPECT_THAT(FilesReadBy("claude-code"), ElementsAre("CLAUDE.md", "AGENTS.md"));
  EXPECT_THAT(FilesReadBy("codex-mcp-client"), ElementsAre("AGENTS.md"));
  EXPECT_THAT(FilesReadBy("gemini-cli-mcp-client"), ElementsAre("GEMINI.md"));
  EXPECT_THAT(FilesReadBy("cursor-vscode"), ElementsAre(".cursor/rules", "AGENTS.md"));
  EXPECT_THAT(FilesReadBy("Visual Studio Code"),
              ElementsAre(".github/copilot-instructions.md", "AGENTS.md"));
  for (const char* unknown : {"", "claude-ai", "codexa", "opencodex", "inspector"}) {
    EXPECT_THAT(FilesReadBy(unknown), IsEmpty()) << unknown;
  }
}

TEST(AgentFilesTest, EveryFileInTheTableIsOneThatNotesRead) {
  const auto places = notes::AgentFilePlaces();
  for (const char* agent : {"claude-code", "codex", "copilot", "cursor", "gemini", "github-copilot",
                            "openclaw", "opencode", "visual-studio-code"}) {
    EXPECT_THAT(FilesReadBy(agent), testing::Not(IsEmpty())) << agent;
    for (const auto file : FilesReadBy(agent)) EXPECT_THAT(places, testing::Contains(file));
  }
}

TEST(AgentFilesTest, ARequestKeepsItsOtherOptions) {
  PacketRequest request;
  request.options = {std::make_shared<NotesOptions>(false)};
  OmitFilesReadBy("gemini", request);
  EXPECT_EQ(request.options.front()->ToJson(),
            Json({{"agent_files", false}, {"omitted", {"GEMINI.md"}}}));
  EXPECT_EQ(request.agent, "gemini");
  request.agent.clear();
  request.options = {std::make_shared<NotesOptions>()};
  OmitFilesReadBy("somebody", request);
  EXPECT_EQ(request.options.front()->ToJson(), Json({{"agent_files", true}}));
  EXPECT_EQ(request.agent, "");
  OmitFilesReadBy("codex-mcp-client", request);
  EXPECT_EQ(request.agent, "codex");
}

}  // namespace
}  // namespace satchel::engine
