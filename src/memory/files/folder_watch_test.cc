#include "memory/files/folder_watch.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::IsEmpty;
using testing::Key;
using testing::Optional;

std::string File(std::string_view id, std::string_view text = "Text.") {
  return fmt::format("---\nid: {}\n---\n\n{}\n", id, text);
}

class FolderWatchTest : public testing::Test {
 protected:
  // A look as a process that lives makes it; what there is becomes known.
  FolderLook Look() {
    marks_ = watch_.Changed(known_);
    FolderLook look =
        LookAtFolder(temp_.path(), "", known_, Deadline::Never(), {}, marks_ ? &*marks_ : nullptr)
            .value();
    if (marks_) watch_.Settle(*marks_, look);
    for (const std::string& path : look.gone) known_.erase(path);
    for (const LookedDirectory& directory : look.changed) {
      known_[directory.path] = BytesOf(directory);
    }
    return look;
  }
  // Until nothing is left to be looked at.
  void Settle() {
    do {
      (void)Look();
      std::this_thread::yield();
    } while (!marks_ || !marks_->empty());
  }
  std::string Fresh() {
    return LoadFolder(temp_.path(), "", nullptr, Deadline::Never()).value().digest;
  }

  const test::TempDir temp_;
  FolderWatch watch_{temp_.path()};
  KnownDirectories known_;
  std::optional<DirectoryMarks> marks_;
};

TEST_F(FolderWatchTest, WhereNothingHappensNothingIsLookedAt) {
  temp_.Write("facts/a.md", File("a"));
  temp_.Write("facts/day/b.md", File("b"));
  Settle();
  const FolderLook look = Look();
  EXPECT_THAT(marks_, Optional(IsEmpty()));
  EXPECT_TRUE(look.same());
  EXPECT_EQ(look.digest, Fresh());
}

TEST_F(FolderWatchTest, EveryEditIsSeenAtOnce) {
  const fs::path file = temp_.Write("facts/a.md", File("a", "old"));
  temp_.Write("facts/day/b.md", File("b"));
  Settle();
  const auto check = [this](std::string_view what) { EXPECT_EQ(Look().digest, Fresh()) << what; };
  std::ofstream(file, std::ios::binary | std::ios::in) << File("a", "new");
  check("in place");
  EXPECT_THAT(marks_, Optional(Contains(Key("facts"))));
  temp_.Write("facts/c.md", File("c"));
  check("a new one");
  temp_.Write("facts/other/d.md", File("d"));
  check("a new directory");
  temp_.Write("facts/other/d.md", File("d", "again"));
  check("in the new directory");
  Settle();
  fs::rename(temp_.path() / "facts", temp_.path() / "moved");
  check("moved");
  Settle();
  temp_.Write("facts/day/b.md", File("b", "another"));
  check("a directory where one was");
  temp_.Write("facts/day/b.md", File("b", "and another"));
  check("in it");
  temp_.Write("moved/day/b.md", File("b", "moved"));
  check("in the moved one");
  fs::remove_all(temp_.path() / "moved");
  check("gone");
}

TEST_F(FolderWatchTest, ASecondNameThatGoesIsSeen) {
  const fs::path file = temp_.Write("facts/a.md", File("a"));
  const test::TempDir outside;
  fs::create_hard_link(file, outside.path() / "other");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Look().digest, Fresh());
  fs::remove(outside.path() / "other");
  EXPECT_EQ(Look().digest, Fresh());
}

TEST_F(FolderWatchTest, WithoutADirectoryNothingIsKnown) {
  FolderWatch watch(temp_.path() / "none");
  EXPECT_EQ(watch.Changed({}), std::nullopt);
}

}  // namespace
}  // namespace satchel::memory
