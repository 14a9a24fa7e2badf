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

}  // namespace
}  // namespace satchel::text
