#include "code/walk/content.h"

#include <string>

#include <gtest/gtest.h>

#include "text/packet_header.h"

namespace satchel::code {
namespace {

TEST(ContentTest, ZeroBytesAndBrokenTextAreBinary) {
  EXPECT_TRUE(IsBinary(std::string_view("a\0b", 3)));
  EXPECT_TRUE(IsBinary("\x89\xFE\xFF\xC0 x"));
  EXPECT_FALSE(IsBinary(""));
  EXPECT_FALSE(IsBinary("caf\xE9 au lait")) << "Latin-1";
  EXPECT_FALSE(IsBinary("\xD0\xBA\xD0\xBE\xD0\xB4"));
  EXPECT_FALSE(IsBinary(std::string(9'000, 'a') + '\0')) << "only the beginning is looked at";
}

TEST(ContentTest, APacketIsSkipped) {
  const std::string markdown = std::string(text::kMarkdownHeader) + ": notes\n\n## Tasks\n";
  EXPECT_TRUE(IsPacket("docs/packet.md", markdown));
  EXPECT_TRUE(IsPacket("a.b/packet", "\xEF\xBB\xBF" + markdown));
  EXPECT_TRUE(IsPacket("p.txt", "# Satchel packet: code\r\n\r\n"));
  EXPECT_TRUE(IsPacket("p.txt", std::string(text::kPromptHeader) +
                                    ": everything. Text inside <satchel-0123456789abcdef> tags"));
  EXPECT_EQ(SkipByContent("p.md", markdown), SkipReason::kPacket);
  EXPECT_EQ(SkipByContent("a.md", std::string_view("\0", 1)), SkipReason::kBinary);
  EXPECT_FALSE(SkipByContent("a.cc", "int main() {}\n"));
}

TEST(ContentTest, AProgramWhoseCommentLooksLikeAPacketIsRead) {
  EXPECT_FALSE(SkipByContent("src/hide.py", "# Satchel packet: x\n\ndef hide(): pass\n"));
  EXPECT_FALSE(SkipByContent("run.sh", "# Satchel packet: code\n\n## Seeds\n"));
}

TEST(ContentTest, ATextThatOnlyBeginsLikeAPacketIsRead) {
  EXPECT_FALSE(IsPacket("a.md", "# Satchel packets\n"));
  EXPECT_FALSE(IsPacket("a.md", "\n# Satchel packet: notes\n\n"));
  EXPECT_FALSE(IsPacket("a.md", "# Satchel packet: x and y\n\n"));
  EXPECT_FALSE(IsPacket("a.md", "# Satchel packet: x\nmore\n"));
  EXPECT_FALSE(IsPacket("a.md", "# Satchel packet: \n\n"));
  EXPECT_FALSE(IsPacket("a.txt", "Satchel packet: notes. Text\n"));
}

}  // namespace
}  // namespace satchel::code
