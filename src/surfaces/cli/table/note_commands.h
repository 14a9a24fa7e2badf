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
    .help = "read the same fields from a JSON object instead; - is the standard input"};

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
    "Replaces the first paragraph of WHICH by TEXT; what is nested below it stays. WHICH is an id, "
    "the whole text, or words that only its first line has. Without TEXT, at a terminal, $VISUAL "
    "or "
    "$EDITOR opens it; a text that is left as it is changes nothing.";
inline constexpr std::string_view kItemRemoveDescription =
    "Takes WHICH out of its file with all of its lines, and prints what it was. Every other byte "
    "stays. WHICH is an id, the whole text, or words that only its first line has.";
inline constexpr std::string_view kEntryEditDescription =
    "Replaces the title, or the fields that are given; the date and everything else stays. Without "
    "a flag, at a terminal, $VISUAL or $EDITOR opens the entry, whose first line is the title; a "
    "text that is left as it is changes nothing. WHICH is an id, the whole title, or words of it.";

inline constexpr std::array kTaskAddExamples = {
    Example{"satchel note task add \"Repair the login redirect\"", "at the end of the open tasks"},
};
inline constexpr std::array kTaskCompleteExamples = {
    Example{"satchel note task complete \"login redirect\"", "the one open task with these words"},
    Example{"satchel note task complete 2", "the second of `satchel note list --state open`"},
};
inline constexpr std::array kTaskReopenExamples = {
    Example{"satchel note task reopen \"login redirect\"", "it was not done after all"},
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
            .summary = "write down an open task",
            .description =
                "Adds a line to .context/TASKS.md, at the end of the last list with an open task, "
                "tagged with the time. Makes the file if it is missing. As JSON: {\"text\"}.",
            .formats = "text|json",
            .arguments = kTextArgument,
            .flags = kTextFlags,
            .examples = kTaskAddExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskAdd},
    Command{.name = "complete",
            .summary = "tick off an open task",
            .description =
                "Names the task by its number among the open ones, its id, its text, or words "
                "that only its first line has. One byte of the file changes.",
            .formats = "text|json",
            .arguments = kTaskOrNumberArgument,
            .examples = kTaskCompleteExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskComplete},
    Command{.name = "reopen",
            .summary = "open a task again that is done or was given up",
            .description = "Names the task by its id, its text, or words that only its first line "
                           "has. One byte of the file changes.",
            .formats = "text|json",
            .arguments = kWhichArgument,
            .examples = kTaskReopenExamples,
            .uses_workspace = true,
            .handler = RunNoteTaskReopen},
    NoteEditCommand(
        "replace the text of a task",
        "Replaces the first paragraph of WHICH by TEXT; its tags, such as #added:, and "
        "what is nested below it stay. WHICH is the number among the open tasks, an id, "
        "the whole text, or words that only its first line has. Without TEXT, at a "
        "terminal, $VISUAL or $EDITOR opens it; a text that is left as it is changes "
        "nothing.",
        kWhichAndTextArguments, {}, kTaskEditExamples, RunNoteTaskEdit),
    NoteRemoveCommand("take a task out of the file",
                      "Takes out WHICH with all of its lines, and prints what it was. WHICH is the "
                      "number among the open tasks, an id, the whole text, or words that only its "
                      "first line has. A task that is no longer wanted but should be remembered is "
                      "given up instead: [-] in its box.",
                      kTaskRemoveExamples, RunNoteTaskRemove),
};

inline constexpr std::array kRuleExamples = {
    Example{"satchel note rule add \"Never push to main\"", "what no task overrules"},
};
inline constexpr std::array kRuleEditExamples = {
    Example{"satchel note rule edit \"push to main\" \"Never push to main or release\"",
            "by words that only this rule has"},
};
inline constexpr std::array kRuleRemoveExamples = {
    Example{"satchel note rule rm \"push to main\"", "the rule and what is nested below it"},
};
inline constexpr std::array kRuleCommands = {
    Command{.name = "add",
            .summary = "write down a rule that no task overrules",
            .description = "Adds an item at the end of the last list of .context/CONSTITUTION.md, "
                           "which every packet of notes shows whole. As JSON: {\"text\"}.",
            .formats = "text|json",
            .arguments = kTextArgument,
            .flags = kTextFlags,
            .examples = kRuleExamples,
            .uses_workspace = true,
            .handler = RunNoteRuleAdd},
    NoteEditCommand("replace the text of a rule", kItemEditDescription, kWhichAndTextArguments, {},
                    kRuleEditExamples, RunNoteRuleEdit),
    NoteRemoveCommand("take a rule out of the file", kItemRemoveDescription, kRuleRemoveExamples,
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
    Example{"satchel note convention rm \"errors are\"", "it is no longer so"},
};
inline constexpr std::array kConventionCommands = {
    Command{.name = "add",
            .summary = "write down how something is done here",
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
    NoteRemoveCommand("take a convention out of the file", kItemRemoveDescription,
                      kConventionRemoveExamples, RunNoteConventionRemove),
};

inline constexpr std::array kDecisionFlags = {
    Flag{.name = "--context", .value = "TEXT", .help = "what made it necessary (required)"},
    Flag{.name = "--decision", .value = "TEXT", .help = "what was decided, if the title is not it"},
    Flag{.name = "--rationale", .value = "TEXT", .help = "why this and nothing else (required)"},
    Flag{.name = "--consequence", .value = "TEXT", .help = "what follows from it (required)"},
    kJsonFileFlag,
};
inline constexpr std::array kDecisionAddExamples = {
    Example{"satchel note decision add \"Use SQLite\" --context \"One file is enough\" "
            "--rationale \"Nothing to install\" --consequence \"One writer at a time\"",
            "four lines that explain themselves"},
    Example{"satchel note decision add --json-file decision.json", "from an agent"},
};
inline constexpr std::array kSupersedeFlags = {
    Flag{.name = "--by", .value = "TITLE", .help = "the decision that replaces it (required)"},
};
inline constexpr std::array kSupersedeExamples = {
    Example{"satchel note decision supersede \"Use SQLite\" --by \"Use PostgreSQL\"",
            "the old one stays, marked"},
};
inline constexpr Flag kTitleFlag = {.name = "--title", .value = "TEXT", .help = "another title"};
inline constexpr std::array kDecisionEditFlags = {
    kTitleFlag,
    Flag{.name = "--context", .value = "TEXT", .help = "what made it necessary"},
    Flag{.name = "--decision", .value = "TEXT", .help = "what was decided, if the title is not it"},
    Flag{.name = "--rationale", .value = "TEXT", .help = "why this and nothing else"},
    Flag{.name = "--consequence", .value = "TEXT", .help = "what follows from it"},
};
inline constexpr std::array kDecisionEditExamples = {
    Example{"satchel note decision edit \"Use SQLite\" --consequence \"One writer, many readers\"",
            "one field"},
    Example{"satchel note decision edit \"Use SQLite\"", "in your editor"},
};
inline constexpr std::array kDecisionRemoveExamples = {
    Example{"satchel note decision rm DECISIONS.md#use-sqlite-2", "it was there twice"},
};
inline constexpr std::array kDecisionCommands = {
    Command{.name = "add",
            .summary = "write down a decision with its reasons",
            .description =
                "Adds an entry to .context/DECISIONS.md: before the first, or at the end where the "
                "file goes from old to new. A field may have several lines. Where one is missing, "
                "at a terminal, $VISUAL or $EDITOR opens a form; one that is left as it is adds "
                "nothing. As JSON: {\"title\", \"context\", \"decision\", \"rationale\", "
                "\"consequence\"}.",
            .formats = "text|json",
            .arguments = kTitleArgument,
            .flags = kDecisionFlags,
            .examples = kDecisionAddExamples,
            .uses_workspace = true,
            .handler = RunNoteDecisionAdd},
    NoteEditCommand("change the title or fields of a decision", kEntryEditDescription,
                    kWhichArgument, kDecisionEditFlags, kDecisionEditExamples, RunNoteDecisionEdit),
    NoteRemoveCommand(
        "take a decision out of the file",
        "Takes out WHICH with its whole body, and prints what it was: for what was "
        "written by mistake. A decision that no longer holds is superseded instead, so "
        "that its reasons stay. WHICH is an id, the whole title, or words of it.",
        kDecisionRemoveExamples, RunNoteDecisionRemove),
    Command{.name = "supersede",
            .summary = "mark a decision as replaced by another",
            .description = "Adds a line to the old entry; packets show it only where there is room "
                           "for everything. Both are named by title, id or words of the title.",
            .formats = "text|json",
            .arguments = kOneTitleArgument,
            .flags = kSupersedeFlags,
            .examples = kSupersedeExamples,
            .uses_workspace = true,
            .handler = RunNoteDecisionSupersede},
};

inline constexpr std::array kLearningFlags = {
    Flag{.name = "--context", .value = "TEXT", .help = "what happened (required)"},
    Flag{.name = "--lesson", .value = "TEXT", .help = "what it shows (required)"},
    Flag{.name = "--application", .value = "TEXT", .help = "what to do from now on (required)"},
    kJsonFileFlag,
};
inline constexpr std::array kLearningExamples = {
    Example{"satchel note learning add \"WAL needs shared memory\" --context \"The tests failed on "
            "a network disk\" --lesson \"WAL maps a file\" --application \"Keep stores local\"",
            "three lines that save the next one an hour"},
};
inline constexpr std::array kLearningEditFlags = {
    kTitleFlag,
    Flag{.name = "--context", .value = "TEXT", .help = "what happened"},
    Flag{.name = "--lesson", .value = "TEXT", .help = "what it shows"},
    Flag{.name = "--application", .value = "TEXT", .help = "what to do from now on"},
};
inline constexpr std::array kLearningEditExamples = {
    Example{"satchel note learning edit WAL --title \"WAL needs a local disk\"", "another title"},
};
inline constexpr std::array kLearningRemoveExamples = {
    Example{"satchel note learning rm WAL", "it is true no longer"},
};
inline constexpr std::array kLearningCommands = {
    Command{.name = "add",
            .summary = "write down what cost time to find out",
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
    NoteRemoveCommand(
        "take a learning out of the file",
        "Takes out WHICH with its whole body, and prints what it was. WHICH is an id, "
        "the whole title, or words of it.",
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
    Flag{.name = "--since", .value = "DATE", .help = "only what is dated and not older"},
    Flag{.name = "--match", .value = "WORDS", .help = "only what has all of these words"},
};
inline constexpr std::array kNoteListExamples = {
    Example{"satchel note list --state open", "the open tasks, numbered"},
    Example{"satchel note list --kind decision --since 2026-01-01", "this year's decisions"},
    Example{"satchel note list --match \"login cookie\"", "what there is about something"},
};
inline constexpr std::array kNoteIdArgument = {Argument{.name = "ID"}};
inline constexpr std::array kNoteShowExamples = {
    Example{"satchel note show DECISIONS.md#use-sqlite", "the whole entry"},
    Example{"satchel note show 1", "the first open task"},
};

inline constexpr std::array kNoteOptionalIdArgument = {Argument{.name = "ID", .required = false}};
inline constexpr std::array kNoteLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "how many commits at most (20)"},
};
inline constexpr std::array kNoteLogExamples = {
    Example{"satchel note log", "what the last commits brought"},
    Example{"satchel note log DECISIONS.md#use-sqlite", "when one came, and when it was replaced"},
};
inline constexpr std::array kNoteCheckFlags = {
    Flag{.name = "--stale-after",
         .value = "DAYS",
         .help = "an open task is stale when it is older (90)"},
    Flag{.name = "--fix", .help = "take out open tasks that repeat an earlier one word for word"},
};
inline constexpr std::array kNoteCheckExamples = {
    Example{"satchel note check", "everything that is out of date or cannot be read"},
    Example{"satchel note check --format json", "the same for a program"},
};

inline constexpr std::array kNoteCommands = {
    Command{.name = "task",
            .summary = "add, complete, reopen, edit or remove a task",
            .description = "Open tasks lead every packet of notes.",
            .examples = kTaskAddExamples,
            .subcommands = kTaskCommands},
    Command{.name = "rule",
            .summary = "add, edit or remove a rule of the constitution",
            .description = "Rules are what no task overrules.",
            .examples = kRuleExamples,
            .subcommands = kRuleCommands},
    Command{.name = "convention",
            .summary = "add, edit or remove a convention",
            .description = "Conventions are how things are done here.",
            .examples = kConventionExamples,
            .subcommands = kConventionCommands},
    Command{.name = "decision",
            .summary = "add, edit, remove or supersede a decision",
            .description = "A decision says what was chosen, why, and what follows.",
            .examples = kSupersedeExamples,
            .subcommands = kDecisionCommands},
    Command{.name = "learning",
            .summary = "add, edit or remove a learning",
            .description = "A learning says what happened, what it shows, and what to do.",
            .examples = kLearningExamples,
            .subcommands = kLearningCommands},
    Command{
        .name = "list",
        .summary = "list the notes",
        .description =
            "One line each, in file order, with the id that `note show` takes. Open tasks have a "
            "number that `note show` and `note task complete`, `edit` and `rm` take, as long as "
            "the list is this one; they print what they touched.",
        .formats = "text|json",
        .flags = kNoteListFlags,
        .examples = kNoteListExamples,
        .uses_workspace = true,
        .handler = RunNoteList},
    Command{.name = "show",
            .summary = "print one note",
            .description = "By its id, its whole title, words that only its title has, or the "
                           "number of an open task.",
            .formats = "text|json",
            .arguments = kNoteIdArgument,
            .examples = kNoteShowExamples,
            .uses_workspace = true,
            .handler = RunNoteShow},
    Command{.name = "log",
            .summary = "tell which commit brought which note",
            .description =
                "Reads the Git history of .context/, latest first: in which commit a note came, "
                "was done, or was superseded. A note is known by its title and date, a task by its "
                "text. Needs Git and a repository.",
            .formats = "text|json",
            .arguments = kNoteOptionalIdArgument,
            .flags = kNoteLogFlags,
            .examples = kNoteLogExamples,
            .uses_workspace = true,
            .handler = RunNoteLog},
    Command{.name = "check",
            .summary = "find outdated, duplicate and unreadable notes",
            .description =
                "Reports paths in code or links that are gone, tasks that are open for too long, "
                "places that are not read, duplicates, and mentions of superseded entries. In a "
                "Git repository a path counts as gone when its history knows it. Exits with 1 when "
                "there are findings.",
            .formats = "text|json",
            .flags = kNoteCheckFlags,
            .examples = kNoteCheckExamples,
            .uses_workspace = true,
            .handler = RunNoteCheck},
};
inline constexpr std::array kNoteExamples = {
    Example{"satchel note task add \"Repair the login redirect\"", "something to do"},
    Example{"satchel note list --state open", "what there is to do"},
    Example{"satchel note check", "what is wrong with the notes"},
};
inline constexpr Command kNoteCommand = {
    .name = "note",
    .group = "Sources",
    .summary = "write, list and check the notes in .context/",
    .description =
        "Notes are Markdown files that people and agents write; docs/formats/notes.md says how "
        "they are read. These commands change only the bytes they must, one writer at a time.",
    .examples = kNoteExamples,
    .subcommands = kNoteCommands};

}  // namespace satchel::cli
