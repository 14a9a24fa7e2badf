// Notes that are written in an editor. The terminals are said to be there; the editor is a script.

#include "surfaces/cli/note/editor.h"

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surfaces/cli/run.h"
#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Finished {
  int code = -1;
  std::string out;
  std::string err;
};

class NoteEditorTest : public testing::Test {
 protected:
  NoteEditorTest() {
    environment_.variables = {{"HOME", dir_.MakeDirectory("home").string()},
                              {"PATH", "/usr/bin:/bin"},
                              {"TMPDIR", dir_.MakeDirectory("tmp").string()}};
    environment_.system_directory = dir_.path() / "etc";
    dir_.MakeDirectory("app/.git");
    environment_.working_directory = dir_.path() / "app";
  }

  // A shell script that has the file as its argument.
  void EditWith(const std::string& script) {
    const fs::path path = dir_.Write("editor with a blank", "#!/bin/sh\n" + script);
    fs::permissions(path, fs::perms::owner_all);
    environment_.variables["VISUAL"] = "sh '" + path.string() + "'";
  }
  Finished Note(std::vector<std::string> args, bool terminals = true) {
    args.insert(args.begin(), "note");
    args.insert(args.end(), {"--now", "2026-01-10T12:00:00Z"});
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const int code = cli::Run(args,
                              {.in = in,
                               .out = out,
                               .err = err,
                               .in_is_terminal = terminals,
                               .err_is_terminal = terminals},
                              environment_);
    return {.code = code, .out = out.str(), .err = err.str()};
  }
  std::string File(const std::string& name) const {
    return test::TempDir::ReadFile(dir_.path() / "app/.context" / name);
  }
  std::vector<fs::path> Kept() const {
    std::vector<fs::path> kept;
    for (const auto& entry : fs::directory_iterator(dir_.path() / "tmp")) {
      kept.push_back(entry.path() / "note.md");
    }
    return kept;
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(NoteEditorTest, MissingFieldsAreAskedForInAForm) {
  EditWith(
      "cp \"$1\" \"$HOME/form\"\n"
      "sed -i 's/^Context:.*/Context: one\\nContext: two/; s/^Lesson:.*/Lesson: l/; "
      "s/^Application:.*/&\\n\\na/' \"$1\"\n");
  const Finished added = Note({"learning", "add", "WAL", "--lesson", "given"});
  EXPECT_EQ(added.code, 0) << added.err;
  EXPECT_THAT(test::TempDir::ReadFile(dir_.path() / "home/form"),
              AllOf(HasSubstr("Title: WAL\n\nContext: \n\nLesson: given\n\nApplication: \n\n---"),
                    HasSubstr("Context: the situation\n")));
  EXPECT_THAT(File("LEARNINGS.md"),
              HasSubstr("] WAL\n\n**Context**: one\nContext: two\n\n**Lesson**: l\n\n"
                        "**Application**: a\n"));
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(NoteEditorTest, ATaskOrRuleIsOneLine) {
  EditWith("printf 'Text: Never push\\n' > \"$1\"\n");
  EXPECT_EQ(Note({"rule", "add"}).code, 0);
  EXPECT_EQ(File("CONSTITUTION.md"), "# Constitution\n\n- Never push\n");
}

TEST_F(NoteEditorTest, AnUntouchedOrEmptyOrAbortedTextChangesNothing) {
  dir_.Write("app/.context/TASKS.md", "- [ ] a #added:2026-01-01\n");
  const std::vector<std::vector<std::string>> commands = {
      {"decision", "add", "T"}, {"task", "add"}, {"task", "edit", "1"}};
  const auto before = dir_.Listing();
  for (const std::string script : {"exit 0\n", "echo more >> \"$1\"\n", ": > \"$1\"\n",
                                   "rm \"$1\"\n", "echo 'Text: x' > \"$1\"; exit 3\n"}) {
    EditWith(script);
    for (const auto& command : commands) {
      const Finished finished = Note(command);
      EXPECT_EQ(finished.code, 1) << script << finished.err;
      EXPECT_THAT(finished.err, HasSubstr("nothing was changed")) << script;
      EXPECT_EQ(finished.out, "");
    }
  }
  fs::remove(dir_.path() / "editor with a blank");
  EXPECT_EQ(dir_.Listing(), before);
  EXPECT_EQ(Note({"task", "edit", "1"}).code, 1) << "there is no such editor";
}

TEST_F(NoteEditorTest, WhatWasWrittenAndCannotBeUsedIsKept) {
  EditWith("printf 'Title: T\\n\\nContext: long thought\\n' > \"$1\"\n");
  const Finished finished = Note({"decision", "add"});
  EXPECT_EQ(finished.code, 2);
  ASSERT_THAT(Kept(), SizeIs(1));
  EXPECT_THAT(finished.err, AllOf(HasSubstr("needs Rationale:, Consequence:"),
                                  HasSubstr("your text is in " + Kept()[0].string())));
  EXPECT_THAT(test::TempDir::ReadFile(Kept()[0]), HasSubstr("long thought"));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.context"));
}

TEST_F(NoteEditorTest, ANoteIsEditedAsItIs) {
  dir_.Write("app/.context/TASKS.md", "- [ ] a #area:x\n  - part\n- [ ] b\n");
  EditWith("sed -i '1s/.*/new #area:y/' \"$1\"\n");
  EXPECT_EQ(Note({"task", "edit", "1"}).out, "edited TASKS.md#new in .context/TASKS.md:1: new\n");
  EXPECT_EQ(File("TASKS.md"), "- [ ] new #area:y\n  - part\n- [ ] b\n");
  dir_.Write("app/.context/DECISIONS.md",
             "## [2026-01-02] B\n\nfree\n\ntext\n\n## [2026-01-01] A\n");
  EditWith("sed -i '1s/.*/Better/; s/free/freer/' \"$1\"\n");
  EXPECT_EQ(Note({"decision", "edit", "b"}).code, 0);
  EXPECT_EQ(File("DECISIONS.md"), "## [2026-01-02] Better\n\nfreer\n\ntext\n\n## [2026-01-01] A\n");
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(NoteEditorTest, AChangeBySomebodyElseInTheMeantimeWins) {
  dir_.Write("app/.context/TASKS.md", "- [ ] a\n  - part\n");
  EditWith("printf -- '- [ ] a\\n  - other\\n' > '" +
           (dir_.path() / "app/.context/TASKS.md").string() + "'; echo mine > \"$1\"\n");
  const Finished finished = Note({"task", "edit", "1"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err,
              AllOf(HasSubstr("was changed meanwhile"), HasSubstr("your text is in")));
  EXPECT_EQ(File("TASKS.md"), "- [ ] a\n  - other\n");
}

TEST_F(NoteEditorTest, WithoutATerminalOrAnEditorTheErrorNamesTheFlags) {
  EditWith("touch \"$HOME/opened\"\n");
  for (const auto& [args, terminals] : std::vector<std::pair<std::vector<std::string>, bool>>{
           {{"learning", "add", "T"}, false},
           {{"learning", "add", "T", "--format", "json"}, true},
           {{"learning", "add", "--json-file", "/dev/null"}, true}}) {
    EXPECT_EQ(Note(args, terminals).code, 2);
  }
  environment_.variables.erase("VISUAL");
  const Finished finished = Note({"learning", "add", "T"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("needs --context, --lesson, --application"));
  EXPECT_FALSE(fs::exists(dir_.path() / "home/opened"));
}

}  // namespace
}  // namespace satchel::cli
