// `satchel eval`: the real binary on real Git repositories with a history.

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/git_repository.h"
#include "tests/support/golden.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Json = nlohmann::json;

class CliEvalTest : public CliFixture {
 protected:
  CliEvalTest() : CliFixture(".") {
    environment_["TMPDIR"] = dir_.MakeDirectory("tmp").string();
    environment_["PATH"] = "/usr/bin:/bin";
    app_ = dir_.MakeDirectory("repos/some/app");
    RunGit(app_, {"init", "-q", "."});
    first_ = Commit("first", {{"src/cookie.py", "def sign_cookie(value):\n    return value\n"},
                              {"src/paint.py", "def mix_colours(a, b):\n    return a\n"},
                              {"docs/cookie.md", "# Cookie\n\nThe cookie cookie cookie.\n"}});
    second_ = Commit("second", {{"src/paint.py", "def sign_cookie_again():\n    pass\n"},
                                {"src/brush.py", "def mix_colours(a, b):\n    return b\n"}});
  }

  std::string Commit(const std::string& message,
                     const std::map<std::string, std::string>& files) const {
    for (const auto& [path, bytes] : files) {
      fs::create_directories((app_ / path).parent_path());
      std::ofstream(app_ / path, std::ios::binary) << bytes;
    }
    RunGit(app_, {"add", "-A"});
    RunGit(app_, {"commit", "-q", "-m", message});
    std::string id = RunGit(app_, {"rev-parse", "HEAD"});
    id.pop_back();
    return id;
  }

  Json Query(const std::string& id, const std::string& text, const std::string& gold,
             const std::string& commit) const {
    return {{"id", id},
            {"text", text},
            {"gold", {gold}},
            {"repository", "some/app"},
            {"commit", commit}};
  }
  void WriteSet(const std::vector<Json>& queries) const {
    std::string lines;
    for (const Json& query : queries) lines += query.dump() + "\n";
    dir_.Write("set/queries.jsonl", lines);
  }

  Finished Satchel(const Args& args, const fs::path& from = {}) const {
    Process process = Command(args);
    if (!from.empty()) process.directory = from;
    return Execute(process);
  }
  Json Run(const Args& more = {}) const {
    Args args = {"eval", "run", "set", "--repositories", "repos", "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 0) << finished.err;
    Json json = Json::parse(finished.out, nullptr, false);
    if (json.is_object()) json.erase("latency_ms");
    return json;
  }
  std::vector<Json> Answers(const std::string& file) const {
    std::vector<Json> answers;
    std::ifstream in(dir_.path() / file);
    for (std::string line; std::getline(in, line);) {
      answers.push_back(Json::parse(line, nullptr, false));
    }
    return answers;
  }

  fs::path app_;
  std::string first_;
  std::string second_;
};

TEST_F(CliEvalTest, EachQueryIsAskedAtItsCommit) {
  WriteSet({Query("new", "mix colours", "src/brush.py", second_),
            Query("old", "mix colours", "src/paint.py", first_)});
  const Json run = Run({"--answers", "answers.jsonl"});
  EXPECT_EQ(run["set"], "set");
  EXPECT_EQ(run["queries"]["answered"], 2);
  EXPECT_EQ(run["rows"][0]["files"]["acc_1"], "1");
  EXPECT_EQ(run["rows"][0]["files"]["mrr"], "1");
  EXPECT_EQ(run["rows"][0]["recall_within_tokens"]["500"], "1");
  const auto answers = Answers("answers.jsonl");
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["id"], "new") << "the set's order";
  EXPECT_EQ(answers[0]["commit"], second_);
  EXPECT_EQ(answers[0]["results"][0]["path"], "src/brush.py");
  EXPECT_EQ(answers[0]["results"][0]["start_line"], 1);
  EXPECT_EQ(answers[0]["rank_of_gold"], 1);
  EXPECT_EQ(answers[1]["results"][0]["path"], "src/paint.py");
  EXPECT_EQ(answers[1]["results"][0]["symbol"], "mix_colours");
  // "def mix_colours(a, b):\n    return a\n" has 36 bytes.
  EXPECT_GE(answers[1]["results"][0]["tokens"], 9);
}

TEST_F(CliEvalTest, APackageIsJudgedByTheLinesThatItShows) {
  Json query = Query("lines", "mix colours", "src/paint.py", first_);
  query["gold_lines"] = {"src/paint.py:1-2", "src/gone.py:1-90"};
  WriteSet({query});
  const Json packages = Run({"--recipe", "code", "--answers", "answers.jsonl"})["packages"];
  ASSERT_EQ(packages.size(), 4U);
  EXPECT_EQ(packages[1]["budget"], 4000);
  EXPECT_EQ(packages[1]["with_lines"], 1);
  EXPECT_EQ(packages[1]["lines"], "1");
  EXPECT_EQ(Answers("answers.jsonl")[0]["packages"][1]["lines"], "1");
  const Finished text =
      Satchel({"eval", "run", "set", "--repositories", "repos", "--recipe", "code"});
  EXPECT_THAT(text.out, HasSubstr("bodies  lines   used"));
}

TEST_F(CliEvalTest, OnlyTheRootIsSearched) {
  Json all = Query("all", "\"cookie\" cookie", "docs/cookie.md", first_);
  Json below = Query("below", "cookie", "src/cookie.py", first_);
  below["root"] = "src";
  WriteSet({all, below});
  Run({"--answers", "answers.jsonl"});
  const auto answers = Answers("answers.jsonl");
  EXPECT_EQ(answers[0]["results"].size(), 2U);
  ASSERT_EQ(answers[1]["results"].size(), 1U);
  EXPECT_EQ(answers[1]["results"][0]["path"], "src/cookie.py");
}

// Figures are of what a person gets: the same text, with its quotation marks, by the same road.
TEST_F(CliEvalTest, ARunAsksWhatASearchAsks) {
  const std::string head = Commit(
      "third", {{"a.txt", "The red fox jumps.\n"}, {"b.txt", "A fox that is red, red, red.\n"}});
  const std::vector<std::string> texts = {
      "\"red fox\"",      "red fox",       "fox \"that is\"",
      "sign_cokie value", "mix \"colours", "File \"src/cookie.py\", line 2, in sign_cookie"};
  std::vector<Json> queries;
  for (const std::string& text : texts) queries.push_back(Query(text, text, "a.txt", head));
  WriteSet(queries);
  Run({"--answers", "answers.jsonl"});
  const auto answers = Answers("answers.jsonl");
  ASSERT_EQ(answers.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Finished found = Satchel({"search", texts[i], "--format", "json"}, app_);
    const Json answer = Json::parse(found.out, nullptr, false);
    std::vector<std::string> asked;
    std::vector<std::string> searched;
    for (const Json& place : answers[i]["results"]) asked.push_back(place["path"]);
    for (const Json& place : answer["results"]) searched.push_back(place["path"]);
    EXPECT_EQ(asked, searched) << texts[i] << found.err;
    EXPECT_FALSE(searched.empty()) << texts[i] << found.out;
  }
  EXPECT_EQ(answers[0]["results"].size(), 1U);
}

TEST_F(CliEvalTest, WhatCannotBeAskedIsCounted) {
  Json away = Query("away", "cookie", "a.py", first_);
  away["repository"] = "some/other";
  Json two = Query("two", "sign cookie", "src/cookie.py", first_);
  two["gold"] = {"src/cookie.py", "src/brush.py"};
  WriteSet({away, Query("no gold", "cookie", "src/brush.py", first_), two,
            Query("no commit", "mix colours", "src/brush.py", std::string(40, 'a')),
            Query("no words", "?!", "src/brush.py", second_)});
  const Json run = Run();
  EXPECT_EQ(run["queries"]["asked"], 5);
  EXPECT_EQ(run["queries"]["answered"], 3);
  EXPECT_EQ(run["queries"]["without_repository"], 1);
  EXPECT_EQ(run["queries"]["without_gold"], 1);
  EXPECT_EQ(run["gold_missing"], 1);
  EXPECT_THAT(run["repositories"]["missing"], ElementsAre("some/other"));
  EXPECT_THAT(run["repositories"]["at_head"], ElementsAre("some/app"));
  EXPECT_EQ(run["rows"][0]["files"]["any_1"], "0.666666");
  const Finished text = Satchel({"eval", "run", "set", "--repositories", "repos"});
  EXPECT_THAT(text.out, StartsWith("set (all): 3 of 5 queries answered, 1 repository\n"));
  EXPECT_THAT(text.out, HasSubstr("skipped: 1, no repository: some/other\n"));
  EXPECT_THAT(text.out,
              HasSubstr("at HEAD, since the commit is not there: 1 repository: some/app"));
}

TEST_F(CliEvalTest, HalvesCategoriesAndALimit) {
  std::vector<Json> queries;
  for (int i = 0; i < 6; ++i) {
    Json query = Query(fmt::format("q{}", i), "cookie", "src/cookie.py", first_);
    query["half"] = i % 2 == 0 ? "development" : "held_out";
    query["category"] = i < 3 ? "b" : "a";
    queries.push_back(query);
  }
  WriteSet(queries);
  const Json run = Run({"--half", "held_out"});
  ASSERT_EQ(run["rows"].size(), 3U);
  EXPECT_EQ(run["rows"][0]["queries"], 3);
  EXPECT_EQ(run["rows"][1]["category"], "a");
  EXPECT_EQ(run["rows"][1]["queries"], 2);
  EXPECT_EQ(Run({"--half", "held_out", "--limit", "1"})["queries"]["asked"], 1);
  EXPECT_EQ(Run({"--half", "all"})["queries"]["asked"], 6);
}

TEST_F(CliEvalTest, TheSameAgainFromABareCopyAndWithStoresThatStay) {
  WriteSet({Query("new", "mix colours cookie", "src/brush.py", second_),
            Query("old", "mix colours cookie", "src/paint.py", first_)});
  const Json first = Run({"--work", "work"});
  EXPECT_EQ(Run({"--work", "work"}), first);
  EXPECT_EQ(Run(), first);
  dir_.MakeDirectory("mirror/some+app");
  RunGit(dir_.path(), {"clone", "-q", "--bare", app_.string(), "mirror/some+app/repo"});
  fs::remove(dir_.path() / "mirror/some+app/repo/config");
  EXPECT_EQ(Run({"--repositories", "mirror"}), first);
  EXPECT_EQ(Run({"--repositories", "mirror", "--work", "work"}), first);
}

TEST_F(CliEvalTest, AQueryWithoutARepositoryIsAboutTheOneAround) {
  const Json query = {{"id", "own"}, {"text", "mix colours of paint"}, {"gold", {"src/brush.py"}}};
  Commit("a set", {{"sets/own/queries.jsonl", query.dump() + "\n"}});
  const Finished finished = Satchel({"eval", "run", "sets/own", "--repositories", "/nonexistent",
                                     "--answers", "../answers.jsonl", "--format", "json"},
                                    app_);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json run = Json::parse(finished.out, nullptr, false);
  EXPECT_EQ(run["queries"]["answered"], 1);
  EXPECT_THAT(run["repositories"]["searched"], ElementsAre("this repository"));
  EXPECT_THAT(run["repositories"]["at_head"], IsEmpty());
  const auto answers = Answers("repos/some/answers.jsonl");
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_FALSE(answers[0]["results"].empty());
  for (const Json& place : answers[0]["results"]) {
    EXPECT_NE(place["path"], "sets/own/queries.jsonl") << "the question itself";
  }
}

TEST_F(CliEvalTest, NothingIsLeftBehind) {
  WriteSet({Query("q", "cookie", "src/cookie.py", first_)});
  Run();
  EXPECT_TRUE(fs::is_empty(dir_.path() / "tmp"));
  EXPECT_TRUE(fs::is_empty(dir_.path() / "home"));
  EXPECT_THAT(RunGit(app_, {"status", "--porcelain", "--ignored"}), IsEmpty());
}

// A repository whose commits have the same ids everywhere.
class CliHistoryTest : public CliEvalTest {
 protected:
  CliHistoryTest() {
    root_ = dir_.MakeDirectory("project");
    Git({"init", "-q", "."});
    Add("first",
        {{"src/session.py", "def sign_cookie(value):\n    return value\n"},
         {"src/colours.py", "def mix(a, b):\n    return a\n"},
         {"src/routes.py", "def home():\n    return 'home'\n\n\ndef loginRedirect():\n    pass\n"},
         {"notes.txt", Story()},
         {"logo.bin", std::string("\0\1", 2)}});
    Add("Sign the cookie with a key\n\nThe value alone can be forged.\n\n"
        "Signed-off-by: A <a@example.org>",
        {{"src/session.py", "def sign_cookie(value, key):\n    return value + key\n"}});
    Add("Mix both colours", {{"src/colours.py", "def mix(a, b):\n    return a + b\n"},
                             {"src/palette.py", "RED = 1\n"}});
    Add("New page", {{"src/page.py", "def page():\n    pass\n"}});
    Add("Another picture", {{"logo.bin", std::string("\0\2", 2)}});
    Add("Mix the login redirect in", {{"notes.txt", Story() + "the end\n"}});
    std::map<std::string, std::string> many;
    for (int i = 0; i < 31; ++i) many[fmt::format("gen/{}.py", i)] = "x = 1\n";
    Add("Generate", many);
    for (auto& [path, bytes] : many) bytes = "x = 2\n";
    Add("Generate again", many);
    Add("!?", {{"src/palette.py", "RED = 2\n"}});
    Git({"checkout", "-q", "-b", "side", "HEAD~1"});
    Add("Redirect after the login", {{"src/routes.py",
                                      "def home():\n    return 'home'\n\n\ndef loginRedirect():\n"
                                      "    return home()\n"}});
    Git({"checkout", "-q", "main"});
    Git({"merge", "-q", "--no-ff", "-m", "Merge side", "side"});
  }

  // Long, and full of a word that names a function elsewhere.
  static std::string Story() {
    std::string story;
    for (int i = 0; i < 100; ++i) story += fmt::format("mix {} with care, says the cook\n", i);
    return story;
  }
  void Git(const Args& args) {
    const std::string date = fmt::format("2026-01-01T00:{:02}:00Z", minute_);
    Args all = {
        "-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"};
    all.insert(all.end(), args.begin(), args.end());
    const Finished finished = Execute({.program = FindProgram("git"),
                                       .args = all,
                                       .environment = {{"HOME", "/nonexistent"},
                                                       {"PATH", "/usr/bin:/bin"},
                                                       {"GIT_CONFIG_NOSYSTEM", "1"},
                                                       {"GIT_AUTHOR_DATE", date},
                                                       {"GIT_COMMITTER_DATE", date}},
                                       .directory = root_});
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  void Add(const std::string& message, const std::map<std::string, std::string>& files) {
    for (const auto& [path, bytes] : files) {
      fs::create_directories((root_ / path).parent_path());
      std::ofstream(root_ / path, std::ios::binary) << bytes;
    }
    ++minute_;
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", message});
  }
  Json History(const Args& more = {}, const fs::path& from = {}) const {
    Args args = {"eval", "history", "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args, from.empty() ? root_ : from);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  }

  fs::path root_;
  int minute_ = 0;
};

TEST_F(CliHistoryTest, AsksForWhatEachCommitChanged) {
  const Json history = History();
  EXPECT_EQ(history["asked"], 4);
  EXPECT_EQ(history["looked_at"], 11);
  EXPECT_EQ(history["left_out"], (Json{{"merge", 1},
                                       {"no_parent", 1},
                                       {"parent_missing", 0},
                                       {"nothing_before", 2},
                                       {"too_many", 1},
                                       {"not_indexed", 1},
                                       {"no_words", 1},
                                       {"other_language", 0}}));
  std::map<std::string, Json> commits;
  for (const Json& commit : history["commits"]) commits[commit["subject"]] = commit;
  const Json& sign = commits["Sign the cookie with a key"];
  EXPECT_THAT(sign["gold"], ElementsAre("src/session.py"));
  EXPECT_EQ(sign["satchel_rank"], 1);
  EXPECT_EQ(sign["grep_rank"], 1);
  const Json& redirect = commits["Redirect after the login"];
  EXPECT_EQ(redirect["satchel_rank"], 1);
  EXPECT_EQ(redirect["grep_rank"], nullptr) << "the words are inside of a name";
  EXPECT_THAT(commits["Mix both colours"]["gold"], ElementsAre("src/colours.py"))
      << "the palette is new";
  const Json& end = commits["Mix the login redirect in"];
  EXPECT_GT(end["satchel_rank"], 1) << "routes.py has two of the words in a name";
  EXPECT_EQ(end["grep_rank"], 1);
  EXPECT_THAT(history["worst"], ElementsAre(end["commit"]));
  EXPECT_EQ(history["recall"].size(), 20U);
  EXPECT_EQ(history["recall"][0]["k"], 1);
}

TEST_F(CliHistoryTest, TheTableAndThePictureByteForByte) {
  const Finished text = Satchel({"eval", "history", "--plot", "../recall.svg"}, root_);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.err, IsEmpty());
  const fs::path golden = fs::path(SATCHEL_SOURCE_DIR) / "tests/golden/eval";
  ExpectGolden(golden / "history.txt", text.out);
  ExpectGolden(golden / "recall.svg", TempDir::ReadFile(dir_.path() / "recall.svg"));
}

TEST_F(CliHistoryTest, NothingIsWrittenIntoTheWorkspace) {
  History();
  EXPECT_THAT(RunGit(root_, {"status", "--porcelain", "--ignored"}), IsEmpty());
  EXPECT_FALSE(fs::exists(root_ / ".satchel"));
  EXPECT_TRUE(fs::is_empty(dir_.path() / "tmp"));
  EXPECT_TRUE(fs::is_empty(dir_.path() / "home"));
}

TEST_F(CliHistoryTest, ABareCopyGivesTheSameAndTheWorkTreeDoesNotCount) {
  const Json first = History();
  std::ofstream(root_ / "src/session.py") << "colours everywhere\n";
  EXPECT_EQ(History(), first);
  RunGit(dir_.path(), {"clone", "-q", "--bare", root_.string(), "bare"});
  EXPECT_EQ(History({"--workspace", (dir_.path() / "bare").string()}), first);
}

TEST_F(CliHistoryTest, TheLatestAndNoMore) {
  const Json two = History({"--commits", "2"});
  EXPECT_EQ(two["asked"], 2);
  EXPECT_EQ(two["commits"][0]["subject"], "Redirect after the login");
}

TEST_F(CliHistoryTest, AShallowCloneCountsWhatItLacks) {
  RunGit(dir_.path(),
         {"clone", "-q", "--depth", "3", "--branch", "side", "file://" + root_.string(), "short"});
  const Json history = History({}, dir_.path() / "short");
  EXPECT_EQ(history["asked"], 1);
  EXPECT_EQ(history["left_out"]["parent_missing"], 1);
  EXPECT_EQ(history["left_out"]["no_parent"], 0);
}

TEST_F(CliHistoryTest, WithoutAHistoryItSaysSo) {
  const fs::path plain = dir_.MakeDirectory("plain");
  const Finished none = Satchel({"eval", "history"}, plain);
  EXPECT_EQ(none.code, 5);
  EXPECT_THAT(none.err, HasSubstr("is in no Git repository"));
  RunGit(plain, {"init", "-q", "."});
  const Finished empty = Satchel({"eval", "history"}, plain);
  EXPECT_EQ(empty.code, 5);
  EXPECT_THAT(empty.err, HasSubstr("nothing is committed here yet"));
  const Finished wrong = Satchel({"eval", "history", "--commits", "0"}, root_);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("from 1 to 100000"));
}

TEST_F(CliEvalTest, WrongUseIsSaid) {
  WriteSet({Query("q", "cookie", "src/cookie.py", first_)});
  dir_.Write("broken/queries.jsonl", "\n{\"id\": 1}\n");
  dir_.Write("texts/queries.jsonl", R"({"id": "q", "text": "who?", "gold": ["1"]})");
  dir_.Write("texts/corpus.jsonl", "\n{\"text\": \"somebody\"}\n");
  const struct {
    Args args;
    int code;
    std::string says;
  } cases[] = {{{"eval", "run"}, 2, "SET"},
               {{"eval", "run", "set"}, 2, "--repositories DIR is missing"},
               {{"eval", "run", "away", "--repositories", "repos"}, 5, "away/queries.jsonl"},
               {{"eval", "run", "broken", "--repositories", "repos"}, 2, "queries.jsonl:2 has"},
               {{"eval", "run", "texts"}, 2, "corpus.jsonl:2 has no 'id'"},
               {{"eval", "run", "set", "--repositories", "repos", "--limit", "0"}, 2, "--limit"},
               {{"eval", "run", "set", "--repositories", "repos", "--half", "x"}, 2, "held_out"}};
  for (const auto& [args, code, says] : cases) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(says));
  }
}

TEST_F(CliEvalTest, MeasuresASetOfTexts) {
  dir_.Write("texts/queries.jsonl",
             R"({"id": "q1", "text": "What did Ann buy?", "gold": ["2"], "group": "g"}
{"id": "q2", "text": "Who painted the door?", "gold": ["3"], "gold_corrected": ["4"], "group": "g"}
{"id": "q3", "text": "What is not there?", "gold": [], "group": "g"}
)");
  dir_.Write("texts/corpus.jsonl",
             R"({"id": "1", "group": "g", "session": 1, "speaker": "Bob", "text": "Hello!"}
{"id": "2", "group": "g", "session": 1, "speaker": "Ann", "text": "I bought a ladder."}
{"id": "3", "group": "g", "session": 2, "speaker": "Bob", "text": "Good morning, everybody."}
{"id": "4", "group": "g", "session": 2, "speaker": "Ann", "text": "Bob painted the door."}
{"id": "5", "group": "other", "session": 2, "speaker": "Ann", "text": "Who painted the door?"}
)");
  const Finished finished = Satchel({"eval", "run", "texts", "--format", "json", "--answers",
                                     (dir_.path() / "answers.jsonl").string()});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto json = nlohmann::json::parse(finished.out);
  EXPECT_EQ(json["queries"]["asked"], 3);
  EXPECT_EQ(json["queries"]["answered"], 2);
  EXPECT_EQ(json["queries"]["without_gold"], 1);
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["gold"], "original");
  EXPECT_EQ(json["rows"][0]["recall_10"], "1");
  EXPECT_EQ(json["rows"][0]["mrr"], "0.75");
  EXPECT_EQ(json["rows"][0]["any_1"], "0.5");
  EXPECT_EQ(json["rows"][0]["recall_2"], "1");
  EXPECT_EQ(json["rows"][1]["gold"], "corrected");
  EXPECT_EQ(json["rows"][1]["mrr"], "1");
  EXPECT_EQ(json["rows"][1]["session_recall_10"], "1");
  EXPECT_THAT(TempDir::ReadFile(dir_.path() / "answers.jsonl"),
              HasSubstr(R"({"gold":["2"],"id":"q1","ms":)"));

  const Finished text = Satchel({"eval", "run", "texts"});
  EXPECT_THAT(text.out, HasSubstr("texts: 2 of 3 queries answered, 5 texts\n"));
  EXPECT_THAT(text.out, HasSubstr("any@1    R@2    R@5   R@10  session R@10"));
}

}  // namespace
}  // namespace satchel::test
