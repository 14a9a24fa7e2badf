// The index of a work tree on every engine: whatever happened to the files before, the store says
// what a store says that is made of them now.

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/facts/facts_codec.h"
#include "code/index/dump.h"
#include "code/index/file_change.h"
#include "code/index/indexer.h"
#include "code/index/metadata.h"
#include "code/references/reference_reader.h"
#include "store/code.h"
#include "tests/contract/store_engines.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

using Tree = std::map<std::string, std::string>;

IndexSummary Index(test::StoreEngine& engine, const std::filesystem::path& root,
                   ParseCache* cache = nullptr, const IndexOptions& options = {}) {
  auto summary = IndexTree(root, engine.database(), engine.scope(), cache, options);
  EXPECT_TRUE(summary) << summary.error().text();
  return summary ? *std::move(summary) : IndexSummary();
}

std::vector<std::string> Dump(test::StoreEngine& engine,
                              StaleSymbols stale = StaleSymbols::kLeaveOut) {
  auto lines = DumpCode(engine.database(), engine.scope(), stale);
  EXPECT_TRUE(lines) << lines.error().text();
  return lines ? *std::move(lines) : std::vector<std::string>();
}

// Makes the directory hold these files and no others.
void Lay(const std::filesystem::path& root, const Tree& tree) {
  std::filesystem::create_directories(root);
  std::vector<std::filesystem::path> gone;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    if (!tree.contains(entry.path().lexically_relative(root).generic_string())) {
      gone.push_back(entry.path());
    }
  }
  for (const auto& path : gone) std::filesystem::remove(path);
  for (const auto& [path, content] : tree) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary | std::ios::trunc) << content;
  }
}

class CodeIndexContract : public testing::TestWithParam<test::EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
  }
  void Lay(const Tree& tree) { code::Lay(root(), tree); }
  std::filesystem::path root() const { return dir_.path() / "tree"; }
  IndexSummary Index(const IndexOptions& options = {}) {
    return code::Index(*engine_, root(), nullptr, options);
  }
  std::vector<std::string> Dump(StaleSymbols stale = StaleSymbols::kLeaveOut) {
    return code::Dump(*engine_, stale);
  }
  std::vector<store::SymbolRow> Named(const std::string& name) {
    const std::vector<std::string> names = {name};
    return store::CodeReader(engine_->database()).SymbolsNamed(engine_->scope(), names).value();
  }

  test::TempDir dir_;
  std::unique_ptr<test::StoreEngine> engine_;
};

TEST_P(CodeIndexContract, SymbolsImportsAndUsesAreFound) {
  Lay({{"pkg/__init__.py", ""},
       {"pkg/shapes.py", "from .colours import mix\n\ndef draw():\n    return mix(1)\n"},
       {"pkg/colours.py", "def mix(a):\n    return a\n"}});
  const IndexSummary summary = Index();
  EXPECT_EQ(summary.seen, 3U);
  EXPECT_EQ(summary.parsed, 3U);
  const auto lines = Dump();
  EXPECT_THAT(lines, Contains("import pkg/shapes.py 0 name 1 .colours mix  -> pkg/colours.py "
                              "relative"));
  EXPECT_THAT(lines, Contains("symbol mix pkg/colours.py 0 function  public 1 2 0"));
  EXPECT_THAT(lines, Contains(fmt::format("use {} pkg/shapes.py", NameHash("mix"))));
  EXPECT_THAT(Named("draw"), testing::SizeIs(1));
}

TEST_P(CodeIndexContract, AFileThatALimitStoppedIsReadWhenTheLimitIsRaised) {
  Lay({{"a.py", "def one():\n    pass\n"}});
  auto cache = ParseCache::Open(dir_.path() / "cache");
  ASSERT_TRUE(cache);
  IndexOptions options;
  options.limits.bytes = 19;  // one less than the file
  EXPECT_EQ(code::Index(*engine_, root(), &*cache, options).limited, 1U);
  EXPECT_THAT(Named("one"), IsEmpty());
  cache = ParseCache::Open(dir_.path() / "cache");
  EXPECT_EQ(code::Index(*engine_, root(), &*cache, {}).limited, 0U);
  EXPECT_THAT(Named("one"), testing::SizeIs(1));
}

TEST_P(CodeIndexContract, NothingChangedIsNothingRead) {
  Lay({{"a.py", "x = 1\n"}, {"b.c", "int f(void) { return 1; }\n"}});
  Index();
  const auto before = Dump();
  const IndexSummary again = Index();
  EXPECT_EQ(again.parsed + again.cached + again.removed, 0U);
  EXPECT_EQ(again.unchanged, 2U);
  EXPECT_EQ(again.imports_resolved, 0U);
  EXPECT_EQ(Dump(), before);
}

TEST_P(CodeIndexContract, AFileThatDoesNotParseKeepsWhatItDefined) {
  Lay({{"a.py", "def one():\n    pass\n\n\ndef two():\n    pass\n"}});
  Index();
  Lay({{"a.py", "def one():\n    pass\n\n\ndef two(:::\n"}});
  EXPECT_EQ(Index().damaged, 1U);
  const auto lines = Dump(StaleSymbols::kShow);
  EXPECT_THAT(lines, Contains(HasSubstr("symbol two a.py")));
  const auto two = Named("two");
  ASSERT_THAT(two, Not(IsEmpty()));
  // Still broken, and edited further: what is stale stays so.
  Lay({{"a.py", "def one():\n    pass\n\n\nd ef (:::\n"}});
  Index();
  ASSERT_THAT(Named("two"), testing::SizeIs(1));
  EXPECT_EQ(Named("two").front().flags & store::kStaleSymbol, store::kStaleSymbol);
  Lay({{"a.py", "def one():\n    pass\n"}});
  Index();
  EXPECT_THAT(Named("two"), IsEmpty());
  EXPECT_THAT(Named("one"), testing::SizeIs(1));
}

TEST_P(CodeIndexContract, ANewFileIsFoundByImportsThatWereThereBefore) {
  Lay({{"a.py", "import b\n"}});
  Index();
  EXPECT_THAT(Dump(), Contains("import a.py 0 module 1 b   ->  "));
  Lay({{"a.py", "import b\n"}, {"b.py", "x = 1\n"}});
  Index();
  EXPECT_THAT(Dump(), Contains(StartsWith("import a.py 0 module 1 b   -> b.py ")));
  Lay({{"a.py", "import b\n"}});
  Index();
  EXPECT_THAT(Dump(), Contains("import a.py 0 module 1 b   ->  "));
}

TEST_P(CodeIndexContract, DamagedFactsOfTheStoreAreReplaced) {
  Lay({{"a.py", "def one():\n    return other()\n"}});
  Index();
  const auto before = Dump();
  {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kWrite);
    const std::vector<store::FactsRow> rows = {{.file = 1, .version = kFactsVersion, .data = "x"}};
    ASSERT_TRUE(store::CodeWriter(**transaction).PutFacts(rows));
    ASSERT_TRUE((*transaction)->Commit({}));
  }
  Index({.full = true});
  EXPECT_EQ(Dump(), before);
  Lay({});
  Index();
  EXPECT_THAT(Dump(), IsEmpty());
}

TEST_P(CodeIndexContract, OneFileIsReadWithoutAWalk) {
  Lay({{"a.py", "import b\n\ndef one():\n    pass\n"}, {"b.py", "x = 1\n"}});
  Index();
  Lay({{"a.py", "import b\n\ndef two():\n    pass\n"}, {"new.py", "y = 1\n"}});
  const std::vector<std::string> paths = {"a.py", "b.py", "new.py", "../a.py"};
  const auto done = IndexFiles(root(), engine_->database(), engine_->scope(), nullptr, {}, paths);
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->parsed, 1U);
  EXPECT_EQ(done->removed, 1U);
  EXPECT_THAT(done->unknown, testing::ElementsAre("new.py", "../a.py"));
  EXPECT_THAT(Named("one"), IsEmpty());
  EXPECT_THAT(Named("two"), testing::SizeIs(1));
  EXPECT_THAT(Dump(), Contains("import a.py 0 module 1 b   ->  "));
  Index();
  const auto fresh = GetParam().make();
  code::Index(*fresh, root());
  EXPECT_EQ(Dump(), code::Dump(*fresh));
}

TEST_P(CodeIndexContract, ReferencesAreFoundInBothDirectionsWithFewCalls) {
  Tree tree = {{"lib.py", "def mix(a):\n    return a\n\n\ndef alone():\n    return mix(1)\n"}};
  for (int i = 0; i < 30; ++i) {
    tree.emplace(fmt::format("user{}.py", i), "from lib import mix\n\ndef f():\n    mix(2)\n");
  }
  Lay(tree);
  Index();
  store::StoreCount count;
  store::Scope scope = engine_->scope();
  scope.count = &count;
  const ReferenceReader reader(engine_->database(), scope);
  const std::vector<std::string> paths = {"lib.py"};
  const auto rows = store::CodeReader(engine_->database()).FilesByPath(scope, paths);
  const std::vector<std::int64_t> ids = {rows->front().id};
  const auto lib = reader.Load(ids);
  ASSERT_TRUE(lib);
  const std::vector<std::string> names = {"mix"};
  const auto users = reader.To(*lib, names, 100);
  ASSERT_TRUE(users);
  EXPECT_EQ(users->references.size(), 31U);
  EXPECT_EQ(users->files_left_out, 0U);
  EXPECT_EQ(reader.To(*lib, names, 10)->files_left_out, 21U);
  for (const Reference& reference : users->references) {
    EXPECT_EQ(reference.to_file, ids.front());
    EXPECT_THAT(reference.rule, testing::AnyOf("import", "scope"));
  }
  EXPECT_LE(count.calls, 20U);
}

TEST_P(CodeIndexContract, WhatAModelSaidIsStaleOnceTheFileChanges) {
  Lay({{"a.py", "x = 1\n"}, {"b.py", "y = 1\n"}});
  Index();
  const std::vector<std::string> paths = {"a.py", "b.py", "c.py"};
  const auto files = store::CodeReader(engine_->database()).FilesByPath(engine_->scope(), paths);
  std::vector<store::MetadataRow> rows;
  for (const store::FileRow& file : *files) {
    rows.push_back({.path = file.path,
                    .digest = file.digest,
                    .purpose = "keeps a number",
                    .module = "m",
                    .domain = "d",
                    .concepts = "[\"number\"]",
                    .public_surface = "x",
                    .complexity = "low"});
  }
  {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kWrite);
    ASSERT_TRUE(store::CodeWriter(**transaction).PutMetadata(rows));
    ASSERT_TRUE((*transaction)->Commit({}));
  }
  Lay({{"a.py", "x = 2\n"}, {"b.py", "y = 1\n"}});
  Index();
  const auto metadata = ReadMetadata(engine_->database(), engine_->scope(), paths);
  ASSERT_TRUE(metadata);
  ASSERT_EQ(metadata->size(), 2U);
  EXPECT_TRUE(metadata->at("a.py").stale);
  EXPECT_FALSE(metadata->at("b.py").stale);
  EXPECT_EQ(metadata->at("b.py").row, rows[1]);
}

TEST_P(CodeIndexContract, TwoAtOnceMakeTheStoreOfOne) {
  Tree tree;
  for (int i = 0; i < 60; ++i) {
    tree.emplace(fmt::format("d{}/f{}.py", i % 7, i),
                 fmt::format("import f{}\n\ndef g{}():\n    return g{}()\n", i + 1, i, i + 1));
  }
  Lay(tree);
  const auto other = engine_->Reopen();
  ASSERT_TRUE(other);
  std::vector<std::thread> threads;
  for (store::Database* database : {&engine_->database(), other->get()}) {
    threads.emplace_back([this, database] {
      // Whoever meets a writer may be told so; the store is whole all the same.
      static_cast<void>(IndexTree(root(), *database, engine_->scope(), nullptr, {}));
    });
  }
  for (auto& thread : threads) thread.join();
  Index();
  const auto fresh = GetParam().make();
  code::Index(*fresh, root());
  EXPECT_EQ(Dump(), code::Dump(*fresh));
}

INSTANTIATE_TEST_SUITE_P(Engines, CodeIndexContract,
                         testing::Values(test::EngineCase{"Sqlite", test::MakeSqliteEngine},
                                         test::EngineCase{"Postgres", test::MakePostgresEngine}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace satchel::code
