// A repository is not trusted: whatever it names, reading its files, its commits and its log runs
// nothing of it. Each trap leaves a trace when it is walked into, which plain git is shown to do.

#include "tests/safety/git_traps.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/git.h"
#include "base/git_index.h"
#include "base/git_objects.h"
#include "base/process.h"
#include "code/walk/git_place.h"
#include "code/walk/revision.h"
#include "code/walk/walker.h"
#include "tests/support/git_repository.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;
using test::GitTrap;

std::string Replace(std::string text, std::string_view mark, const std::string& with) {
  for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + with.size())) {
    text.replace(at, mark.size(), with);
  }
  return text;
}

// A commit on top of HEAD that says it is signed.
void AddSignedCommit(const test::GitRepository& repository, const std::string& kind,
                     const std::string& file) {
  repository.Write(file, kind + "\n");
  repository.Git({"add", "-A"});
  const std::string tree = repository.Git({"write-tree"}).substr(0, 40);
  const std::string parent = repository.Git({"rev-parse", "HEAD"}).substr(0, 40);
  const std::string commit = fmt::format(
      "tree {}\nparent {}\nauthor a <a@example.org> 1700000000 +0000\n"
      "committer a <a@example.org> 1700000000 +0000\ngpgsig -----BEGIN {}-----\n abc\n"
      " -----END {}-----\n\nsigned\n\nEvil: yes\n",
      tree, parent, kind, kind);
  const std::string id =
      repository.Git({"hash-object", "-t", "commit", "-w", "--stdin"}, commit).substr(0, 40);
  repository.Git({"reset", "-q", "--hard", id});
}

// What every trap is laid in: attributes that name drivers, signed commits, a branch to merge.
const test::GitRepository& Base() {
  static const auto* const base = [] {
    auto* repository = new test::GitRepository();
    fs::remove_all(repository->path() / ".git/hooks");
    repository->Write("a.md", "one\n");
    repository->Write("b.c", "int b;\n");
    repository->Write(".gitattributes", "* diff=evil filter=evil merge=evil\n");
    repository->Commit();
    repository->Git({"checkout", "-q", "-b", "apart"});
    repository->Write("c.txt", "apart\n");
    repository->Commit();
    repository->Git({"checkout", "-q", "-b", "side", "main"});
    repository->Write("a.md", "side\n");
    repository->Commit();
    repository->Git({"checkout", "-q", "main"});
    AddSignedCommit(*repository, "PGP SIGNATURE", "a.md");
    AddSignedCommit(*repository, "SSH SIGNATURE", "a.md");
    AddSignedCommit(*repository, "SIGNED MESSAGE", "b.c");
    repository->Write("a.md", "last\n");
    repository->Commit();
    return repository;
  }();
  return *base;
}

class Laid {
 public:
  explicit Laid(const GitTrap& trap) : trap_(trap), script_(place_.Write("run.sh", "")) {
    std::ofstream(script_) << "#!/bin/sh\ntouch '" << trace().string() << "'\nexit 0\n";
    fs::permissions(script_, fs::perms::all);
    repository_ = place_.MakeDirectory("repository");
    fs::copy(Base().path(), repository_, fs::copy_options::recursive);
    std::ofstream(repository_ / ".git/config", std::ios::app) << Marked(trap.config);
    for (const auto& file : trap.files) {
      const auto path = place_.Write("repository/" + file.path, Marked(file.text));
      if (file.runs) fs::permissions(path, fs::perms::all);
    }
    if (trap.lacks_object) {
      const std::string id = Base().Git({"rev-parse", "HEAD:a.md"}).substr(0, 40);
      fs::remove(repository_ / ".git/objects" / id.substr(0, 2) / id.substr(2));
    }
  }

  fs::path trace() const { return place_.path() / "trace"; }
  const fs::path& path() const { return repository_; }
  bool Ran() const { return fs::exists(trace()); }
  std::string Marked(std::string text) const {
    return Replace(Replace(std::move(text), "@SCRIPT@", script_.string()), "@DIR@",
                   repository_.string());
  }

  void RunPlainGit() const {
    // Changed, so that there is something to compare and to filter; these two want it unchanged.
    const bool clean = trap_.proof[0] == "rebase" || trap_.proof[0] == "merge";
    if (!clean) std::ofstream(repository_ / "a.md") << "changed\n";
    std::vector<std::string> args = {"-C", repository_.string(),      "-c", "user.name=a",
                                     "-c", "user.email=a@example.org"};
    args.insert(args.end(), trap_.proof.begin(), trap_.proof.end());
    std::vector<std::string> environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin", "TERM=dumb"};
    for (const std::string& variable : trap_.environment) environment.push_back(Marked(variable));
    const auto done =
        RunProcess({.program = "/usr/bin/git", .args = args, .environment = environment},
                   Deadline::After(std::chrono::seconds(20)));
    if (done) output_ = done->err + done->out.substr(0, 1'000);
  }
  const std::string& output() const { return output_; }

 private:
  GitTrap trap_;
  test::TempDir place_;
  fs::path script_;
  fs::path repository_;
  mutable std::string output_;
};

// Everything that Satchel does with a repository.
void ReadAll(const fs::path& directory, bool lacks_object) {
  const auto deadline = Deadline::After(std::chrono::seconds(60));
  const auto walked = Walk(directory, {}, deadline);
  ASSERT_TRUE(walked);
  EXPECT_GE(walked->files.size(), 3U);
  const auto git = Git::Find("/usr/bin:/bin");
  ASSERT_TRUE(git);
  const GitStore store{.directory = directory};
  const auto revision = ListRevision(*git, store, "HEAD", {}, deadline);
  ASSERT_TRUE(revision) << revision.error().text();
  EXPECT_EQ(revision->files.size(), lacks_object ? 2U : 3U);
  EXPECT_TRUE(ReadRevision(
      *git, store, revision->files, 1'000,
      [](const RevisionFile&, const std::expected<std::string, SkipReason>&) { return Status(); },
      deadline));
  const auto log = [&](std::vector<std::string> args) {
    return git->Run(
        {.command = Git::Command::kLog, .directory = directory, .args = std::move(args)}, deadline);
  };
  EXPECT_TRUE(log({"--format=%H%x00%an%x00%B%x00%(trailers)", "--name-status", "-M"}));
  const auto patch = log({"-p", "--format=%H"});
  EXPECT_TRUE(patch || lacks_object);
}

TEST(GitTrapsTest, NoneIsWalkedInto) {
  for (const GitTrap& trap : test::GitTraps()) {
    SCOPED_TRACE(trap.name);
    const Laid laid(trap);
    std::vector<std::string> names;
    for (const std::string& variable : trap.environment) {
      const auto at = variable.find('=');
      names.push_back(variable.substr(0, at));
      // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread
      ::setenv(names.back().c_str(), laid.Marked(variable.substr(at + 1)).c_str(), 1);
    }
    ReadAll(laid.path(), trap.lacks_object);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread
    for (const std::string& name : names) ::unsetenv(name.c_str());
    EXPECT_FALSE(laid.Ran());
  }
}

// A trap that catches nobody would prove nothing.
TEST(GitTrapsTest, PlainGitIsCaught) {
  for (const GitTrap& trap : test::GitTraps()) {
    if (trap.proof.empty()) continue;
    const Laid laid(trap);
    ASSERT_FALSE(laid.Ran()) << trap.name;
    laid.RunPlainGit();
    EXPECT_TRUE(laid.Ran()) << trap.name << ": " << laid.output();
  }
}

// What git and Satchel itself read of a repository.
TEST(GitTrapsTest, NothingWaitsAtAPipeOrReadsADeviceWithoutEnd) {
  const auto deadline = Deadline::After(std::chrono::seconds(60));
  for (const char* name :
       {".git/HEAD", ".git/config", ".git/packed-refs", ".git/objects/info/alternates",
        ".git/info/grafts", ".git/shallow", ".git/index", ".git/refs/heads/main", ".git/commondir",
        ".git/info/exclude", ".git/info/attributes", ".git"}) {
    for (const bool is_pipe : {true, false}) {
      SCOPED_TRACE(fmt::format("{} as a {}", name, is_pipe ? "pipe" : "device"));
      const Laid laid({.name = name});
      const fs::path path = laid.path() / name;
      fs::remove_all(path);
      if (is_pipe) {
        ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
      } else {
        fs::create_symlink("/dev/zero", path);
      }
      EXPECT_TRUE(Walk(laid.path(), {}, deadline));
      if (const auto place = GitPlace::Find(laid.path())) place->ReadHead();
      HasTrackedFiles(laid.path() / "sub");
      const auto commit =
          FindCommit(*Git::Find("/usr/bin:/bin"), {.directory = laid.path()}, "HEAD", deadline);
      ASSERT_FALSE(commit);
      EXPECT_EQ(commit.error().code(), Errc::kInvalidInput);
      EXPECT_TRUE(commit.error().text().contains("is not a regular file")) << commit.error().text();
    }
  }
}

TEST(GitTrapsTest, ThereAreManyAndMostAreShownToWork) {
  const auto traps = test::GitTraps();
  EXPECT_GE(traps.size(), 60U);
  EXPECT_GE(std::ranges::count_if(traps, [](const auto& trap) { return !trap.proof.empty(); }), 40);
}

}  // namespace
}  // namespace satchel::code
