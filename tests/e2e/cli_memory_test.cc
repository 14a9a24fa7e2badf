// `satchel remember`, `satchel forget` and `satchel memory` by the real binary, with good and bad
// input, and with several at once.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using nlohmann::json;

class MemoryCliTest : public CliFixture {
 protected:
  MemoryCliTest() {
    dir_.Write("app/.git/config", "[remote \"origin\"]\n\turl = git@git.example:acme/app.git\n");
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["XDG_DATA_HOME"] = (dir_.path() / "data").string();
  }

  Finished Run(Args args, std::string input = "") const {
    args.insert(args.end(), {"--now", kNow});
    Process process = Command(std::move(args));
    process.input = std::move(input);
    return Execute(process);
  }
  json Json(Args args, const std::string& input = "") const {
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Run(args, input);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
    return json::parse(finished.out, nullptr, false);
  }
  std::string Remember(Args args) const {
    args.insert(args.begin(), "remember");
    return Json(std::move(args)).value("id", "");
  }
  json Show(const std::string& id) const { return Json({"memory", "show", id}); }
  std::vector<std::string> Listed(Args args = {}) const {
    args.insert(args.begin(), {"memory", "list"});
    std::vector<std::string> ids;
    const json listed = Json(std::move(args));
    for (const json& item : listed["items"]) ids.push_back(item["id"]);
    return ids;
  }
  // Ends with the code, says this on stderr, nothing on stdout.
  void ExpectFailure(const Args& args, int code, const std::string& says) const {
    const Finished finished = Run(args);
    EXPECT_EQ(finished.code, code) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(says)) << testing::PrintToString(args);
    EXPECT_EQ(finished.out, "");
  }
  // The directory of the project's memories; there is one.
  fs::path Place() const {
    for (const auto& entry : fs::directory_iterator(dir_.path() / "data/satchel/memory")) {
      if (entry.path().filename() != "shared") return entry.path();
    }
    return {};
  }
};

TEST_F(MemoryCliTest, ADayOfMemories) {
  const Finished first = Run({"remember", "Deploys", "run", "from", "the", "release", "branch"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, MatchesRegex("remembered fact-[0-9a-z]{26}\n"));
  const std::string id = first.out.substr(11, first.out.size() - 12);
  EXPECT_EQ(Run({"remember", "deploys run from the release branch!"}).out,
            "known already as " + id + "\n");
  const std::string rule = Remember({"Never push to main", "--category", "rule", "--tag", "git"});
  EXPECT_THAT(Listed({"--category", "rule"}), ElementsAre(rule));
  EXPECT_THAT(Listed({"--match", "staging"}), IsEmpty());
  EXPECT_THAT(Listed({"--match", "deploy releases"}), ElementsAre(id));
  EXPECT_THAT(Run({"memory", "list"}).out,
              HasSubstr("2026-01-10 fact         Deploys run from the release branch  " + id));
  EXPECT_EQ(Run({"memory", "pin", id}).out,
            "pinned " + id + ": Deploys run from the release branch\n");
  EXPECT_EQ(Run({"memory", "pin", id}).out,
            "unchanged " + id + ": Deploys run from the release branch\n");
  EXPECT_EQ(Run({"memory", "vote", id, "up"}).out,
            "voted for " + id + ", 1 up and 0 down: Deploys run from the release branch\n");
  EXPECT_EQ(Run({"memory", "expire", id, "2d"}).out,
            id + " expires at 2026-01-12T12:00:00Z: Deploys run from the release branch\n");
  EXPECT_EQ(Run({"memory", "expire", id, "never"}).code, 0);
  EXPECT_EQ(Run({"memory", "unpin", id}).code, 0);
  EXPECT_EQ(Run({"memory", "edit", id, "-"}, "Deploys run from main\n").out,
            "edited " + id + ": Deploys run from main\n");
  const json shown = Show(id);
  EXPECT_EQ(shown["text"], "Deploys run from main");
  EXPECT_EQ(shown["up_votes"], 1);
  EXPECT_FALSE(shown.contains("pinned"));
  EXPECT_FALSE(shown.contains("expires"));
  EXPECT_EQ(Run({"forget", id, "--reason", "it was a guess"}).out,
            "forgot " + id + ": Deploys run from main\n");
  EXPECT_THAT(Listed(), ElementsAre(rule));
  EXPECT_THAT(Listed({"--state", "forgotten"}), ElementsAre(id));
  EXPECT_EQ(Run({"memory", "doctor"}).out, "2 memories, 0 findings\n");
  EXPECT_EQ(Run({"forget", id, "--purge"}).out, "purged " + id + ": Deploys run from main\n");
  EXPECT_THAT(Listed({"--state", "any"}), ElementsAre(rule));
}

TEST_F(MemoryCliTest, MemoriesAreInThePrivateDirectoryOfTheProject) {
  EXPECT_EQ(Run({"memory", "list"}).code, 0);
  EXPECT_FALSE(fs::exists(dir_.path() / "data")) << "looking must not write";
  Remember({"A fact about something"});
  EXPECT_THAT(Place().filename().string(), MatchesRegex("app-[0-9a-f]{12}"));
  struct stat facts{};
  ASSERT_EQ(::stat(Place().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
  // Another clone of the same repository has the same ones.
  dir_.Write("clone/.git/config", "[remote \"origin\"]\nurl = https://user@Git.example/acme/app\n");
  Args args = {"memory", "list", "--workspace", (dir_.path() / "clone").string()};
  EXPECT_THAT(Run(args).out, HasSubstr("A fact about something"));
  dir_.Write("other/.git/config", "[remote \"origin\"]\nurl = git@git.example:acme/other\n");
  args.back() = (dir_.path() / "other").string();
  EXPECT_EQ(Run(args).out, "");
}

TEST_F(MemoryCliTest, TheSettingMovesThem) {
  environment_["SATCHEL_MEMORY_DIR"] = (dir_.path() / "app/docs/memory").string();
  const std::string id = Remember({"A fact about something"});
  EXPECT_TRUE(fs::exists(dir_.path() / "app/docs/memory/facts/2026-01-10" / (id + ".md")));
  EXPECT_FALSE(fs::exists(dir_.path() / "data"));
}

TEST_F(MemoryCliTest, ANewerValueSupersedesTheOlder) {
  const Args proxy = {"--entity", "proxy", "--attribute"};
  const auto say = [&](const std::string& text, const std::string& attribute) {
    Args args = {"remember", text};
    args.insert(args.end(), proxy.begin(), proxy.end());
    args.push_back(attribute);
    return Run(std::move(args)).out;
  };
  EXPECT_THAT(say("The proxy listens on 8080", "port=8080"), StartsWith("remembered fact-"));
  const std::string old = Listed().front();
  EXPECT_THAT(say("The proxy listens on 9090", "port=9090"),
              HasSubstr(", which supersedes " + old + "\n"));
  const json shown = Show(old);
  EXPECT_EQ(shown["state"], "superseded");
  EXPECT_EQ(shown["valid_to"], kNow);
  EXPECT_EQ(shown["superseded_by"], Listed().front());
}

TEST_F(MemoryCliTest, NearlyTheSameNeedsForce) {
  const std::string words =
      "invoices are rounded half to even before receipts get printed each "
      "month by billing services in Europe";
  Remember({words + " everywhere"});
  const Finished alike = Run({"remember", words});
  EXPECT_EQ(alike.code, 1);
  EXPECT_THAT(alike.out, StartsWith("not remembered: fact-"));
  EXPECT_THAT(alike.err, HasSubstr("--force"));
  EXPECT_EQ(Run({"remember", words, "--force"}).code, 0);
  EXPECT_THAT(Listed(), SizeIs(2));
}

TEST_F(MemoryCliTest, WhatCannotBeRememberedIsRefused) {
  ExpectFailure({"remember"}, 2, "needs TEXT");
  ExpectFailure({"remember", ""}, 2, "the text is empty");
  ExpectFailure({"remember", "# Satchel packet: notes"}, 2, "came from a packet");
  ExpectFailure({"remember", "a\x1B[2J"}, 2, "control characters");
  ExpectFailure({"remember", "a b", "--category", "opinion"}, 2, "must be one of fact,");
  ExpectFailure({"remember", "a b", "--attribute", "port"}, 2, "must be NAME=VALUE");
  ExpectFailure({"remember", "a b", "--attribute", "port=1"}, 2, "attributes belong to an entity");
  ExpectFailure({"remember", "a b", "--confidence", "2"}, 2, "from 0 to 1");
  ExpectFailure({"remember", "a b", "--expires", "soon"}, 2, "is not a time");
  ExpectFailure({"remember", "a b", "--expires", "2020-01-01"}, 2, "expired already");
  ExpectFailure({"remember", "a b", "--namespace", "../x"}, 2, "is no name of a namespace");
  EXPECT_FALSE(fs::exists(dir_.path() / "data"));
  ExpectFailure({"remember", "a b", "--supersedes", "fact-x"}, 5, "there is no memory 'fact-x'");
  ExpectFailure({"forget", "fact-x"}, 5, "there is no memory 'fact-x'");
  ExpectFailure({"memory", "show", "x", "--namespace", "ops"}, 5, "there is no namespace 'ops'");
  ExpectFailure({"memory", "edit", "x"}, 2, "needs the new TEXT");
  ExpectFailure({"memory", "vote", "x", "sideways"}, 2, "up");
  ExpectFailure({"memory", "expire", "x", "soon"}, 2, "is not a time");
  ExpectFailure({"memory", "import", "missing.jsonl"}, 5, "there is no file missing.jsonl");
}

TEST_F(MemoryCliTest, SecretsAreTakenOut) {
  // In two pieces, so that no scanner takes this file for a leak.
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  const Finished finished = Run({"remember", "The token is " + secret});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("redacted a possible secret"));
  for (const auto& [path, bytes] : dir_.Listing()) EXPECT_THAT(bytes, Not(HasSubstr(secret)));
  EXPECT_THAT(Run({"memory", "list"}).out, HasSubstr("[redacted"));
}

TEST_F(MemoryCliTest, NamespacesHaveRules) {
  Remember({"A fact of everybody"});
  const std::string pager = Remember({"The pager rings at night", "--namespace", "ops"});
  EXPECT_THAT(Run({"memory", "list"}).out, HasSubstr("ops/" + pager));
  dir_.Write("data/satchel/memory/" + Place().filename().string() + "/namespaces.json",
             R"({"ops": {"read": ["alice"], "write": ["alice"]}})");
  EXPECT_THAT(Run({"memory", "list"}).out, Not(HasSubstr("pager")));
  ExpectFailure({"memory", "show", pager}, 5, "there is no memory");
  ExpectFailure({"remember", "Bob was here", "--namespace", "ops", "--principal", "bob"}, 2,
                "may not write");
  EXPECT_EQ(Run({"memory", "pin", "ops/" + pager, "--principal", "alice"}).code, 0);
}

TEST_F(MemoryCliTest, ANamespaceThatIsEmptyMisnamedOrClosedIsSaid) {
  Remember({"A fact of everybody"});
  const std::string place = "data/satchel/memory/" + Place().filename().string();
  dir_.MakeDirectory(place + "/namespaces/ops/facts");
  EXPECT_THAT(Run({"memory", "list", "--namespace", "ops"}).err,
              HasSubstr("the namespace 'ops' has no memories yet"));
  EXPECT_THAT(Run({"recall", "Where is the pager?", "--namespace", "ops"}).err,
              HasSubstr("there are no memories in 'ops'"));
  ExpectFailure({"recall", "Where is the pager?", "--namespace", "opz"}, 5, "did you mean ops?");
  dir_.MakeDirectory(place + "/namespaces/two words");
  EXPECT_THAT(Run({"memory", "list"}).err, HasSubstr("1 directory below namespaces/ is not read"));
  EXPECT_THAT(Run({"memory", "doctor"}).out, HasSubstr("is no name of a namespace"));
  dir_.Write(place + "/namespaces.json",
             R"({"default": {"read": ["alice"]}, "ops": {"read": [], "write": ["*"]}})");
  EXPECT_THAT(Run({"memory", "list"}).err, HasSubstr("no namespace is open to everyone"));
  EXPECT_THAT(Run({"memory", "list", "--principal", "bob"}).err,
              HasSubstr("no namespace is open to 'bob'"));
  EXPECT_EQ(Run({"remember", "The pager is red", "--namespace", "ops"}).code, 0);
  EXPECT_EQ(Run({"remember", "the pager is red!", "--namespace", "ops"}).out, "known already\n");
}

TEST_F(MemoryCliTest, TheDoctorRemovesDraftsOfAKilledWriter) {
  Remember({"A fact of everybody"});
  dir_.Write("data/satchel/memory/" + Place().filename().string() + "/state/drafts/0", "half of");
  const Finished finished = Run({"memory", "doctor"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.out, "1 memory, 0 findings\n");
  EXPECT_THAT(finished.err, HasSubstr("removed 1 draft of an interrupted writer"));
  EXPECT_TRUE(fs::is_empty(Place() / "state/drafts"));
}

TEST_F(MemoryCliTest, WhatIsExportedCanBeImported) {
  Remember({"We chose SQLite", "--category", "decision", "--tag", "db", "--source", "alice"});
  Remember({"The proxy listens on 8080", "--entity", "proxy", "--attribute", "port=8080"});
  const std::string lines = Run({"memory", "export", "-"}).out;
  EXPECT_EQ(std::ranges::count(lines, '\n'), 2);
  const std::string file = (dir_.path() / "out.jsonl").string();
  EXPECT_EQ(Json({"memory", "export", file})["rows"], 2);
  EXPECT_EQ(TempDir::ReadFile(file), lines);
  EXPECT_EQ(Run({"memory", "import", file}).out, "0 added, 2 skipped, 0 refused\n");
  EXPECT_EQ(Run({"memory", "import", file, "--namespace", "copy"}).out,
            "2 added, 0 skipped, 0 refused\n");
  EXPECT_EQ(Run({"memory", "export", "-", "--namespace", "copy"}).out, lines);
}

TEST_F(MemoryCliTest, AnExportOfInvisibleCharactersIsValidJsonInBothForms) {
  const std::string id = Remember({"The proxy listens on 8080"});
  fs::path path;
  for (const auto& entry : fs::recursive_directory_iterator(dir_.path() / "data")) {
    if (entry.path().filename() == id + ".md") path = entry.path();
  }
  ASSERT_FALSE(path.empty());
  const std::string text = TempDir::ReadFile(path);
  constexpr std::string_view kWord = "proxy";
  const std::size_t at = text.rfind(kWord);  // in the text, not among the keywords
  ASSERT_NE(at, text.npos);
  // Zero width space, soft hyphen, right-to-left override and a byte order mark.
  std::ofstream(path) << std::string(text).replace(at, kWord.size(),
                                                   "pro\u200bxy \u00ad\u202e\ufeffserver");
  const std::string lines = Run({"memory", "export", "-"}).out;
  const json row = json::parse(lines, nullptr, false);
  ASSERT_FALSE(row.is_discarded()) << lines;
  EXPECT_THAT(row.value("text", ""), AllOf(HasSubstr("pro\\u{200B}xy"), HasSubstr("listens")));
  const std::string file = (dir_.path() / "out.jsonl").string();
  EXPECT_EQ(Json({"memory", "export", file})["rows"], 1);
  EXPECT_EQ(TempDir::ReadFile(file), lines);
  EXPECT_EQ(Run({"memory", "import", "-", "--namespace", "copy"}, lines).out,
            "1 added, 0 skipped, 0 refused\n");
}

TEST_F(MemoryCliTest, BadRowsAreToldWithTheirLines) {
  const Finished finished = Run({"memory", "import", "-"},
                                "{\"text\":\"one fact\"}\nnonsense\n{\"id\":\"x\"}\n"
                                "{\"text\":\"another one\",\"id\":\"a-1\"}\n");
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(finished.out, "2 added, 0 skipped, 2 refused\n");
  EXPECT_THAT(finished.err, AllOf(HasSubstr("-:2: "), HasSubstr("-:3: the text is empty")));
  EXPECT_THAT(Listed(), SizeIs(2));
}

TEST_F(MemoryCliTest, TheDoctorSaysWhatIsWrong) {
  Remember({"A fact about something"});
  dir_.Write("data/satchel/memory/" + Place().filename().string() + "/facts/bad.md", "no fields");
  const Finished finished = Run({"memory", "doctor"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(finished.out, "facts/bad.md: file: there is no front matter\n1 memory, 1 finding\n");
  EXPECT_THAT(Run({"memory", "list"}).err, HasSubstr("`satchel memory doctor` lists them"));
}

TEST_F(MemoryCliTest, EightWritersLoseNothing) {
  constexpr std::size_t kWriters = 8;
  constexpr std::size_t kEach = 5;
  std::vector<std::vector<std::string>> made(kWriters);
  {
    std::vector<std::jthread> writers;
    for (std::size_t writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([this, writer, &made] {
        for (std::size_t i = 0; i < kEach; ++i) {
          const std::string topic = "topic" + std::to_string(writer * 100 + i);
          made[writer].push_back(Remember({topic + " is a matter of its own", "--force"}));
          if (i == 0) {
            EXPECT_EQ(Run({"memory", "vote", made[writer][0], "down", "--query", topic}).code, 0);
          }
        }
      });
    }
  }
  std::set<std::string> ids;
  for (const auto& some : made) ids.insert(some.begin(), some.end());
  EXPECT_THAT(ids, SizeIs(kWriters * kEach));
  const auto listed = Listed();
  EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()), ids);
  EXPECT_EQ(Run({"memory", "doctor"}).out, "40 memories, 0 findings\n");
  const json negatives = json::parse(TempDir::ReadFile(Place() / "state/negative_examples.json"));
  EXPECT_THAT(negatives, SizeIs(kWriters));
  EXPECT_TRUE(fs::is_empty(Place() / "state/drafts"));
}

TEST_F(MemoryCliTest, EightWritersOfOneTextWriteItOnce) {
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 8; ++i) {
      writers.emplace_back([this] { Remember({"The cache lives for ten minutes"}); });
    }
  }
  EXPECT_THAT(Listed(), SizeIs(1));
}

}  // namespace
}  // namespace satchel::test
