#pragma once

#include <array>
#include <span>
#include <string_view>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for notes.
namespace satchel::cli {

inline constexpr Flag kJsonFileFlag = {
    .name = "--json-file",
    .value = "FILE",
    .help = "read the fields from a JSON object; - is standard input"};

inline constexpr std::array kTextArgument = {
    Argument{.name = "TEXT", .required = false, .words = true}};
inline constexpr std::array kTitleArgument = {
    Argument{.name = "TITLE", .required = false, .words = true}};
inline constexpr std::array kOneTitleArgument = {Argument{.name = "TITLE", .words = true}};
inline constexpr std::array kTaskOrNumberArgument = {Argument{.name = "TEXT", .words = true}};
inline constexpr std::array kTextFlags = {kJsonFileFlag};

// Edit and rm name a note: by its id, its whole text or title, or words that only it has there.
inline constexpr std::array kWhichArgument = {Argument{.name = "WHICH", .words = true}};
inline constexpr std::array kWhichAndTextArguments = {
    Argument{.name = "WHICH"}, Argument{.name = "TEXT", .required = false, .words = true}};

constexpr Command NoteEditCommand(std::string_view summary, std::string_view description,
                                  std::span<const Argument> arguments, std::span<const Flag> flags,
                                  std::span<const Example> examples, Handler handler) {
  return {.name = "edit",
          .summary = summary,
          .description = description,
          .formats = "text|json",
          .arguments = arguments,
          .flags = flags,
          .examples = examples,
          .uses_workspace = true,
          .handler = handler};
}
constexpr Command NoteRemoveCommand(std::string_view summary, std::string_view description,
                                    std::span<const Example> examples, Handler handler) {
  return {.name = "rm",
          .summary = summary,
          .description = description,
          .formats = "text|json",
          .arguments = kWhichArgument,
          .examples = examples,
          .uses_workspace = true,
          .handler = handler};
}
inline constexpr std::string_view kItemEditDescription =
    "Replaces the first paragraph of WHICH with TEXT and keeps everything nested below it. WHICH "
    "is an id, the whole text, or words that only its first line has. Without TEXT, at a terminal, "
    "it opens $VISUAL or $EDITOR; an unchanged text changes nothing.";
inline constexpr std::string_view kItemRemoveDescription =
    "Removes all lines of WHICH from its file and prints them. Every other byte stays. WHICH is an "
    "id, the whole text, or words that only its first line has.";
inline constexpr std::string_view kEntryEditDescription =
    "Replaces the title or the given fields, and keeps the date and the rest. Without a flag, at a "
    "terminal, it opens the entry in $VISUAL or $EDITOR, with the title on the first line; an "
    "unchanged text changes nothing. WHICH is an id, the whole title, or words of it.";

inline constexpr std::array kTaskAddExamples = {
    Example{"satchel note task add \"Repair the login redirect\"", "at the end of the open tasks"},
};
inline constexpr std::array kTaskCompleteExamples = {
    Example{"satchel note task complete \"login redirect\"", "the open task with these words"},
    Example{"satchel note task complete 2", "the second of `satchel note list --state open`"},
};
inline constexpr std::array kTaskReopenExamples = {
    Example{"satchel note task reopen \"login redirect\"", "it was not done"},
};
inline constexpr std::array kTaskEditExamples = {
    Example{"satchel note task edit 2 Repair the login redirect on Safari", "the second open task"},
    Example{"satchel note task edit \"login redirect\"", "in your editor"},
};
inline constexpr std::array kTaskRemoveExamples = {
    Example{"satchel note task rm 2", "the second of `satchel note list --state open`"},
};
inline constexpr std::array kTaskCommands = {
    Command{.name = "add",
            .summary = "add an open task",
            .description =
                "Adds a line with the time to .context/TASKS.md, at the end of the last list with "
                "an open task. Creates the file if it is missing. As JSON: {\"text\"}.",
            .formats = "text|json",
            .arguments = kTextArgument,
            .flags = kTextFlags,
            .examples = kTaskAddExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskAdd},
    Command{.name = "complete",
            .summary = "mark an open task as done",
            .description =
                "Changes one byte: the mark in the task's box. Name the task by its number among "
                "the open ones, its id, its text, or words that only its first line has.",
            .formats = "text|json",
            .arguments = kTaskOrNumberArgument,
            .examples = kTaskCompleteExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskComplete},
    Command{.name = "reopen",
            .summary = "reopen a task that is done or skipped",
            .description = "Changes one byte: the mark in the task's box. Name the task by its id, "
                           "its text, or words that only its first line has.",
            .formats = "text|json",
            .arguments = kWhichArgument,
            .examples = kTaskReopenExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskReopen},
    NoteEditCommand(
        "replace the text of a task",
        "Replaces the first paragraph of WHICH with TEXT and keeps its tags, such as #added:, and "
        "everything nested below it. WHICH is the number among the open tasks, an id, the whole "
        "text, or words that only its first line has. Without TEXT, at a terminal, it opens "
        "$VISUAL or $EDITOR; an unchanged text changes nothing.",
        kWhichAndTextArguments, {}, kTaskEditExamples, RunNoteTaskEdit),
    NoteRemoveCommand("remove a task from the file",
                      "Removes all lines of WHICH and prints them. WHICH is the number among the "
                      "open tasks, an id, the whole text, or words that only its first line has. "
                      "To keep a task that is no longer needed, write [-] into its box instead.",
                      kTaskRemoveExamples, RunNoteTaskRemove),
};

inline constexpr std::array kRuleExamples = {
    Example{"satchel note rule add \"Never push to main\"", "a rule for every task"},
};
inline constexpr std::array kRuleEditExamples = {
    Example{"satchel note rule edit \"push to main\" \"Never push to main or release\"",
            "by words that only this rule has"},
};
inline constexpr std::array kRuleRemoveExamples = {
    Example{"satchel note rule rm \"push to main\"", "the rule with everything nested below it"},
};
inline constexpr std::array kRuleCommands = {
    Command{.name = "add",
            .summary = "add a rule that every task must follow",
            .description = "Adds an item at the end of the last list of .context/CONSTITUTION.md. "
                           "Every packet of notes shows this file in full. As JSON: {\"text\"}.",
            .formats = "text|json",
            .arguments = kTextArgument,
            .flags = kTextFlags,
            .examples = kRuleExamples,
            .uses_workspace = true,
            .handler = RunNoteRuleAdd},
    NoteEditCommand("replace the text of a rule", kItemEditDescription, kWhichAndTextArguments, {},
                    kRuleEditExamples, RunNoteRuleEdit),
    NoteRemoveCommand("remove a rule from the file", kItemRemoveDescription, kRuleRemoveExamples,
                      RunNoteRuleRemove),
};

inline constexpr std::array kConventionExamples = {
    Example{"satchel note convention add \"Errors are values, not exceptions\"",
            "at the end of the list"},
};
inline constexpr std::array kConventionEditExamples = {
    Example{"satchel note convention edit \"errors are\" \"Errors are values, and have a text\"",
            "by words that only this one has"},
};
inline constexpr std::array kConventionRemoveExamples = {
    Example{"satchel note convention rm \"errors are\"", "it no longer applies"},
};
inline constexpr std::array kConventionCommands = {
    Command{.name = "add",
            .summary = "add a convention of this project",
            .description = "Adds an item at the end of the last list of .context/CONVENTIONS.md. "
                           "As JSON: {\"text\"}.",
            .formats = "text|json",
            .arguments = kTextArgument,
            .flags = kTextFlags,
            .examples = kConventionExamples,
            .uses_workspace = true,
            .handler = RunNoteConventionAdd},
    NoteEditCommand("replace the text of a convention", kItemEditDescription,
                    kWhichAndTextArguments, {}, kConventionEditExamples, RunNoteConventionEdit),
    NoteRemoveCommand("remove a convention from the file", kItemRemoveDescription,
                      kConventionRemoveExamples, RunNoteConventionRemove),
};

inline constexpr std::array kDecisionFlags = {
    Flag{.name = "--context", .value = "TEXT", .help = "why it was necessary (required)"},
    Flag{.name = "--decision",
         .value = "TEXT",
         .help = "the decision, if the title does not say it"},
    Flag{.name = "--rationale",
         .value = "TEXT",
         .help = "why this and not an alternative (required)"},
    Flag{.name = "--consequence", .value = "TEXT", .help = "the consequences (required)"},
    kJsonFileFlag,
};
inline constexpr std::array kDecisionAddExamples = {
    Example{"satchel note decision add \"Use SQLite\" --context \"One file is enough\" "
            "--rationale \"Nothing to install\" --consequence \"One writer at a time\"",
            "a decision with its reasons"},
    Example{"satchel note decision add --json-file decision.json",
            "from a file that an agent wrote"},
};
inline constexpr std::array kSupersedeFlags = {
    Flag{.name = "--by", .value = "TITLE", .help = "the decision that replaces it (required)"},
};
inline constexpr std::array kSupersedeExamples = {
    Example{"satchel note decision supersede \"Use SQLite\" --by \"Use PostgreSQL\"",
            "the old decision stays, with a mark"},
};
inline constexpr Flag kTitleFlag = {.name = "--title", .value = "TEXT", .help = "a new title"};
inline constexpr std::array kDecisionEditFlags = {
    kTitleFlag,
    Flag{.name = "--context", .value = "TEXT", .help = "why it was necessary"},
    Flag{.name = "--decision",
         .value = "TEXT",
         .help = "the decision, if the title does not say it"},
    Flag{.name = "--rationale", .value = "TEXT", .help = "why this and not an alternative"},
    Flag{.name = "--consequence", .value = "TEXT", .help = "the consequences"},
};
inline constexpr std::array kDecisionEditExamples = {
    Example{"satchel note decision edit \"Use SQLite\" --consequence \"One writer, many readers\"",
            "one field"},
    Example{"satchel note decision edit \"Use SQLite\"", "in your editor"},
};
inline constexpr std::array kDecisionRemoveExamples = {
    Example{"satchel note decision rm DECISIONS.md#use-sqlite-2", "remove a duplicate"},
};
inline constexpr std::array kDecisionCommands = {
    Command{.name = "add",
            .summary = "add a decision with its reasons",
            .description =
                "Adds an entry to .context/DECISIONS.md: at the top, or at the end if the file "
                "goes from old to new. A field may have several lines. If a field is missing, at a "
                "terminal, it opens a form in $VISUAL or $EDITOR; an unchanged form adds nothing. "
                "As JSON: {\"title\", \"context\", \"decision\", \"rationale\", \"consequence\"}.",
            .formats = "text|json",
            .arguments = kTitleArgument,
            .flags = kDecisionFlags,
            .examples = kDecisionAddExamples,
            .uses_workspace = true,
            .handler = RunNoteDecisionAdd},
    NoteEditCommand("change the title or fields of a decision", kEntryEditDescription,
                    kWhichArgument, kDecisionEditFlags, kDecisionEditExamples, RunNoteDecisionEdit),
    NoteRemoveCommand("remove a decision from the file",
                      "Removes WHICH with its whole body and prints it. Use it for mistakes. If a "
                      "decision no longer holds, supersede it instead, so that its reasons stay. "
                      "WHICH is an id, the whole title, or words of it.",
                      kDecisionRemoveExamples, RunNoteDecisionRemove),
    Command{.name = "supersede",
            .summary = "mark a decision as replaced by a newer one",
            .description = "Adds a line to the old entry. Packets show it only if everything else "
                           "fits. Name both decisions by title, id or words of the title.",
            .formats = "text|json",
            .arguments = kOneTitleArgument,
            .flags = kSupersedeFlags,
            .examples = kSupersedeExamples,
            .uses_workspace = true,
            .handler = RunNoteDecisionSupersede},
};

inline constexpr std::array kLearningFlags = {
    Flag{.name = "--context", .value = "TEXT", .help = "the situation (required)"},
    Flag{.name = "--lesson", .value = "TEXT", .help = "the lesson (required)"},
    Flag{
        .name = "--application", .value = "TEXT", .help = "how to apply it from now on (required)"},
    kJsonFileFlag,
};
inline constexpr std::array kLearningExamples = {
    Example{"satchel note learning add \"WAL needs shared memory\" --context \"The tests failed on "
            "a network disk\" --lesson \"WAL maps a file\" --application \"Keep stores local\"",
            "a learning"},
};
inline constexpr std::array kLearningEditFlags = {
    kTitleFlag,
    Flag{.name = "--context", .value = "TEXT", .help = "the situation"},
    Flag{.name = "--lesson", .value = "TEXT", .help = "the lesson"},
    Flag{.name = "--application", .value = "TEXT", .help = "how to apply it from now on"},
};
inline constexpr std::array kLearningEditExamples = {
    Example{"satchel note learning edit WAL --title \"WAL needs a local disk\"", "a new title"},
};
inline constexpr std::array kLearningRemoveExamples = {
    Example{"satchel note learning rm WAL", "it is no longer true"},
};
inline constexpr std::array kLearningCommands = {
    Command{.name = "add",
            .summary = "add a learning that took time to find out",
            .description = "Adds an entry to .context/LEARNINGS.md, as `note decision add` does. "
                           "As JSON: {\"title\", \"context\", \"lesson\", \"application\"}.",
            .formats = "text|json",
            .arguments = kTitleArgument,
            .flags = kLearningFlags,
            .examples = kLearningExamples,
            .uses_workspace = true,
            .handler = RunNoteLearningAdd},
    NoteEditCommand("change the title or fields of a learning", kEntryEditDescription,
                    kWhichArgument, kLearningEditFlags, kLearningEditExamples, RunNoteLearningEdit),
    NoteRemoveCommand("remove a learning from the file",
                      "Removes WHICH with its whole body and prints it. WHICH is an id, the whole "
                      "title, or words of it.",
                      kLearningRemoveExamples, RunNoteLearningRemove),
};

inline constexpr std::array kNoteListFlags = {
    Flag{.name = "--kind",
         .value = "KIND",
         .choices = "task|decision|learning|convention|rule",
         .help = "only these"},
    Flag{.name = "--state",
         .value = "STATE",
         .choices = "open|done|skipped",
         .help = "only tasks in this state"},
    Flag{.name = "--since", .value = "DATE", .help = "only notes with this date or a later one"},
    Flag{.name = "--match", .value = "WORDS", .help = "only notes with all of these words"},
};
inline constexpr std::array kNoteListExamples = {
    Example{"satchel note list --state open", "the open tasks, numbered"},
    Example{"satchel note list --kind decision --since 2026-01-01", "this year's decisions"},
    Example{"satchel note list --match \"login cookie\"", "notes about a topic"},
};
inline constexpr std::array kNoteIdArgument = {Argument{.name = "ID"}};
inline constexpr std::array kNoteShowExamples = {
    Example{"satchel note show DECISIONS.md#use-sqlite", "the whole entry"},
    Example{"satchel note show 1", "the first open task"},
};

inline constexpr std::array kNoteOptionalIdArgument = {Argument{.name = "ID", .required = false}};
inline constexpr std::array kNoteLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N commits (20)"},
};
inline constexpr std::array kNoteLogExamples = {
    Example{"satchel note log", "notes by commit"},
    Example{"satchel note log DECISIONS.md#use-sqlite", "the history of one note"},
};
inline constexpr std::array kNoteCheckFlags = {
    Flag{
        .name = "--stale-after", .value = "DAYS", .help = "report open tasks older than this (90)"},
    Flag{.name = "--fix", .help = "remove open tasks that repeat an earlier one word for word"},
};
inline constexpr std::array kNoteCheckExamples = {
    Example{"satchel note check", "list outdated, duplicate and unreadable notes"},
    Example{"satchel note check --format json", "the same as JSON"},
};

inline constexpr std::array kNoteCommands = {
    Command{.name = "task",
            .summary = "add, complete, reopen, edit or remove a task",
            .description = "Packets of notes begin with the open tasks.",
            .examples = kTaskAddExamples,
            .subcommands = kTaskCommands},
    Command{.name = "rule",
            .summary = "add, edit or remove a rule of the constitution",
            .description = "Rules apply to every task. Packets always show them in full.",
            .examples = kRuleExamples,
            .subcommands = kRuleCommands},
    Command{.name = "convention",
            .summary = "add, edit or remove a convention",
            .description = "Conventions describe how this project does things.",
            .examples = kConventionExamples,
            .subcommands = kConventionCommands},
    Command{.name = "decision",
            .summary = "add, edit, remove or supersede a decision",
            .description = "A decision has its context, its reasons and its consequences.",
            .examples = kSupersedeExamples,
            .subcommands = kDecisionCommands},
    Command{.name = "learning",
            .summary = "add, edit or remove a learning",
            .description = "A learning has a situation, a lesson and how to apply it.",
            .examples = kLearningExamples,
            .subcommands = kLearningCommands},
    Command{
        .name = "list",
        .summary = "list the notes",
        .description =
            "Prints one line per note, in file order, with its id. Open tasks also have a number, "
            "which `note show` and `note task complete`, `edit` and `rm` accept. Numbers shift "
            "with every change, so these commands print the note that they changed.",
        .formats = "text|json",
        .flags = kNoteListFlags,
        .examples = kNoteListExamples,
        .uses_workspace = true,
        .handler = RunNoteList},
    Command{.name = "show",
            .summary = "print one note",
            .description = "Name it by its id, its whole title, words that only its title has, or "
                           "the number of an open task.",
            .formats = "text|json",
            .arguments = kNoteIdArgument,
            .examples = kNoteShowExamples,
            .uses_workspace = true,
            .handler = RunNoteShow},
    Command{.name = "log",
            .summary = "show which commit added which note",
            .description =
                "Reads the Git history of .context/, latest first, and shows the commits "
                "that added, completed or superseded a note. It recognizes a note by its "
                "title and date, a task by its text. Needs Git and a repository.",
            .formats = "text|json",
            .arguments = kNoteOptionalIdArgument,
            .flags = kNoteLogFlags,
            .examples = kNoteLogExamples,
            .uses_workspace = true,
            .handler = RunNoteLog},
    Command{.name = "check",
            .summary = "find outdated, duplicate and unreadable notes",
            .description = "Reports missing paths in code and links, tasks that are open for too "
                           "long, text that Satchel cannot read, duplicates, and mentions of "
                           "superseded entries. In a Git repository it reports a path only if the "
                           "history has it. Exits with 1 if it finds something.",
            .formats = "text|json",
            .flags = kNoteCheckFlags,
            .examples = kNoteCheckExamples,
            .uses_workspace = true,
            .handler = RunNoteCheck},
};
inline constexpr std::array kNoteExamples = {
    Example{"satchel note task add \"Repair the login redirect\"", "add a task"},
    Example{"satchel note list --state open", "list the open tasks"},
    Example{"satchel note check", "find problems in the notes"},
};
inline constexpr Command kNoteCommand = {
    .name = "note",
    .group = "Sources",
    .summary = "write, list and check the notes in .context/",
    .description =
        "Notes are Markdown files that people and agents write; docs/formats/notes.md describes "
        "the format. These commands change only the bytes that they must. One process writes at a "
        "time.",
    .examples = kNoteExamples,
    .subcommands = kNoteCommands};

}  // namespace satchel::cli
