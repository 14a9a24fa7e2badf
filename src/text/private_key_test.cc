#include "text/private_key.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kLine = "R7dKq2VbN9xLw4TzHc6JmYf3sPgA8uEk";

std::string Begin(std::string_view label) { return fmt::format("-----BEGIN {}-----", label); }
std::string End(std::string_view label) { return fmt::format("-----END {}-----", label); }

std::vector<std::string_view> Body(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t stop = 0;
  for (const ByteSpan& span : PrivateKeyBody(text, text.find("-----BEGIN"), stop)) {
    lines.push_back(text.substr(span.begin, span.end - span.begin));
  }
  return lines;
}

TEST(PrivateKeyTest, GivesTheLinesBetweenTheMarkers) {
  EXPECT_THAT(Body(fmt::format("{}\nProc-Type: 4,ENCRYPTED\n\n{}\nQ7vT\n{}\n",
                               Begin("RSA PRIVATE KEY"), kLine, End("RSA PRIVATE KEY"))),
              ElementsAre(kLine, "Q7vT"));
}

TEST(PrivateKeyTest, SeesThroughIndentsQuotesAndCommentSigns) {
  EXPECT_THAT(Body(fmt::format("// {}\n//   {}\n+  \"{}\\n\" +\n// {}\n", Begin("PRIVATE KEY"),
                               kLine, kLine, End("PRIVATE KEY"))),
              ElementsAre(kLine, kLine));
}

TEST(PrivateKeyTest, PublicKeysCertificatesAndAbbreviationsAreNone) {
  EXPECT_THAT(Body(fmt::format("{}\n{}\n{}\n", Begin("PUBLIC KEY"), kLine, End("PUBLIC KEY"))),
              IsEmpty());
  EXPECT_THAT(Body(fmt::format("{}\n{}\n{}\n", Begin("CERTIFICATE"), kLine, End("CERTIFICATE"))),
              IsEmpty());
  EXPECT_THAT(Body(fmt::format("{}\nMIIE...\n{}\n", Begin("PRIVATE KEY"), End("PRIVATE KEY"))),
              IsEmpty());
}

TEST(PrivateKeyTest, StopsAtTheFirstShortLineWhenTheEndIsMissing) {
  EXPECT_THAT(Body(fmt::format("{}\n{}\n{}\nQ7vT\nlater = {}\n", Begin("PRIVATE KEY"), kLine, kLine,
                               kLine)),
              ElementsAre(kLine, kLine, "Q7vT"));
}

TEST(PrivateKeyTest, AHeaderInCodeHidesNoCode) {
  EXPECT_THAT(Body(fmt::format("if (text.starts_with(\"{}\")) {{\n  return ParseKey(text);\n}}\n",
                               Begin("PRIVATE KEY"))),
              IsEmpty());
}

std::vector<std::string_view> BodyBefore(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const ByteSpan& span : PrivateKeyBefore(text, text.rfind("-----END"))) {
    lines.push_back(text.substr(span.begin, span.end - span.begin));
  }
  return lines;
}

TEST(PrivateKeyTest, ABodyWithoutItsBeginningIsKnownByItsEnd) {
  const std::string line = fmt::format("{}{}", kLine, kLine);
  EXPECT_THAT(BodyBefore(fmt::format("x\n{}\n{}\nQ7vT==\n{}\n", line, line, End("PRIVATE KEY"))),
              ElementsAre(line, line, "Q7vT=="));
  EXPECT_THAT(BodyBefore(fmt::format("//  {}\n//  {}\n//  {}\n", line, line, End("PRIVATE KEY"))),
              ElementsAre(line, line));
  EXPECT_THAT(BodyBefore(fmt::format("\"{}\\n{}\\n{}\"", line, line, End("PRIVATE KEY"))),
              ElementsAre(fmt::format("{}\\n{}", line, line)));
}

TEST(PrivateKeyTest, LinesThatBeginBeforeTheGivenPlaceAreNotRead) {
  const std::string line = fmt::format("{}{}", kLine, kLine);
  const std::string text = fmt::format("x\n{}\n{}\n{}\n", line, line, End("PRIVATE KEY"));
  const std::size_t end = text.find("-----END");
  EXPECT_EQ(PrivateKeyBefore(text, end).size(), 2U);
  EXPECT_EQ(PrivateKeyBefore(text, end, 1).size(), 2U);
  EXPECT_EQ(PrivateKeyBefore(text, end, 2).size(), 1U);
  EXPECT_THAT(PrivateKeyBefore(text, end, end - 1), IsEmpty());
}

TEST(PrivateKeyTest, TheEndOfSomethingElseHidesNothing) {
  const std::string line = fmt::format("{}{}", kLine, kLine);
  EXPECT_THAT(BodyBefore(fmt::format("{}\n{}\n", line, End("CERTIFICATE"))), IsEmpty());
  EXPECT_THAT(BodyBefore(fmt::format("if (line == kEnd) {{\n{}\n", End("PRIVATE KEY"))), IsEmpty());
  EXPECT_THAT(BodyBefore(fmt::format("words\n{}\n", End("PRIVATE KEY"))), IsEmpty());
}

}  // namespace
}  // namespace satchel::text
