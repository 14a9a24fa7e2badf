#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for graphs. Names of flags are those of specification 000.
namespace satchel::cli {

inline constexpr Flag kGraphsDirFlag = {
    .name = "--graphs-dir",
    .value = "DIR",
    .help = "directory of the graphs, relative to the root (graphs)"};

inline constexpr std::array kRequestArgument = {
    Argument{.name = "REQUEST", .required = false, .words = true}};
inline constexpr std::array kGraphPackFlags = {
    Flag{.name = "--request-text", .value = "TEXT", .help = "the request, instead of REQUEST"},
    Flag{.name = "--request-file",
         .value = "FILE",
         .help = "read the request from a file; - is standard input"},
    Flag{.name = "--intent",
         .value = "NAME",
         .choices = "auto|plan|execute|explain|debug|research",
         .help = "intent of the request (auto: derived from its words)"},
    Flag{.name = "--max-tasks",
         .value = "N",
         .help = "at most N tasks, including their dependencies (15)"},
    Flag{.name = "--max-kg", .value = "N", .help = "at most N knowledge nodes (30)"},
    Flag{.name = "--max-rg", .value = "N", .help = "decisions (10)"},
    Flag{.name = "--max-deltas", .value = "N", .help = "at most N recent changes (20)"},
    Flag{.name = "--commit-id", .value = "ID", .help = "show changes since this commit"},
    Flag{.name = "--suggest-clarify",
         .value = "BOOL",
         .choices = "true|false",
         .help = "report missing information and suggest a task that asks for it (true)"},
    Flag{.name = "--apply-clarify-task",
         .value = "BOOL",
         .choices = "true|false",
         .help = "add that task to the graph (false)"},
    Flag{.name = "--history-limit", .value = "N", .help = "number of request packs to keep (200)"},
    Flag{.name = "--write-latest",
         .value = "BOOL",
         .choices = "true|false",
         .help = "also replace request_context.latest.json (true)"},
    Flag{.name = "--dry-run", .help = "write no file to the graphs"},
    Flag{.name = "--budget", .value = "N", .help = "size limit of the pack in tokens (no limit)"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's id of the conversation"},
    Flag{.name = "--stages",
         .value = "LIST",
         .help = "stages to run (tasks,decisions,knowledge,deltas,pack)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
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
            "the tasks, decisions and knowledge for a request"},
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
         .help = "add a revision of this node; with TITLE, create a node with this id"},
    Flag{.name = "--text",
         .value = "TEXT",
         .help = "its summary, decision or description, depending on the layer"},
    Flag{.name = "--type",
         .value = "TYPE",
         .help = "kind of knowledge: fact, constraint, risk and others"},
    Flag{.name = "--status", .value = "STATUS", .help = "status; for a decision, of its outcome"},
    Flag{.name = "--tags", .value = "LIST", .help = "separated by commas"},
    Flag{.name = "--priority", .value = "NAME", .choices = "low|medium|high|urgent"},
    Flag{.name = "--depends-on", .value = "LIST", .help = "tasks that must be done first"},
    Flag{.name = "--blocks", .value = "LIST", .help = "tasks that wait for this one"},
    Flag{.name = "--refs",
         .value = "LIST",
         .help = "related nodes or URLs: inputs, refs or links, depending on the layer"},
    Flag{.name = "--json-file",
         .value = "FILE",
         .help = "fields as a JSON object; - is standard input; flags override it"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphAddExamples = {
    Example{"satchel graph add task \"Repair the import\" --priority high", "an open task"},
    Example{"satchel graph add decision \"Use SQLite\" --text \"One file\" --status accepted",
            "an accepted decision"},
    Example{"satchel graph add task --id TG-TASK-12 --status done", "mark it as done"},
};

inline constexpr std::array kGraphShowArgument = {
    Argument{.name = "NODE", .required = false, .words = true}};
inline constexpr std::array kGraphShowFlags = {
    Flag{.name = "--layer", .value = "NAME", .choices = "knowledge|decision|task"},
    Flag{.name = "--status", .value = "STATUS", .help = "only nodes of this layer, status or kind"},
    Flag{.name = "--match", .value = "TEXT", .help = "only nodes with this in id or title"},
    Flag{.name = "--history", .help = "every revision of NODE"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphShowExamples = {
    Example{"satchel graph show --layer task --status ready", "tasks that are ready to start"},
    Example{"satchel graph show repair import", "the node with these words in its title"},
    Example{"satchel graph show TG-TASK-12 --history", "all its revisions"},
};

inline constexpr std::array kGraphLinkArguments = {Argument{.name = "FROM"},
                                                   Argument{.name = "TO"}};
inline constexpr std::array kGraphLinkFlags = {
    Flag{.name = "--as",
         .value = "FIELD",
         .choices = "links|dependencies|blocks|inputs|refs|relationships",
         .help = "the field of FROM that names TO (links)"},
    Flag{.name = "--rel", .value = "NAME", .help = "type of a relationship (relates_to)"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphLinkExamples = {
    Example{"satchel graph link TG-TASK-12 TG-TASK-7 --as dependencies", "12 depends on 7"},
    Example{"satchel graph link \"repair the import\" \"new parser\" --as dependencies",
            "the same, by words of their titles"},
};

inline constexpr std::array kGraphOnlyDirFlags = {kGraphsDirFlag};
inline constexpr std::array kGraphValidateExamples = {
    Example{"satchel graph validate", "exits with 1 if there are errors"},
};
inline constexpr std::array kGraphLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N commits (20)"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphLogExamples = {
    Example{"satchel graph log --limit 5", "the last five changes"},
};
inline constexpr std::array kGraphFileArgument = {Argument{.name = "FILE"}};
inline constexpr std::array kGraphImportExamples = {
    Example{"satchel graph import nodes.jsonl", "one node per line; - is standard input"},
};
inline constexpr std::array kGraphExportFlags = {
    Flag{.name = "--layer", .value = "NAME", .choices = "knowledge|decision|task"},
    Flag{.name = "--all", .help = "every revision, not only the latest"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphExportExamples = {
    Example{"satchel graph export > nodes.jsonl", "in the format of `graph import`"},
};
inline constexpr std::array kGraphViewFlags = {
    Flag{.name = "--around", .value = "NODE", .help = "this node and its neighbours"},
    Flag{.name = "--steps", .value = "N", .help = "how many steps from it (1)"},
    Flag{
        .name = "--svg", .value = "FILE", .help = "draw it with Graphviz, which must be installed"},
    kGraphsDirFlag,
};
inline constexpr std::array kGraphViewExamples = {
    Example{"satchel graph view \"fix the import\" --svg pack.svg",
            "the nodes that a pack would show"},
    Example{"satchel graph view --around TG-TASK-12 | dot -Tx11", "the neighbours of a task"},
};

inline constexpr std::array kGraphCommands = {
    Command{.name = "pack",
            .summary = "pack the tasks, decisions and knowledge that a request needs",
            .description =
                "Finds the intent of the request and the nodes that it names. Then takes the "
                "relevant open tasks with their dependencies, decisions and knowledge, and recent "
                "changes. Every item shows its score. Satchel stores the pack in "
                "request_context_packs/ under a number. Without --budget only the number of items "
                "is limited. With a budget, items from the end become titles and then are omitted.",
            .formats = "markdown|prompt|json",
            .arguments = kRequestArgument,
            .flags = kGraphPackFlags,
            .examples = kGraphPackExamples,
            .uses_workspace = true,
            .handler = RunGraphPack},
    Command{.name = "add",
            .summary = "add knowledge, a decision or a task",
            .description = "Appends a row to the log of its layer, a new node or a new revision, "
                           "and commits it. Fields that you do not give keep their values. Name a "
                           "node by its id, a unique prefix of it, or words of its title. Satchel "
                           "refuses changes that `graph validate` would report as errors.",
            .formats = "text|json",
            .arguments = kGraphAddArguments,
            .flags = kGraphAddFlags,
            .examples = kGraphAddExamples,
            .uses_workspace = true,
            .handler = RunGraphAdd},
    Command{.name = "show",
            .summary = "list nodes, or show one with all its fields",
            .description = "Without NODE it prints one line per node, by layer and id. With NODE "
                           "(an id, a unique prefix of one, or words of its title) it prints the "
                           "latest revision and the nodes that refer to it.",
            .formats = "text|json",
            .arguments = kGraphShowArgument,
            .flags = kGraphShowFlags,
            .examples = kGraphShowExamples,
            .uses_workspace = true,
            .handler = RunGraphShow},
    Command{
        .name = "link",
        .summary = "add a reference from one node to another",
        .description =
            "Appends a revision of FROM in which the field refers to TO, unless it does already. "
            "Name both by an id, a unique prefix of one, or words of a title. TO may be a URL.",
        .formats = "text|json",
        .arguments = kGraphLinkArguments,
        .flags = kGraphLinkFlags,
        .examples = kGraphLinkExamples,
        .uses_workspace = true,
        .handler = RunGraphLink},
    Command{.name = "validate",
            .summary = "find invalid rows and references",
            .description = "Checks every row: fields, times, revisions, references to missing "
                           "nodes, cycles, blocked tasks without a blocker, outdated packs, "
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
            .summary = "add nodes from a file, one JSON object per line",
            .description = "Adds all nodes in one commit, or none if a line is invalid or `graph "
                           "validate` would report an error. Skips rows that change nothing. A row "
                           "of an existing node becomes its next revision.",
            .formats = "text|json",
            .arguments = kGraphFileArgument,
            .flags = kGraphOnlyDirFlags,
            .examples = kGraphImportExamples,
            .uses_workspace = true,
            .handler = RunGraphImport},
    Command{.name = "export",
            .summary = "print nodes, one JSON object per line",
            .description = "Prints the latest revision of each node, by layer and id; with --all "
                           "every revision, in the order of the logs.",
            .formats = "text",
            .flags = kGraphExportFlags,
            .examples = kGraphExportExamples,
            .uses_workspace = true,
            .handler = RunGraphExport},
    Command{.name = "view",
            .summary = "draw the nodes that a request selects",
            .description = "Prints at most 300 nodes in the DOT language of Graphviz, or writes an "
                           "SVG if the program `dot` is installed.",
            .formats = "text|json",
            .arguments = kRequestArgument,
            .flags = kGraphViewFlags,
            .examples = kGraphViewExamples,
            .uses_workspace = true,
            .handler = RunGraphView},
};
inline constexpr std::array kGraphExamples = {
    Example{"satchel graph add task \"Repair the import\"", "add a task"},
    Example{"satchel graph pack \"repair the import\"", "a packet for this request"},
};
inline constexpr Command kGraphCommand = {
    .name = "graph",
    .group = "Sources",
    .summary = "change, check and pack graphs of knowledge, decisions and tasks",
    .description =
        "Graphs are three append-only logs in graphs/: knowledge, decisions and tasks. "
        "docs/formats/graph.md lists their fields. Every change is a commit. One process writes at "
        "a time, and the next command completes an interrupted change.",
    .examples = kGraphExamples,
    .subcommands = kGraphCommands};

}  // namespace satchel::cli
