#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for graphs. Names of flags are those of specification 000.
namespace satchel::cli {

inline constexpr Flag kGraphsDirFlag = {
    .name = "--graphs-dir", .value = "DIR", .help = "where the graphs are, from the root (graphs)"};

inline constexpr std::array kRequestArgument = {
    Argument{.name = "REQUEST", .required = false, .words = true}};
inline constexpr std::array kGraphPackFlags = {
    Flag{.name = "--request-text", .value = "TEXT", .help = "the request, instead of REQUEST"},
    Flag{.name = "--request-file",
         .value = "FILE",
         .help = "read the request from a file; - is the standard input"},
    Flag{.name = "--intent",
         .value = "NAME",
         .choices = "auto|plan|execute|explain|debug|research",
         .help = "what the request wants (auto: found out from its words)"},
    Flag{.name = "--max-tasks", .value = "N", .help = "tasks, with what they need (15)"},
    Flag{.name = "--max-kg", .value = "N", .help = "nodes of knowledge (30)"},
    Flag{.name = "--max-rg", .value = "N", .help = "decisions (10)"},
    Flag{.name = "--max-deltas", .value = "N", .help = "recent changes (20)"},
    Flag{.name = "--commit-id", .value = "ID", .help = "show what changed since this commit"},
    Flag{.name = "--suggest-clarify",
         .value = "BOOL",
         .choices = "true|false",
         .help = "say what is missing, and which task would ask for it (true)"},
    Flag{.name = "--apply-clarify-task",
         .value = "BOOL",
         .choices = "true|false",
         .help = "add that task to the graph (false)"},
    Flag{.name = "--history-limit", .value = "N", .help = "request packs that are kept (200)"},
    Flag{.name = "--write-latest",
         .value = "BOOL",
         .choices = "true|false",
         .help = "also replace request_context.latest.json (true)"},
    Flag{.name = "--dry-run", .help = "write no file among the graphs"},
    Flag{.name = "--budget", .value = "N", .help = "tokens the pack may take (no limit)"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's own id of the conversation"},
    Flag{.name = "--stages",
         .value = "LIST",
         .help = "the stages to run (tasks,decisions,knowledge,deltas,pack)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
    kGraphsDirFlag,
    Flag{.name = "--project-root", .value = "DIR", .help = "the same as --workspace"},
    Flag{.name = "--stdout-json",
         .value = "BOOL",
         .choices = "true|false",
         .help = "true is the same as --format json"},
};
inline constexpr std::array kGraphPackExamples = {
    Example{"satchel graph pack \"fix the failing import of TG-TASK-12\"",
            "tasks, decisions and knowledge that matter for it"},
    Example{"satchel graph pack \"plan the release\" --format json --dry-run",
            "the pack as JSON, with the score of every item"},
};

inline constexpr std::array kGraphAddArguments = {
    Argument{.name = "LAYER", .choices = "knowledge|decision|task"},
    Argument{.name = "TITLE", .required = false, .words = true},
};
inline constexpr std::array kGraphAddFlags = {
    Flag{.name = "--id",
         .value = "NODE",
         .help = "the next revision of this node; with TITLE also the id of a new one"},
    Flag{.name = "--text",
         .value = "TEXT",
         .help = "its summary, decision or description, by layer"},
    Flag{.name = "--type",
         .value = "TYPE",
         .help = "of knowledge: fact, constraint, risk and so on"},
    Flag{.name = "--status", .value = "STATUS", .help = "of a decision: that of its outcome"},
    Flag{.name = "--tags", .value = "LIST", .help = "with commas between them"},
    Flag{.name = "--priority", .value = "NAME", .choices = "low|medium|high|urgent"},
    Flag{.name = "--depends-on", .value = "LIST", .help = "tasks that come first"},
    Flag{.name = "--blocks", .value = "LIST", .help = "tasks that wait for this one"},
    Flag{.name = "--refs",
         .value = "LIST",
         .help = "what it is about, nodes or addresses: inputs, refs or links, by layer"},
    Flag{.name = "--json-file",
         .value = "FILE",
         .help = "fields as a JSON object; - is the standard input; flags win over it"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphAddExamples = {
    Example{"satchel graph add task \"Repair the import\" --priority high", "an open task"},
    Example{"satchel graph add decision \"Use SQLite\" --text \"One file\" --status accepted",
            "a decision that counts"},
    Example{"satchel graph add task --id TG-TASK-12 --status done", "its next revision"},
};

inline constexpr std::array kGraphShowArgument = {
    Argument{.name = "NODE", .required = false, .words = true}};
inline constexpr std::array kGraphShowFlags = {
    Flag{.name = "--layer", .value = "NAME", .choices = "knowledge|decision|task"},
    Flag{.name = "--status", .value = "STATUS", .help = "only those"},
    Flag{.name = "--match", .value = "TEXT", .help = "only with this in id or title"},
    Flag{.name = "--history", .help = "every revision of NODE"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphShowExamples = {
    Example{"satchel graph show --layer task --status ready", "what can be begun"},
    Example{"satchel graph show repair import", "the node whose title has these words"},
    Example{"satchel graph show TG-TASK-12 --history", "how it came to this"},
};

inline constexpr std::array kGraphLinkArguments = {Argument{.name = "FROM"},
                                                   Argument{.name = "TO"}};
inline constexpr std::array kGraphLinkFlags = {
    Flag{.name = "--as",
         .value = "FIELD",
         .choices = "links|dependencies|blocks|inputs|refs|relationships",
         .help = "the field of FROM that names TO (links)"},
    Flag{.name = "--rel", .value = "NAME", .help = "of relationships: how (relates_to)"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphLinkExamples = {
    Example{"satchel graph link TG-TASK-12 TG-TASK-7 --as dependencies", "7 comes before 12"},
    Example{"satchel graph link \"repair the import\" \"new parser\" --as dependencies",
            "the same by words of their titles"},
};

inline constexpr std::array kGraphOnlyDirFlags = {kGraphsDirFlag};
inline constexpr std::array kGraphValidateExamples = {
    Example{"satchel graph validate", "exits with 1 when there are errors"},
};
inline constexpr std::array kGraphLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "at most so many commits (20)"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphLogExamples = {
    Example{"satchel graph log --limit 5", "the last five changes"},
};
inline constexpr std::array kGraphFileArgument = {Argument{.name = "FILE"}};
inline constexpr std::array kGraphImportExamples = {
    Example{"satchel graph import nodes.jsonl", "one node a line; - is the standard input"},
};
inline constexpr std::array kGraphExportFlags = {
    Flag{.name = "--layer", .value = "NAME", .choices = "knowledge|decision|task"},
    Flag{.name = "--all", .help = "every revision, not only the latest"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphExportExamples = {
    Example{"satchel graph export > nodes.jsonl", "what `graph import` reads"},
};
inline constexpr std::array kGraphViewFlags = {
    Flag{.name = "--around", .value = "NODE", .help = "this node and what it has to do with"},
    Flag{.name = "--steps", .value = "N", .help = "how far from it (1)"},
    Flag{.name = "--svg", .value = "FILE", .help = "draw it with Graphviz, which must be there"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphViewExamples = {
    Example{"satchel graph view \"fix the import\" --svg pack.svg", "what a pack would show"},
    Example{"satchel graph view --around TG-TASK-12 | dot -Tx11", "the neighbours of a task"},
};

inline constexpr std::array kGraphCommands = {
    Command{.name = "pack",
            .summary = "the tasks, decisions and knowledge that a request needs",
            .description =
                "Finds out what the request wants and which nodes it speaks of, takes the open "
                "tasks that matter with what they depend on, then decisions and knowledge, then "
                "what changed since the last commit. Every item shows the points it was chosen "
                "for. The pack is kept in request_context_packs/ under a number. Without --budget "
                "only the numbers of items are limited; with it items become titles, then are "
                "left out, from the end.",
            .formats = "markdown|prompt|json",
            .arguments = kRequestArgument,
            .flags = kGraphPackFlags,
            .examples = kGraphPackExamples,
            .uses_workspace = true,
            .handler = RunGraphPack},
    Command{
        .name = "add",
        .summary = "write down knowledge, a decision or a task",
        .description =
            "Appends a row to the log of its layer, a new node or the next revision of one, "
            "and commits it. Fields that are not named stay as they are. A node is named by its "
            "id, the beginning of it, or words of its title. What `graph validate` would call "
            "wrong is refused.",
        .formats = "text|json",
        .arguments = kGraphAddArguments,
        .flags = kGraphAddFlags,
        .examples = kGraphAddExamples,
        .uses_workspace = true,
        .handler = RunGraphAdd},
    Command{.name = "show",
            .summary = "list nodes, or show one with everything it says",
            .description =
                "Without NODE: a line for each node, by layer and id. With NODE, its id, "
                "the beginning of it, or words of its title: its latest revision, and "
                "which nodes refer to it.",
            .formats = "text|json",
            .arguments = kGraphShowArgument,
            .flags = kGraphShowFlags,
            .examples = kGraphShowExamples,
            .uses_workspace = true,
            .handler = RunGraphShow},
    Command{.name = "link",
            .summary = "let one node name another",
            .description =
                "Appends the next revision of FROM, in which the field names TO. Where it "
                "does already, nothing is written. Both are named by an id, the beginning of one, "
                "or words of a title; TO may be an address.",
            .formats = "text|json",
            .arguments = kGraphLinkArguments,
            .flags = kGraphLinkFlags,
            .examples = kGraphLinkExamples,
            .uses_workspace = true,
            .handler = RunGraphLink},
    Command{.name = "validate",
            .summary = "find rows and references that cannot be right",
            .description =
                "Looks at every row: fields, times, revisions, references to nodes that are not "
                "there, cycles, tasks that are blocked by nothing, packs that are out of date, "
                "interrupted changes. Exits with 1 if there are errors.",
            .formats = "text|json",
            .flags = kGraphOnlyDirFlags,
            .examples = kGraphValidateExamples,
            .uses_workspace = true,
            .handler = RunGraphValidate},
    Command{.name = "log",
            .summary = "list the commits, newest first",
            .description = "Every command that changes the graphs appends a commit row.",
            .formats = "text|json",
            .flags = kGraphLogFlags,
            .examples = kGraphLogExamples,
            .uses_workspace = true,
            .handler = RunGraphLog},
    Command{.name = "import",
            .summary = "add nodes from a file, one JSON object a line",
            .description =
                "All of them in one commit, or none when a line cannot be used or `graph validate` "
                "would call it wrong. A row that says "
                "nothing new is passed over; one of a node that is there becomes its next "
                "revision.",
            .formats = "text|json",
            .arguments = kGraphFileArgument,
            .flags = kGraphOnlyDirFlags,
            .examples = kGraphImportExamples,
            .uses_workspace = true,
            .handler = RunGraphImport},
    Command{.name = "export",
            .summary = "print nodes, one JSON object a line",
            .description = "By layer and id; with --all in the order of the logs.",
            .formats = "text",
            .flags = kGraphExportFlags,
            .examples = kGraphExportExamples,
            .uses_workspace = true,
            .handler = RunGraphExport},
    Command{.name = "view",
            .summary = "draw the part of the graphs that a request selects",
            .description = "Prints it in the DOT language of Graphviz, or writes an SVG where the "
                           "program `dot` is installed. At most 300 nodes are drawn.",
            .formats = "text|json",
            .arguments = kRequestArgument,
            .flags = kGraphViewFlags,
            .examples = kGraphViewExamples,
            .uses_workspace = true,
            .handler = RunGraphView},
};
inline constexpr std::array kGraphExamples = {
    Example{"satchel graph add task \"Repair the import\"", "something to do"},
    Example{"satchel graph pack \"repair the import\"", "what one needs to know for it"},
};
inline constexpr Command kGraphCommand = {
    .name = "graph",
    .group = "Sources",
    .summary = "knowledge, decisions and tasks as graphs: change, check, pack",
    .description =
        "Three append-only logs in graphs/: what is known, what was decided, what is to be done. "
        "docs/formats/graph.md has their fields. Every change is a commit, one writer at a time; "
        "the next command completes an interrupted one.",
    .examples = kGraphExamples,
    .subcommands = kGraphCommands};

}  // namespace satchel::cli
