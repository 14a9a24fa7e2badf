#include "code/find/ranked_text.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/code_documents.h"
#include "code/index/indexer.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::retrieval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Texts = std::map<std::string, std::string>;

constexpr std::string_view kTask = "cannot parse the manifest of packages";
// The same words, and only the second has the message.
constexpr std::string_view kScattered = "text = 'packages the parse manifest of cannot'\n";
constexpr std::string_view kMessage = "text = 'cannot parse the manifest of packages'\n";

class RankedTextTest : public testing::Test {
 protected:
  RankedTextTest() {
    auto opened =
        store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    EXPECT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never()).value();
    indexes_ = std::make_unique<CodeIndexes>(*database_);
  }

  void Index(const Texts& files) {
    for (const auto& [path, text] : files) dir_.Write(path, text);
    CodeDocuments documents;
    code::IndexOptions options;
    options.chunks = &documents;
    options.threads = 1;
    const auto done = code::IndexTree(dir_.path(), *database_, scope_, nullptr, options);
    ASSERT_TRUE(done) << done.error().text();
  }
  SearchedCode Searched() const {
    return {.curated = *database_,
            .scope = scope_,
            .indexes = *indexes_,
            .root = dir_.path(),
            .read = read_};
  }
  Result<RankedTask> Task(std::string_view text) const {
    auto transaction = database_->Begin(scope_, store::Access::kRead).value();
    return RankTask(Searched(), *transaction, ask::Question(std::string(text)));
  }
  std::vector<rank::RankedFile> Rank(std::string_view text,
                                     const rank::AcceptsFile& accepts = {}) const {
    auto transaction = database_->Begin(scope_, store::Access::kRead).value();
    auto ranked = RankText(Searched(), *transaction, ask::Question(std::string(text)), accepts);
    EXPECT_TRUE(ranked) << ranked.error().text();
    return ranked ? std::move(ranked->files) : std::vector<rank::RankedFile>();
  }
  static std::vector<std::string> Paths(const std::vector<rank::RankedFile>& files) {
    std::vector<std::string> paths;
    for (const rank::RankedFile& file : files) paths.push_back(file.path);
    return paths;
  }
  // Files are read by this from now on, and not from the disk.
  void ReadFrom(Texts texts) {
    read_ = [this, texts = std::move(texts)](std::span<const std::string> paths) {
      asked_.assign(paths.begin(), paths.end());
      return texts;
    };
  }

  test::TempDir dir_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::unique_ptr<CodeIndexes> indexes_;
  ReadTexts read_;
  std::vector<std::string> asked_;
};

TEST_F(RankedTextTest, ACallOfAFunctionThatFewFilesDefineIsASign) {
  Texts files = {{"joint.py", "def solder_joint():\n    return 1\n\n\nlevel = 2\n"}};
  for (int i = 0; i < 4; ++i) files[fmt::format("job{}.py", i)] = "def start():\n    return 1\n";
  Index(files);
  const auto sign = [this](std::string_view text) {
    const auto task = Task(text);
    EXPECT_TRUE(task) << task.error().text();
    return task && task->ranked.defines_call;
  };
  EXPECT_TRUE(sign("translate what solder_joint() says"));
  EXPECT_FALSE(sign("translate what solder_joint says")) << "it may be a word";
  EXPECT_FALSE(sign("translate what start() says")) << "four files define it";
  EXPECT_FALSE(sign("translate what level() says")) << "it is no function";
  EXPECT_FALSE(sign("translate what fly_high() says")) << "it is nowhere";
}

TEST_F(RankedTextTest, AFileWithTheMessageWordForWordPrecedesOneWithItsWords) {
  Index({{"a.py", std::string(kScattered)}, {"b.py", std::string(kMessage)}});
  EXPECT_THAT(Paths(Rank("packages manifest parse")), ElementsAre("a.py", "b.py"))
      << "too short for a message, so the path decides";
  EXPECT_THAT(Paths(Rank(kTask)), ElementsAre("b.py", "a.py"));
}

TEST_F(RankedTextTest, TheScoreOfAMessageIsExplainedByItsFeatures) {
  Index({{"a.py", std::string(kScattered)}, {"b.py", std::string(kMessage)}});
  for (const rank::RankedFile& file : Rank(kTask)) {
    const Score run = rank::At(file.features, rank::Feature::kRun);
    EXPECT_EQ(run, Score::FromInt(file.path == "b.py" ? 1 : 0)) << file.path;
    EXPECT_EQ(file.score,
              rank::TermsOf(file.features, file.penalties, ask::QueryForm::kWords).total());
  }
}

TEST_F(RankedTextTest, MessagesAreLookedForInTheTextsOfTheReader) {
  Index({{"a.py", std::string(kScattered)}, {"b.py", std::string(kMessage)}});
  ReadFrom({{"a.py", std::string(kMessage)}});
  EXPECT_THAT(Paths(Rank(kTask)), ElementsAre("a.py", "b.py"));
}

TEST_F(RankedTextTest, OnlyTheFirstMegabyteOfAFileIsReadForMessages) {
  Index({{"a.py", std::string(kScattered)}, {"b.py", std::string(kMessage)}});
  dir_.Write("b.py", std::string(1'000'000, ' ') + std::string(kMessage));
  EXPECT_THAT(Paths(Rank(kTask)), ElementsAre("b.py", "a.py"));
  dir_.Write("b.py", std::string(1'100'000, ' ') + std::string(kMessage));
  EXPECT_THAT(Paths(Rank(kTask)), ElementsAre("a.py", "b.py"));
}

TEST_F(RankedTextTest, MessagesAreLookedForInTheSixtyBestFiles) {
  Texts files;
  for (int i = 0; i < 62; ++i) files[fmt::format("f{}.py", i + 10)] = kScattered;
  Index(files);
  ReadFrom({});
  EXPECT_THAT(Rank(kTask), SizeIs(62));
  ASSERT_THAT(asked_, SizeIs(60));
  EXPECT_EQ(asked_.front(), "f10.py");
  EXPECT_EQ(asked_.back(), "f69.py");
}

TEST_F(RankedTextTest, ATextWithoutAMessageReadsNoFile) {
  Index({{"a.py", std::string(kScattered)}});
  ReadFrom({});
  EXPECT_THAT(Rank("where do we parse the manifest of packages"), SizeIs(1));
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(RankedTextTest, AQuotationInAQuestionComesBeforeEverythingElse) {
  Index({{"save.py", "def save(): fails = why_does_save_fail('modified process')\n"},
         {"other.py", "x = 1\n\ndef f(): raise Error('File modified by a process, sorry')\n"},
         {"tests/save_test.py", "def test_save(): process = 'save, modified by a file'\n"}});
  const auto files = Rank("why does save fail with \"file modified by a process\"?");
  ASSERT_THAT(Paths(files), testing::Contains("other.py"));
  EXPECT_EQ(files.front().path, "other.py");
  EXPECT_EQ(rank::At(files.front().features, rank::Feature::kQuote), Score::FromInt(1));
  EXPECT_THAT(files.front().asked_lines, ElementsAre(3));
  EXPECT_EQ(files.front().score, rank::TermsOf(files.front().features, files.front().penalties,
                                               ask::QueryForm::kQuestion)
                                     .total());
  EXPECT_EQ(rank::At(files[1].features, rank::Feature::kQuote), Score());
  EXPECT_EQ(Rank("why does save fail with file modified by a process").front().path, "save.py");
}

TEST_F(RankedTextTest, AQuotationIsFoundInAFileThatHasNothingElseOfTheQuestion) {
  Texts files = {{"z.py", "raise Error('cannot parse the manifest')\n"}};
  for (int i = 0; i < 300; ++i) {
    files[fmt::format("f{}.py", i + 100)] =
        "def retry_upload(): return 'retry the upload, parse, manifest'\n";
  }
  Index(files);
  EXPECT_EQ(Rank("where do we retry the upload after \"cannot parse the manifest\"").front().path,
            "z.py");
}

TEST_F(RankedTextTest, AQuotationThatManyFilesHaveSaysLessOfEach) {
  Texts files;
  for (int i = 0; i < 16; ++i) files[fmt::format("f{}.py", i + 10)] = "raise E('not found')\n";
  Index(files);
  EXPECT_EQ(rank::At(Rank("why is it \"not found\"").front().features, rank::Feature::kQuote),
            Score::Ratio(1, 2));
}

TEST_F(RankedTextTest, ABareNameAsksForItsDefinition) {
  Index({{"mm/slab_impl.c", "void *kalloc(int size)\n{\n  return find(size);\n}\n"},
         {"include/kalloc.h", "#ifndef KALLOC\n#define KALLOC\nvoid *kalloc(int size);\n#endif\n"},
         {"arch/kalloc.S", "kalloc:\n  call kalloc\n"},
         {"drivers/a.c", "struct ops { int kalloc; };\nint f(void) { return kalloc(1); }\n"},
         {"drivers/kalloc_user.c", "int g(void) { kalloc(1); kalloc(2); return kalloc(3); }\n"}});
  const auto files = Rank("kalloc");
  ASSERT_GE(files.size(), 3U);
  EXPECT_EQ(files[0].path, "mm/slab_impl.c");
  EXPECT_THAT(files[0].asked_lines, ElementsAre(1));
  EXPECT_EQ(rank::At(files[0].features, rank::Feature::kSymbol), Score::FromInt(1));
  EXPECT_EQ(rank::At(Rank("kalloc find").front().features, rank::Feature::kSymbol), Score())
      << "two words are no name";
}

TEST_F(RankedTextTest, OrdinaryEnglishWordsAreNotCorrected) {
  Index({{"a.py", "def server(): case = some + Body\n"}, {"b.py", "class SomeBody: widget = 1\n"}});
  auto transaction = database_->Begin(scope_, store::Access::kRead).value();
  const auto replaced = [&](std::string text) {
    auto ranked = RankText(Searched(), *transaction, ask::Question(std::move(text)));
    return ranked ? ranked->replaced.size() : 99;
  };
  EXPECT_EQ(replaced("several widgets came from somebody"), 0);
  EXPECT_EQ(replaced("servr widgets"), 1) << "no English word";
}

TEST_F(RankedTextTest, FilesThatAreNotAcceptedAreNotRanked) {
  Index({{"a.py", std::string(kScattered)}, {"b.py", std::string(kMessage)}});
  const auto accepts = [](const store::FileRow& row) { return row.path == "a.py"; };
  EXPECT_THAT(Paths(Rank(kTask, accepts)), ElementsAre("a.py"));
}

TEST_F(RankedTextTest, ATaskKeepsItsTextAndTheStateOfTheIndex) {
  Index({{"a.py", std::string(kMessage)}});
  const auto task = Task(kTask);
  ASSERT_TRUE(task) << task.error().text();
  EXPECT_EQ(task->question.text(), kTask);
  EXPECT_THAT(Paths(task->ranked.files), ElementsAre("a.py"));
  EXPECT_EQ(task->question.query().words, ask::ReadQuery(kTask).words);
  EXPECT_EQ(task->content, Task("another manifest")->content);
  Index({{"b.py", "x = 1\n"}});
  EXPECT_NE(task->content, Task(kTask)->content);
}

TEST_F(RankedTextTest, ATaskNeedsAWordAndAnIndex) {
  const auto nothing = Task(kTask);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code(), Errc::kNotFound);
  const auto empty = Task("?!");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code(), Errc::kInvalidInput);
}

// A word of a task, and how many documents of the code have it.
struct Word {
  std::string written;
  std::uint64_t documents = 0;
  bool is_part = false;
};

std::int64_t UnknownNames(const std::vector<Word>& words) {
  ask::Query asked;
  rank::RankedCode ranked;
  asked.words = words.size();
  for (const Word& word : words) {
    asked.written.push_back(word.written);
    asked.is_part.push_back(word.is_part);
    ranked.documents.push_back(word.documents);
  }
  const auto signs = SignsOf(asked, ranked, {});
  return signs.back().value.millionths() / Score::kOne;
}

TEST(SignsOfTest, NamesThatTheCodeDoesNotHaveAreCounted) {
  EXPECT_EQ(UnknownNames({{"why"}, {"Amazon"}, {"Zurich"}}), 2);
  EXPECT_EQ(UnknownNames({{"Why"}, {"known"}}), 0) << "a text begins with a capital";
  EXPECT_EQ(UnknownNames({{"why"}, {"Cart", 3}}), 0) << "the code has it";
  EXPECT_EQ(UnknownNames({{"why"}, {"Cart", 0, true}}), 0) << "it is a part of a longer name";
  EXPECT_EQ(UnknownNames({{"why"}, {"_Cart"}, {""}, {"[x"}, {"@x"}}), 0);
  EXPECT_EQ(UnknownNames({{"why"}, {"A"}, {"Z"}, {"C"}, {"D"}}), 3) << "three are enough";
}

TEST(SignsOfTest, TheSignsOfTheFloorAreKeptWithoutItsBase) {
  rank::AnswerFloor floor;
  floor.signs = {{.name = "base", .value = Score::FromInt(1), .term = {}},
                 {.name = "first", .value = Score::FromInt(1), .term = {}}};
  const auto signs = SignsOf(ask::Query(), rank::RankedCode(), floor);
  ASSERT_THAT(signs, SizeIs(3));
  EXPECT_EQ(signs.front(), floor.signs.back());
  EXPECT_EQ(signs[1].name, "defines_call");
  EXPECT_EQ(signs[2].name, "unknown_names");
}

}  // namespace
}  // namespace satchel::retrieval
