#include "memory/files/look.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string File(std::string_view id, std::string_view text = "Text.") {
  return fmt::format("---\nid: {}\n---\n\n{}\n", id, text);
}

class LookTest : public testing::Test {
 protected:
  FolderLook Look(const FolderLimits& limits = {}) {
    return LookAtFolder(temp_.path(), "", known_, Deadline::Never(), limits).value();
  }
  // Looks, and keeps what there is.
  FolderLook Keep() {
    FolderLook look = Look();
    for (const std::string& path : look.gone) known_.erase(path);
    for (const LookedDirectory& directory : look.changed) {
      known_[directory.path] = BytesOf(directory);
    }
    return look;
  }
  // Until clocks have gone on.
  void Settle() {
    while (!Keep().same()) std::this_thread::yield();
  }

  static std::vector<std::string> Read(const FolderLook& look) {
    std::vector<std::string> paths;
    for (const auto& file : look.read) paths.push_back(file.memory->path);
    return paths;
  }
  static std::vector<std::string> Lost(const FolderLook& look) {
    std::vector<std::string> lost;
    for (const auto& one : look.lost) lost.push_back(one.path + " " + one.id);
    return lost;
  }

  const test::TempDir temp_;
  KnownDirectories known_;
};

TEST_F(LookTest, ReadsWhatIsNewAndNothingTwice) {
  temp_.Write("facts/a.md", File("a"));
  temp_.Write("facts/day/b.md", File("x"));
  temp_.Write("profile.md", "Me");
  temp_.Write("state/c.md", File("c"));
  const FolderLook first = Keep();
  EXPECT_THAT(Read(first), UnorderedElementsAre("facts/a.md", "facts/day/b.md"));
  EXPECT_EQ(first.profile, "Me");
  Settle();
  const FolderLook again = Look();
  EXPECT_TRUE(again.same());
  EXPECT_THAT(again.read, IsEmpty());
  EXPECT_EQ(again.profile, "Me");
  EXPECT_EQ(again.digest, first.digest);
  EXPECT_EQ(again.digest, LoadFolder(temp_.path(), "", nullptr, Deadline::Never())->digest);
}

TEST_F(LookTest, SeesAnEditInPlaceOfTheSameSizeWithItsTimeSetBack) {
  const fs::path file = temp_.Write("facts/a.md", File("a", "old"));
  temp_.Write("facts/b.md", File("b"));
  Settle();
  const auto time = fs::last_write_time(file);
  std::ofstream(file, std::ios::binary | std::ios::in) << File("a", "new");
  fs::last_write_time(file, time);
  const FolderLook look = Keep();
  EXPECT_THAT(Read(look), ElementsAre("facts/a.md"));
  EXPECT_THAT(Lost(look), ElementsAre("facts/a.md a"));
}

TEST_F(LookTest, AFileThatWasOnlyTouchedIsNoOther) {
  const fs::path file = temp_.Write("facts/a.md", File("a"));
  Settle();
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
  const FolderLook look = Look();
  EXPECT_FALSE(look.same());
  EXPECT_THAT(look.read, IsEmpty());
  EXPECT_THAT(look.lost, IsEmpty());
}

TEST_F(LookTest, WhatGoesIsLost) {
  temp_.Write("facts/a.md", File("a"));
  temp_.Write("facts/day/b.md", File("b"));
  temp_.Write("facts/day/c.md", File("c"));
  Settle();
  fs::remove(temp_.path() / "facts/a.md");
  fs::remove_all(temp_.path() / "facts/day");
  const FolderLook look = Keep();
  EXPECT_THAT(Lost(look),
              UnorderedElementsAre("facts/a.md a", "facts/day/b.md b", "facts/day/c.md c"));
  EXPECT_THAT(look.gone, ElementsAre("facts/day"));
  fs::remove_all(temp_.path() / "facts");
  EXPECT_THAT(Keep().gone, ElementsAre("facts"));
}

TEST_F(LookTest, WhatIsWrongIsSaidEachTimeUntilItIsRepaired) {
  temp_.Write("facts/a.md", "no front matter");
  const fs::path twice = temp_.Write("facts/b.md", File("b"));
  const test::TempDir outside;
  fs::create_hard_link(twice, outside.path() / "other");
  fs::create_symlink(outside.path(), temp_.path() / "facts/link");
  const auto wrong = [this] {
    std::vector<std::string> texts;
    for (const Finding& finding : Keep().findings)
      texts.push_back(finding.path + ": " + finding.text);
    return texts;
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(wrong(),
                ElementsAre(HasSubstr("facts/a.md: "), HasSubstr("facts/b.md: a hard link"),
                            HasSubstr("facts/link: a link")));
    Settle();
  }
  fs::remove(outside.path() / "other");
  temp_.Write("facts/a.md", File("a"));
  const FolderLook look = Keep();
  EXPECT_THAT(Read(look), UnorderedElementsAre("facts/a.md", "facts/b.md"));
  EXPECT_THAT(wrong(), ElementsAre(HasSubstr("facts/link: a link")));
}

TEST_F(LookTest, TooManyFilesAreForThoseWhoReadAll) {
  for (int i = 0; i < 5; ++i) temp_.Write(fmt::format("facts/{}.md", i), File("a"));
  EXPECT_FALSE(Look().too_large);
  EXPECT_TRUE(Look({.files = 4}).too_large);
}

TEST_F(LookTest, WhatIsKnownMayBeDamaged) {
  temp_.Write("facts/a.md", File("a"));
  Settle();
  known_["facts"].pop_back();
  const auto look = LookAtFolder(temp_.path(), "", known_, Deadline::Never());
  ASSERT_FALSE(look);
  EXPECT_EQ(look.error().code(), Errc::kCorrupt);
}

TEST_F(LookTest, AMissingDirectoryIsEmpty) {
  const auto look = LookAtFolder(temp_.path() / "none", "", {}, Deadline::Never());
  ASSERT_TRUE(look);
  EXPECT_FALSE(look->exists);
  EXPECT_TRUE(look->same());
}

}  // namespace
}  // namespace satchel::memory
