#include "engine/requests/failed_command.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "code/rank/code_ranker.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

FailedCommand Failed(std::vector<ask::TraceFrame> places, std::filesystem::path directory = {}) {
  FailedCommand failed;
  failed.reading.places = std::move(places);
  failed.reading.message = "KeyError: 'pear'";
  failed.directory = std::move(directory);
  return failed;
}

rank::RankedCode Ranked(std::initializer_list<const char*> paths) {
  rank::RankedCode ranked;
  for (const char* path : paths) {
    rank::RankedFile file;
    file.path = path;
    ranked.files.push_back(std::move(file));
  }
  return ranked;
}

class FailedCommandPlaceTest : public testing::Test {
 protected:
  FailedCommandPlaceTest() {
    dir_.Write("app/shop/cart.py", "import os\n  total()\n");
    dir_.Write("other/shop/mail.py", "x\n");
  }

  std::string Written(const std::string& name) const {
    return (dir_.path() / name).string().substr(1);  // as a trace is read: without the first slash
  }
  // The place below the root, if the disk says so.
  std::string OnDisk(const FailedCommand& failed) const {
    const auto found = FindOnDisk(failed, root());
    return found.place ? found.place->path : found.may_be_indexed ? "?" : "";
  }
  std::filesystem::path root() const { return dir_.path() / "app"; }

  test::TempDir dir_;
};

TEST_F(FailedCommandPlaceTest, IsBelowTheRootHoweverItIsWritten) {
  EXPECT_EQ(OnDisk(Failed({{"shop/cart.py", 2}})), "shop/cart.py");
  EXPECT_EQ(OnDisk(Failed({{"cart.py", 2}}, root() / "shop")), "shop/cart.py");
  EXPECT_EQ(OnDisk(Failed({{Written("app/shop/cart.py"), 2}})), "shop/cart.py");
}

TEST_F(FailedCommandPlaceTest, AFileOutsideIsElsewhereAndAMissingOneMayBeIndexed) {
  EXPECT_EQ(OnDisk(Failed({{Written("other/shop/mail.py"), 1}})), "");
  EXPECT_EQ(OnDisk(Failed({{"mail.py", 1}}, dir_.path() / "other/shop")), "");
  EXPECT_EQ(OnDisk(Failed({{"container/shop/cart.py", 1}})), "?");
  EXPECT_EQ(OnDisk(Failed({{"container/x.py", 1}, {"shop/cart.py", 2}})), "shop/cart.py");
}

TEST_F(FailedCommandPlaceTest, TheIndexKnowsFilesThatThePathEndsLike) {
  const auto find = [this](const FailedCommand& failed, const rank::RankedCode& ranked) {
    const auto place = FindIndexed(failed, FindOnDisk(failed, root()), ranked);
    return place ? place->path + ":" + std::to_string(place->line) : "";
  };
  EXPECT_EQ(find(Failed({{"shop/cart.py", 2}}), Ranked({"shop/cart.py"})), "shop/cart.py:2");
  EXPECT_EQ(find(Failed({{"container/shop/cart.py", 2}}), Ranked({"a.py", "shop/cart.py"})),
            "shop/cart.py:2");
  EXPECT_EQ(find(Failed({{"container/cart.py", 2}}), Ranked({"shop/cart.py"})), "")
      << "a name alone is the same in many places";
  EXPECT_EQ(find(Failed({{"shop/cart.py", 2}}), Ranked({"shop/mail.py"})), "") << "not indexed";
}

TEST_F(FailedCommandPlaceTest, AnEditOfTheFailingLineMakesItADifferentFailure) {
  const FailedCommand failed = Failed({{"shop/cart.py", 2}});
  const std::string first = SignatureAt(failed, {"shop/cart.py", 2}, root());
  dir_.Write("app/shop/cart.py", "import os\nimport re\n  total()\n");
  EXPECT_EQ(SignatureAt(failed, {"shop/cart.py", 3}, root()), first) << "an edit above it";
  dir_.Write("app/shop/cart.py", "import os\nimport re\n  total(1)\n");
  EXPECT_NE(SignatureAt(failed, {"shop/cart.py", 3}, root()), first);
  EXPECT_NE(SignatureAt(failed, {"shop/gone.py", 3}, root()), first);
}

}  // namespace
}  // namespace satchel::engine
