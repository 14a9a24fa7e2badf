#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {

// git as a person runs it, without that person's configuration. Its output; a failure of the
// test when git fails.
inline std::string RunGit(const std::filesystem::path& directory, std::vector<std::string> args,
                          std::string input = "") {
  args.insert(args.begin(),
              {"-C", directory.string(), "-c", "user.name=a", "-c", "user.email=a@example.org",
               "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"});
  auto done = RunProcess({.program = "/usr/bin/git",
                          .args = std::move(args),
                          .environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin", "LC_ALL=C",
                                          "GIT_CONFIG_NOSYSTEM=1"},
                          .input = std::move(input)},
                         Deadline::Never());
  EXPECT_TRUE(done && done->code == 0) << (done ? done->err : done.error().text());
  return done ? std::move(done->out) : std::string();
}

// A fresh repository with a work tree.
class GitRepository {
 public:
  GitRepository() { RunGit(dir_.path(), {"init", "-q", "."}); }

  const std::filesystem::path& path() const { return dir_.path(); }
  std::filesystem::path Write(const std::string& name, std::string_view bytes) const {
    return dir_.Write(name, bytes);
  }
  std::string Git(std::vector<std::string> args, std::string input = "") const {
    return RunGit(dir_.path(), std::move(args), std::move(input));
  }
  void Commit(const std::string& message = "a commit") const {
    Git({"add", "-A"});
    Git({"commit", "-q", "--allow-empty", "-m", message});
  }

 private:
  TempDir dir_;
};

}  // namespace satchel::test
