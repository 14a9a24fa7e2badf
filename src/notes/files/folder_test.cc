#include "notes/files/folder.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "tests/support/temp_dir.h"

namespace satchel::notes {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Paths(const Folder& folder) {
  std::vector<std::string> paths;
  for (const File& file : folder.files) {
    paths.push_back(fmt::format("{} {}", file.path, Name(file.role)));
  }
  return paths;
}

std::vector<std::string> Findings(const Folder& folder) {
  std::vector<std::string> findings;
  for (const Finding& finding : folder.findings) {
    findings.push_back(fmt::format("{} {}", finding.path, Name(finding.reason)));
  }
  return findings;
}

TEST(LoadNotesTest, ATokenIsRedactedBeforeASummaryIsCut) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  for (std::size_t letters = 30; letters < 90; letters += 3) {
    const test::TempDir temp;
    temp.Write(".context/TASKS.md", fmt::format("- [ ] {} {}\n", std::string(letters, 'a'), token));
    const Notes notes = LoadNotes(temp.path(), false).value();
    ASSERT_EQ(notes.tasks.size(), 1U);
    EXPECT_EQ(notes.tasks[0].summary.find(token.substr(0, 12)), std::string::npos) << letters;
    EXPECT_EQ(notes.tasks[0].text.find(token.substr(0, 12)), std::string::npos) << letters;
  }
}

TEST(LoadNotesTest, AFileThatIsEditedKeepsItsToken) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  const test::TempDir temp;
  temp.Write(".context/TASKS.md", "- [ ] rotate " + token + "\n");
  const Folder folder = LoadFolder(temp.path()).value();
  ASSERT_EQ(folder.files.size(), 1U);
  EXPECT_NE(folder.files[0].text.find(token), std::string::npos);
}

TEST(LoadFolderTest, ReadsFilesInTheReadOrder) {
  const test::TempDir temp;
  for (const char* name : {"TASKS.md", "GLOSSARY.md", "CONSTITUTION.md", "DECISIONS.md",
                           "LEARNINGS.md", "AGENT_PLAYBOOK.md", "ARCHITECTURE.md", "CONVENTIONS.md",
                           "OTHER.md", "decisions/b.md", "decisions/a.md", "decisions/deep/c.md",
                           "decisions/note.txt", "learnings/z.MD", "conventions/y.md"}) {
    temp.Write(std::string(".context/") + name, "text");
  }
  temp.Write("AGENTS.md", "text");
  const Folder folder = LoadFolder(temp.path()).value();
  EXPECT_TRUE(folder.exists);
  EXPECT_THAT(
      Paths(folder),
      ElementsAre(".context/CONSTITUTION.md constitution", ".context/TASKS.md tasks",
                  ".context/CONVENTIONS.md conventions", ".context/conventions/y.md conventions",
                  ".context/ARCHITECTURE.md listed", ".context/DECISIONS.md decisions",
                  ".context/decisions/a.md decisions", ".context/decisions/b.md decisions",
                  ".context/LEARNINGS.md learnings", ".context/learnings/z.MD learnings",
                  ".context/GLOSSARY.md listed", ".context/AGENT_PLAYBOOK.md listed"));
  EXPECT_THAT(Findings(folder), ElementsAre(".context/OTHER.md unknown_file"));
  EXPECT_EQ(folder.files[0].digest, Sha256Of("text").Hex());
}

TEST(LoadFolderTest, AMisspeltNameIsReportedWithTheOneThatWasMeant) {
  const test::TempDir temp;
  temp.Write(".context/decision.md", "## [2026-01-01] Lost\n");
  const Folder folder = LoadFolder(temp.path()).value();
  EXPECT_THAT(Findings(folder), ElementsAre(".context/decision.md unknown_file", ".context empty"));
  EXPECT_THAT(folder.findings[0].text, testing::HasSubstr("did you mean DECISIONS.md?"));
}

TEST(LoadFolderTest, AFileForAgentsIsEnoughForNotesUnlessItIsSwitchedOff) {
  const test::TempDir temp;
  temp.Write("CLAUDE.md", "- Use tabs\n");
  EXPECT_EQ(LoadNotes(temp.path(), true).value().conventions.size(), 1U);
  const auto none = LoadNotes(temp.path(), false);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code(), Errc::kNotFound);
}

TEST(LoadFolderTest, AgentFilesComeAfterTheNotesAndInAFixedOrder) {
  const test::TempDir temp;
  for (const char* name :
       {"GEMINI.md", ".cursor/rules/b.mdc", ".cursor/rules/a.md", ".cursor/rules/c.txt",
        ".cursor/rules/deep/d.md", ".github/copilot-instructions.md", ".github/other.md",
        "CLAUDE.md", "AGENTS.md", ".context/CONVENTIONS.md"}) {
    temp.Write(name, std::string("- ") + name + "\n");
  }
  const Folder folder = LoadFolder(temp.path(), {.agent_files = true}).value();
  EXPECT_THAT(Paths(folder),
              ElementsAre(".context/CONVENTIONS.md conventions", "AGENTS.md agent_file",
                          "CLAUDE.md agent_file", "GEMINI.md agent_file",
                          ".github/copilot-instructions.md agent_file",
                          ".cursor/rules/a.md agent_file", ".cursor/rules/b.mdc agent_file"));
  EXPECT_THAT(Findings(folder), IsEmpty());
}

TEST(LoadFolderTest, TheSameAgentFileUnderSeveralNamesIsReadOnce) {
  const test::TempDir temp;
  temp.Write("AGENTS.md", "- a\n");
  temp.Write("GEMINI.md", "- a\n");
  temp.MakeDirectory(".cursor/rules");
  fs::create_symlink("AGENTS.md", temp.path() / "CLAUDE.md");
  fs::create_symlink("../../AGENTS.md", temp.path() / ".cursor/rules/main.mdc");
  const Folder folder = LoadFolder(temp.path(), {.agent_files = true}).value();
  EXPECT_THAT(Paths(folder), ElementsAre("AGENTS.md agent_file"));
  EXPECT_THAT(folder.files.front().copies,
              ElementsAre("CLAUDE.md", "GEMINI.md", ".cursor/rules/main.mdc"));
  EXPECT_THAT(Findings(folder), IsEmpty());
}

TEST(LoadFolderTest, AnAgentFileIsFollowedToMarkdownInsideTheWorkspaceAlone) {
  const test::TempDir temp;
  temp.Write("secret.md", "- secret\n");
  temp.Write("root/docs/rules.md", "- inside\n");
  temp.Write("root/.env", "- TOKEN=1\n");
  temp.MakeDirectory("root/.cursor/rules");
  fs::create_symlink("docs/rules.md", temp.path() / "root/AGENTS.md");
  fs::create_symlink("../secret.md", temp.path() / "root/CLAUDE.md");
  fs::create_symlink(".env", temp.path() / "root/GEMINI.md");
  fs::create_symlink(temp.path() / "secret.md", temp.path() / "root/.cursor/rules/a.md");
  fs::create_symlink("../../CLAUDE.md", temp.path() / "root/.cursor/rules/b.md");
  fs::create_directory_symlink("..", temp.path() / "root/.github");
  temp.Write("copilot-instructions.md", "- secret\n");
  const Folder folder = LoadFolder(temp.path() / "root", {.agent_files = true}).value();
  EXPECT_THAT(Paths(folder), ElementsAre("AGENTS.md agent_file"));
  EXPECT_EQ(folder.files.front().text, "- inside\n");
  EXPECT_THAT(Findings(folder),
              ElementsAre("CLAUDE.md unreadable", "GEMINI.md unreadable", ".github unreadable",
                          ".cursor/rules/a.md unreadable", ".cursor/rules/b.md unreadable"));
}

TEST(LoadFolderTest, AgentFilesHaveLimitsOfTheirOwn) {
  const test::TempDir temp;
  temp.Write("AGENTS.md", "123456");
  temp.Write("CLAUDE.md", "1234");
  temp.Write("GEMINI.md", "123");
  temp.Write(".cursor/rules/a.md", "a");
  temp.Write(".cursor/rules/b.md", "b");
  const Folder folder = LoadFolder(temp.path(), {.agent_files = true,
                                                 .max_agent_file_bytes = 5,
                                                 .max_agent_bytes = 6,
                                                 .max_agent_files = 2})
                            .value();
  EXPECT_THAT(Paths(folder), ElementsAre("CLAUDE.md agent_file", ".cursor/rules/a.md agent_file"));
  EXPECT_THAT(Findings(folder), ElementsAre("AGENTS.md too_large", "GEMINI.md too_large",
                                            ".cursor/rules/b.md too_many"));
}

TEST(LoadFolderTest, LargeFilesHaveTheirOwnDigests) {
  const test::TempDir temp;
  for (const char* name : {"DECISIONS.md", "LEARNINGS.md", "decisions/a.md"}) {
    temp.Write(std::string(".context/") + name, std::string(300'000, name[0]));
  }
  const Folder folder = LoadFolder(temp.path()).value();
  ASSERT_EQ(folder.files.size(), 3U);
  for (const File& file : folder.files) EXPECT_EQ(file.digest, Sha256Of(file.text).Hex());
}

TEST(LoadFolderTest, TheExactNameComesBeforeOneInAnotherCase) {
  const test::TempDir temp;
  temp.Write(".context/Tasks.md", "no");
  temp.Write(".context/TASKS.md", "yes");
  temp.Write(".context/learnings.md", "l");
  temp.Write("agents.md", "a");
  const Folder folder = LoadFolder(temp.path(), {.agent_files = true}).value();
  EXPECT_THAT(Paths(folder),
              ElementsAre(".context/TASKS.md tasks", ".context/learnings.md learnings",
                          "agents.md agent_file"));
}

TEST(LoadFolderTest, AMissingFolderIsNoError) {
  const test::TempDir temp;
  temp.Write("CLAUDE.md", "- a\n");
  EXPECT_FALSE(LoadFolder(temp.path()).value().exists);
  const Folder folder = LoadFolder(temp.path(), {.agent_files = true}).value();
  EXPECT_FALSE(folder.exists);
  EXPECT_THAT(Paths(folder), ElementsAre("CLAUDE.md agent_file"));
  EXPECT_EQ(LoadFolder(temp.path() / "none").error().code(), Errc::kNotFound);
}

TEST(LoadFolderTest, FollowsNoLinks) {
  const test::TempDir temp;
  temp.Write("secret.md", "secret");
  temp.Write("elsewhere/a.md", "secret");
  temp.Write("root/.context/CONVENTIONS.md", "- a\n");
  fs::create_symlink("../../secret.md", temp.path() / "root/.context/TASKS.md");
  fs::create_directory_symlink("../../elsewhere", temp.path() / "root/.context/decisions");
  temp.MakeDirectory("root/.context/LEARNINGS.md");
  const Folder folder = LoadFolder(temp.path() / "root").value();
  EXPECT_THAT(Paths(folder), ElementsAre(".context/CONVENTIONS.md conventions"));
  EXPECT_THAT(Findings(folder),
              ElementsAre(".context/TASKS.md unreadable", ".context/decisions unreadable",
                          ".context/LEARNINGS.md unreadable"));
  fs::create_directory_symlink("root/.context", temp.path() / ".context");
  EXPECT_EQ(LoadFolder(temp.path()).error().code(), Errc::kInvalidInput);
}

TEST(LoadFolderTest, LimitsAreReported) {
  const test::TempDir temp;
  temp.Write(".context/CONSTITUTION.md", "123456");
  temp.Write(".context/TASKS.md", "1234");
  temp.Write(".context/DECISIONS.md", "123");
  temp.Write(".context/LEARNINGS.md", "1");
  const Folder large = LoadFolder(temp.path(), {.max_file_bytes = 5, .max_total_bytes = 6}).value();
  EXPECT_THAT(Paths(large),
              ElementsAre(".context/TASKS.md tasks", ".context/LEARNINGS.md learnings"));
  EXPECT_THAT(Findings(large),
              ElementsAre(".context/CONSTITUTION.md too_large", ".context/DECISIONS.md too_large"));
  const Folder many = LoadFolder(temp.path(), {.max_files = 2}).value();
  EXPECT_EQ(many.files.size(), 2U);
  EXPECT_THAT(Findings(many), ElementsAre(".context/DECISIONS.md too_many"));
  EXPECT_EQ(many.findings[0].text, "2 more files");
}

TEST(LoadFolderTest, ItsFindingsAreAmongThoseOfTheNotes) {
  const test::TempDir temp;
  temp.Write(".context/TASKS.md", "text\n");
  temp.MakeDirectory(".context/DECISIONS.md");
  const Notes notes = ReadNotes(LoadFolder(temp.path()).value());
  ASSERT_EQ(notes.findings.size(), 2U);
  EXPECT_EQ(notes.findings[0].reason, Unused::kUnreadable);
  EXPECT_EQ(notes.findings[1].reason, Unused::kOutside);
}

TEST(RoleOfPathTest, KnowsMainFilesAndThemes) {
  EXPECT_EQ(RoleOfPath(".context/TASKS.md"), FileRole::kTasks);
  EXPECT_EQ(RoleOfPath(".context/learnings/a.md"), FileRole::kLearnings);
  EXPECT_EQ(RoleOfPath(".context/GLOSSARY.md"), FileRole::kListed);
  for (const char* path : {"TASKS.md", ".context/x.md", ".context/learnings/a/b.md",
                           ".context/learnings/a.txt", ".context", ""}) {
    EXPECT_FALSE(RoleOfPath(path)) << path;
  }
}

TEST(LoadFolderTest, AFileWithASecondNameIsReadOnlyWhereThatIsAllowed) {
  const test::TempDir temp;
  temp.Write("elsewhere.md", "- [ ] secret\n");
  temp.Write("root/.context/CONVENTIONS.md", "- a\n");
  temp.Write("root/AGENTS.md", "- b\n");
  fs::create_hard_link(temp.path() / "elsewhere.md", temp.path() / "root/.context/TASKS.md");
  fs::create_hard_link(temp.path() / "root/AGENTS.md", temp.path() / "root/CLAUDE.md");
  const Folder folder = LoadFolder(temp.path() / "root", {.agent_files = true}).value();
  EXPECT_THAT(Paths(folder),
              ElementsAre(".context/CONVENTIONS.md conventions", "AGENTS.md agent_file"));
  EXPECT_THAT(folder.files.back().copies, ElementsAre("CLAUDE.md"));
  EXPECT_THAT(Findings(folder), ElementsAre(".context/TASKS.md unreadable"));
  EXPECT_THAT(folder.findings[0].text, testing::HasSubstr("put a copy in its place"));
  EXPECT_EQ(LoadFolder(temp.path() / "root", {.hard_links = true}).value().files.size(), 2U);
}

}  // namespace
}  // namespace satchel::notes
