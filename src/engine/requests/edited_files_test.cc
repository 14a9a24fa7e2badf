#include "engine/requests/edited_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class EditedFilesTest : public testing::Test {
 protected:
  void Keep(const std::vector<std::string>& paths) const {
    const auto kept = KeepEditedFiles(at_.directories(), at_.workspace(), paths);
    EXPECT_TRUE(kept) << kept.error().text();
  }
  std::vector<std::string> Take() const {
    return TakeEditedFiles(at_.directories(), at_.workspace());
  }

  test::StoreWorkspace at_;
};

TEST_F(EditedFilesTest, AreTakenOnce) {
  EXPECT_THAT(Take(), IsEmpty());
  Keep({"src/b.cc", "src/a.cc"});
  Keep({"src/b.cc"});
  EXPECT_THAT(Take(), ElementsAre("src/a.cc", "src/b.cc"));
  EXPECT_THAT(Take(), IsEmpty());
}

TEST_F(EditedFilesTest, OfManyTheLatestAreKept) {
  for (std::size_t i = 0; i < kMostEditedFiles + 5; ++i) Keep({fmt::format("f{:03}", i)});
  const auto taken = Take();
  EXPECT_THAT(taken, SizeIs(kMostEditedFiles));
  EXPECT_EQ(taken.front(), "f005");
}

TEST_F(EditedFilesTest, APathThatTheListCannotHoldIsSkipped) {
  Keep({"a\nb", std::string(5'000, 'x'), "c"});
  EXPECT_THAT(Take(), ElementsAre("c"));
}

TEST_F(EditedFilesTest, ALinkInThePlaceOfTheListIsNotFollowed) {
  const auto state = at_.directories().state;
  if (!state) FAIL() << "there is no state directory";
  const auto directory = *state / "edited";
  std::filesystem::create_directories(directory);
  at_.dir().Write("elsewhere", "secret\n");
  std::filesystem::create_symlink(at_.dir().path() / "elsewhere", directory / at_.workspace().key);
  EXPECT_THAT(Take(), IsEmpty());
}

}  // namespace
}  // namespace satchel::engine
