#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entry of commands.cc for measuring.
namespace satchel::cli {

inline constexpr std::array kSetArgument = {Argument{.name = "SET"}};
inline constexpr std::array kEvalRunFlags = {
    Flag{.name = "--repositories",
         .value = "DIR",
         .help = "directory of the repositories, as owner+name/repo or owner/name; required for "
                 "code sets"},
    Flag{.name = "--half",
         .value = "HALF",
         .choices = "development|held_out|all",
         .help = "only these queries (all)"},
    Flag{.name = "--work",
         .value = "DIR",
         .help = "keep the stores here, so that the next run is faster"},
    Flag{.name = "--limit", .value = "N", .help = "only the first N queries"},
    Flag{.name = "--per-file", .value = "N", .help = "places per file (1)"},
    Flag{.name = "--tokenizer",
         .value = "COUNTER",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (safe)"},
    Flag{.name = "--recipe",
         .value = "NAME",
         .choices = "code",
         .help = "also measure packets of 2000, 4000, 8000 and 16000 tokens"},
    Flag{.name = "--answers", .value = "FILE", .help = "write each answer as a line of JSON"},
    kTimeoutFlag,
};
inline constexpr std::array kEvalRunExamples = {
    Example{"satchel eval run sets/issues --repositories ~/mirror", "the table"},
    Example{"satchel eval run sets/issues --repositories ~/mirror --half development "
            "--work /var/tmp/eval --answers answers.jsonl",
            "keep stores and answers while tuning"},
};
inline constexpr std::array kEvalHistoryFlags = {
    Flag{.name = "--commits", .value = "N", .help = "how many of the latest commits (100)"},
    Flag{.name = "--limit", .value = "K", .help = "places per search (100)"},
    Flag{.name = "--language",
         .value = "NAME",
         .help = "only commits that change a source file in this language"},
    Flag{.name = "--recipe",
         .value = "NAME",
         .choices = "code",
         .help = "also pack each commit's message, and count the changed functions in the packet"},
    Flag{.name = "--budget",
         .value = "TOKENS",
         .help = "size limit of these packets in tokens (4000)"},
    Flag{.name = "--plot", .value = "FILE", .help = "also draw a recall curve as an SVG"},
    kTimeoutFlag,
};
inline constexpr std::array kEvalHistoryExamples = {
    Example{"satchel eval history", "the last 100 commits"},
    Example{"satchel eval history --commits 300 --plot recall.svg", "more commits, and a plot"},
    Example{"satchel eval history --recipe code --language php",
            "changed functions in packets of 4000 tokens"},
    Example{"satchel eval history --format json", "with the ranks of every commit"},
};
inline constexpr std::array kEvalCommands = {
    Command{
        .name = "history",
        .summary = "measure search on your repository's own commits",
        .description =
            "Searches with the message of each of the latest commits, in the files as they were "
            "before it, and checks whether the results have the files that the commit changed. It "
            "compares that with grep, which ranks files by how many different words of the message "
            "they have. Skips and counts merges, new files and commits of more than 30 files. With "
            "--recipe it also counts changed source files and functions in a packet for the "
            "message. Uses a store in a temporary directory; writes nothing into the workspace.",
        .formats = "text|json",
        .flags = kEvalHistoryFlags,
        .examples = kEvalHistoryExamples,
        .uses_workspace = true,
        .handler = RunEvalHistory},
    Command{.name = "run",
            .summary = "measure search on a data set",
            .description =
                "Runs each query of a set at its commit and prints how high the expected files "
                "rank. A set is a directory with queries.jsonl (docs/formats/evaluation.md); one "
                "with corpus.jsonl ranks texts instead of files. Satchel reads repositories "
                "without a checkout. If one lacks the commit, it uses HEAD and the table says so. "
                "It writes only the stores, in a temporary directory or in --work.",
            .formats = "text|json",
            .arguments = kSetArgument,
            .flags = kEvalRunFlags,
            .examples = kEvalRunExamples,
            .uses_workspace = true,
            .handler = RunEvalRun},
};
inline constexpr std::array kEvalExamples = {
    Example{"satchel eval history", "this repository's own commits"},
    Example{"satchel eval run sets/issues --repositories ~/mirror", "a data set"},
};
inline constexpr Command kEvalCommand = {.name = "eval",
                                         .group = "Look inside",
                                         .summary = "measure how good search is",
                                         .description = "docs/evaluation.md explains the figures.",
                                         .examples = kEvalExamples,
                                         .subcommands = kEvalCommands};

}  // namespace satchel::cli
