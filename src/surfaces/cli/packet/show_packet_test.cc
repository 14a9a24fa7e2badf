#include "surfaces/cli/packet/show_packet.h"

#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "packet/render/meter.h"

namespace satchel::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(StyledMarkdownTest, MarksHeadingsSourcesAndFences) {
  EXPECT_EQ(StyledMarkdown("# Title\n\n_code, workspace_\ntext\n```cc\n# no heading\n```\nend",
                           Style(true)),
            "\x1b[1m# Title\x1b[0m\n\n\x1b[2m_code, workspace_\x1b[0m\ntext\n"
            "\x1b[2m```cc\x1b[0m\n# no heading\n\x1b[2m```\x1b[0m\nend");
}

TEST(StyledMarkdownTest, AShorterFenceInsideDoesNotCloseALongerOne) {
  EXPECT_EQ(StyledMarkdown("````\n```\n# a\n````\n# b\n", Style(true)),
            "\x1b[2m````\x1b[0m\n```\n# a\n\x1b[2m````\x1b[0m\n\x1b[1m# b\x1b[0m\n");
}

TEST(StyledMarkdownTest, ChangesNothingWithoutColour) {
  const std::string text = "# Title\n_a_\n```\nx\n\n\n```";
  EXPECT_EQ(StyledMarkdown(text, Style(false)), text);
  EXPECT_EQ(StyledMarkdown("", Style(true)), "");
}

packet::Packet SomePacket() {
  packet::Packet packet;
  packet.budget = 1'000;
  packet.tokens_used = 500;
  packet.tokenizer = text::Tokenizer::kChars4;
  packet::Section code{.of = "code", .name = "code"};
  code.items.resize(2);
  code.cost = {.bytes = 1'600};
  code.dropped = 9;
  packet.sections = {code, {.of = "graph", .name = "knowledge"}};
  return packet;
}

TEST(PacketMeterTest, IsOneLineAndNamesOnlySourcesThatShowSomething) {
  const std::string meter = PacketMeter(SomePacket());
  EXPECT_EQ(meter, "[############............] 500 of 1000 tokens: code 400; 9 items did not fit");
}

TEST(PacketMeterTest, HasNoBarWithoutABudget) {
  packet::Packet packet = SomePacket();
  packet.budget = packet::kNoBudget;
  EXPECT_THAT(PacketMeter(packet), testing::StartsWith("500 tokens: code 400"));
  packet.budget = 0;
  EXPECT_THAT(PacketMeter(packet), HasSubstr("500 of 0 tokens"));
}

// What a packet prints, and what stderr has.
std::pair<std::string, std::string> Shown(bool terminal, bool with_meter = false) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{
      .in = in, .out = out, .err = err, .out_is_terminal = terminal, .err_is_terminal = terminal};
  const settings::Environment environment;
  const Invocation invocation;
  Context context{
      .streams = streams, .environment = environment, .invocation = invocation, .directories = {}};
  context.format = "markdown";
  context.out = Style(terminal);
  engine::PacketAnswer answer;
  answer.packet = SomePacket();
  answer.packet.show_meter = with_meter;
  answer.text = "# Title\ntext\n";
  if (with_meter) answer.text += "\n" + packet::MeterText(answer.packet);
  ShowPacket(context, answer);
  return {out.str(), err.str()};
}

TEST(ShowPacketTest, APipeGetsTheBytesThatWereCounted) {
  EXPECT_EQ(Shown(false), std::pair(std::string("# Title\ntext\n"), std::string()));
}

TEST(ShowPacketTest, OnlyAPipeGetsTheMeterThatIsPartOfThePacket) {
  EXPECT_THAT(Shown(false, true).first, HasSubstr("graph"));
  EXPECT_EQ(Shown(true, true).first, "\x1b[1m# Title\x1b[0m\ntext\n");
}

TEST(ShowPacketTest, ATerminalGetsColoursAndTheMeter) {
  const auto [out, err] = Shown(true);
  EXPECT_EQ(out, "\x1b[1m# Title\x1b[0m\ntext\n");
  EXPECT_THAT(err, AllOf(HasSubstr("500 of 1000 tokens"), Not(HasSubstr("graph"))));
}

}  // namespace
}  // namespace satchel::cli
