// Vectors as rows, and the run that makes them, on every engine.

#include "store/vectors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "index/texts/embedding_run.h"
#include "index/texts/vector_index.h"
#include "index/texts/vector_source.h"
#include "tests/contract/store_engines.h"

namespace satchel::retrieval {
namespace {

using test::EngineCase;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

constexpr std::size_t kDimensions = 8;
constexpr std::string_view kSpace = "model/1";

// Words in common make texts alike: each word has a dimension.
std::vector<float> VectorOf(std::string_view text) {
  std::vector<float> numbers(kDimensions, 0.01F);
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (c != ' ' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      numbers[Sha256Of(word).bytes[0] % kDimensions] += 1;
      word.clear();
    }
  }
  return numbers;
}

std::string DigestOf(std::string_view text) {
  const Digest digest = Sha256Of(text);
  return {digest.bytes.begin(), digest.bytes.end()};
}

class VectorsTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
  }

  store::VectorRow Row(std::string document, std::string digest, std::int64_t part = 0) const {
    return {.key = {.space = std::string(kSpace),
                    .source = "code",
                    .document = std::move(document),
                    .digest = std::move(digest),
                    .part = part},
            .texts = 1,
            .current = true,
            .change = 1,
            .dimensions = 3,
            .hashes = std::string(16, 'h'),
            .codes = {'\0', '\x7f', '\x81'}};
  }

  Status Change(const std::function<Status(store::Transaction&)>& change) {
    const auto transaction =
        SATCHEL_TRY(engine_->database().Begin(engine_->scope(), store::Access::kWrite));
    SATCHEL_TRY(store::LockVectors(*transaction));
    SATCHEL_TRY(change(*transaction));
    SATCHEL_TRY(transaction->Commit({}));
    return {};
  }

  template <class Function>
  auto Read(Function&& function) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    auto result = function(**transaction);
    EXPECT_TRUE(result) << result.error().text();
    return std::move(result).value();
  }

  std::vector<store::VectorRow> Page(store::VectorDetail detail, store::VectorKey after = {},
                                     std::int64_t most = 100) {
    after.space = kSpace;
    return Read([&](store::Transaction& transaction) {
      return store::ReadVectorPage(transaction, detail, after, most);
    });
  }

  // The documents with current rows and what was embedded of them.
  std::vector<std::pair<std::string, std::string>> Current() {
    std::vector<std::pair<std::string, std::string>> found;
    for (const store::VectorRow& row : Page(store::VectorDetail::kCodes)) {
      found.emplace_back(row.key.document, row.key.digest);
    }
    return found;
  }

  VectorSource SourceOf(const std::map<std::string, std::vector<std::string>>& documents,
                        std::string_view name = "code") {
    VectorSource source{.name = std::string(name), .documents = {}, .texts = {}};
    for (const auto& [path, texts] : documents) {
      std::string all;
      for (const std::string& text : texts) all += text + "\n";
      source.documents.push_back({.name = path, .digest = DigestOf(all)});
    }
    source.texts =
        [documents](std::span<const VectorDocument> some) -> Result<std::vector<DocumentTexts>> {
      std::vector<DocumentTexts> found;
      for (const VectorDocument& one : some) found.emplace_back(documents.at(one.name));
      return found;
    };
    return source;
  }

  EmbeddingReport Embed(const std::vector<VectorSource>& sources, EmbeddingRun run = {}) {
    if (run.space.empty()) run.space = kSpace;
    if (!run.embed) {
      run.embed = [this](std::span<const std::string> texts,
                         const Deadline&) -> Result<std::vector<std::vector<float>>> {
        ++calls_;
        if (fails_after_ && calls_ > *fails_after_) return Fail(failure_, "on demand");
        std::vector<std::vector<float>> vectors;
        for (const std::string& text : texts) {
          sent_.push_back(text);
          vectors.push_back(VectorOf(text));
        }
        return vectors;
      };
    }
    run.change = [this](const std::function<Status(store::Database&)>& change) {
      return change(engine_->database());
    };
    auto report = EmbedDocuments(engine_->database(), engine_->scope(), sources, run);
    EXPECT_TRUE(report) << report.error().text();
    return report ? *report : EmbeddingReport();
  }

  std::vector<std::string> Nearest(std::string_view text, std::size_t most = 3) {
    const auto near = Read([&](store::Transaction& transaction) {
      return index_.Nearest(transaction, kSpace, VectorOf(text), most);
    });
    std::vector<std::string> found;
    for (const NearText& one : near)
      found.push_back(fmt::format("{}:{}", one.document, one.ordinal));
    return found;
  }

  std::vector<std::string> TakeSent() {
    std::ranges::sort(sent_);
    return std::exchange(sent_, {});
  }

  std::unique_ptr<test::StoreEngine> engine_;
  VectorIndex index_;
  std::vector<std::string> sent_;
  std::size_t calls_ = 0;
  std::optional<std::size_t> fails_after_;
  Errc failure_ = Errc::kUnavailable;
};

TEST_P(VectorsTest, RowsAreReadInPagesInTheOrderOfTheirKeys) {
  const std::string odd = {'\0', '\xff', '\''};
  const std::vector<store::VectorRow> rows = {Row("a.cc", odd), Row("b/ü.cc", "1", 0),
                                              Row("b/ü.cc", "1", 1), Row("c", "2")};
  ASSERT_TRUE(Change(
      [&](store::Transaction& transaction) { return store::PutVectors(transaction, rows); }));
  std::vector<store::VectorKey> keys;
  store::VectorKey after;
  for (;;) {
    const auto page = Page(store::VectorDetail::kHashes, after, 1);
    if (page.empty()) break;
    EXPECT_EQ(page.front().hashes, std::string(16, 'h'));
    EXPECT_EQ(page.front().codes, "");
    keys.push_back(page.front().key);
    after = page.front().key;
  }
  EXPECT_THAT(keys, ElementsAre(rows[0].key, rows[1].key, rows[2].key, rows[3].key));
  const auto whole = Read(
      [&](store::Transaction& transaction) { return store::ReadVectorRows(transaction, keys); });
  EXPECT_EQ(whole, rows);
  EXPECT_EQ(Page(store::VectorDetail::kCodes).front().codes, rows[0].codes);
}

TEST_P(VectorsTest, OneContentOfADocumentIsCurrent) {
  ASSERT_TRUE(Change([&](store::Transaction& transaction) {
    return store::PutVectors(transaction,
                             std::vector{Row("a", "old"), Row("a", "new"), Row("b", "old")});
  }));
  store::VectorKey key = Row("a", "new").key;
  ASSERT_TRUE(Change([&](store::Transaction& transaction) {
    return store::SetCurrent(transaction, {&key, 1}, 7);
  }));
  EXPECT_THAT(Current(), ElementsAre(Pair("a", "new"), Pair("b", "old")));
  const auto count = [&](store::Transaction& transaction) {
    return store::CountVectors(transaction, kSpace);
  };
  EXPECT_THAT(Read(count), ElementsAre(Pair("code", 2)));
  const auto old = [&](store::Transaction& transaction) {
    return store::ReadOldVectors(transaction, kSpace);
  };
  EXPECT_THAT(Read(old), ElementsAre(Row("a", "old").key));
  key.digest = "";
  ASSERT_TRUE(Change([&](store::Transaction& transaction) {
    return store::SetCurrent(transaction, {&key, 1}, 8);
  }));
  EXPECT_THAT(Current(), ElementsAre(Pair("b", "old")));
  ASSERT_TRUE(Change([&](store::Transaction& transaction) {
    return store::RemoveVectors(transaction, Read(old));
  }));
  EXPECT_THAT(Page(store::VectorDetail::kHashes), SizeIs(1));
}

TEST_P(VectorsTest, EveryChangeHasItsNumber) {
  const auto last = [](store::Transaction& transaction) {
    return store::LastVectorChange(transaction);
  };
  EXPECT_EQ(Read(last), 0);
  const auto nothing = [](store::Transaction&) { return Status(); };
  ASSERT_TRUE(Change(nothing));
  const std::int64_t first = Read(last);
  EXPECT_GT(first, 0);
  ASSERT_TRUE(Change(nothing));
  EXPECT_GT(Read(last), first);
}

TEST_P(VectorsTest, AnotherWorkspaceHasOthers) {
  Embed({SourceOf({{"a", {"red apple"}}})});
  auto other = engine_->database().AddWorkspace("other", "other", Time{1}, Deadline::Never());
  ASSERT_TRUE(other);
  auto transaction = engine_->database().Begin({.workspace = *other}, store::Access::kRead);
  ASSERT_TRUE(transaction);
  EXPECT_EQ(store::LastVectorChange(**transaction).value(), 0);
  EXPECT_THAT(index_.Nearest(**transaction, kSpace, VectorOf("red"), 3).value(), IsEmpty());
}

TEST_P(VectorsTest, ATextIsSentOnce) {
  const auto first = Embed({SourceOf({{"a", {"red apple", "blue sky"}}, {"b", {"blue sky"}}})});
  EXPECT_EQ(first.with_vectors, 2U);
  EXPECT_EQ(first.stopped, "");
  EXPECT_THAT(TakeSent(), ElementsAre("blue sky", "red apple"));
  const auto again = Embed({SourceOf({{"a", {"red apple", "blue sky"}}, {"b", {"blue sky"}}})});
  EXPECT_EQ(again.with_vectors, 2U);
  EXPECT_THAT(TakeSent(), IsEmpty());
  // One text of a changed one is new; a copy of another has none that is.
  const auto edited = Embed({SourceOf({{"a", {"red apple", "green tree"}}, {"c", {"blue sky"}}})});
  EXPECT_EQ(edited.reused, 2U);
  EXPECT_THAT(TakeSent(), ElementsAre("green tree"));
  EXPECT_EQ(Nearest("green tree", 1), std::vector<std::string>{"a:1"});
  EXPECT_EQ(Nearest("blue sky", 1), std::vector<std::string>{"c:0"});
}

TEST_P(VectorsTest, WhatComesBackIsNotSentAgain) {
  const auto before = SourceOf({{"a", {"red apple"}}, {"b", {"blue sky"}}});
  Embed({before});
  Embed({SourceOf({{"a", {"green tree"}}})});
  EXPECT_THAT(Nearest("blue sky"), ElementsAre("a:0"));
  TakeSent();
  const auto report = Embed({before});
  EXPECT_EQ(report.with_vectors, 2U);
  EXPECT_THAT(TakeSent(), IsEmpty());
  EXPECT_THAT(Nearest("blue sky"), ElementsAre("b:0", "a:0"));
}

TEST_P(VectorsTest, ARunThatWasCutOffGoesOnBehindTheLastAnswer) {
  std::map<std::string, std::vector<std::string>> documents;
  for (int i = 0; i < 150; ++i) documents["large"].push_back(fmt::format("word{} of many", i));
  documents["small"] = {"one more"};
  fails_after_ = 2;
  const auto cut = Embed({SourceOf(documents)});
  EXPECT_THAT(cut.stopped, HasSubstr("on demand"));
  EXPECT_EQ(cut.with_vectors, 0U);
  EXPECT_THAT(sent_, SizeIs(128));
  // What is there of the large one is of its content, and is found.
  EXPECT_THAT(Nearest("word7 of many"), SizeIs(3));
  fails_after_.reset();
  const auto rest = Embed({SourceOf(documents)});
  EXPECT_EQ(rest.stopped, "");
  EXPECT_EQ(rest.with_vectors, 2U);
  EXPECT_EQ(rest.sent, 23U);
  const std::set<std::string> different(sent_.begin(), sent_.end());
  EXPECT_EQ(different.size(), sent_.size());
  EXPECT_EQ(different.size(), 151U);
}

TEST_P(VectorsTest, ARunHasAnEndAndTheNextOneGoesOn) {
  std::map<std::string, std::vector<std::string>> documents;
  for (int i = 0; i < 100; ++i) documents[fmt::format("f{:03}", i)] = {fmt::format("text {}", i)};
  EmbeddingRun run;
  run.most_texts = 70;
  const auto first = Embed({SourceOf(documents)}, run);
  EXPECT_EQ(first.with_vectors, 64U);
  EXPECT_THAT(first.stopped, HasSubstr("70"));
  EXPECT_EQ(Embed({SourceOf(documents)}, run).with_vectors, 100U);
  run.deadline = Deadline::After({});
  EXPECT_NE(Embed({SourceOf({{"new", {"new text"}}})}, run).stopped, "");
}

TEST_P(VectorsTest, ATextThatIsRefusedKeepsNoOtherBack) {
  std::map<std::string, std::vector<std::string>> documents;
  for (int i = 0; i < 130; ++i) documents[fmt::format("f{:03}", i)] = {fmt::format("text {}", i)};
  EmbeddingRun run;
  run.embed = [](std::span<const std::string> texts,
                 const Deadline&) -> Result<std::vector<std::vector<float>>> {
    if (std::ranges::find(texts, "text 70") != texts.end()) {
      return Fail(Errc::kInvalidInput, "too long");
    }
    std::vector<std::vector<float>> vectors;
    for (const std::string& text : texts) vectors.push_back(VectorOf(text));
    return vectors;
  };
  const auto report = Embed({SourceOf(documents)}, run);
  EXPECT_EQ(report.stopped, "");
  EXPECT_EQ(report.with_vectors, 66U);
  EXPECT_EQ(report.unread, 64U);
  EXPECT_THAT(report.refused, HasSubstr("too long"));
}

TEST_P(VectorsTest, WrongVectorsAreNotStored) {
  const auto with = [this](std::vector<std::vector<float>> vectors) {
    EmbeddingRun run;
    run.embed = [vectors = std::move(vectors)](
                    std::span<const std::string>,
                    const Deadline&) -> Result<std::vector<std::vector<float>>> { return vectors; };
    return Embed({SourceOf({{"a", {"red apple"}}})}, run).stopped;
  };
  EXPECT_THAT(with({}), HasSubstr("0 vectors for 1 texts"));
  EXPECT_THAT(with({std::vector<float>(kDimensions, 0.0F)}), HasSubstr("no direction"));
  EXPECT_THAT(with({std::vector<float>(kDimensions, std::nanf(""))}), HasSubstr("no direction"));
  EXPECT_THAT(Page(store::VectorDetail::kHashes), IsEmpty());
  Embed({SourceOf({{"b", {"blue sky"}}})});
  EXPECT_THAT(with({{1, 2, 3}}), HasSubstr("3 numbers, where 8"));
}

TEST_P(VectorsTest, AQueryOfAnotherLengthIsRefused) {
  Embed({SourceOf({{"a", {"red apple"}}})});
  auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
  ASSERT_TRUE(transaction);
  const auto near = index_.Nearest(**transaction, kSpace, std::vector<float>{1, 2}, 3);
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(index_.Nearest(**transaction, "another", VectorOf("red"), 3).value(), IsEmpty());
}

TEST_P(VectorsTest, BlankTextsAndEmptyDocumentsAreNotSent) {
  const auto report = Embed({SourceOf({{"a", {" \n", "red apple"}}, {"b", {}}})});
  EXPECT_EQ(report.documents, 1U);
  EXPECT_EQ(report.with_vectors, 1U);
  EXPECT_THAT(TakeSent(), ElementsAre("red apple"));
  EXPECT_EQ(Nearest("red apple", 1), std::vector<std::string>{"a:1"});
}

TEST_P(VectorsTest, AnotherModelHasVectorsOfItsOwn) {
  const auto source = SourceOf({{"a", {"red apple"}}});
  Embed({source});
  EmbeddingRun run;
  run.space = "model/2";
  EXPECT_EQ(Embed({source}, run).sent, 1U);
  EXPECT_THAT(Nearest("red"), SizeIs(1));
}

TEST_P(VectorsTest, OldContentsDoNotPileUp) {
  std::map<std::string, std::vector<std::string>> documents;
  for (int i = 0; i < 300; ++i) documents[fmt::format("f{:03}", i)] = {fmt::format("text {}", i)};
  Embed({SourceOf(documents)});
  // Most are gone: as many rows stay as a small store may keep.
  EXPECT_EQ(Embed({SourceOf({{"f000", {"text 0"}}})}).removed, 43U);
  const auto rows = Page(store::VectorDetail::kHashes, {}, 1'000);
  EXPECT_EQ(rows.size(), 257U);
  EXPECT_EQ(std::ranges::count_if(rows, &store::VectorRow::current), 1);
}

TEST_P(VectorsTest, ARunBesideAnotherSendsNothingTwice) {
  std::map<std::string, std::vector<std::string>> documents;
  for (int i = 0; i < 200; ++i) documents[fmt::format("f{:03}", i)] = {fmt::format("text {}", i)};
  // While the first answer is awaited, another run does everything.
  EmbeddingRun run;
  bool other = false;
  std::size_t sent = 0;
  run.embed = [&](std::span<const std::string> texts,
                  const Deadline&) -> Result<std::vector<std::vector<float>>> {
    if (!std::exchange(other, true)) Embed({SourceOf(documents)});
    std::vector<std::vector<float>> vectors;
    for (const std::string& text : texts) vectors.push_back(VectorOf(text));
    sent += texts.size();
    return vectors;
  };
  EXPECT_EQ(Embed({SourceOf(documents)}, run).with_vectors, 200U);
  EXPECT_EQ(sent, 64U);
  EXPECT_THAT(Page(store::VectorDetail::kHashes, {}, 1'000), SizeIs(200));
}

INSTANTIATE_TEST_SUITE_P(Engines, VectorsTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace satchel::retrieval
