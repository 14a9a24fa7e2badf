#include "sources/code/walk/content.h"

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

TEST(ContentTest, APacketIsLeftOut) {
  EXPECT_TRUE(IsPacket(std::string(text::kMarkdownHeader) + ": notes\n"));
  EXPECT_TRUE(IsPacket("\xEF\xBB\xBF" + std::string(text::kPromptHeader) + ": notes. Text"));
  EXPECT_FALSE(IsPacket("# Satchel packets\n"));
  EXPECT_FALSE(IsPacket("\n# Satchel packet: notes"));
  EXPECT_EQ(SkipByContent("# Satchel packet: code\n"), SkipReason::kPacket);
  EXPECT_EQ(SkipByContent(std::string_view("\0", 1)), SkipReason::kBinary);
  EXPECT_FALSE(SkipByContent("int main() {}\n"));
}

}  // namespace
}  // namespace satchel::code
