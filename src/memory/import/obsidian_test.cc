#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

namespace fs = std::filesystem;
using test::ImportFolder;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ObsidianImportTest : public testing::Test {
 protected:
  ObsidianImportTest() { dir_.MakeDirectory("vault/.obsidian"); }
  test::ImportSink Import(const ImportLimits& limits = {}) const {
    return ImportFolder("obsidian", dir_.path() / "vault", {}, limits);
  }

  test::TempDir dir_;
};

TEST_F(ObsidianImportTest, ANoteIsOneMemoryWithItsTitle) {
  dir_.Write("vault/Work/Deploy.md",
             "---\ntags:\n  - ops\naliases: [Release]\ndate: 2025-03-04T09:30\n---\n"
             "We deploy on **Tuesdays** with [[Ship It|the tool]]. #release/weekly\n"
             "![[diagram.png]]\n`[[code]]` stays\n");
  const auto sink = Import();
  EXPECT_THAT(sink.Texts(),
              ElementsAre("Deploy\n\nWe deploy on **Tuesdays** with the tool. #release/weekly\n\n"
                          "`[[code]]` stays"));
  EXPECT_THAT(sink.drafts.at(0).memory.tags, ElementsAre("ops", "release/weekly"));
  EXPECT_EQ(FormatTime(sink.drafts.at(0).memory.created.value()), "2025-03-04T09:30:00Z");
  EXPECT_EQ(sink.drafts.at(0).origin, "Work/Deploy.md");
}

TEST_F(ObsidianImportTest, ANoteOfListsIsOneMemoryPerItem) {
  dir_.Write("vault/Rules.md", "# Rules\n## Git\n- Rebase\n  - but never main\n- Sign\n1. Count\n");
  const auto sink = Import();
  EXPECT_THAT(sink.Texts(), ElementsAre("Rebase\n- but never main", "Sign", "Count"));
  EXPECT_THAT(sink.drafts.at(0).memory.tags, ElementsAre("Rules", "Git"));
  EXPECT_EQ(Name(sink.drafts.at(2).place), "Rules.md:6");
}

TEST_F(ObsidianImportTest, ALongNoteIsOneMemoryPerSection) {
  const std::string words(3'000, 'w');
  dir_.Write("vault/Long.md", "Intro\n\n## One\n" + words + "\n\n## Two\n" + words + "\n- item\n");
  const auto sink = Import();
  EXPECT_THAT(sink.Texts(), ElementsAre("Long\n\n\nIntro", "Long: One\n\n\n" + words,
                                        "Long: Two\n\n\n" + words + "\n- item"));
}

TEST_F(ObsidianImportTest, SkipsSettingsTrashTemplatesAndEmptyNotes) {
  dir_.Write("vault/.obsidian/templates.json", R"({"folder": "meta/Forms"})");
  dir_.Write("vault/.obsidian/notes.md", "hidden");
  dir_.Write("vault/.trash/old.md", "hidden");
  dir_.Write("vault/Templates/daily.md", "{{date}}");
  dir_.Write("vault/meta/Forms/form.md", "{{title}}");
  dir_.Write("vault/blank.md", "---\ntags: a\n---\n\n%% nothing\nto see %%\n<!-- here -->\n");
  dir_.Write("vault/image.png", "x");
  dir_.Write("vault/real.md", "Text");
  const auto sink = Import();
  EXPECT_THAT(sink.Texts(), ElementsAre("real\n\nText"));
  EXPECT_THAT(sink.skipped, ElementsAre("Templates/daily.md: template", "blank.md: empty",
                                        "meta/Forms/form.md: template"));
}

TEST_F(ObsidianImportTest, FollowsNoLinkAndWaitsForNoPipe) {
  dir_.Write("secret.md", "outside");
  dir_.Write("other/inner.md", "outside");
  fs::create_symlink(dir_.path() / "secret.md", dir_.path() / "vault/link.md");
  fs::create_symlink(dir_.path() / "other", dir_.path() / "vault/away");
  ASSERT_EQ(::mkfifo((dir_.path() / "vault/pipe.md").c_str(), 0600), 0);
  dir_.Write("vault/real.md", "Text");
  const auto sink = Import();
  EXPECT_THAT(sink.Texts(), Each(Not(HasSubstr("outside"))));
  EXPECT_THAT(sink.skipped, ElementsAre("away: link", "link.md: link", "pipe.md: link"));
}

TEST_F(ObsidianImportTest, TellsWhatIsBeyondALimit) {
  dir_.Write("vault/a.md", "Text");
  dir_.Write("vault/b.md", std::string(2'000, 'x'));
  dir_.Write("vault/d/e/f.md", "Deep");
  const auto sink = Import({.depth = 1, .note_bytes = 1'000});
  EXPECT_THAT(sink.Texts(), ElementsAre("a\n\nText"));
  EXPECT_THAT(sink.refused, ElementsAre("b.md: it has 2000 bytes; at most 1000 are read",
                                        "d/e: it is deeper than 1 directories"));
  EXPECT_THAT(Import({.entries = 4}).refused,
              ElementsAre("d/e/f.md: and everything after it: the folder has more than 4 entries"));
}

}  // namespace
}  // namespace satchel::memory
