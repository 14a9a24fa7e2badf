// The gate of specification 003, its eight criteria, on repositories that nobody wrote for it: this
// one, a library of JavaScript and C++, and one of C.

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

struct Repository {
  std::string name;
  std::vector<std::string> folders;  // of this source tree, each copied to its last name
  std::string task;                  // names the seed
  std::string seed;
  std::string neighbour;  // which the seed imports, or which imports it
  std::string line;       // of the code that answers the task
  std::string missing;    // a file that the task is not about
};

void PrintTo(const Repository& repository, std::ostream* out) { *out << repository.name; }

const Repository kRepositories[] = {
    {.name = "this",
     .folders = {"src/base", "src/text", "src/packet", "src/index"},
     .task = "DropFrame in packet/packer.cc must not go over the budget",
     .seed = "packet/packer.cc",
     .neighbour = "packet/packer.h",
     .line = "bool Packer::DropFrame() {",
     .missing = "text/stem.cc"},
    {.name = "better-sqlite3",
     .folders = {"third_party/npm/node_modules/better-sqlite3/lib",
                 "third_party/npm/node_modules/better-sqlite3/src"},
     .task = "createTransaction in lib/methods/transaction.js loses the error of a rollback",
     .seed = "lib/methods/transaction.js",
     .neighbour = "lib/database.js",
     .line = "const wrapTransaction = ",
     .missing = "lib/methods/aggregate.js"},
    {.name = "tree-sitter",
     .folders = {"third_party/npm/node_modules/tree-sitter/vendor/tree-sitter/lib/src"},
     .task = "ts_lexer__do_advance in src/lexer.c goes past the end of included ranges",
     .seed = "src/lexer.c",
     .neighbour = "src/lexer.h",
     .line = "static void ts_lexer__do_advance(",
     .missing = "src/tree_cursor.c"},
};

class CliGateTest : public CliFixture, public testing::WithParamInterface<Repository> {
 protected:
  CliGateTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    for (const std::string& folder : GetParam().folders) {
      const fs::path from = fs::path(SATCHEL_SOURCE_DIR) / folder;
      const fs::path to = dir_.path() / "app" / from.filename();
      fs::create_directories(to);
      fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    }
    Git({"init", "-q"});
    Git({"add", "."});
    Git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin"});
  }

  Args RetrieveArgs(int window) const {
    return {"retrieve",
            GetParam().task,
            "--no-llm",
            "--stages",
            "scope,precision",
            "--context-window",
            std::to_string(window),
            "--reserved-tokens",
            "0",
            "--task-id",
            "gate"};
  }
  static std::vector<std::string> Paths(const Json& json) {
    std::vector<std::string> paths;
    for (const Json& file : json["files"]) paths.push_back(file["path"]);
    return paths;
  }
  static int TierOf(const Json& json, const std::string& path) {
    for (const Json& file : json["files"]) {
      if (file["path"] == path) return file["tier"];
    }
    return 0;
  }
};

TEST_P(CliGateTest, AllEightCriteriaHold) {
  const Repository& repository = GetParam();
  for (const int window : {600, 2'000, 8'000, 32'768}) {
    // 1: it runs from end to end. 4: the finished text is within the budget, counted anew.
    const Finished text = Satchel(RetrieveArgs(window));
    ASSERT_EQ(text.code, 0) << text.err;
    EXPECT_LE((text.out.size() + 3) / 4, static_cast<std::size_t>(window)) << window;
    const Json json = JsonOf(RetrieveArgs(window));
    EXPECT_LE(json["tokens_used"], json["budget"]);
    // 2: what the task names is in the scope, whatever the budget.
    EXPECT_EQ(TierOf(json, repository.seed), 1) << window;
    // 6: a decision for every file that a tier has considered.
    std::size_t decisions = 0;
    std::set<std::string> considered;
    std::set<std::string> by_tier;
    const Json logged = JsonOf({"runs", "show", json["run"]});
    for (const Json& decision : logged["decisions"]) {
      if (decision["stage"] != "code.scope") continue;
      ++decisions;
      considered.insert(decision["item"]);
      by_tier.insert(decision["section"].get<std::string>() + ' ' +
                     decision["item"].get<std::string>());
    }
    EXPECT_EQ(decisions, json["considered"].get<std::size_t>());
    EXPECT_EQ(by_tier.size(), decisions) << "each file once a tier";
    // 3: direct neighbours of seeds.
    EXPECT_THAT(considered, Contains(repository.neighbour));
    // Bodies come first: a neighbour is shown where the bodies of the seeds leave room for it.
    if (window == 32'768) {
      EXPECT_THAT(TierOf(json, repository.neighbour), testing::AnyOf(1, 2));
    }
    if (window == 8'000) {
      // 5: code that can be worked with: the definition itself, under its path and lines.
      EXPECT_THAT(text.out, HasSubstr(repository.line));
      EXPECT_THAT(text.out, HasSubstr("### " + repository.seed + ":"));
    }
  }
  // 7: the session has what the stages left for each other, and the package.
  ASSERT_EQ(Satchel({"db", "export", "all.jsonl"}).code, 0);
  const std::string rows = TempDir::ReadFile(dir_.path() / "app/all.jsonl");
  for (const char* name : {"final_context", "stage_outputs", "stage_progress"}) {
    EXPECT_THAT(rows, HasSubstr(name));
  }
  // 8: what was missing is there after refining, and the budget holds.
  const Json refined = JsonOf({"refine", "gate", "--missing-file", repository.missing});
  EXPECT_THAT(Paths(refined), Contains(repository.missing));
  EXPECT_THAT(Paths(refined), Contains(repository.seed));
  EXPECT_LE(refined["tokens_used"], refined["budget"]);
}

INSTANTIATE_TEST_SUITE_P(Repositories, CliGateTest, testing::ValuesIn(kRepositories),
                         [](const auto& repository) {
                           std::string name = repository.param.name;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace satchel::test
