#include "code/index/hit_files.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/facts/facts_codec.h"
#include "code/index/indexed_file.h"
#include "store/curated.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::retrieval {
namespace {

using code::SymbolKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string QualifiedIn(std::string_view language, SymbolKind kind = SymbolKind::kMethod) {
  code::Symbol symbol;
  symbol.name = "sign";
  symbol.container = "app";
  symbol.kind = kind;
  return Qualified(symbol, language);
}

TEST(QualifiedTest, ANameIsWrittenAsItsLanguageDoes) {
  for (const char* language : {"c", "cpp", "ruby", "rust"}) {
    EXPECT_EQ(QualifiedIn(language), "app::sign") << language;
  }
  EXPECT_EQ(QualifiedIn("python"), "app.sign");
  EXPECT_EQ(QualifiedIn(""), "app.sign");
  EXPECT_EQ(QualifiedIn("markdown"), "app > sign");
}

TEST(QualifiedTest, PhpSeparatesMembersAndNamespacesDifferently) {
  for (const auto kind : {SymbolKind::kMethod, SymbolKind::kConstructor, SymbolKind::kField,
                          SymbolKind::kProperty, SymbolKind::kConstant, SymbolKind::kEnumMember}) {
    EXPECT_EQ(QualifiedIn("php", kind), "app::sign") << code::Name(kind);
  }
  EXPECT_EQ(QualifiedIn("php", SymbolKind::kClass), "app\\sign");
}

TEST(QualifiedTest, ANameOutsideOfEverythingStandsAlone) {
  code::Symbol symbol;
  symbol.name = "sign";
  EXPECT_EQ(Qualified(symbol, "cpp"), "sign");
}

// Files on a disk, and an index that may know other contents of them.
class HitFilesTest : public testing::Test {
 protected:
  static constexpr std::size_t kFileBytes = 60;

  HitFilesTest() {
    auto opened =
        store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    EXPECT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never()).value();
  }

  // The index has this text of the file; the latest file has the lowest id.
  void Index(const std::string& path, std::string_view text, const code::FileFacts& facts = {}) {
    Index(path, text, code::EncodeFacts(facts));
  }
  void Index(const std::string& path, std::string_view text, std::string facts) {
    store::FileRow row{.id = 100 - static_cast<std::int64_t>(rows_.size()), .path = path};
    row.digest = code::ContentDigest(text.substr(0, kFileBytes + 1), text.size());
    row.language = "cpp";
    const std::vector<store::FactsRow> all = {
        {.file = row.id, .version = code::kFactsVersion, .data = std::move(facts)}};
    auto change = store::CuratedChange::Begin(*database_, scope_).value();
    EXPECT_TRUE(store::CodeWriter(change.transaction()).PutFacts(all));
    EXPECT_TRUE(std::move(change).Commit());
    rows_.push_back(std::move(row));
  }
  // The same text on the disk and in the index.
  void Write(const std::string& path, std::string_view text, const code::FileFacts& facts = {}) {
    dir_.Write(path, text);
    Index(path, text, facts);
  }

  std::vector<rank::RankedFile> Ranked() const {
    std::vector<rank::RankedFile> ranked;
    for (const store::FileRow& row : rows_) {
      ranked.push_back({.path = row.path, .row = row});
      ranked.back().chunks = {{.ordinal = 0}};
    }
    return ranked;
  }
  Result<HitFiles> Read() {
    auto transaction = database_->Begin(scope_, store::Access::kRead).value();
    return HitFiles::Read(*transaction, Ranked());
  }
  HitFiles ReadRows() {
    auto transaction = database_->Begin(scope_, store::Access::kRead).value();
    return HitFiles::ReadRows(*transaction, rows_).value();
  }
  // The text of a file, read from the disk.
  HitTexts::Text TextOf(const std::string& path) {
    const HitFiles files = ReadRows();
    const ReadTexts none;
    HitTexts texts(dir_.path(), kFileBytes, none, files);
    texts.Prepare(Ranked());
    return texts.Of(path);
  }
  // "path language first-symbol" of those that are known; the rest is omitted.
  std::vector<std::string> Known(const HitFiles& files) const {
    std::vector<std::string> known;
    for (const store::FileRow& row : rows_) {
      const HitFile* file = files.Of(row.path);
      if (file == nullptr) continue;
      known.push_back(row.path + " " + file->language);
      for (const code::Symbol& symbol : file->facts.symbols) known.back() += " " + symbol.name;
    }
    return known;
  }

  static code::FileFacts Defines(std::string name) {
    code::FileFacts facts;
    facts.symbols.emplace_back().name = std::move(name);
    return facts;
  }

  // A secret that is only known by its shape.
  const std::string token_ = std::string("ghp_") + "q8Zk2LmX0vTb7NcR4sYw1PdH6fJg9AeU3iKo";
  test::TempDir dir_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::vector<store::FileRow> rows_;
};

TEST_F(HitFilesTest, EachFileHasItsOwnFacts) {
  Index("b.cc", "b", Defines("B"));
  Index("a.cc", "a", Defines("A"));
  rows_.push_back({.id = 50, .path = "between.cc"});
  rows_.push_back({.id = 500, .path = "last.cc"});
  const auto read = Read();
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_THAT(Known(*read), ElementsAre("b.cc cpp B", "a.cc cpp A"));
  EXPECT_THAT(Known(ReadRows()), ElementsAre("b.cc cpp B", "a.cc cpp A"));
}

TEST_F(HitFilesTest, UnreadableFactsFailASearchAndAreOmittedElsewhere) {
  Index("broken.cc", "b", std::string("no facts"));
  Index("a.cc", "a", Defines("A"));
  EXPECT_FALSE(Read());
  EXPECT_THAT(Known(ReadRows()), ElementsAre("a.cc cpp A"));
}

TEST_F(HitFilesTest, AnUnchangedFileIsShownAsIndexed) {
  Write("a.cc", "int one;\n");
  const HitTexts::Text text = TextOf("a.cc");
  EXPECT_EQ(text.bytes, "int one;\n");
  EXPECT_TRUE(text.readable);
  EXPECT_TRUE(text.as_indexed);
  EXPECT_FALSE(text.gone);
}

TEST_F(HitFilesTest, AChangedOrUnknownFileIsReadableAndNotAsIndexed) {
  dir_.Write("a.cc", "int two;\n");
  Index("a.cc", "int one;\n");
  dir_.Write("unknown.cc", "int x;\n");
  for (const char* path : {"a.cc", "unknown.cc"}) {
    const HitTexts::Text text = TextOf(path);
    EXPECT_TRUE(text.readable) << path;
    EXPECT_FALSE(text.as_indexed) << path;
  }
}

TEST_F(HitFilesTest, ALongFileIsComparedByItsBeginningAndItsSize) {
  const std::string indexed(200, 'x');
  for (const auto& [path, now] :
       {std::pair("end.cc", std::string(100, 'x') + std::string(100, 'y')),
        std::pair("size.cc", std::string(201, 'x'))}) {
    dir_.Write(path, now);
    Index(path, indexed);
  }
  EXPECT_TRUE(TextOf("end.cc").as_indexed) << "only its first bytes were indexed";
  EXPECT_FALSE(TextOf("size.cc").as_indexed);
}

TEST_F(HitFilesTest, AFileThatIsMissingIsGoneAndALinkIsNot) {
  std::filesystem::create_symlink(dir_.Write("target.cc", "int x;"), dir_.path() / "link.cc");
  EXPECT_TRUE(TextOf("missing.cc").gone);
  EXPECT_FALSE(TextOf("link.cc").gone);
  EXPECT_FALSE(TextOf("link.cc").readable);
  const HitFiles files = ReadRows();
  const ReadTexts none;
  HitTexts nowhere(dir_.path() / "no_such_root", kFileBytes, none, files);
  EXPECT_FALSE(nowhere.Of("missing.cc").gone) << "nothing could be looked at";
}

TEST_F(HitFilesTest, AFileIsReadOnce) {
  Write("a.cc", "int one;\n");
  const HitFiles files = ReadRows();
  const ReadTexts none;
  HitTexts texts(dir_.path(), kFileBytes, none, files);
  texts.Of("a.cc");
  dir_.Write("a.cc", "int two;\n");
  EXPECT_EQ(texts.Of("a.cc").bytes, "int one;\n");
}

TEST_F(HitFilesTest, OnlyATextThatTheIndexFoundCleanIsNotRedacted) {
  code::FileFacts secret;
  secret.has_secrets = true;
  const std::string text = "key = " + token_ + "\n";
  Write("clean.cc", text);
  Write("secret.cc", text, secret);
  Write("long.cc", text + std::string(kFileBytes, 'x'));
  dir_.Write("changed.cc", text);
  Index("changed.cc", "int one;\n");
  dir_.Write("unknown.cc", text);
  EXPECT_EQ(TextOf("clean.cc").bytes, text) << "the index has looked for secrets already";
  for (const char* path : {"secret.cc", "long.cc", "changed.cc", "unknown.cc"}) {
    EXPECT_THAT(TextOf(path).bytes, Not(HasSubstr(token_))) << path;
  }
}

// Reads texts together and keeps which were asked for.
class ReadTogetherTest : public HitFilesTest {
 protected:
  ReadTogetherTest() {
    read_ = [this](std::span<const std::string> paths) {
      asked_.insert(asked_.end(), paths.begin(), paths.end());
      std::map<std::string, std::string> texts;
      for (const std::string& path : paths) texts.emplace(path, "of a commit: " + token_);
      return texts;
    };
  }
  static code::FileFacts WithChunk(code::ChunkKind kind, bool has_secrets = false) {
    code::FileFacts facts;
    facts.chunks = {{.kind = kind}};
    facts.has_secrets = has_secrets;
    return facts;
  }

  ReadTexts read_;
  std::vector<std::string> asked_;
};

TEST_F(ReadTogetherTest, OnlyFilesWhoseBestChunkIsNoDefinitionAreRead) {
  Index("definition.cc", "x", WithChunk(code::ChunkKind::kSymbol));
  Index("rest.cc", "x", WithChunk(code::ChunkKind::kRest));
  Index("no_chunk.cc", "x");
  Index("no_hit.cc", "x", WithChunk(code::ChunkKind::kRest));
  rows_.push_back({.id = 50, .path = "unknown.cc"});
  std::vector<rank::RankedFile> ranked = Ranked();
  ranked[3].chunks.clear();
  const HitFiles files = ReadRows();
  HitTexts texts(dir_.path(), kFileBytes, read_, files);
  texts.Prepare(ranked);
  EXPECT_THAT(asked_, ElementsAre("rest.cc"));
}

TEST_F(ReadTogetherTest, TextsOfACommitAreAsIndexedAndHaveNoSecrets) {
  Index("a.cc", "x", WithChunk(code::ChunkKind::kRest, true));
  const HitFiles files = ReadRows();
  HitTexts texts(dir_.path(), kFileBytes, read_, files);
  texts.Prepare(Ranked());
  const HitTexts::Text& text = texts.Of("a.cc");
  EXPECT_THAT(text.bytes, testing::StartsWith("of a commit: "));
  EXPECT_THAT(text.bytes, Not(HasSubstr(token_)));
  EXPECT_TRUE(text.readable);
  EXPECT_TRUE(text.as_indexed);
}

TEST_F(ReadTogetherTest, WithoutSuchAReaderNothingIsReadAhead) {
  read_ = nullptr;
  const HitFiles files = ReadRows();
  HitTexts texts(dir_.path(), kFileBytes, read_, files);
  const std::vector<std::string> paths = {"a.cc"};
  texts.ReadTogether(paths);
  EXPECT_FALSE(texts.Of("a.cc").readable);
  EXPECT_THAT(asked_, IsEmpty());
}

}  // namespace
}  // namespace satchel::retrieval
