#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for packets.
namespace satchel::cli {

inline constexpr std::array kPackArgument = {Argument{.name = "TASK", .words = true}};
inline constexpr std::array kPackFlags = {
    Flag{.name = "--budget",
         .value = "N",
         .help = "size limit of the packet in tokens (budget.tokens, or 8000)"},
    Flag{.name = "--only", .value = "LIST", .help = "only these sources: code,notes,memory,graph"},
    Flag{.name = "--diff",
         .value = "RUN",
         .help = "only items that this run did not show in full; `last` is the last run"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (budget.tokenizer, or safe)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's id of the conversation"},
    Flag{.name = "--strict", .help = "exit with 8 if the mandatory items exceed the budget"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kPackExamples = {
    Example{"satchel pack \"fix the login redirect\"", "a packet for this task"},
    Example{"satchel pack \"fix the login redirect\" --budget 4000 --only code,notes",
            "without memories and graphs"},
    Example{"gh issue view 12 | satchel pack - --format prompt", "for a task from standard input"},
};
inline constexpr Command kPackCommand = {
    .name = "pack",
    .group = "Every day",
    .summary = "pack the context for a task into a token budget",
    .description =
        "Packs the items that a task needs from code, notes, memories and graphs into one token "
        "budget. Rules and pinned memories are always shown in full. The remaining tokens go to "
        "the most valuable next item per token. Notes, graphs and memories are capped while code "
        "needs space, and unused tokens are passed on. Satchel omits items that are off topic, "
        "superseded or duplicates. TASK may be - for standard input. `satchel why` explains every "
        "choice.",
    .formats = "markdown|prompt|json",
    .arguments = kPackArgument,
    .flags = kPackFlags,
    .examples = kPackExamples,
    .uses_workspace = true,
    .handler = RunPack};

inline constexpr std::array kTaskArgument = {
    Argument{.name = "TASK", .required = false, .words = true}};
inline constexpr std::array kAgentFlags = {
    Flag{.name = "--budget",
         .value = "N",
         .help = "size limit of the packet in tokens (budget.tokens, or 8000)"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's id of the conversation"},
    Flag{.name = "--cooldown",
         .value = "DURATION",
         .help =
             "print nothing if this conversation received a packet within this time, such as 10m"},
    Flag{.name = "--strict", .help = "exit with 8 if the mandatory items exceed the budget"},
    Flag{.name = "--stages", .value = "LIST", .help = "stages to run (tasks,entries)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kAgentExamples = {
    Example{"satchel agent", "the notes for the open tasks"},
    Example{"satchel agent \"fix the login redirect\" --budget 2000", "the notes for this task"},
    Example{"satchel agent --session $ID --cooldown 10m",
            "from a hook, at most once in ten minutes"},
};
inline constexpr Command kAgentCommand = {
    .name = "agent",
    .group = "Packets of one source",
    .summary = "pack the notes in .context/ that a task needs",
    .description =
        "Packs rules, open tasks, conventions, decisions and learnings. Decisions and learnings "
        "are ranked by recency and by relevance to TASK, or to the open tasks if you give none. "
        "Rules, the list of files and the instruction are always shown in full. Other items become "
        "titles or are only counted if they do not fit the budget. `satchel why` explains every "
        "choice.",
    .formats = "markdown|prompt|json",
    .arguments = kTaskArgument,
    .flags = kAgentFlags,
    .examples = kAgentExamples,
    .uses_workspace = true,
    .handler = RunAgent};

inline constexpr std::array kRecallArgument = {Argument{.name = "PROMPT", .words = true}};
inline constexpr std::array kRecallFlags = {
    Flag{.name = "--budget",
         .value = "N",
         .help = "size limit in tokens (memory.max_memory_tokens, or 2000)"},
    Flag{.name = "--limit",
         .value = "N",
         .help = "at most N memories (memory.qmd_max_results, or 8)"},
    Flag{.name = "--as-of",
         .value = "TIME",
         .help = "recall the memories that were valid at this time"},
    Flag{.name = "--namespace",
         .value = "NAME",
         .help = "search this namespace and the shared one (memory.qmd_collection)"},
    Flag{.name = "--principal",
         .value = "NAME",
         .help = "who is asking, if namespaces have access rules"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's id of the conversation"},
    Flag{.name = "--stages",
         .value = "LIST",
         .help = "stages to run (plan,profile,candidates,score,rerank)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRecallExamples = {
    Example{"satchel recall \"which database did we choose for the queue?\"",
            "the memories about this question"},
    Example{"satchel recall \"deploy to staging\" --as-of 2026-03-01 --format json",
            "valid on that day, with every score and filter"},
};
inline constexpr Command kRecallCommand = {
    .name = "recall",
    .group = "Packets of one source",
    .summary = "pack the memories that a prompt needs",
    .description =
        "First decides how much to search: not at all for an acknowledgement, a little for a short "
        "command, fully for everything else, and along links between memories if the prompt asks "
        "for history. Then packs verbatim artifacts, the profile, memories and episodes, in this "
        "order, within the budget. It omits memories that are forgotten, superseded, expired, not "
        "yet valid or below the relevance threshold. If it recalls nothing, it shows what each "
        "filter removed.",
    .formats = "markdown|prompt|json",
    .arguments = kRecallArgument,
    .flags = kRecallFlags,
    .examples = kRecallExamples,
    .uses_workspace = true,
    .handler = RunRecall};

inline constexpr std::array kRetrieveArgument = {Argument{.name = "TASK", .words = true}};
inline constexpr std::array kRetrieveFlags = {
    Flag{.name = "--stages", .value = "LIST", .help = "stages to run, in order (scope,precision)"},
    Flag{.name = "--budget",
         .value = "N",
         .help = "size limit of the packet in tokens (budget.tokens, or 8000)"},
    Flag{.name = "--context-window",
         .value = "N",
         .help = "size of the model's context window in tokens, instead of a budget (12096)"},
    Flag{.name = "--reserved-tokens",
         .value = "N",
         .help = "tokens of the window to reserve for prompt and answer (4096)"},
    Flag{.name = "--budget-config",
         .value = "FILE",
         .help = "read window and reserved tokens from a TOML or JSON file"},
    Flag{.name = "--margin",
         .value = "PERCENT",
         .help = "percent of the budget to leave free (10 for a window counted with chars4, "
                 "otherwise 0)"},
    Flag{.name = "--model",
         .value = "ID",
         .help = "a model that judges files and symbols (default: none)"},
    Flag{.name = "--base-url",
         .value = "URL",
         .help = "the model's server: Ollama, or an OpenAI-compatible one with /v1 (llm.base_url)"},
    Flag{.name = "--llm",
         .value = "MODE",
         .choices = "required|optional|off",
         .help = "whether the run needs the model (required with --model, otherwise off)"},
    Flag{.name = "--no-llm", .help = "the same as --llm off, the default without --model"},
    Flag{.name = "--repo", .value = "DIR", .help = "the same as --workspace"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--task-id", .value = "ID", .help = "a name for the task's session"},
    Flag{.name = "--no-refresh",
         .help = "use the index as it is, without looking for changed files"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRetrieveExamples = {
    Example{"satchel retrieve \"fix the login validation bug\"", "the code that this task needs"},
    Example{"satchel retrieve \"fix the login validation bug\" --model qwen2.5-coder --base-url "
            "http://localhost:11434 --context-window 32768 --reserved-tokens 4096",
            "judged by a model, for a window of 32,768 tokens"},
    Example{"satchel retrieve - --budget 4000 --format json < issue.txt",
            "for a task from a file, as JSON"},
};
inline constexpr Command kRetrieveCommand = {
    .name = "retrieve",
    .group = "Packets of one source",
    .summary = "pack the code that a task needs",
    .description =
        "Finds the files that the task names, files that match its words, their dependencies, and "
        "files that changed together with them. Then chooses what to show of each file: matching "
        "functions with their bodies, their callers and callees by signature. To stay within the "
        "budget, bodies become signatures and signatures become names before a file is omitted. "
        "Files and symbols that the task names are always shown, at least by name. `satchel why` "
        "explains every choice; `satchel refine` adds missing code.",
    .formats = "markdown|prompt|json",
    .arguments = kRetrieveArgument,
    .flags = kRetrieveFlags,
    .examples = kRetrieveExamples,
    .uses_workspace = true,
    .handler = RunRetrieve};

inline constexpr std::array kRefineArgument = {Argument{.name = "TASK", .required = true}};
inline constexpr std::array kRefineFlags = {
    Flag{.name = "--add",
         .value = "N",
         .help = "let the packet grow by N tokens, and keep all that it showed"},
    Flag{.name = "--reason", .value = "TEXT", .help = "why the packet was not enough"},
    Flag{.name = "--missing-file",
         .value = "PATH",
         .help = "a file that was missing; may be repeated"},
    Flag{.name = "--missing-symbol",
         .value = "NAME",
         .help = "a function or type that was missing; may be repeated"},
    Flag{.name = "--missing-test",
         .value = "NAME",
         .help = "a test that was missing, by path or name; may be repeated"},
    Flag{.name = "--error", .value = "TEXT", .help = "a new error message; may be repeated"},
    Flag{.name = "--model",
         .value = "ID",
         .help = "ask this model again; without it, Satchel reuses the earlier judgement"},
    Flag{.name = "--base-url", .value = "URL", .help = "the model's server"},
    Flag{.name = "--llm",
         .value = "MODE",
         .choices = "required|optional|off",
         .help = "whether the run needs the model (required)"},
    Flag{.name = "--repo", .value = "DIR", .help = "the same as --workspace"},
    Flag{.name = "--no-refresh",
         .help = "use the index as it is, without looking for changed files"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write the time of each stage to FILE, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRefineExamples = {
    Example{"satchel refine last --add 1000 --missing-symbol Session.open", "add this function"},
    Example{"satchel refine last --reason \"the tests fail\" --error \"KeyError: 'user'\"",
            "add code for a new error"},
    Example{"satchel refine TASK", "continue from the task's session"},
};
inline constexpr Command kRefineCommand = {
    .name = "refine",
    .group = "Packets of one source",
    .summary = "repack a task's code with missing files or symbols",
    .description =
        "Continues a task of `satchel pack` or `satchel retrieve`, by its id or `last`: adds the "
        "missing items, and reports the changes and the names that the code does not have. With "
        "--add the packet keeps all that it showed and grows by at most that many tokens. Without "
        "it the budget stays the same, and the missing items take up to half of it. Satchel reuses "
        "the model's earlier judgements unless you give --model.",
    .formats = "markdown|prompt|json",
    .arguments = kRefineArgument,
    .flags = kRefineFlags,
    .examples = kRefineExamples,
    .uses_workspace = true,
    .handler = RunRefine};

inline constexpr std::array kItemArgument = {
    Argument{.name = "ITEM", .required = false, .words = true}};
inline constexpr std::array kWhyFlags = {
    Flag{.name = "--run",
         .value = "RUN",
         .help = "explain this run instead of the last: an id, or last~1 for the one before"},
};
inline constexpr std::array kWhyExamples = {
    Example{"satchel why", "everything that the last packet shows and omits"},
    Example{"satchel why DECISIONS.md#use-sqlite", "one item"},
    Example{"satchel why sqlite --run RUN", "items with this word in their id or title"},
};
inline constexpr Command kWhyCommand = {
    .name = "why",
    .group = "Every day",
    .summary = "explain why an item is, or is not, in the last packet",
    .description =
        "Prints for each matching item whether and in which form it was shown, its cost, the terms "
        "of its score, and why it was shortened or omitted. Without ITEM it lists every decision "
        "and every place in the sources that could not be used. The log names the best 200 omitted "
        "items and counts the rest by reason. Exits with 5 if no such item was considered.",
    .formats = "text|json",
    .arguments = kItemArgument,
    .flags = kWhyFlags,
    .examples = kWhyExamples,
    .uses_workspace = true,
    .handler = RunWhy};

inline constexpr std::array kRunArgument = {Argument{.name = "RUN"}};
inline constexpr std::array kOptionalRunArgument = {Argument{.name = "RUN", .required = false}};
inline constexpr std::array kTwoRunsArguments = {Argument{.name = "RUN", .required = false},
                                                 Argument{.name = "OTHER", .required = false}};
inline constexpr std::array kRunsShowExamples = {
    Example{"satchel runs show", "the last run"},
    Example{"satchel runs show last~1", "the run before the last"},
};
inline constexpr std::array kRunsDiffExamples = {
    Example{"satchel runs diff", "items that the last run shows and the one before does not"},
    Example{"satchel runs diff RUN", "items that the last run shows and RUN does not"},
};
inline constexpr std::array kReplayFlags = {
    Flag{.name = "--fresh", .help = "repack from the current sources"},
    Flag{.name = "--print", .help = "print the new packet"},
    kTimeoutFlag,
};
inline constexpr std::array kReplayExamples = {
    Example{"satchel replay last", "check that the packet is reproducible"},
    Example{"satchel replay RUN --fresh", "compare it with a packet of today"},
};
inline constexpr Command kReplayCommand = {
    .name = "replay",
    .group = "Look inside",
    .summary = "repack a run and compare the bytes",
    .description =
        "Filters, packs and renders the run again from the log, even if the sources have changed "
        "since. With --fresh it uses the current sources with the clock of the run, and prints the "
        "first difference with its cause. RUN is an id, a unique part of one, last, or last~1 for "
        "the run before the last. Exits with 1 if the bytes differ.",
    .formats = "text|json",
    .arguments = kRunArgument,
    .flags = kReplayFlags,
    .examples = kReplayExamples,
    .uses_workspace = true,
    .handler = RunReplay};

}  // namespace satchel::cli
