#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entry of commands.cc for measuring.
namespace satchel::cli {

inline constexpr std::array kSetArgument = {Argument{.name = "SET"}};
inline constexpr std::array kEvalRunFlags = {
    Flag{.name = "--repositories",
         .value = "DIR",
         .help = "where they are, as owner+name/repo or owner/name; a code set needs it"},
    Flag{.name = "--half",
         .value = "HALF",
         .choices = "development|held_out|all",
         .help = "only these queries; default: all"},
    Flag{.name = "--work",
         .value = "DIR",
         .help = "keep the stores here, so that the next time is quick"},
    Flag{.name = "--limit", .value = "N", .help = "only the first so many queries"},
    Flag{.name = "--per-file", .value = "N", .help = "places of one file; default: 1"},
    Flag{.name = "--tokenizer",
         .value = "COUNTER",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "what counts the tokens; default: safe"},
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
            "while tuning"},
};
inline constexpr std::array kEvalHistoryFlags = {
    Flag{.name = "--commits", .value = "N", .help = "how many of the latest; default: 100"},
    Flag{.name = "--limit", .value = "K", .help = "places of each search; default: 100"},
    Flag{.name = "--language",
         .value = "NAME",
         .help = "only commits that change a source file of it"},
    Flag{.name = "--recipe",
         .value = "NAME",
         .choices = "code",
         .help = "also pack each commit's message, and count the changed functions in the packet"},
    Flag{.name = "--budget", .value = "TOKENS", .help = "tokens of such a packet; default: 4000"},
    Flag{.name = "--plot", .value = "FILE", .help = "also draw recall against files, as an SVG"},
    kTimeoutFlag,
};
inline constexpr std::array kEvalHistoryExamples = {
    Example{"satchel eval history", "the last 100 commits"},
    Example{"satchel eval history --commits 300 --plot recall.svg", "more of them, with a picture"},
    Example{"satchel eval history --recipe code --language php",
            "changed functions in packets of 4000 tokens"},
    Example{"satchel eval history --format json", "with the ranks at every commit"},
};
inline constexpr std::array kEvalCommands = {
    Command{.name = "history",
            .summary = "would search have found what your commits changed?",
            .description =
                "Takes the latest commits, asks with each one's message for the files that it "
                "changed, as they were before it, and compares with grep: files by how many "
                "different words of the message they have. Merges, new files and commits of more "
                "than 30 files are skipped and counted. With --recipe also which of the changed "
                "source files and functions are in a packet for the message. Uses a store in a "
                "temporary directory; writes nothing into the workspace.",
            .formats = "text|json",
            .flags = kEvalHistoryFlags,
            .examples = kEvalHistoryExamples,
            .uses_workspace = true,
            .handler = RunEvalHistory},
    Command{.name = "run",
            .summary = "measure search on a data set",
            .description =
                "Asks each query of a set at its commit and prints how high the files stand that "
                "were to be found. A set is a directory with queries.jsonl "
                "(docs/formats/evaluation.md). Repositories are read without a checkout; where "
                "one lacks the commit, HEAD is taken and the table says so. A set with "
                "corpus.jsonl has texts to be found instead. Nothing is written "
                "but the stores, in a temporary directory or in --work.",
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
