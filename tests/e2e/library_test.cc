// The library as a program gets it: installed, found by CMake, linked and asked. And the same bytes
// from it as from the command line.

#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "surfaces/library/satchel.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kTask = "uploads fail when the storage server times out, add a retry";

class LibraryE2eTest : public CliFixture {
 protected:
  LibraryE2eTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    for (const std::string name : {"app", "other"}) {
      dir_.Write(name + "/src/upload.py",
                 "def upload_to_" + name +
                     "(path):\n    \"\"\"Uploads a file to the storage server.\"\"\"\n"
                     "    return path\n");
      dir_.Write(name + "/src/colours.py", "def mix(blue, green):\n    return blue + green\n");
      dir_.Write(name + "/.context/CONSTITUTION.md", "- Never lose a file of " + name + "\n");
      dir_.Write(name + "/.context/DECISIONS.md",
                 "# Decisions\n\n## [2025-12-30] Retry uploads with growing pauses\n\nThe storage "
                 "server times out under load; three tries are enough.\n");
      Git({"init", "-q"}, name);
      Git({"add", "-A"}, name);
      Git({"commit", "-q", "-m", "upload files to the storage server"}, name);
    }
  }

  std::string At(const std::string& name) const { return (dir_.path() / name).string(); }
  EngineOptions Options() const {
    return {.most_workspaces = 1, .environment = environment_, .clock = [] {
              const auto now = ParseTime(kNow).value();
              return std::chrono::system_clock::time_point(std::chrono::microseconds(now.micros));
            }};
  }
  // The bytes that a command prints as JSON in the workspace `app`.
  std::string Printed(Args args, int code = 0) const {
    args.insert(args.end(), {"--workspace", At("app"), "--now", kNow, "--format", "json"});
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, code) << testing::PrintToString(args) << finished.err;
    return finished.out;
  }
  // Each run has an id of its own.
  static std::string WithoutRun(std::string json, const std::string& run) {
    for (auto at = json.find(run); at != std::string::npos; at = json.find(run)) {
      json.replace(at, run.size(), "RUN");
    }
    return json;
  }
  static std::string RunOf(const std::string& json) {
    return nlohmann::json::parse(json).value("run", "");
  }

  // A tool of the build, as a person runs it; must end with 0.
  Finished Run(const std::string& program, const Args& args) const {
    const Finished finished = Execute(
        {.program = program, .args = args, .environment = environment_, .directory = dir_.path()});
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.out << finished.err;
    return finished;
  }
  // Installs the library, and moves what was installed to another place.
  void Install() const {
    Run(SATCHEL_CMAKE,
        {"--install", SATCHEL_BUILD_DIR, "--component", "library", "--prefix", At("installed")});
    std::filesystem::rename(dir_.path() / "installed", dir_.path() / "prefix");
  }
};

TEST_F(LibraryE2eTest, PacksTheBytesThatTheCommandLinePrints) {
  const std::string printed = Printed({"pack", kTask, "--budget", "900"});
  Engine engine(Options());
  PackRequest pack;
  pack.workspace = At("app");
  pack.task = kTask;
  pack.budget = 900;
  const auto packed = engine.Pack(pack);
  ASSERT_TRUE(packed) << packed.failure().message;
  EXPECT_EQ(WithoutRun(packed->json, packed->run), WithoutRun(printed, RunOf(printed)));
  EXPECT_EQ(packed->text, Satchel({"pack", kTask, "--budget", "900", "--workspace", At("app"),
                                   "--now", kNow, "--format", "prompt"})
                              .out);
  WhyRequest why;
  why.workspace = At("app");
  why.run = packed->run;
  const auto because = engine.Why(why);
  ASSERT_TRUE(because) << because.failure().message;
  EXPECT_EQ(because->json, Printed({"why", "--run", packed->run}));
}

TEST_F(LibraryE2eTest, RefinesTheBytesThatTheCommandLinePrints) {
  Engine engine(Options());
  RefineRequest refine;
  for (const std::string name : {"app", "other"}) {
    PackRequest pack;
    pack.workspace = At(name);
    pack.task = kTask;
    ASSERT_TRUE(engine.Pack(pack));
  }
  const std::string printed = Printed({"refine", "last", "--missing-file", "src/colours.py"});
  refine.workspace = At("app");
  refine.missing_files = {"src/colours.py"};
  const auto again = engine.Refine(refine);
  ASSERT_TRUE(again) << again.failure().message;
  EXPECT_THAT(again->text, HasSubstr("mix"));
  EXPECT_EQ(nlohmann::json::parse(again->json)["digest"], nlohmann::json::parse(printed)["digest"]);
}

TEST_F(LibraryE2eTest, FindsAndRecallsTheBytesThatTheCommandLinePrints) {
  Engine engine(Options());
  const std::string remembered =
      Printed({"remember", "The storage server of uploads is behind a proxy that times out"});
  RememberRequest remember;
  remember.workspace = At("app");
  remember.text = "The storage server of uploads is behind a proxy that times out";
  const auto known = engine.Remember(remember);
  ASSERT_TRUE(known) << known.failure().message;
  EXPECT_EQ(nlohmann::json::parse(known->json)["id"], nlohmann::json::parse(remembered)["id"]);
  EXPECT_EQ(known->json, Printed({"remember", remember.text}));

  SearchRequest search;
  search.workspace = At("app");
  search.query = "upload to the storage server";
  search.explain = true;
  Printed({"search", search.query});  // brings the words of the memory into the index
  const auto found = engine.Search(search);
  ASSERT_TRUE(found) << found.failure().message;
  EXPECT_EQ(found->json, Printed({"search", search.query, "--explain"}));

  RecallRequest recall;
  recall.workspace = At("app");
  recall.prompt = "why do uploads to the storage server time out?";
  const auto recalled = engine.Recall(recall);
  ASSERT_TRUE(recalled) << recalled.failure().message;
  EXPECT_THAT(recalled->text, HasSubstr("behind a proxy"));
  const std::string printed = Printed({"recall", recall.prompt});
  EXPECT_EQ(WithoutRun(recalled->json, recalled->run), WithoutRun(printed, RunOf(printed)));
}

TEST_F(LibraryE2eTest, TheExampleBuildsOutsideOfTheTreeWithWhatIsInstalled) {
  if (std::string_view(SATCHEL_ARCHIVE).empty()) {
    GTEST_SKIP() << "the library is installed from a release build";
  }
  Install();
  EXPECT_THAT(
      [&] {
        std::set<std::string> files;
        const auto root = dir_.path() / "prefix";
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
          if (entry.is_regular_file()) files.insert(entry.path().lexically_relative(root).string());
        }
        return files;
      }(),
      ElementsAre("include/satchel/satchel.h", "lib/cmake/satchel/satchelConfig.cmake",
                  "lib/cmake/satchel/satchelConfigVersion.cmake", "lib/libsatchel.a"));
  std::filesystem::copy(std::filesystem::path(SATCHEL_SOURCE_DIR) / "examples/library",
                        dir_.path() / "example");
  Run(SATCHEL_CMAKE, {"-S", At("example"), "-B", At("made"), "-DCMAKE_PREFIX_PATH=" + At("prefix"),
                      std::string("-DCMAKE_CXX_COMPILER=") + SATCHEL_COMPILER,
                      "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"});
  Run(SATCHEL_CMAKE, {"--build", At("made")});
  const Finished packed = Run(At("made/pack_tasks"), {kTask, At("app"), At("other")});
  EXPECT_THAT(packed.out,
              AllOf(HasSubstr("=== " + At("app") + ": "), HasSubstr("upload_to_app"),
                    HasSubstr("Never lose a file of app"), HasSubstr("=== " + At("other") + ": "),
                    HasSubstr("upload_to_other"), Not(HasSubstr("another packet"))));
  const Finished same = Satchel(
      {"pack", kTask, "--budget", "2000", "--workspace", At("other"), "--format", "prompt"});
  EXPECT_THAT(packed.out, HasSubstr(same.out));
  const Finished nowhere = Execute({.program = At("made/pack_tasks"),
                                    .args = {kTask, At("nowhere")},
                                    .environment = environment_,
                                    .directory = dir_.path()});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("nowhere: not_found: no directory"));
}

TEST_F(LibraryE2eTest, TheArchiveShowsNothingButItsOwnFunctions) {
  if (std::string_view(SATCHEL_ARCHIVE).empty()) {
    GTEST_SKIP() << "the library is installed from a release build";
  }
  std::istringstream lines(Run("/usr/bin/nm", {"--demangle", "--defined-only", "--extern-only",
                                               "--format=just-symbols", SATCHEL_ARCHIVE})
                               .out);
  std::size_t functions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.ends_with(".o:")) continue;
    ++functions;
    EXPECT_THAT(line,
                testing::AnyOf(HasSubstr("satchel::Engine::"), StartsWith("satchel::CancelToken::"),
                               StartsWith("satchel::Name(satchel::FailureCode)"),
                               StartsWith("satchel::LibraryVersion()")));
  }
  EXPECT_GT(functions, 10);
}

}  // namespace
}  // namespace satchel::test
