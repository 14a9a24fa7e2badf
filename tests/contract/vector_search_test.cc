// Files of code on their way through vectors into a search, on every engine: indexed, embedded,
// found by what they are about, and no longer found when they are others.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/find/code_search.h"
#include "code/index/code_documents.h"
#include "code/index/code_indexes.h"
#include "code/index/code_vectors.h"
#include "code/index/indexer.h"
#include "index/texts/embedding_run.h"
#include "index/texts/vector_index.h"
#include "tests/contract/store_engines.h"
#include "tests/support/temp_dir.h"

namespace satchel::retrieval {
namespace {

using test::EngineCase;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kSpace = "tiny/1";

// A model that knows of animals, of money and of nothing else.
std::vector<float> VectorOf(std::string_view text) {
  const auto has = [text](std::string_view word) { return text.contains(word) ? 1.0F : 0.0F; };
  return {0.1F, has("feline") + has("purr") + has("kitten"), has("invoice") + has("tax")};
}

class VectorSearchTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    indexes_ = std::make_unique<CodeIndexes>(engine_->database());
    dir_.Write("animals/sounds.py", "def purr(feline):\n    return feline\n");
    dir_.Write("shop/invoice.py",
               "def total(lines):\n    return sum(lines)\n\n\ndef tax(invoice):\n    return 0\n");
    dir_.Write("store/upload.py", "def send(path):\n    return path\n");
    Index();
  }

  void Index() {
    CodeDocuments documents;
    code::IndexOptions options;
    options.chunks = &documents;
    options.threads = 1;
    const auto done =
        code::IndexTree(dir_.path(), engine_->database(), engine_->scope(), nullptr, options);
    ASSERT_TRUE(done) << done.error().text();
  }

  SearchedCode Searched() {
    return {.curated = engine_->database(),
            .scope = engine_->scope(),
            .indexes = *indexes_,
            .root = dir_.path()};
  }

  EmbeddingReport Embed() {
    const SearchedCode searched = Searched();
    auto source = CodeVectorSource(searched);
    EXPECT_TRUE(source);
    EmbeddingRun run;
    run.space = kSpace;
    run.embed = [this](std::span<const std::string> texts,
                       const Deadline&) -> Result<std::vector<std::vector<float>>> {
      std::vector<std::vector<float>> vectors;
      for (const std::string& text : texts) {
        sent_.push_back(text);
        vectors.push_back(VectorOf(text));
      }
      return vectors;
    };
    run.change = [this](const std::function<Status(store::Database&)>& change) {
      return change(engine_->database());
    };
    auto report = EmbedDocuments(engine_->database(), engine_->scope(), {&*source, 1}, run);
    EXPECT_TRUE(report) << report.error().text();
    return report ? *report : EmbeddingReport();
  }

  SearchAnswer Search(const std::string& query) {
    std::vector<NearText> near;
    {
      auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
      EXPECT_TRUE(transaction);
      auto found = vectors_.Nearest(**transaction, kSpace, VectorOf(query), 64);
      EXPECT_TRUE(found) << found.error().text();
      near = std::move(found).value();
    }
    auto answer = SearchCode(Searched(), ask::Question(query), {.query = query}, near);
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : SearchAnswer();
  }
  std::vector<std::string> Paths(const std::string& query) {
    std::vector<std::string> paths;
    for (const SearchPlace& place : Search(query).results) paths.push_back(place.path);
    return paths;
  }

  test::TempDir dir_;
  std::unique_ptr<test::StoreEngine> engine_;
  std::unique_ptr<CodeIndexes> indexes_;
  VectorIndex vectors_;
  std::vector<std::string> sent_;
};

TEST_P(VectorSearchTest, AFileIsFoundByWhatItIsAbout) {
  EXPECT_THAT(Paths("kitten noises"), IsEmpty());
  const EmbeddingReport report = Embed();
  EXPECT_EQ(report.documents, 3U);
  EXPECT_EQ(report.with_vectors, 3U);
  // Where it is, what it is called, what it says.
  EXPECT_THAT(sent_, Contains("animals/sounds.py\npurr\ndef purr(feline):\n    return feline\n"));
  const SearchAnswer answer = Search("kitten noises");
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.abstained, "");
  const SearchPlace& place = answer.results.front();
  EXPECT_EQ(place.path, "animals/sounds.py");
  EXPECT_EQ(place.symbol, "purr");
  ASSERT_EQ(place.terms.size(), 1U);
  EXPECT_EQ(place.terms.front().name, "similar");
  EXPECT_EQ(place.terms.front().value, place.score);
}

TEST_P(VectorSearchTest, HitsByWordsComeFirst) {
  Embed();
  EXPECT_THAT(Paths("kitten path"), ElementsAre("store/upload.py", "animals/sounds.py"));
}

TEST_P(VectorSearchTest, AFileThatIsAnotherIsNotFoundByItsOldVectors) {
  Embed();
  dir_.Write("animals/sounds.py", "def bark(dog):\n    return dog\n");
  Index();
  EXPECT_THAT(Paths("kitten noises"), IsEmpty());
  sent_.clear();
  Embed();
  EXPECT_THAT(sent_, ElementsAre(HasSubstr("bark")));
  EXPECT_THAT(Paths("kitten noises"), IsEmpty());
  std::filesystem::remove(dir_.path() / "animals/sounds.py");
  Index();
  EXPECT_EQ(Embed().with_vectors, 2U);
  // Back again: nobody is asked.
  dir_.Write("animals/sounds.py", "def purr(feline):\n    return feline\n");
  Index();
  sent_.clear();
  Embed();
  EXPECT_THAT(sent_, IsEmpty());
  EXPECT_THAT(Paths("kitten noises"), ElementsAre("animals/sounds.py"));
}

TEST_P(VectorSearchTest, AFileThatChangedSinceItWasIndexedIsNotSent) {
  dir_.Write("animals/sounds.py", "def other():\n    return 'not indexed'\n");
  const EmbeddingReport report = Embed();
  EXPECT_EQ(report.unread, 1U);
  EXPECT_THAT(sent_, Not(Contains(HasSubstr("not indexed"))));
}

TEST_P(VectorSearchTest, ASecretIsNotSent) {
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  dir_.Write("store/token.py", "TOKEN = '" + secret + "'\n");
  Index();
  Embed();
  EXPECT_THAT(sent_, Contains(HasSubstr("store/token.py")));
  EXPECT_THAT(sent_, Not(Contains(HasSubstr(secret))));
}

INSTANTIATE_TEST_SUITE_P(Engines, VectorSearchTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::retrieval
