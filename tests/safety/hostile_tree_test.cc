// Directories made to trip a walk: nothing is followed, waited for or read that should not be, and
// whatever is left out is said.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/directory.h"
#include "code/walk/walker.h"
#include "tests/support/git_repository.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

class HostileTreeTest : public testing::Test {
 protected:
  WalkResult Result() const {
    auto result = Walk(dir_.path(), {}, Deadline::After(std::chrono::seconds(60)));
    EXPECT_TRUE(result) << result.error().text();
    return result ? *std::move(result) : WalkResult();
  }
  std::vector<std::string> Paths() const {
    std::vector<std::string> paths;
    for (const WalkedFile& file : Result().files) paths.push_back(file.path);
    return paths;
  }
  std::vector<std::string> Skipped(SkipReason reason) const {
    return Result().skipped.examples(reason);
  }
  std::string At(const std::string& name) const { return (dir_.path() / name).string(); }

  test::TempDir dir_;
};

TEST_F(HostileTreeTest, PipesSocketsAndDevicesAreLeftOut) {
  dir_.Write("a", "x");
  ASSERT_EQ(::mkfifo(At("pipe").c_str(), 0600), 0);
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(At("socket").size(), sizeof(address.sun_path));
  std::strncpy(address.sun_path, At("socket").c_str(), sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  std::vector<std::string> expected = {"pipe", "socket"};
  // Only root may make one, and not everywhere.
  if (::mknod(At("device").c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0) {
    expected.emplace_back("device");
  }
  EXPECT_THAT(Paths(), ElementsAre("a"));
  EXPECT_THAT(Skipped(SkipReason::kSpecial), testing::UnorderedElementsAreArray(expected));
}

TEST_F(HostileTreeTest, LinksAreNotFollowed) {
  const test::TempDir outside;
  outside.Write("secret.txt", "x");
  dir_.Write("a/b", "x");
  fs::create_directory_symlink("..", At("a/loop"));
  fs::create_symlink("self", At("self"));
  fs::create_directory_symlink(outside.path(), At("escape"));
  fs::create_symlink(outside.path() / "secret.txt", At("file"));
  fs::create_directory_symlink("/proc/self/cwd", At("magic"));
  EXPECT_THAT(Paths(), ElementsAre("a/b"));
  EXPECT_THAT(Skipped(SkipReason::kLink),
              UnorderedElementsAre("a/loop", "self", "escape", "file", "magic"));
}

TEST_F(HostileTreeTest, NamesThatAreNoTextAreLeftOut) {
  for (const char* name : {"new\nline", "re\rturn", "bad\xFF", "\xED\xA0\x80", "good\xC3\xA9"}) {
    dir_.Write(name, "x");
  }
  dir_.Write("dir\nline/a", "x");
  dir_.Write("dir\xC0/a", "x");
  EXPECT_THAT(Paths(), ElementsAre("good\xC3\xA9"));
  EXPECT_THAT(Skipped(SkipReason::kName),
              UnorderedElementsAre("new\nline", "re\rturn", "bad\xFF", "\xED\xA0\x80", "dir\nline/",
                                   "dir\xC0/"));
}

TEST_F(HostileTreeTest, NamesThatDifferInCaseAreDifferent) {
  for (const char* name : {"readme", "README", "Dir/a", "dir/a", "dir/A"}) dir_.Write(name, "x");
  EXPECT_THAT(Paths(), ElementsAre("Dir/a", "README", "dir/A", "dir/a", "readme"));
}

TEST_F(HostileTreeTest, ADirectoryThatCannotBeReadIsReported) {
  dir_.Write("shut/a", "x");
  dir_.Write("open", "x");
  fs::permissions(dir_.path(), fs::perms::all);
  fs::permissions(At("shut"), fs::perms::none);
  // Root reads everything.
  constexpr uid_t kNobody = 65'534;
  const bool is_root = ::geteuid() == 0;
  ASSERT_EQ(is_root ? ::seteuid(kNobody) : 0, 0);
  const WalkResult result = Result();
  ASSERT_EQ(is_root ? ::seteuid(0) : 0, 0);
  fs::permissions(At("shut"), fs::perms::owner_all);
  ASSERT_EQ(result.files.size(), 1U);
  EXPECT_THAT(result.skipped.examples(SkipReason::kUnreadable), ElementsAre("shut/"));
}

TEST_F(HostileTreeTest, DeepDirectoriesAreCutOff) {
  std::string deep;
  for (int level = 0; level < 300; ++level) deep += "d/";
  dir_.Write(deep + "a", "x");
  dir_.Write("z", "x");
  EXPECT_THAT(Paths(), ElementsAre("z"));
  EXPECT_EQ(Skipped(SkipReason::kDepth).size(), 1U);
}

TEST_F(HostileTreeTest, ManyFilesInOneDirectoryComeSorted) {
  dir_.MakeDirectory("many");
  constexpr std::size_t kFiles = 100'000;
  const Descriptor folder(::open(At("many").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0; i < kFiles; ++i) {
    const Descriptor file(::openat(folder.get(), std::to_string(i * 7'919 % kFiles).c_str(),
                                   O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    ASSERT_TRUE(file.ok());
  }
  const auto paths = Paths();
  EXPECT_EQ(paths.size(), kFiles);
  EXPECT_TRUE(std::ranges::is_sorted(paths));
}

TEST_F(HostileTreeTest, FilesOfRulesMayBeAnything) {
  const test::TempDir outside;
  outside.Write("rules", "*\n");
  dir_.Write("a/x", "x");
  ASSERT_EQ(::mkfifo(At("a/.gitignore").c_str(), 0600), 0);
  dir_.Write("b/x", "x");
  fs::create_symlink(outside.path() / "rules", At("b/.gitignore"));
  dir_.Write("c/.gitignore/x", "x");
  dir_.Write("d/x", "x");
  fs::create_symlink("/dev/zero", At("d/.satchelignore"));
  EXPECT_THAT(Paths(), ElementsAre("a/x", "b/x", "c/.gitignore/x", "d/x"));
}

TEST_F(HostileTreeTest, DotGitMayBeAnything) {
  int number = 0;
  const auto add = [&](const auto& make) {
    const std::string name = fmt::format("r{}", number++);
    dir_.Write(name + "/x", "x");
    make(name + "/.git");
  };
  for (const char* text : {"", "gitdir: ", "gitdir: .", "gitdir: ..", "gitdir: /dev/zero",
                           "gitdir: /proc/self/fd", "gitdir: .git", "nonsense"}) {
    add([&](const std::string& git) { dir_.Write(git, text); });
  }
  add([&](const std::string& git) { dir_.Write(git, std::string("gitdir: a\0b", 11)); });
  add([&](const std::string& git) { dir_.Write(git, std::string(100'000, 'x')); });
  add([&](const std::string& git) { ::mkfifo(At(git).c_str(), 0600); });
  add([&](const std::string& git) { fs::create_symlink(".git", At(git)); });
  add([&](const std::string& git) { dir_.MakeDirectory(git); });
  add([&](const std::string& git) {
    for (const char* name : {"/HEAD", "/objects/a", "/refs/a"}) dir_.Write(git + name, "x");
    dir_.Write(git + "/commondir", "../.git");
    ::mkfifo(At(git + "/index").c_str(), 0600);
    fs::create_symlink("/dev/zero", At(git + "/info"));
  });
  add([&](const std::string& git) {
    for (const char* name : {"/HEAD", "/objects/a", "/refs/a"}) dir_.Write(git + name, "x");
    fs::create_symlink("/dev/zero", At(git + "/index"));
    dir_.Write(git + "/info/exclude", "x\n");
  });
  const auto paths = Paths();
  EXPECT_EQ(paths.size(), static_cast<std::size_t>(number) - 1) << "only the last has rules";
}

TEST_F(HostileTreeTest, PatternsThatWouldTakeForeverDoNot) {
  std::string rules;
  for (int line = 0; line < 100; ++line) {
    for (int star = 0; star < 60; ++star) rules += "*a";
    rules += "b\n";
    for (int star = 0; star < 30; ++star) rules += "**/a*";
    rules += "/b\n";
  }
  dir_.Write(".gitignore", rules);
  const std::string name(200, 'a');
  for (int file = 0; file < 20; ++file) {
    dir_.Write(fmt::format("{}/{}/{}/{}{}", name, name, name, name, file), "x");
  }
  EXPECT_EQ(Paths().size(), 21U);
}

TEST_F(HostileTreeTest, RulesThatTakeTooLongAreGivenUp) {
  std::string rules;
  while (rules.size() < 900'000) {
    for (int star = 0; star < 100; ++star) rules += "*aa";
    rules += "b*\n";  // nothing that the last byte of a name decides
  }
  rules += "/ignored\n";
  dir_.Write(".gitignore", rules);
  dir_.Write("ignored", "x");
  for (int file = 0; file < 30; ++file)
    dir_.Write(std::string(200, 'a') + std::to_string(file), "x");
  const WalkResult result = Result();
  EXPECT_EQ(result.files.size(), 32U) << "the last ones come when the rules are not used any more";
  EXPECT_THAT(result.skipped.examples(SkipReason::kRules), ElementsAre(".gitignore"));
}

}  // namespace
}  // namespace satchel::code
