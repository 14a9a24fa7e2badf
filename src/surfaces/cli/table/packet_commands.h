#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for packets of one source.
namespace satchel::cli {

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
    Flag{.name = "--fresh", .help = "begin anew where an earlier run was cut off"},
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

inline constexpr std::array kItemArgument = {
    Argument{.name = "ITEM", .required = false, .words = true}};
inline constexpr std::array kWhyFlags = {
    Flag{.name = "--run",
         .value = "RUN",
         .help = "another run than the last one: its id, or last~1 for the one before"},
};
inline constexpr std::array kWhyExamples = {
    Example{"satchel why", "everything the last packet shows and leaves out"},
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
