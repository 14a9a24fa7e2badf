#include "code/find/place_choice.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using code::ChunkKind;
using code::SymbolKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Ordinals = std::vector<std::uint32_t>;

code::Extent Lines(std::uint32_t first, std::uint32_t last) {
  return {.begin = first * 100, .end = last * 100 + 99, .first_line = first, .last_line = last};
}

code::Symbol Symbol(std::string name, SymbolKind kind, code::Extent extent = Lines(1, 1)) {
  code::Symbol symbol;
  symbol.name = std::move(name);
  symbol.kind = kind;
  symbol.extent = extent;
  return symbol;
}

std::string PathOf(std::string_view query) {
  ask::Query read;
  read.paths = {"src/app.py"};
  read.frames = {{.path = "lib/job.rb", .line = 7}};
  return PathAskedFor(query, read);
}

TEST(PathAskedForTest, AQueryThatIsOnlyAPathNamesThatPath) {
  EXPECT_EQ(PathOf("src/app.py"), "src/app.py");
  EXPECT_EQ(PathOf(" \"src/app.py\"\n"), "src/app.py");
  EXPECT_EQ(PathOf("lib/job.rb"), "lib/job.rb") << "a frame of a trace";
  EXPECT_EQ(PathOf("src\\app.py"), "src/app.py");
  EXPECT_EQ(PathOf("././src/app.py"), "src/app.py");
}

TEST(PathAskedForTest, ALineAndAColumnAfterThePathAreIgnored) {
  EXPECT_EQ(PathOf("src/app.py:12"), "src/app.py");
  EXPECT_EQ(PathOf("src/app.py:12:5"), "src/app.py");
  for (const char* query : {"src/app.py:", "src/app.py:x", "src/app.py:1:2:3"}) {
    EXPECT_EQ(PathOf(query), "") << query;
  }
}

TEST(PathAskedForTest, AQueryWithOtherWordsIsNoPath) {
  for (const char* query : {"fix src/app.py", "src/other.py", "", "  ", "\""}) {
    EXPECT_EQ(PathOf(query), "") << query;
  }
}

// A Python file whose chunks are cut by the test.
class ChunksToShowTest : public testing::Test {
 protected:
  void Cut(const std::vector<std::pair<ChunkKind, code::Extent>>& chunks) {
    known_.language = "python";
    known_.facts.chunks.clear();
    for (const auto& [kind, extent] : chunks) {
      known_.facts.chunks.push_back({.kind = kind, .extent = extent});
    }
  }

  Ordinals Show(std::string_view query, const Ordinals& best) const {
    return ChunksToShow(Ranked(best), known_, ask::ReadQuery(query), false, &text_);
  }
  Ordinals ShowWithoutText(const Ordinals& best, bool asked_by_path = false) const {
    return ChunksToShow(Ranked(best), known_, ask::ReadQuery("x"), asked_by_path, nullptr);
  }
  rank::RankedFile Ranked(const Ordinals& best) const {
    rank::RankedFile file;
    for (const std::uint32_t ordinal : best) file.chunks.push_back({.ordinal = ordinal});
    file.asked_lines = asked_lines_;
    return file;
  }

  std::string text_ =
      "import session\n"
      "import cookie\n"
      "limit = session\n"
      "expiry = 1\n"
      "def sign():\n"
      "    return 2\n";
  HitFile known_;
  Ordinals asked_lines_;
};

TEST_F(ChunksToShowTest, WithoutTheTextTheRankingDecides) {
  Cut({{ChunkKind::kHead, Lines(1, 2)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(ShowWithoutText({1, 0}), ElementsAre(1, 0));
  EXPECT_THAT(ShowWithoutText({}), ElementsAre(0)) << "something must be shown";
}

TEST_F(ChunksToShowTest, AQueryForThePathShowsTheBeginningFirst) {
  Cut({{ChunkKind::kHead, Lines(1, 2)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(ShowWithoutText({1}, true), ElementsAre(0, 1));
  asked_lines_ = {6};
  EXPECT_THAT(ShowWithoutText({0}, true), ElementsAre(1, 0)) << "the line is asked for instead";
}

TEST_F(ChunksToShowTest, TheChunksOfAskedLinesComeFirstAndOnce) {
  Cut({{ChunkKind::kHead, Lines(1, 2)},
       {ChunkKind::kRest, Lines(3, 4)},
       {ChunkKind::kSymbol, Lines(6, 8)}});
  asked_lines_ = {8, 7, 5};
  EXPECT_THAT(ShowWithoutText({0, 2}), ElementsAre(2, 0)) << "line 5 is in no chunk";
  asked_lines_ = {6, 3};
  EXPECT_THAT(ShowWithoutText({0}), ElementsAre(2, 1, 0));
}

TEST_F(ChunksToShowTest, AChunkWithTheWordsOnlyInImportsIsNotShown) {
  Cut({{ChunkKind::kHead, Lines(1, 3)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("cookie value", {0, 1}), ElementsAre(1));
  EXPECT_THAT(Show("session value", {0, 1}), ElementsAre(0, 1)) << "line 3 is no import";
}

TEST_F(ChunksToShowTest, OnlyTheLinesOfAChunkSpeakForIt) {
  Cut({{ChunkKind::kRest, Lines(2, 3)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("expiry value", {0, 1}), ElementsAre(1)) << "line 4 is below the chunk";
  Cut({{ChunkKind::kRest, Lines(4, 4)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("limit value", {0, 1}), ElementsAre(1)) << "line 3 is above it";
  EXPECT_THAT(Show("expiry value", {0, 1}), ElementsAre(0, 1));
}

TEST_F(ChunksToShowTest, DefinitionsAndUnparsedLinesNeedNoWord) {
  Cut({{ChunkKind::kSymbol, Lines(5, 6)},
       {ChunkKind::kLines, Lines(1, 2)},
       {ChunkKind::kRest, Lines(3, 3)}});
  EXPECT_THAT(Show("cookie limit", {2, 1, 0}), ElementsAre(2, 1, 0));
}

TEST_F(ChunksToShowTest, TheFirstDefinitionReplacesChunksOfImports) {
  Cut({{ChunkKind::kHead, Lines(1, 2)},
       {ChunkKind::kRest, Lines(3, 4)},
       {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("cookie value", {0}), ElementsAre(2));
}

TEST_F(ChunksToShowTest, WithoutADefinitionTheFirstTextReplacesChunksOfImports) {
  text_ = "import cookie\n\nimport session\n---\nimport limit\n日本\n";
  Cut({{ChunkKind::kHead, Lines(1, 2)},
       {ChunkKind::kRest, Lines(3, 4)},
       {ChunkKind::kRest, Lines(5, 6)}});
  EXPECT_THAT(Show("cookie value", {0}), ElementsAre(2)) << "punctuation says nothing";
  Cut({{ChunkKind::kHead, Lines(1, 2)}, {ChunkKind::kRest, Lines(3, 4)}});
  EXPECT_THAT(Show("cookie session", {1, 0}), ElementsAre(1, 0)) << "there is nothing else";
}

TEST_F(ChunksToShowTest, AQueryForANameShowsTheImportsThatHaveIt) {
  Cut({{ChunkKind::kHead, Lines(1, 2)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("Cookie", {0}), ElementsAre(0));
  EXPECT_THAT(Show("cookie", {0}), ElementsAre(1)) << "a word is no name";
}

TEST_F(ChunksToShowTest, AChunkThatTheFactsLackIsSkipped) {
  Cut({{ChunkKind::kHead, Lines(1, 2)}, {ChunkKind::kSymbol, Lines(5, 6)}});
  EXPECT_THAT(Show("cookie value", {2, 1}), ElementsAre(1));
}

// "start-end kind symbol" of a chunk of a C++ file with one method.
std::string PlaceOf(std::uint32_t ordinal, std::uint32_t symbol = 0) {
  HitFile file;
  file.language = "cpp";
  file.facts.symbols = {Symbol("Sign", SymbolKind::kMethod)};
  file.facts.symbols.front().container = "Session";
  file.facts.chunks = {{.symbol = symbol, .extent = Lines(3, 8)}};
  SearchPlace place;
  SetPlace(file, ordinal, place);
  return fmt::format("{}-{} {} {}", place.start_line, place.end_line, place.kind, place.symbol);
}

TEST(SetPlaceTest, APlaceHasTheLinesAndTheSymbolOfItsChunk) {
  EXPECT_EQ(PlaceOf(0), "3-8 method Session::Sign");
  EXPECT_EQ(PlaceOf(0, code::kNoSymbol), "3-8  ");
  EXPECT_EQ(PlaceOf(0, 1), "3-8  ") << "the facts have no such symbol";
  EXPECT_EQ(PlaceOf(1), "0-0  ") << "the facts have no such chunk";
}

class SetSymbolsTest : public testing::Test {
 protected:
  // Returns the index of the symbol.
  std::uint32_t Add(std::string name, SymbolKind kind, std::uint32_t parent = code::kNoSymbol) {
    std::vector<code::Symbol>& symbols = file_.facts.symbols;
    symbols.push_back(Symbol(std::move(name), kind, Lines(9, 9)));
    symbols.back().parent = parent;
    return static_cast<std::uint32_t>(symbols.size()) - 1;
  }
  std::vector<std::string> Set() {
    place_ = {};
    SetSymbols(file_, place_);
    std::vector<std::string> names;
    for (const PlaceSymbol& symbol : place_.symbols) names.push_back(symbol.name);
    return names;
  }

  HitFile file_;
  SearchPlace place_;
};

TEST_F(SetSymbolsTest, OnlyTheOutermostSymbolsAreListed) {
  const auto outer = Add("Session", SymbolKind::kClass);
  Add("Sign", SymbolKind::kMethod, outer);
  Add("Check", SymbolKind::kFunction);
  EXPECT_THAT(Set(), ElementsAre("Session", "Check"));
  EXPECT_EQ(place_.symbols.front().kind, "class");
  EXPECT_EQ(place_.symbols.front().line, 9U);
  EXPECT_EQ(place_.more_symbols, 0U);
}

TEST_F(SetSymbolsTest, NamespacesStandForWhatIsInThem) {
  const auto outer = Add("app", SymbolKind::kNamespace);
  const auto inner = Add("detail", SymbolKind::kNamespace, outer);
  Add("Sign", SymbolKind::kFunction, outer);
  Add("Check", SymbolKind::kFunction, inner);
  EXPECT_THAT(Set(), ElementsAre("Sign", "Check"));
}

TEST_F(SetSymbolsTest, StaleSymbolsAndFieldsWithoutAnOwnerAreOmitted) {
  Add("Old", SymbolKind::kFunction);
  file_.facts.symbols.back().stale = true;
  for (const auto kind : {SymbolKind::kField, SymbolKind::kProperty, SymbolKind::kEnumMember}) {
    Add("member", kind);
  }
  Add("Sign", SymbolKind::kFunction);
  Add("Check", SymbolKind::kFunction);
  EXPECT_THAT(Set(), ElementsAre("Sign", "Check"));
}

TEST_F(SetSymbolsTest, AFileWithOneClassListsItsMembersToo) {
  const auto only = Add("Session", SymbolKind::kClass);
  Add("Sign", SymbolKind::kMethod, only);
  const auto old = Add("Old", SymbolKind::kMethod, only);
  file_.facts.symbols[old].stale = true;
  EXPECT_THAT(Set(), ElementsAre("Session", "Sign"));
}

TEST_F(SetSymbolsTest, OfMoreThanTwentyTheSmallOnesGoFirst) {
  for (const auto kind :
       {SymbolKind::kVariable, SymbolKind::kConstant, SymbolKind::kMacro, SymbolKind::kTypeAlias}) {
    Add("small", kind);
  }
  for (int i = 0; i < 16; ++i) Add("Large", SymbolKind::kFunction);
  EXPECT_THAT(Set(), SizeIs(20));
  EXPECT_EQ(place_.more_symbols, 0U);
  Add("Large", SymbolKind::kFunction);
  EXPECT_THAT(Set(), testing::AllOf(SizeIs(17), testing::Each("Large")));
  EXPECT_EQ(place_.more_symbols, 4U);
}

TEST_F(SetSymbolsTest, AtMostTwentyAreListed) {
  for (int i = 0; i < 23; ++i) Add("small", SymbolKind::kConstant);
  EXPECT_THAT(Set(), SizeIs(20)) << "there are no large ones";
  EXPECT_EQ(place_.more_symbols, 3U);
}

// A place of a Python file that has words of a query.
class SetLinesTest : public testing::Test {
 protected:
  // "number: text" of each line shown.
  std::vector<std::string> Set(const AskedLines& asked = {}) {
    file_.language = "python";
    SetLines(text_, has_file_ ? &file_ : nullptr, asked, place_);
    std::vector<std::string> lines;
    for (const PlaceLine& line : place_.lines) {
      lines.push_back(fmt::format("{}: {}", line.number, line.text));
    }
    return lines;
  }
  std::vector<std::string> Set(std::string text, const AskedLines& asked = {}) {
    text_.bytes = std::move(text);
    return Set(asked);
  }
  std::string SymbolOf(std::string text, const AskedLines& asked = {}) {
    Set(std::move(text), asked);
    return fmt::format("{} {}", place_.kind, place_.symbol);
  }

  HitTexts::Text text_{.bytes = "", .readable = true, .as_indexed = true};
  HitFile file_;
  bool has_file_ = true;
  SearchPlace place_ = [] {
    SearchPlace place;
    place.start_line = 1;
    place.end_line = 100;
    place.words = {{.word = "cooki", .worth = Score::FromInt(5), .fields = {}},
                   {.word = "sign", .worth = Score::FromInt(3), .fields = {}},
                   {.word = "limit", .worth = Score::FromInt(1), .fields = {}}};
    return place;
  }();
};

TEST_F(SetLinesTest, TheThreeBestLinesAreShownInFileOrder) {
  EXPECT_THAT(Set("limit\nsign\nother\nlimit limit limit\ncookie sign\ncookie\n"),
              ElementsAre("2: sign", "5: cookie sign", "6: cookie"));
}

TEST_F(SetLinesTest, ARepeatedWordCountsOnceInALine) {
  EXPECT_THAT(Set("sign sign\ncookie\ncookie\ncookie\n"),
              ElementsAre("2: cookie", "3: cookie", "4: cookie"));
}

TEST_F(SetLinesTest, OfEqualLinesTheFirstAreShown) {
  EXPECT_THAT(Set("sign\nsign\nsign\nsign\n"), ElementsAre("1: sign", "2: sign", "3: sign"));
}

TEST_F(SetLinesTest, ImportsAreShownOnlyIfNothingElseHasTheWords) {
  EXPECT_THAT(Set("import cookie\nlimit\n"), ElementsAre("2: limit"));
  EXPECT_THAT(Set("import cookie\nother\n"), ElementsAre("1: import cookie"));
}

TEST_F(SetLinesTest, OnlyLinesOfThePlaceAreShown) {
  place_.start_line = 2;
  place_.end_line = 3;
  EXPECT_THAT(Set("sign\nsign\nsign\nsign\n", {.lines = {1, 4}}),
              ElementsAre("2: sign", "3: sign"));
  place_.start_line = 0;
  EXPECT_THAT(Set("sign\n"), ElementsAre("1: sign"));
}

TEST_F(SetLinesTest, AskedLinesPrecedeTheBestOnesAndCountOnce) {
  EXPECT_THAT(Set("other\ncookie\nsign\nlimit\n", {.lines = {1, 4, 4}}),
              ElementsAre("1: other", "2: cookie", "4: limit"));
}

TEST_F(SetLinesTest, WithoutTheWordsTheFirstLinesThatSaySomethingAreShown) {
  EXPECT_THAT(Set("#!/usr/bin/python\n# Copyright X\n# GPL License\n# All rights reserved\n"
                  "\n---\nimport os\none\ntwo\nthree\nfour\n"),
              ElementsAre("8: one", "9: two", "10: three"));
  EXPECT_THAT(Set("\nimport os\n# a licensed file\n"),
              ElementsAre("1: ", "2: import os", "3: # a licensed file"))
      << "nothing else is there";
}

TEST_F(SetLinesTest, TheFirstLinesCanBeAskedForWhateverTheWords) {
  EXPECT_THAT(Set("one\ntwo\nthree\ncookie\n", {.lines = {4}, .first = true}),
              ElementsAre("1: one", "2: two", "3: three"));
}

TEST_F(SetLinesTest, ALongLineIsShortened) {
  ASSERT_THAT(Set("cookie " + std::string(400, 'x') + "\n"), SizeIs(1));
  EXPECT_EQ(place_.lines.front().text.size(), 159U + std::string_view("…").size());
}

TEST_F(SetLinesTest, AChangedFileIsSearchedAsAWhole) {
  place_.start_line = place_.end_line = 1;
  text_.as_indexed = false;
  EXPECT_THAT(Set("limit\nother\nsign\n", {.lines = {2}}), ElementsAre("1: limit", "3: sign"))
      << "line 2 was asked for in the file as it was indexed";
  EXPECT_TRUE(place_.changed);
  EXPECT_FALSE(place_.gone);
  EXPECT_EQ(place_.end_line, 1U);
}

TEST_F(SetLinesTest, AFileThatIsGoneOrUnreadableShowsNoLines) {
  text_.readable = false;
  EXPECT_THAT(Set("cookie\n"), IsEmpty());
  EXPECT_FALSE(place_.changed);
  text_.as_indexed = false;
  text_.gone = true;
  EXPECT_THAT(Set("cookie\n"), IsEmpty());
  EXPECT_TRUE(place_.gone);
  EXPECT_FALSE(place_.changed) << "it is gone";
}

TEST_F(SetLinesTest, APlaceWithoutASymbolIsNamedByItsBestLine) {
  file_.facts.symbols = {Symbol("app", SymbolKind::kNamespace, Lines(1, 9)),
                         Symbol("Old", SymbolKind::kFunction, Lines(2, 2)),
                         Symbol("Session", SymbolKind::kClass, Lines(1, 3)),
                         Symbol("Sign", SymbolKind::kMethod, Lines(2, 3)),
                         Symbol("Check", SymbolKind::kFunction, Lines(4, 5))};
  file_.facts.symbols[1].stale = true;
  EXPECT_EQ(SymbolOf("limit\ncookie\nsign\n"), "method Sign") << "the narrowest symbol of line 2";
  EXPECT_EQ(SymbolOf("cookie\n"), "method Sign") << "it has a name now";
  place_.kind = "namespace";
  EXPECT_EQ(SymbolOf("limit\n\n\ncookie\n"), "function Check");
}

TEST_F(SetLinesTest, ACommentNamesThePlaceByTheSymbolBelowIt) {
  file_.facts.symbols = {Symbol("Sign", SymbolKind::kFunction, Lines(3, 4))};
  EXPECT_EQ(SymbolOf("# cookie\n\ndef Sign():\n  pass\n"), " ") << "a blank line ends the comment";
  EXPECT_EQ(SymbolOf("# cookie\n# other\ndef Sign():\n  pass\n"), "function Sign");
}

TEST_F(SetLinesTest, APlaceStaysWithoutASymbolIfNothingTellsIt) {
  file_.facts.symbols = {Symbol("Sign", SymbolKind::kFunction, Lines(1, 2))};
  EXPECT_EQ(SymbolOf("other\n"), " ") << "the line has none of the words";
  EXPECT_EQ(SymbolOf("cookie\n", {.first = true}), " ");
  text_.as_indexed = false;
  EXPECT_EQ(SymbolOf("cookie\n"), " ") << "the file has changed";
  text_.as_indexed = true;
  has_file_ = false;
  EXPECT_EQ(SymbolOf("cookie\n"), " ") << "nothing is known of the file";
  has_file_ = true;
  EXPECT_EQ(SymbolOf("other\n", {.lines = {1}}), "function Sign") << "the line was asked for";
  place_.symbol.clear();
  file_.facts.symbols = {Symbol("app", SymbolKind::kNamespace, Lines(1, 2))};
  EXPECT_EQ(SymbolOf("cookie\n"), "function ") << "a namespace says too little";
}

}  // namespace
}  // namespace satchel::retrieval
