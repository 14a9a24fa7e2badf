#include "code/find/mentions.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/code_store.h"

namespace satchel::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

constexpr bool kEveryDefinition = true;

class MentionsTest : public ::testing::Test {
 protected:
  // The ranking has files in the order in which a test calls this.
  store::FileRow AddRanked(const std::string& path, const std::string& role = "source") {
    ranked_.emplace_back(code_.Add(path, 400, {}, role), 1);
    return ranked_.back().first;
  }
  // The ranking has the path, but the store has no such file.
  void RankWithoutRow(const std::string& path) {
    store::FileRow row;
    row.path = path;
    ranked_.emplace_back(row, 1);
  }
  void Define(const store::FileRow& file, const std::string& name, const std::string& container,
              std::int64_t line = 1) {
    code_.Define(file, {.name = name,
                        .kind = "method",
                        .container = container,
                        .first_line = line,
                        .last_line = line});
  }
  // f000.py, f001.py and so on each define the function.
  std::vector<store::FileRow> DefineInFiles(std::size_t count, const std::string& name) {
    std::vector<store::FileRow> files;
    for (std::size_t i = 0; i < count; ++i) {
      files.push_back(code_.Add(fmt::format("f{:03}.py", i)));
      code_.Define(files.back(), name);
    }
    return files;
  }

  Mentions Find(const std::string& text, const WantedCode& wanted, bool every_definition = false) {
    rank::RankedCode ranked = code_.Ranked(text, ranked_)->ranked;
    for (rank::RankedFile& file : ranked.files) {
      file.asked_lines = ranked_lines_[file.path];
      file.chunks = {{.ordinal = 7}};
      rank::At(file.features, rank::Feature::kQuote) = quotes_[file.path];
    }
    auto found = FindMentions(code_.curated(), ranked, ask::Question(std::string(text)), wanted,
                              every_definition);
    EXPECT_TRUE(found) << found.error().text();
    return found ? *std::move(found) : Mentions();
  }
  // `path: relation`, one per file.
  std::vector<std::string> Named(const std::string& text, bool every_definition = false) {
    return Relations(Find(text, {}, every_definition));
  }
  std::vector<std::string> Wanted(const WantedCode& wanted) {
    return Relations(Find("change it", wanted));
  }
  static std::vector<std::string> Relations(const Mentions& mentions) {
    std::vector<std::string> lines;
    for (const ScopedFile& file : mentions.files) {
      lines.push_back(fmt::format("{}: {}", file.row.path, file.relation));
    }
    return lines;
  }
  // `path: lines that the text asks for`, one per file.
  static std::vector<std::string> AskedLines(const Mentions& mentions) {
    std::vector<std::string> lines;
    for (const ScopedFile& file : mentions.files) {
      lines.push_back(fmt::format("{}: {}", file.row.path, fmt::join(file.asked_lines, " ")));
    }
    return lines;
  }

  test::CodeStore code_;
  std::vector<std::pair<store::FileRow, std::int64_t>> ranked_;
  std::map<std::string, std::vector<std::uint32_t>> ranked_lines_;
  std::map<std::string, Score> quotes_;  // what the ranking found of a quotation
};

// --- Paths, stack frames and modules -------------------------------------------------------------

TEST_F(MentionsTest, APathNamesTheThreeBestRankedFilesThatEndWithIt) {
  for (const char* path :
       {"z/cart.py", "a/cart.py", "a/order.py", "a/smartcart.py", "y/cart.py", "b/cart.py"}) {
    AddRanked(path);
  }
  EXPECT_THAT(Named("fix cart.py"),
              ElementsAre("z/cart.py: path", "a/cart.py: path", "y/cart.py: path"));
}

TEST_F(MentionsTest, AnAbsolutePathNamesTheFileThatSharesMostOfItsEnd) {
  AddRanked("shop/cart.py");
  AddRanked("me/repo/shop/cart.py");
  AddRanked("repo/shop/cart.py");
  EXPECT_THAT(Named("fix /home/me/repo/shop/cart.py"), ElementsAre("me/repo/shop/cart.py: path"));
}

TEST_F(MentionsTest, ARankedFileThatTheStoreLacksIsNotNamed) {
  RankWithoutRow("app/shop/cart.py");
  AddRanked("web/shop/cart.py");
  EXPECT_THAT(Named("fix cart.py"), ElementsAre("web/shop/cart.py: path"));
  EXPECT_THAT(Named("fix shop.cart"), ElementsAre("web/shop/cart.py: module"));
}

TEST_F(MentionsTest, AStackFrameNamesTheFileOfItsPackage) {
  for (const char* path : {"a/Cart.java", "b/Cart.java", "c/Cart.java", "com/shop/Cart.java"}) {
    AddRanked(path);
  }
  const Mentions mentions = Find("NullPointerException\nat com.shop.Cart.total(Cart.java:12)", {});
  EXPECT_THAT(Relations(mentions), ElementsAre("com/shop/Cart.java: frame"));
  EXPECT_THAT(AskedLines(mentions), ElementsAre("com/shop/Cart.java: 12"));
}

TEST_F(MentionsTest, AFailingTestNamesTheFileThatItIsNamedAfter) {
  AddRanked("lib/other/Cart.java");
  AddRanked("src/com/shop/Cart.java");
  AddRanked("test/com/shop/CartTest.java", "test");
  EXPECT_THAT(Named("AssertionError\nat com.shop.CartTest.total(CartTest.java:12)"),
              ElementsAre("test/com/shop/CartTest.java: frame", "src/com/shop/Cart.java: subject"));
  EXPECT_THAT(Named("AssertionError\nat com.shop.Cart.total(Cart.java:12)"),
              ElementsAre("src/com/shop/Cart.java: frame"));
}

TEST_F(MentionsTest, LinesOfStackFramesFollowThoseOfTheRankingWithoutDuplicates) {
  AddRanked("shop/cart.py");
  AddRanked("shop/order.py");
  ranked_lines_["shop/cart.py"] = {12};
  const Mentions mentions = Find(
      "Traceback (most recent call last):\n  File \"shop/order.py\", line unknown, in pay\n"
      "  File \"shop/cart.py\", line 7, in sum\n  File \"shop/cart.py\", line 12, in add\n",
      {});
  EXPECT_THAT(AskedLines(mentions), ElementsAre("shop/cart.py: 12 7", "shop/order.py: "));
}

TEST_F(MentionsTest, AModuleNamesTheBestRankedFileThatMatchesMostOfIt) {
  AddRanked("shop/cart.py");
  AddRanked("z/shop/cart/totals.py");
  AddRanked("a/shop/cart/totals.py");
  AddRanked("shop/cart/__init__.py");
  EXPECT_THAT(Named("see shop.cart.totals"), ElementsAre("z/shop/cart/totals.py: module"));
}

TEST_F(MentionsTest, ModuleNamesOfTwoPartsSuffice) {
  AddRanked("other/cart.py");
  AddRanked("shop/cart.py");
  EXPECT_THAT(Named("see shop.cart"), ElementsAre("shop/cart.py: module"));
}

TEST_F(MentionsTest, AQuotationNamesTheBestFilesThatHaveItAndTheirLines) {
  for (const char* path : {"a.py", "b.py", "c.py", "d.py", "e.py", "f.py"}) AddRanked(path);
  AddRanked("t_test.py", "test");
  for (const char* path : {"b.py", "d.py", "e.py", "f.py", "t_test.py"}) {
    quotes_[path] = Score::FromInt(1);
  }
  quotes_["c.py"] = Score::Ratio(1, 4);
  ranked_lines_["b.py"] = {12};
  EXPECT_THAT(Named("why \"is it full\""),
              ElementsAre("b.py: quote", "d.py: quote", "e.py: quote"));
  EXPECT_THAT(AskedLines(Find("why \"is it full\"", {})).front(), "b.py: 12");
}

TEST_F(MentionsTest, ATestIsNamedByAQuotationThatNoSourceHas) {
  AddRanked("a_test.py", "test");
  AddRanked("b.py");
  quotes_["a_test.py"] = Score::FromInt(1);
  EXPECT_THAT(Named("why \"is it full\""), ElementsAre("a_test.py: quote"));
  quotes_["b.py"] = Score::FromInt(1);
  EXPECT_THAT(Named("why \"is it full\""), ElementsAre("b.py: quote"));
}

TEST_F(MentionsTest, AFileNamedInSeveralWaysKeepsItsFirstRelation) {
  const store::FileRow cart = AddRanked("shop/cart.py");
  code_.Define(cart, "pay_all");
  EXPECT_THAT(Named("pay_all in shop.cart fails, see shop/cart.py"),
              ElementsAre("shop/cart.py: path"));
  EXPECT_THAT(Named("pay_all in shop.cart fails"), ElementsAre("shop/cart.py: module"));
  EXPECT_THAT(Named("pay_all fails"), ElementsAre("shop/cart.py: symbol"));
}

TEST_F(MentionsTest, EachMentionedFileKeepsWhatTheRankingFoundInIt) {
  code_.Define(AddRanked("cart.py"), "pay_all");
  AddRanked("order.py");
  code_.Define(code_.Add("unranked.py"), "pay_all");
  ranked_lines_ = {{"cart.py", {40}}, {"order.py", {50}}};
  const Mentions mentions = Find("pay_all in order.py", {});
  EXPECT_THAT(AskedLines(mentions), ElementsAre("order.py: 50", "cart.py: 40 1", "unranked.py: 1"));
  EXPECT_THAT(mentions.files[0].chunks, SizeIs(1));
  EXPECT_THAT(mentions.files[2].chunks, IsEmpty());
  for (const ScopedFile& file : mentions.files) EXPECT_TRUE(file.mentioned) << file.row.path;
}

// --- Symbols
// ---------------------------------------------------------------------------------------

TEST_F(MentionsTest, OnlyDefinitionsOfFunctionsTypesMacrosAndConstantsCount) {
  const std::vector<std::string> named = {"function", "method", "constructor", "class",
                                          "struct",   "union",  "interface",   "trait",
                                          "enum",     "macro",  "type_alias",  "constant"};
  std::string text = "compare";
  std::vector<std::string> expected;
  for (const std::string& kind : named) expected.push_back(kind + ".py: symbol");
  for (const std::string_view kind : {"variable", "field", "module", "namespace", "property", ""}) {
    code_.Define(code_.Add(fmt::format("no_{}.py", kind)),
                 {.name = fmt::format("the_{}_x", kind), .kind = std::string(kind)});
    text += fmt::format(" the_{}_x", kind);
  }
  for (const std::string& kind : named) {
    code_.Define(code_.Add(kind + ".py"), {.name = "the_" + kind, .kind = kind});
    text += " the_" + kind;
  }
  EXPECT_THAT(Named(text), ElementsAreArray(expected));
}

TEST_F(MentionsTest, DeclarationsAndStaleSymbolsAreNoDefinitions) {
  code_.Define(code_.Add("cart.cc"), "pay_all");
  code_.Define(code_.Add("cart.h"),
               {.name = "pay_all", .kind = "function", .flags = store::kDeclaredOnly});
  code_.Define(code_.Add("old.cc"),
               {.name = "pay_all", .kind = "function", .flags = store::kStaleSymbol});
  EXPECT_THAT(Named("fix pay_all"), ElementsAre("cart.cc: symbol"));
  EXPECT_THAT(Wanted({.symbols = {"pay_all"}}), ElementsAre("cart.cc: refinement"));
}

TEST_F(MentionsTest, OnlySourcesDefineSymbolsUnlessTheTextAsksForTests) {
  for (const char* role : {"source", "", "test", "doc", "example", "generated", "vendored"}) {
    code_.Define(code_.Add(fmt::format("of_{}.py", role), 400, {}, role), "pay_all");
  }
  EXPECT_THAT(Named("fix pay_all"), ElementsAre("of_.py: symbol", "of_source.py: symbol"));
  EXPECT_THAT(Named("fix the tests of pay_all"),
              ElementsAre("of_.py: symbol", "of_source.py: symbol", "of_test.py: symbol"));
}

TEST_F(MentionsTest, TheBestRankedDefinitionComesFirst) {
  DefineInFiles(2, "pay_all");
  code_.Define(AddRanked("y.py"), "pay_all");
  EXPECT_THAT(Named("fix pay_all"),
              ElementsAre("y.py: symbol", "f000.py: symbol", "f001.py: symbol"));
}

TEST_F(MentionsTest, ASymbolAsksForTheLinesOfItsDefinitions) {
  const store::FileRow cart = code_.Add("cart.py");
  const store::FileRow order = code_.Add("order.py");
  for (const std::int64_t line : {30, 8, 8}) Define(cart, "total", "Cart", line);
  Define(order, "total", "Order", 5);
  EXPECT_THAT(AskedLines(Find("fix total()", {})), ElementsAre("cart.py: 30 8", "order.py: 5"));
  EXPECT_THAT(AskedLines(Find("fix Cart.total()", {})), ElementsAre("cart.py: 30 8"));
}

TEST_F(MentionsTest, AQualifiedSymbolNamesOnlyDefinitionsInItsQualifier) {
  Define(code_.Add("exact.py"), "total", "Cart");
  Define(code_.Add("free.py"), "total", "");
  Define(code_.Add("longer.py"), "total", "ShoppingCart");
  Define(code_.Add("nested.py"), "total", "shop::Cart");
  Define(code_.Add("other.py"), "total", "Order");
  EXPECT_THAT(Named("fix Cart.total"), ElementsAre("exact.py: symbol", "nested.py: symbol"));
  EXPECT_THAT(Named("fix cart.total()"), ElementsAre("exact.py: symbol", "nested.py: symbol"));
  EXPECT_THAT(Named("fix Cart.total and Order::total"),
              ElementsAre("exact.py: symbol", "nested.py: symbol", "other.py: symbol"));
  EXPECT_THAT(Named("compare Cart.total with total()", kEveryDefinition), SizeIs(5));
}

TEST_F(MentionsTest, AQualifierThatContainsNoDefinitionIsIgnored) {
  Define(code_.Add("cart.py"), "total", "Cart");
  Define(code_.Add("order.py"), "total", "Order");
  EXPECT_THAT(Named("fix basket.total()"), ElementsAre("cart.py: symbol", "order.py: symbol"));
}

TEST_F(MentionsTest, ANameOfThreeLettersCountsIfItIsWrittenAsCode) {
  code_.Define(code_.Add("cart.py"), "Pay");
  EXPECT_THAT(Named("fix the Pay"), IsEmpty());
  EXPECT_THAT(Named("fix the `Pay`"), ElementsAre("cart.py: symbol"));
}

TEST_F(MentionsTest, OnlyANameWrittenAsCodeMayHaveManyDefinitions) {
  DefineInFiles(4, "Payment");
  EXPECT_THAT(Named("fix the `Payment`"), IsEmpty());
  EXPECT_THAT(Named("fix the Payment", kEveryDefinition), IsEmpty());
  EXPECT_THAT(Named("fix the `Payment`", kEveryDefinition), SizeIs(4));
}

TEST_F(MentionsTest, DefinitionsThatDoNotCountLeaveRoomForOthers) {
  DefineInFiles(3, "Payment");
  code_.Define(code_.Add("a_test.py", 400, {}, "test"), "Payment");
  EXPECT_THAT(Named("fix the Payment"), SizeIs(3));
}

TEST_F(MentionsTest, OfMoreThan24DefinitionsTheBestRankedAreTaken) {
  const std::vector<store::FileRow> files = DefineInFiles(25, "pay_all");
  ranked_ = {{files[24], 2}, {files[7], 1}};
  code_.Define(files[24], "of_24_files");
  for (std::size_t i = 0; i < 23; ++i) code_.Define(files[i], "of_24_files");
  const Mentions mentions = Find("fix pay_all", {}, kEveryDefinition);
  const std::vector<std::string> found = Relations(mentions);
  ASSERT_THAT(found, SizeIs(24));
  EXPECT_THAT(found, Not(Contains("f023.py: symbol")));
  EXPECT_EQ(found[0], "f024.py: symbol");
  EXPECT_EQ(found[1], "f007.py: symbol");
  EXPECT_EQ(found[2], "f000.py: symbol");
  EXPECT_THAT(mentions.shortened, ElementsAre(Pair("pay_all", 25U)));

  const Mentions all = Find("fix of_24_files", {}, kEveryDefinition);
  EXPECT_THAT(all.files, SizeIs(24));
  EXPECT_THAT(all.shortened, IsEmpty());
}

TEST_F(MentionsTest, OfMoreThan200DefinitionsOnlyRankedFilesAreTaken) {
  const std::vector<store::FileRow> files = DefineInFiles(201, "pay_all");
  for (std::size_t i = 0; i < 200; ++i) code_.Define(files[i], "of_200_files");
  ranked_ = {{files[150], 2}, {files[7], 1}};
  const Mentions mentions = Find("fix pay_all", {}, kEveryDefinition);
  EXPECT_THAT(Relations(mentions), ElementsAre("f150.py: symbol", "f007.py: symbol"));
  EXPECT_THAT(mentions.shortened, ElementsAre(Pair("pay_all", 201U)));
  EXPECT_THAT(Named("fix pay_all"), IsEmpty());
  EXPECT_THAT(Named("fix of_200_files", kEveryDefinition), SizeIs(24));
}

// --- What a refinement wants
// -----------------------------------------------------------------------

TEST_F(MentionsTest, AWantedFileIsTheOneWithThatPathOrElseRankedFilesThatEndWithIt) {
  code_.Add("cart.py");
  AddRanked("shop/cart.py");
  AddRanked("shop/order.py");
  const Mentions mentions = Find("change it", {.files = {"order.py", "gone.py", "cart.py"}});
  EXPECT_THAT(Relations(mentions), ElementsAre("shop/order.py: refinement", "cart.py: refinement"));
  EXPECT_THAT(mentions.not_found, ElementsAre("gone.py"));
}

TEST_F(MentionsTest, AWantedFileKeepsTheLinesThatTheRankingFound) {
  AddRanked("order.py");
  AddRanked("cart.py");
  ranked_lines_ = {{"order.py", {8}}, {"cart.py", {30}}};
  EXPECT_THAT(AskedLines(Find("change it", {.files = {"cart.py"}})), ElementsAre("cart.py: 30"));
}

TEST_F(MentionsTest, AWantedTestIsAPathOrASymbolAndAWantedFileIsNeverASymbol) {
  code_.Define(code_.Add("a_test.py", 400, {}, "test"), "test_pay");
  code_.Add("b_test.py", 400, {}, "test");
  const Mentions tests = Find("change it", {.tests = {"b_test.py", "test_pay", "test_gone"}});
  EXPECT_THAT(Relations(tests), ElementsAre("b_test.py: refinement", "a_test.py: refinement"));
  EXPECT_THAT(tests.not_found, ElementsAre("test_gone"));
  const Mentions files = Find("change it", {.files = {"test_pay"}});
  EXPECT_THAT(files.files, IsEmpty());
  EXPECT_THAT(files.not_found, ElementsAre("test_pay"));
}

TEST_F(MentionsTest, AWantedSymbolMayBeQualifiedInAnyCommonWay) {
  Define(code_.Add("cart.py"), "total", "shop::Cart");
  Define(code_.Add("order.py"), "total", "Order");
  for (const char* symbol : {"Cart.total", "Cart::total", "Cart#total", "Cart.total()",
                             "shop::Cart::total", "shop.Cart.total"}) {
    EXPECT_THAT(Wanted({.symbols = {symbol}}), ElementsAre("cart.py: refinement")) << symbol;
  }
  EXPECT_THAT(Wanted({.symbols = {"total"}}), SizeIs(2));
}

TEST_F(MentionsTest, AWantedSymbolWithAQualifierThatContainsNoneIsNotFound) {
  Define(code_.Add("cart.py"), "total", "Cart");
  const Mentions mentions = Find("change it", {.symbols = {"Order.total", "Cart.total"}});
  EXPECT_THAT(Relations(mentions), ElementsAre("cart.py: refinement"));
  EXPECT_THAT(mentions.not_found, ElementsAre("Order.total"));
}

TEST_F(MentionsTest, AWantedSymbolMayBeInAnyFileAndHaveManyDefinitions) {
  DefineInFiles(24, "pay_all");
  code_.Define(code_.Add("a_doc.py", 400, {}, "doc"), "pay_all");
  const Mentions mentions = Find("change it", {.symbols = {"pay_all"}});
  ASSERT_THAT(mentions.files, SizeIs(24));
  EXPECT_EQ(mentions.files.front().row.path, "a_doc.py");
  EXPECT_THAT(mentions.shortened, ElementsAre(Pair("pay_all", 25U)));
}

TEST_F(MentionsTest, WantedFilesComeBeforeThoseThatTheTextNames) {
  AddRanked("cart.py");
  code_.Define(AddRanked("order.py"), "pay_all");
  EXPECT_THAT(Relations(Find("fix cart.py and order.py", {.symbols = {"pay_all"}})),
              ElementsAre("order.py: refinement", "cart.py: path"));
}

}  // namespace
}  // namespace satchel::retrieval
