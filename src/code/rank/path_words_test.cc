#include "code/rank/path_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

using testing::Contains;
using testing::ElementsAre;

bool Has(const Penalties& penalties, Penalty penalty) {
  return penalties.at(static_cast<std::size_t>(penalty));
}

TEST(PathWordsTest, AFileNameIsTakenApart) {
  text::Analyser analyser;
  const PathWords words = WordsOf("src/flask/json_provider.py", analyser);
  EXPECT_THAT(words.stem, Contains("json"));
  EXPECT_THAT(words.stem, Contains("provid"));
  EXPECT_THAT(words.directories, ElementsAre("flask", "src"));
  EXPECT_EQ(words.parts, 2U);
  EXPECT_EQ(words.plain, "jsonprovider");
}

TEST(PathWordsTest, AFileThatStandsForItsDirectoryHasItsName) {
  text::Analyser analyser;
  EXPECT_THAT(WordsOf("lib/defaults/index.js", analyser).stem, ElementsAre("default"));
  EXPECT_THAT(WordsOf("django/http/__init__.py", analyser).stem, ElementsAre("http"));
  EXPECT_THAT(WordsOf("index.js", analyser).stem, ElementsAre("index"));
  EXPECT_THAT(WordsOf("pkg/kubelet/types.go", analyser).stem, ElementsAre("kubelet"));
  EXPECT_THAT(WordsOf("a/cache/package-info.java", analyser).stem, ElementsAre("cach"));
}

TEST(PathWordsTest, InAnotherLanguageTheSameNameIsAName) {
  text::Analyser analyser;
  for (const char* path : {"store/index.c", "store/index.py", "store/index.h"}) {
    EXPECT_THAT(WordsOf(path, analyser).stem, ElementsAre("index")) << path;
    EXPECT_FALSE(Has(PenaltiesOf(path, "source"), Penalty::kIndexFile)) << path;
  }
  EXPECT_THAT(WordsOf("store/types.py", analyser).stem, ElementsAre("type"));
  EXPECT_THAT(WordsOf("store/init.c", analyser).stem, ElementsAre("init"));
  EXPECT_TRUE(Has(PenaltiesOf("store/index.d.ts", "source"), Penalty::kIndexFile));
}

TEST(PathWordsTest, WordsThatSayLittleAreNotCounted) {
  text::Analyser analyser;
  EXPECT_EQ(WordsOf("BooleanUtils.java", analyser).parts, 1U);
  EXPECT_EQ(WordsOf("utils.py", analyser).parts, 1U);
}

TEST(IsPathTest, WholePartsFromTheEnd) {
  EXPECT_TRUE(IsPath("src/flask/app.py", "flask/app.py"));
  EXPECT_TRUE(IsPath("src/flask/app.py", "app.py"));
  EXPECT_TRUE(IsPath("flask/app.py", "site-packages/flask/app.py"));
  EXPECT_FALSE(IsPath("src/flask/app.py", "p.py"));
  EXPECT_FALSE(IsPath("app.py", "other/app.py"));
}

TEST(IsModuleTest, WithoutTheNamesBehindTheModule) {
  EXPECT_EQ(IsModule("src/flask/app.py", "flask/app/Flask"), 2U);
  EXPECT_EQ(IsModule("django/db/models/__init__.py", "django/db/models"), 3U);
  EXPECT_EQ(IsModule("src/flask/app.py", "flask"), 0U);
  EXPECT_EQ(IsModule("src/app.py", "flask/app"), 0U);
}

TEST(PenaltiesTest, ByRoleNameAndEnding) {
  EXPECT_TRUE(Has(PenaltiesOf("a/test_b.py", "test"), Penalty::kTest));
  EXPECT_TRUE(Has(PenaltiesOf("a/__init__.py", "source"), Penalty::kInit));
  EXPECT_TRUE(Has(PenaltiesOf("a/b.json", "source"), Penalty::kData));
  EXPECT_EQ(PenaltiesOf("a/b.py", "source"), Penalties{});
}

TEST(WithoutVersionTest, TakesOneDirectoryOut) {
  EXPECT_EQ(WithoutVersion("pydantic/v1/fields.py").path, "pydantic/fields.py");
  EXPECT_EQ(WithoutVersion("pydantic/v1/fields.py").version, 1U);
  EXPECT_EQ(WithoutVersion("pydantic/v12/fields.py").version, 0U);
  EXPECT_EQ(WithoutVersion("v1.py").version, 0U);
}

}  // namespace
}  // namespace satchel::rank
