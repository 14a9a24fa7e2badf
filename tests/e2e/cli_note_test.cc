// `satchel note` and `satchel init --notes` by the real binary, with good and bad input.

#include <filesystem>
#include <string>
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
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class NoteCliTest : public CliFixture {
 protected:
  NoteCliTest() {
    dir_.MakeDirectory("app/.git");
    environment_["PATH"] = "/usr/bin:/bin";
  }

  Finished Satchel(Args args, std::string input = "") const {
    args.insert(args.end(), {"--now", kNow});
    Process process = Command(std::move(args));
    process.input = std::move(input);
    return Execute(process);
  }
  Finished Note(Args args, std::string input = "") const {
    args.insert(args.begin(), "note");
    return Satchel(std::move(args), std::move(input));
  }
  nlohmann::json Json(Args args) const {
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Note(args);
    EXPECT_EQ(finished.err, "");
    return nlohmann::json::parse(finished.out, nullptr, false);
  }
  // Ends with the code, says this on stderr, nothing on stdout.
  void ExpectFailure(const Args& args, int code, const std::string& says,
                     const std::string& input = "") const {
    const Finished finished = Note(args, input);
    EXPECT_EQ(finished.code, code) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(says)) << testing::PrintToString(args);
    EXPECT_EQ(finished.out, "");
  }
  std::string File(const std::string& name) const {
    return TempDir::ReadFile(dir_.path() / "app/.context" / name);
  }
};

TEST_F(NoteCliTest, ADayOfNotes) {
  EXPECT_EQ(Satchel({"init", "--notes"}).code, 0);
  EXPECT_EQ(Note({"task", "add", "Repair the login"}).out,
            "added TASKS.md#repair-the-login in .context/TASKS.md:5\n");
  EXPECT_EQ(Note({"convention", "add", "Errors are values"}).code, 0);
  EXPECT_EQ(Note({"decision", "add", "Use files", "--context", "c", "--rationale", "r\n- s",
                  "--consequence", "q"})
                .code,
            0);
  EXPECT_EQ(Note({"decision", "add", "Use SQLite", "--context=c", "--decision", "d", "--rationale",
                  "r", "--consequence", "q"})
                .code,
            0);
  EXPECT_EQ(
      Note({"learning", "add", "WAL", "--context", "c", "--lesson", "l", "--application", "a"})
          .code,
      0);
  EXPECT_EQ(Note({"decision", "supersede", "use files", "--by", "use sqlite"}).code, 0);
  EXPECT_EQ(Note({"task", "complete", "1"}).code, 0);
  EXPECT_EQ(File("DECISIONS.md"),
            "# Decisions\n\n"
            "<!-- What was decided and why, newest first: `satchel note decision add`. -->\n\n"
            "## [2026-01-10-120000] Use SQLite\n\n**Status**: accepted\n\n**Context**: c\n\n"
            "**Decision**: d\n\n**Rationale**: r\n\n**Consequence**: q\n\n"
            "## [2026-01-10-120000] Use files\n\n"
            "~~Superseded by [2026-01-10-120000] Use SQLite~~\n\n**Status**: accepted\n\n"
            "**Context**: c\n\n**Rationale**: r\n- s\n\n**Consequence**: q\n");
  EXPECT_THAT(File("TASKS.md"), HasSubstr("\n- [x] Repair the login #added:2026-01-10-120000\n"));
  const Finished check = Note({"check"});
  EXPECT_EQ(check.code, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("7 notes, 0 findings"));
  EXPECT_THAT(Satchel({"agent"}).out, HasSubstr("Errors are values"));
}

TEST_F(NoteCliTest, WhatIsThereAlreadyIsAddedAndSaid) {
  EXPECT_THAT(Note({"task", "add", "Paint", "the", "wall"}).err, IsEmpty());
  const Finished again = Note({"task", "add", "paint the wall"});
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.err, AllOf(HasSubstr("TASKS.md#paint-the-wall has the same text"),
                               HasSubstr("`satchel note task rm 'TASKS.md#paint-the-wall-2'`")));
  EXPECT_EQ(Note({"task", "rm", "TASKS.md#paint-the-wall-2"}).code, 0);
  EXPECT_EQ(Satchel({"note", "check"}).code, 0);
  EXPECT_THAT(Note({"rule", "add", "Never push"}).err, IsEmpty());
  const Finished rule = Note({"rule", "add", "never push", "--format", "json"});
  EXPECT_THAT(rule.out, HasSubstr("\"repeats\": \"CONSTITUTION.md#never-push\""));
}

TEST_F(NoteCliTest, ADayOfSecondThoughts) {
  dir_.Write("app/.context/TASKS.md",
             "- [ ] Paint the wall #added:2026-01-09\n  - [ ] buy paint\n- [x] Old\n- [ ] Third\n");
  EXPECT_EQ(Note({"show", "1"}).out.substr(0, 24), "TASKS.md#paint-the-wall\n");
  EXPECT_EQ(Note({"task", "edit", "1", "Paint", "the", "door"}).out,
            "edited TASKS.md#paint-the-door in .context/TASKS.md:1: Paint the door\n");
  EXPECT_EQ(Note({"task", "reopen", "old"}).out,
            "reopened TASKS.md#old in .context/TASKS.md:3: Old\n");
  EXPECT_EQ(Note({"task", "rm", "3"}).out,
            "removed TASKS.md#third in .context/TASKS.md:4: Third\n");
  EXPECT_EQ(Note({"task", "complete", "1"}).out,
            "completed TASKS.md#paint-the-door in .context/TASKS.md:1: Paint the door\n");
  EXPECT_EQ(File("TASKS.md"),
            "- [x] Paint the door #added:2026-01-09\n  - [ ] buy paint\n- [ ] Old\n");
  ExpectFailure({"task", "rm", "paint the door"}, 1, "cannot be changed alone");
  ExpectFailure({"task", "reopen", "old"}, 1, "is open");
  ExpectFailure({"task", "reopen", "nothing"}, 5, "there is no task");
  ExpectFailure({"task", "rm", "7"}, 5, "there is no open task 7; there are 2");
}

TEST_F(NoteCliTest, RulesAndEntriesAreAddedEditedAndRemoved) {
  EXPECT_EQ(Note({"rule", "add", "Never", "push", "to", "main"}).code, 0);
  EXPECT_EQ(Note({"rule", "add", "Be kind"}).code, 0);
  EXPECT_EQ(Note({"rule", "edit", "push", "Never push"}).code, 0);
  EXPECT_EQ(Note({"rule", "rm", "be kind"}).code, 0);
  EXPECT_EQ(File("CONSTITUTION.md"), "# Constitution\n\n- Never push\n");
  EXPECT_THAT(Satchel({"agent"}).out, HasSubstr("Never push"));
  EXPECT_EQ(Note({"convention", "add", "Tabs"}).code, 0);
  EXPECT_EQ(Note({"convention", "edit", "tabs", "No tabs"}).code, 0);
  EXPECT_EQ(File("CONVENTIONS.md"), "# Conventions\n\n- No tabs\n");
  EXPECT_EQ(Note({"convention", "rm", "tabs"}).code, 0);
  const Args fields = {"--context", "c", "--lesson", "l", "--application", "a"};
  for (const std::string title : {"One", "Two"}) {
    Args add = {"learning", "add", title};
    add.insert(add.end(), fields.begin(), fields.end());
    EXPECT_EQ(Note(add).code, 0);
  }
  const auto edited = Json({"learning", "edit", "one", "--title", "First", "--lesson", "x\ny"});
  EXPECT_EQ(edited["did"], "edited");
  EXPECT_EQ(edited["title"], "First");
  EXPECT_EQ(edited["before"], "One");
  EXPECT_EQ(edited["text"], "**Context**: c\n\n**Lesson**: x\ny\n\n**Application**: a");
  const auto removed = Json({"learning", "rm", "two"});
  EXPECT_EQ(removed["did"], "removed");
  EXPECT_EQ(removed["title"], "Two");
  EXPECT_THAT(Json({"list", "--kind", "learning"})["items"], SizeIs(1));
  dir_.Write("app/.context/DECISIONS.md", "## [2026-01-02] B\n\nb\n\n## [2026-01-01] A\n\na\n");
  EXPECT_EQ(Note({"decision", "edit", "b", "--rationale", "because"}).code, 0);
  EXPECT_EQ(Note({"decision", "rm", "a"}).code, 0);
  EXPECT_EQ(File("DECISIONS.md"), "## [2026-01-02] B\n\nb\n\n**Rationale**: because\n\n");
}

TEST_F(NoteCliTest, ARefusedChangeLeavesTheFile) {
  const std::string tasks = "- [ ] a\n- [ ] b <!-- mine -->\n";
  dir_.Write("app/.context/TASKS.md", tasks);
  dir_.Write("app/.context/DECISIONS.md", "## [2026-01-02] B\n\nb\n");
  ExpectFailure({"task", "edit"}, 2, "needs WHICH");
  ExpectFailure({"task", "edit", "a"}, 2, "note task edit needs the new TEXT");
  ExpectFailure({"task", "edit", "a", ""}, 2, "the task is empty");
  ExpectFailure({"task", "edit", "a", "x\ny"}, 2, "several lines");
  ExpectFailure({"task", "edit", "a", "``` x"}, 2, "would not be read back");
  ExpectFailure({"task", "edit", "b", "c"}, 1, "it has a comment in its text");
  ExpectFailure({"task", "rm"}, 2, "needs WHICH");
  ExpectFailure({"task", "rm", "zzz"}, 5, "there is no task 'zzz'");
  ExpectFailure({"rule", "rm", "a"}, 5, "there is no rule 'a'");
  ExpectFailure({"rule", "add"}, 2, "note rule add needs TEXT");
  ExpectFailure({"decision", "edit", "b"}, 2,
                "needs --title or --context or --decision or --rationale or --consequence");
  ExpectFailure({"decision", "edit", "b", "--context", "x\n## y"}, 2, "--context has a heading");
  ExpectFailure({"decision", "edit", "b", "--title", "x\ny"}, 2, "the title has several lines");
  ExpectFailure({"decision", "add"}, 2, "needs TITLE, --context, --rationale, --consequence");
  EXPECT_EQ(File("TASKS.md"), tasks);
  EXPECT_EQ(File("DECISIONS.md"), "## [2026-01-02] B\n\nb\n");
  environment_["EDITOR"] = "false";
  ExpectFailure({"task", "edit", "a"}, 2, "needs the new TEXT");
}

TEST_F(NoteCliTest, InitLeavesWhatIsThere) {
  dir_.Write("app/.context/TASKS.md", "- [ ] mine");
  const Finished first = Satchel({"init", "--notes"});
  EXPECT_THAT(first.out, AllOf(HasSubstr("already there: .context/TASKS.md\n"),
                               HasSubstr("made .context/LEARNINGS.md\n")));
  EXPECT_EQ(File("TASKS.md"), "- [ ] mine");
  const auto again = nlohmann::json::parse(Satchel({"init", "--notes", "--format", "json"}).out);
  ASSERT_THAT(again["notes"], SizeIs(5));
  for (const auto& file : again["notes"]) EXPECT_EQ(file["created"], false);
}

TEST_F(NoteCliTest, AddsFromJson) {
  const std::string json = R"({"title":"T","context":"one\ntwo","lesson":"l","application":"a"})";
  const Finished finished = Note({"learning", "add", "--json-file", "-", "--format", "json"}, json);
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto result = nlohmann::json::parse(finished.out, nullptr, false);
  EXPECT_EQ(result["id"], "LEARNINGS.md#t");
  EXPECT_EQ(result["did"], "added");
  EXPECT_EQ(result["created"], true);
  EXPECT_EQ(result["time"], "2026-01-10T12:00:00Z");
  EXPECT_EQ(result["text"], "**Context**: one\ntwo\n\n**Lesson**: l\n\n**Application**: a");
  dir_.Write("app/src/task.json", R"({"text":"From a file"})");
  EXPECT_EQ(Note({"task", "add", "--json-file", "task.json"}).code, 0);
  EXPECT_THAT(File("TASKS.md"), HasSubstr("- [ ] From a file #added"));
}

TEST_F(NoteCliTest, RefusesBadInputAndWritesNothing) {
  const auto before = dir_.Listing();
  ExpectFailure({"task", "add"}, 2, "note task add needs TEXT");
  ExpectFailure({"task", "add", ""}, 2, "the task is empty");
  ExpectFailure({"task", "add", "a\nb"}, 2, "several lines");
  ExpectFailure({"task", "add", "a\x1b[31m"}, 2, "control characters");
  ExpectFailure({"task", "add", "a\xff"}, 2, "no UTF-8");
  ExpectFailure({"task", "add", "``` a"}, 2, "would not be read back");
  ExpectFailure({"convention", "add", "[ ] a"}, 2, "would not be read back");
  ExpectFailure({"convention", "add"}, 2, "note convention add needs TEXT");
  ExpectFailure({"decision", "add", "T"}, 2, "note decision add needs --context");
  ExpectFailure({"decision", "add", "T", "--context", "c"}, 2, "needs --rationale");
  ExpectFailure({"decision", "add", "T", "--context", "c", "--rationale", "r"}, 2,
                "needs --consequence");
  ExpectFailure({"decision", "add", "--context", "c"}, 2, "needs TITLE");
  ExpectFailure({"decision", "add", "T", "--context", "x\n## [2026-01-01] y", "--rationale", "r",
                 "--consequence", "q"},
                2, "--context has a heading in line 2");
  ExpectFailure(
      {"learning", "add", "T", "--context", "c", "--lesson", "x\n```", "--application", "a"}, 2,
      "--lesson has fenced code from line 2 on");
  ExpectFailure(
      {"learning", "add", "T", "--context", "<!-- c -->", "--lesson", "l", "--application", "a"}, 2,
      "--context has an HTML comment");
  ExpectFailure({"learning", "add", "T", "--context", "c", "--lesson", "l"}, 2,
                "needs --application");
  ExpectFailure({"task", "complete"}, 2, "needs TEXT");
  ExpectFailure({"task", "complete", "1"}, 5, "there are no notes");
  ExpectFailure({"decision", "supersede", "a"}, 2, "needs --by TITLE");
  ExpectFailure({"decision", "supersede", "a", "--by", "b"}, 5, "there are no notes");
  ExpectFailure({"list"}, 5, "there are no notes");
  ExpectFailure({"list", "--kind", "tasks"}, 2, "did you mean task?");
  ExpectFailure({"list", "--state", "undone"}, 2, "must be one of open, done, skipped");
  ExpectFailure({"list", "--since", "soon"}, 2, "--since");
  ExpectFailure({"show"}, 2, "needs ID");
  ExpectFailure({"show", "x"}, 5, "there are no notes");
  ExpectFailure({"check"}, 5, "there are no notes");
  ExpectFailure({"check", "--stale-after", "-1"}, 2, "--stale-after");
  ExpectFailure({"log", "--limit", "0"}, 2, "--limit");
  ExpectFailure({"log", "x"}, 5, "there are no notes");
  ExpectFailure({}, 2, "note needs a subcommand");
  ExpectFailure({"task"}, 2, "note task needs a subcommand");
  ExpectFailure({"task", "ad"}, 2, "did you mean `satchel note task add`?");
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(NoteCliTest, RefusesBadJson) {
  const auto before = dir_.Listing();
  const Args add = {"task", "add", "--json-file", "-"};
  ExpectFailure(add, 2, "--json-file", "");
  ExpectFailure(add, 2, "--json-file", "{");
  ExpectFailure(add, 2, "has no JSON object", "[]");
  ExpectFailure(add, 2, "unknown key 'txt'", R"({"txt":"a"})");
  ExpectFailure(add, 2, "'text' in --json-file is not text", R"({"text":1})");
  ExpectFailure(add, 2, "needs \"text\" in --json-file", "{}");
  ExpectFailure(add, 2, "several lines", R"({"text":"a\nb"})");
  ExpectFailure({"task", "add", "a", "--json-file", "-"}, 2, "cannot be combined", "{}");
  ExpectFailure({"task", "add", "--json-file", "gone.json"}, 5, "there is no file gone.json");
  ExpectFailure({"task", "add", "--json-file", "/dev/zero"}, 2, "not a regular file");
  dir_.Write("large.json", "{\"text\":\"" + std::string(2'000'000, 'x') + "\"}");
  ExpectFailure({"task", "add", "--json-file", (dir_.path() / "large.json").string()}, 2,
                "larger than the limit");
  fs::remove(dir_.path() / "large.json");
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(NoteCliTest, WhatIsInTheWayIsNamed) {
  dir_.Write("app/.context/TASKS.md", "# T\n\n<!-- never closed\n");
  ExpectFailure({"task", "add", "a"}, 1, "line 3 of TASKS.md opens fenced code or a comment");
  EXPECT_EQ(File("TASKS.md"), "# T\n\n<!-- never closed\n");
  fs::remove_all(dir_.path() / "app/.context");
  fs::create_directory_symlink(dir_.path() / "home", dir_.path() / "app/.context");
  ExpectFailure({"task", "add", "a"}, 2, "symbolic link");
  EXPECT_TRUE(fs::is_empty(dir_.path() / "home"));
}

TEST_F(NoteCliTest, WarnsOfASecret) {
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  const Finished finished = Note({"task", "add", "Use " + secret + " for it"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("possible secret"));
  EXPECT_THAT(finished.out + finished.err, Not(HasSubstr(secret)));
}

TEST_F(NoteCliTest, ListsAndShows) {
  dir_.Write("app/.context/TASKS.md",
             "- [x] Old\n- [ ] Paint the wall #added:2026-01-09\n- [ ] Buy \x1b[31mred\n");
  dir_.Write("app/.context/DECISIONS.md", "## [2026-01-01] Blue\n\nThe wall is blue.\n");
  const Finished list = Note({"list"});
  EXPECT_THAT(list.out, AllOf(HasSubstr("1. Paint the wall"), HasSubstr("2. Buy \\u{1B}"),
                              HasSubstr("Old (done)"), HasSubstr("DECISIONS.md#blue")));
  EXPECT_THAT(Json({"list", "--state", "open"})["items"], SizeIs(2));
  EXPECT_EQ(Json({"list", "--state", "open"})["items"][1]["number"], 2);
  EXPECT_THAT(Json({"list", "--match", "walls"})["items"], SizeIs(2));
  EXPECT_THAT(Json({"list", "--since", "2026-01-05"})["items"], SizeIs(1));
  EXPECT_THAT(Json({"list", "--kind", "learning"})["items"], IsEmpty());
  EXPECT_EQ(Note({"list", "--kind", "learning"}).code, 0) << "an empty result is no failure";
  EXPECT_THAT(Note({"show", "blue"}).out,
              AllOf(StartsWith("DECISIONS.md#blue\n"), HasSubstr("\nThe wall is blue.\n")));
  EXPECT_EQ(Json({"show", "DECISIONS.md#blue"})["text"], "The wall is blue.");
  ExpectFailure({"show", "green"}, 5, "there is no note 'green'");
  ExpectFailure({"show", "l"}, 2, "means");
}

TEST_F(NoteCliTest, ChecksAndRepairs) {
  dir_.Write("app/.context/TASKS.md",
             "- [ ] a #added:2025-01-01\n- [ ] b\n- [ ] b\n- [?] c\n\n[x](gone.md)\n");
  const auto before = File("TASKS.md");
  const Finished check = Note({"check"});
  EXPECT_EQ(check.code, 1);
  EXPECT_THAT(check.out, AllOf(HasSubstr(".context/TASKS.md:1: stale_task: open for 374 days"),
                               HasSubstr("TASKS.md:3: duplicate:"), HasSubstr(":4: unread:"),
                               HasSubstr(":6: dead_path: gone.md"), HasSubstr("4 findings")));
  EXPECT_EQ(File("TASKS.md"), before);
  const auto json = Json({"check", "--fix", "--stale-after", "400"});
  EXPECT_EQ(json["ok"], false);
  EXPECT_THAT(json["issues"], SizeIs(2));
  EXPECT_EQ(json["fixed"], nlohmann::json({"TASKS.md#b-2"}));
  EXPECT_EQ(json["unread"], 1);
  EXPECT_EQ(File("TASKS.md"), "- [ ] a #added:2025-01-01\n- [ ] b\n- [?] c\n\n[x](gone.md)\n");
}

TEST_F(NoteCliTest, TellsTheHistory) {
  dir_.Write("app/.context/TASKS.md", "- [ ] a\n");
  fs::remove(dir_.path() / "app/.git");
  ExpectFailure({"log", "--workspace", ".."}, 5, "is in no Git repository");
  Git({"init", "-q", "."});
  EXPECT_THAT(Note({"log"}).err, HasSubstr("no commit has it yet"));
  Git({"add", "."});
  Git({"commit", "-q", "-m", "first \x1b[31m"});
  EXPECT_EQ(Note({"task", "complete", "a"}).code, 0);
  Git({"commit", "-q", "-a", "-m", "second"});
  const auto log = Json({"log", "a"});
  ASSERT_THAT(log["commits"], SizeIs(2));
  EXPECT_EQ(log["commits"][0]["subject"], "second");
  EXPECT_EQ(log["commits"][0]["events"][0]["change"], "done");
  EXPECT_EQ(log["commits"][1]["events"][0]["title"], "a");
  EXPECT_THAT(Note({"log"}).out, AllOf(HasSubstr("  added task: a\n"), Not(HasSubstr("\x1b"))));
  environment_["PATH"] = "/nonexistent";
  ExpectFailure({"log"}, 5, "there is no git in PATH");
}

TEST_F(NoteCliTest, AReadOnlyFolderIsNoBug) {
  dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = *\n");  // the tree is of another user
  dir_.Write("app/.context/TASKS.md", "- [ ] a\n");
  dir_.MakeDirectory("app/.satchel");
  fs::permissions(dir_.path() / "app/.satchel", fs::perms::all);
  Process process = Command({"note", "task", "add", "b"});
  process.as_nobody = true;
  const Finished finished = Execute(process);
  EXPECT_EQ(finished.code, 74);
  EXPECT_THAT(finished.err, HasSubstr("cannot write"));
  EXPECT_EQ(File("TASKS.md"), "- [ ] a\n");
}

}  // namespace
}  // namespace satchel::test
