#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for packets.
namespace satchel::cli {

inline constexpr std::array kPackArgument = {Argument{.name = "TASK", .words = true}};
inline constexpr std::array kPackFlags = {
    Flag{.name = "--budget",
         .value = "N",
         .help = "tokens the packet may take (budget.tokens, or 8000)"},
    Flag{.name = "--only", .value = "LIST", .help = "these sources alone: code,notes,memory,graph"},
    Flag{.name = "--diff",
         .value = "RUN",
         .help = "only what that packet did not show in full; `last` is the last run"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (budget.tokenizer, or safe)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's own id of the conversation"},
    Flag{.name = "--strict", .help = "exit with 8 when what must be shown exceeds the budget"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kPackExamples = {
    Example{"satchel pack \"fix the login redirect\"", "what an agent needs for it"},
    Example{"satchel pack \"fix the login redirect\" --budget 4000 --only code,notes",
            "without memories and graphs"},
    Example{"gh issue view 12 | satchel pack - --format prompt", "for a text from elsewhere"},
};
inline constexpr Command kPackCommand = {
    .name = "pack",
    .group = "Every day",
    .summary = "one packet for a task, from code, notes, memories and graphs",
    .description =
        "Packs what a task needs from every source into one budget. The constitution and pinned "
        "memories are always shown in full. The remaining tokens go to the most valuable next item "
        "per token; notes, graphs and memories are capped while code needs space, and unused "
        "tokens are passed on. Items that are off topic, superseded or duplicates of better ones "
        "are omitted. TASK may be `-` for standard input. `satchel why` explains every choice.",
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
         .help = "tokens the packet may take (budget.tokens, or 8000)"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's own id of the conversation"},
    Flag{.name = "--cooldown",
         .value = "DURATION",
         .help = "print nothing when this conversation has had a packet within it, such as 10m"},
    Flag{.name = "--strict", .help = "exit with 8 when what must be shown exceeds the budget"},
    Flag{.name = "--stages", .value = "LIST", .help = "the stages to run (tasks,entries)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kAgentExamples = {
    Example{"satchel agent", "the notes an agent needs for the open tasks"},
    Example{"satchel agent \"fix the login redirect\" --budget 2000", "for this task"},
    Example{"satchel agent --session $ID --cooldown 10m", "from a hook, not more than once"},
};
inline constexpr Command kAgentCommand = {
    .name = "agent",
    .group = "Packets of one source",
    .summary = "the notes in .context/ that an agent needs, within a budget",
    .description =
        "Packs the constitution, the open tasks, the conventions, and decisions and learnings by "
        "recency and by relevance to the task, or to the open tasks when none is given. The "
        "constitution, the list of files and the instruction are always shown whole; everything "
        "else stays within the budget, and what does not fit is a title or counted. `satchel why` "
        "explains every choice.",
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
         .help = "tokens that memories may take (memory.max_memory_tokens, or 2000)"},
    Flag{.name = "--limit",
         .value = "N",
         .help = "at most so many memories (memory.qmd_max_results, or 8)"},
    Flag{.name = "--as-of", .value = "TIME", .help = "what held then, and not what holds now"},
    Flag{.name = "--namespace",
         .value = "NAME",
         .help = "look there and in the shared one (memory.qmd_collection)"},
    Flag{.name = "--principal", .value = "NAME", .help = "who asks, where namespaces have rules"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--session", .value = "ID", .help = "the agent's own id of the conversation"},
    Flag{.name = "--stages",
         .value = "LIST",
         .help = "the stages to run (plan,profile,candidates,score,rerank)"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRecallExamples = {
    Example{"satchel recall \"which database did we choose for the queue?\"",
            "what is remembered about it"},
    Example{"satchel recall \"deploy to staging\" --as-of 2026-03-01 --format json",
            "what held then, with every score and every filter"},
};
inline constexpr Command kRecallCommand = {
    .name = "recall",
    .group = "Packets of one source",
    .summary = "the memories that a prompt needs, within a budget",
    .description =
        "Decides first what the prompt is worth: nothing for an acknowledgement, little for a "
        "short "
        "command, a search for everything else, and links between memories where it asks for "
        "history. Then it packs verbatim artifacts, the profile, memories and episodes, in this "
        "order, and never more than the budget. Memories that are forgotten, superseded, expired "
        "or "
        "not yet valid stay out, and so does what has too little to do with the prompt. When "
        "nothing is recalled, it says which filter removed what.",
    .formats = "markdown|prompt|json",
    .arguments = kRecallArgument,
    .flags = kRecallFlags,
    .examples = kRecallExamples,
    .uses_workspace = true,
    .handler = RunRecall};

inline constexpr std::array kRetrieveArgument = {Argument{.name = "TASK", .words = true}};
inline constexpr std::array kRetrieveFlags = {
    Flag{.name = "--stages",
         .value = "LIST",
         .help = "the stages to run, in order (scope,precision)"},
    Flag{.name = "--budget",
         .value = "N",
         .help = "tokens the packet may take (budget.tokens, or 8000)"},
    Flag{.name = "--context-window",
         .value = "N",
         .help = "instead of a budget: tokens of the model's context window (12096)"},
    Flag{.name = "--reserved-tokens",
         .value = "N",
         .help = "tokens of the window kept for prompt, retries and answer (4096)"},
    Flag{.name = "--budget-config",
         .value = "FILE",
         .help = "window and reserved tokens from a file in TOML or JSON"},
    Flag{.name = "--margin",
         .value = "PERCENT",
         .help = "part of the budget to leave free (10 of a window with chars4, which is "
                 "approximate; else 0)"},
    Flag{.name = "--model",
         .value = "ID",
         .help = "a model that judges files and symbols (default: none)"},
    Flag{.name = "--base-url",
         .value = "URL",
         .help = "its server: Ollama, or one that speaks OpenAI's protocol, then with /v1 "
                 "(llm.base_url)"},
    Flag{.name = "--llm",
         .value = "MODE",
         .choices = "required|optional|off",
         .help = "whether a run may go on without the model (required with --model, else off)"},
    Flag{.name = "--no-llm", .help = "the same as --llm off, the default without --model"},
    Flag{.name = "--repo", .value = "DIR", .help = "the same as --workspace"},
    Flag{.name = "--tokenizer",
         .value = "NAME",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (budget.tokenizer, or chars4: bytes / 4)"},
    Flag{.name = "--task-id", .value = "ID", .help = "a name for the task's session"},
    Flag{.name = "--no-refresh", .help = "do not look for changed files first"},
    Flag{.name = "--fresh", .help = "start over instead of resuming an interrupted run"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRetrieveExamples = {
    Example{"satchel retrieve \"fix the login validation bug\"",
            "what an agent needs to know of the code for this task"},
    Example{"satchel retrieve \"fix the login validation bug\" --model qwen2.5-coder --base-url "
            "http://localhost:11434 --context-window 32768 --reserved-tokens 4096",
            "judged by a model, for a window of 32,768 tokens"},
    Example{"satchel retrieve - --budget 4000 --format json < issue.txt",
            "for a pasted text, as JSON"},
};
inline constexpr Command kRetrieveCommand = {
    .name = "retrieve",
    .group = "Packets of one source",
    .summary = "the code that a task needs, within a budget",
    .description =
        "Finds the files that a task is about: those it names and those its words find, what they "
        "depend on, and what changed together with them. Then it chooses what to show of each: "
        "functions that answer the task with their bodies, what they call and who calls them by "
        "signature. Bodies become signatures and signatures become names before a file is left "
        "out, and the packet is never larger than the budget. Files and symbols that the task "
        "names are always shown, at least by name. `satchel why` explains every choice and "
        "`satchel refine` asks for what was missing.",
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
    Flag{.name = "--missing-file", .value = "PATH", .help = "a file that was missed; repeatable"},
    Flag{.name = "--missing-symbol",
         .value = "NAME",
         .help = "a function or type that was missed; repeatable"},
    Flag{.name = "--missing-test",
         .value = "NAME",
         .help = "a test that was missed, by path or name; repeatable"},
    Flag{.name = "--error",
         .value = "TEXT",
         .help = "an error message that came up meanwhile; repeatable"},
    Flag{.name = "--model",
         .value = "ID",
         .help = "asks again; without it the earlier judgement is repeated"},
    Flag{.name = "--base-url", .value = "URL", .help = "its server"},
    Flag{.name = "--llm",
         .value = "MODE",
         .choices = "required|optional|off",
         .help = "as for retrieve (required)"},
    Flag{.name = "--repo", .value = "DIR", .help = "the same as --workspace"},
    Flag{.name = "--no-refresh", .help = "do not look for changed files first"},
    Flag{.name = "--trace",
         .value = "FILE",
         .help = "write how long each stage took, for chrome://tracing"},
    kTimeoutFlag,
};
inline constexpr std::array kRefineExamples = {
    Example{"satchel refine last --add 1000 --missing-symbol Session.open",
            "with this function as well"},
    Example{"satchel refine last --reason \"the tests fail\" --error \"KeyError: 'user'\"",
            "for a message that came up"},
    Example{"satchel refine TASK", "with what another program wrote into the task's session"},
};
inline constexpr Command kRefineCommand = {
    .name = "refine",
    .group = "Packets of one source",
    .summary = "a packet of code again, with what was missing",
    .description =
        "Continues a task of `satchel pack` or `satchel retrieve`, named by its id or as last: "
        "adds "
        "what was missing, and reports what changed and what the code does not have. Use --add: "
        "then the packet grows by that many tokens, and all that it showed stays. Without it the "
        "budget stays the same, and what was missing takes up to half of it. Judgements of a model "
        "in the earlier run are reused, unless --model asks "
        "it again.",
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
         .help = "another run than the last one: its id, or last~1 for the one before"},
};
inline constexpr std::array kWhyExamples = {
    Example{"satchel why", "everything the last packet shows and omits"},
    Example{"satchel why DECISIONS.md#use-sqlite", "the story of one item"},
    Example{"satchel why sqlite --run RUN", "items with that word in their id or title"},
};
inline constexpr Command kWhyCommand = {
    .name = "why",
    .group = "Every day",
    .summary = "why something is, or is not, in the last packet",
    .description =
        "Prints for an item whether it was shown, by which rendition, what it cost, the terms of "
        "its score, and why it was demoted or left out. Without an item: everything that was "
        "decided, and the places in the sources that could not be used. The best 200 that were "
        "left out are kept by name, the rest is counted by reason. Exits with 5 when nothing "
        "like the item was considered.",
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
    Example{"satchel runs show last~1", "the one before it"},
};
inline constexpr std::array kRunsDiffExamples = {
    Example{"satchel runs diff", "what the last run shows that the one before did not"},
    Example{"satchel runs diff RUN", "what the last run shows that RUN did not"},
};
inline constexpr std::array kReplayFlags = {
    Flag{.name = "--fresh", .help = "ask the sources as they are today"},
    Flag{.name = "--print", .help = "print the packet that came out"},
    kTimeoutFlag,
};
inline constexpr std::array kReplayExamples = {
    Example{"satchel replay last", "is it the same, byte for byte?"},
    Example{"satchel replay RUN --fresh", "what would it be today, and why"},
};
inline constexpr Command kReplayCommand = {
    .name = "replay",
    .group = "Look inside",
    .summary = "make a run's packet again and compare the bytes",
    .description =
        "Filters, packs and renders again from what the log kept of the run, whatever has become "
        "of the sources. With --fresh the sources are asked as they are today, with the clock of "
        "the run, and the first difference is printed with its cause. RUN is an id, a part of one, "
        "last, or last~1 for the run before the last. Exits with 1 when the bytes differ.",
    .formats = "text|json",
    .arguments = kRunArgument,
    .flags = kReplayFlags,
    .examples = kReplayExamples,
    .uses_workspace = true,
    .handler = RunReplay};

}  // namespace satchel::cli
