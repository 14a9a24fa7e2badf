#include "text/value_below.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Reader = ValuesBelow (*)(std::string_view, std::size_t, std::size_t);

// What is read below the first "NAME".
std::vector<std::string> Read(Reader reader, std::string_view text) {
  const std::size_t at = text.find("NAME");
  const ValuesBelow found = reader(text, at, at + 4);
  std::vector<std::string> out;
  for (const ByteSpan& value : std::span(found.values).first(found.size)) {
    out.emplace_back(text.substr(value.begin, value.end - value.begin));
  }
  return out;
}

TEST(ValueBelowTest, ReadsTheCellsOfAColumn) {
  EXPECT_THAT(Read(CellsBelow, "| host | NAME |\n|---|:--|\n| a | `v1` |\n| b | v2 |\n\nx"),
              ElementsAre("v1", "v2"));
  EXPECT_THAT(Read(CellsBelow, "host,NAME,port\na,v1,1\nb,v2,2\n"), ElementsAre("v1", "v2"));
  EXPECT_THAT(Read(CellsBelow, "x\nhost;NAME\na;\"v1\""), ElementsAre("v1"));
  EXPECT_THAT(Read(CellsBelow, "host\tNAME\na\tv1\n"), ElementsAre("v1"));
}

TEST(ValueBelowTest, OnlyTheFirstRowIsAHead) {
  EXPECT_THAT(Read(CellsBelow, "| host | NAME |\n| a | v1 |\n"), IsEmpty());
  EXPECT_THAT(Read(CellsBelow, "a,b\nhost,NAME\nc,v1\n"), IsEmpty());
  EXPECT_THAT(Read(CellsBelow, "f(host, NAME)\nf(a, v1)\n"), IsEmpty());
  EXPECT_THAT(Read(CellsBelow, "host,NAME\na,b,v1\n"), IsEmpty());
}

TEST(ValueBelowTest, ReadsTheOnlyWordOfTheNextLine) {
  for (const std::string_view text :
       {"the NAME, until then, is\nv1\n", "## NAME\n\nv1\n", "NAME of the box:\n\n```\nv1\n```\n",
        "**NAME**:\n- `v1`\n", "a: what was the NAME?\nb: v1\n",
        "# the NAME of a\nlet b = \"v1\"\n"}) {
    EXPECT_THAT(Read(WordBelow, text), ElementsAre("v1")) << text;
  }
}

TEST(ValueBelowTest, TextThatGoesOnIsNoValue) {
  for (const std::string_view text :
       {"the NAME is\nv1 or v2\n", "NAME\nv1\n", "NAME:\n  a: v1\n",
        "# the NAME\nlet b = f(\"v1\")\n", "NAME:\n\n\n\n\nv1\n", "NAME is", ""}) {
    const std::string padded = text.empty() ? "NAME:" : std::string(text);
    EXPECT_THAT(Read(WordBelow, padded), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace satchel::text
