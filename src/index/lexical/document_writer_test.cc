#include "index/lexical/document_writer.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::lexical {
namespace {

using test::Random;

std::string Plain(const std::vector<std::string>& texts) {
  text::Analyser analyser;
  GroupWriter writer(1);
  for (const std::string& text : texts) {
    analyser.ForEach(
        text, [&](std::string_view term, text::ByteRange, text::TermKind) { writer.Add(0, term); });
    writer.EndDocument();
  }
  return writer.Take();
}

std::string Kept(DocumentWriter& writer, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    writer.Add(0, text);
    writer.EndDocument();
  }
  return writer.Take();
}

TEST(DocumentWriterTest, TermsAreThoseOfTheAnalyser) {
  DocumentWriter writer(1);
  const std::vector<std::string> texts = {
      "don't HTTPServer2Error_handler(kebab-case, x->y--z); // cat's 'b's' it's",
      "Привет, мир! 東京都 don\xE2\x80\x99t na\xC3\xAFve \xFF\xFE-x", std::string(300, 'a') + "-b",
      "", "same same same"};
  EXPECT_EQ(Kept(writer, texts), Plain(texts));
  EXPECT_EQ(Kept(writer, texts), Plain(texts));  // and when all of it is known
}

TEST(DocumentWriterTest, RandomTextsGiveTheTermsOfTheAnalyser) {
  const std::vector<std::string> pieces = {
      "a",  "B",  "word",     "Words", "HTTP", "2",    "_",    "__",
      "-",  "--", "'",        "'s",    "n't",  ".",    ",",    "(",
      " ",  "\n", "\t",       "/",     "\\",   "é",    "ё",    "東",
      "京", "ﾡ",  "\xCC\x81", "’s",    "–",    "\xFF", "\xC3", std::string(1, '\0'),
      "§",  "x9", "_y",       "Z_",    "😀",   "'",    "\"",   "`",
      "fi",
  };
  DocumentWriter writer(1);
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first; seed < first + test::CaseCount(3000); ++seed) {
    Random random(seed);
    std::vector<std::string> texts(1 + random.Below(3));
    for (std::string& text : texts) {
      for (std::uint64_t i = random.Below(30); i > 0; --i) {
        text += pieces[random.Below(pieces.size())];
      }
    }
    ASSERT_EQ(Kept(writer, texts), Plain(texts)) << "seed " << seed;
  }
}

TEST(DocumentWriterTest, ForgettingChangesNothing) {
  DocumentWriter writer(1);
  std::vector<std::string> texts(3);
  for (int i = 0; i < 600'000; ++i) texts[0] += fmt::format("w{} ", i);
  texts[1] = texts[0].substr(0, 1000);
  EXPECT_EQ(Kept(writer, texts), Plain(texts));
  EXPECT_EQ(Kept(writer, {"w1 w2"}), Plain({"w1 w2"}));
}

TEST(DocumentWriterTest, TextMayStandThereSeveralTimes) {
  const std::string longer(100, 'x');
  DocumentWriter once(2);
  DocumentWriter often(2);
  for (int i = 0; i < 3; ++i) {
    once.Add(1, "some words " + longer);
  }
  often.Add(1, "some words " + longer, 3);
  once.EndDocument();
  often.EndDocument();
  EXPECT_EQ(often.Take(), once.Take());
}

}  // namespace
}  // namespace satchel::lexical
