#include "surfaces/mcp/http/token.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::mcp {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;

int ModeOf(const fs::path& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<int>(facts.st_mode & 07777U) : -1;
}

std::string ErrorOf(const fs::path& file) {
  const auto token = ReadOrMakeToken(file);
  return token ? "" : token.error().text();
}

void MakePrivate(const fs::path& file) {
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

TEST(TokenTest, AMissingFileIsCreatedForItsOwnerAlone) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "state" / "satchel" / "mcp.token";
  const auto made = ReadOrMakeToken(file);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_THAT(*made, MatchesRegex("[0-9a-f]{32}"));
  EXPECT_EQ(ModeOf(file), 0600);
  EXPECT_EQ(ModeOf(file.parent_path()), 0700);
  EXPECT_EQ(ReadOrMakeToken(file), *made) << "a second start must keep the token";
  EXPECT_NE(ReadOrMakeToken(dir.path() / "other"), *made);
}

TEST(TokenTest, AFileThatOthersMayReadIsRefused) {
  const test::TempDir dir;
  const fs::path file = dir.Write("token", std::string(40, 'x') + "\n");
  for (const fs::perms more : {fs::perms::group_read, fs::perms::others_read,
                               fs::perms::group_write, fs::perms::others_write}) {
    MakePrivate(file);
    fs::permissions(file, more, fs::perm_options::add);
    EXPECT_THAT(ErrorOf(file), HasSubstr("other users"));
  }
  MakePrivate(file);
  EXPECT_EQ(ReadOrMakeToken(file), std::string(40, 'x'));
}

TEST(TokenTest, AFileThatIsNoTokenIsRefusedAndNotShown) {
  const test::TempDir dir;
  for (const std::string& bytes :
       {std::string(), std::string("short\n"), std::string(40, 'x') + "\n\n",
        std::string(20, 'x') + " " + std::string(20, 'x'), std::string(513, 'x')}) {
    const fs::path file = dir.Write("token", bytes);
    MakePrivate(file);
    const std::string error = ErrorOf(file);
    EXPECT_THAT(error, HasSubstr("token")) << bytes;
    EXPECT_THAT(error, testing::Not(HasSubstr("xxxx")));
  }
  EXPECT_THAT(ErrorOf(dir.MakeDirectory("folder")), HasSubstr("folder"));
}

}  // namespace
}  // namespace satchel::mcp
