#include "surfaces/mcp/tools/tool_spec.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace satchel::mcp {
namespace {

const std::string kToken = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");

std::string TextOf(std::string_view text, std::string_view hint = "") {
  return ErrorText(Fail(Errc::kInvalidInput, text, hint).error());
}

TEST(ErrorTextTest, AnErrorHasNoSecretAndNoHiddenCharacter) {
  const std::string text = TextOf("no file " + kToken + "\u202e", "see " + kToken);
  EXPECT_EQ(text, "no file [redacted:github-token]\\u{202E}\nhint: see [redacted:github-token]");
}

}  // namespace
}  // namespace satchel::mcp
