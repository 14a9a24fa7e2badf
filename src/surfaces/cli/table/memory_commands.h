#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for memories.
namespace satchel::cli {

inline constexpr Flag kMemoryNamespaceFlag = {
    .name = "--namespace",
    .value = "NAME",
    .help = "only there; default: all that you may read, and for a new one the project's own"};
inline constexpr Flag kMemoryPrincipalFlag = {
    .name = "--principal", .value = "NAME", .help = "who asks, where namespaces have rules"};
inline constexpr Flag kMemoryCategoryFlag = {
    .name = "--category",
    .value = "CATEGORY",
    .choices =
        "fact|preference|correction|entity|decision|relationship|principle|commitment|"
        "moment|skill|rule|procedure|reasoning_trace",
    .help = "what sort of memory"};

inline constexpr std::array kMemoryTextArgument = {Argument{.name = "TEXT", .words = true}};
inline constexpr std::array kMemoryIdArgument = {Argument{.name = "ID"}};
inline constexpr std::array kMemoryEditArguments = {
    Argument{.name = "ID"}, Argument{.name = "TEXT", .required = false, .words = true}};
inline constexpr std::array kMemoryVoteArguments = {Argument{.name = "ID"},
                                                    Argument{.name = "VOTE", .choices = "up|down"}};
inline constexpr std::array kMemoryExpireArguments = {Argument{.name = "ID"},
                                                      Argument{.name = "WHEN"}};
inline constexpr std::array kMemoryFileArgument = {Argument{.name = "FILE"}};

inline constexpr std::array kMemoryWhichFlags = {kMemoryNamespaceFlag, kMemoryPrincipalFlag};

inline constexpr std::array kRememberFlags = {
    kMemoryCategoryFlag,
    Flag{.name = "--tag", .value = "WORD", .help = "may be repeated"},
    Flag{.name = "--entity", .value = "NAME", .help = "who or what it is about"},
    Flag{.name = "--attribute",
         .value = "NAME=VALUE",
         .help = "of the entity; another value supersedes the older one; may be repeated"},
    Flag{.name = "--confidence", .value = "N", .help = "how sure it is, from 0 to 1 (0.8)"},
    Flag{.name = "--valid-from", .value = "TIME", .help = "since when it is so; default: now"},
    Flag{.name = "--valid-to", .value = "TIME", .help = "until when it is so"},
    Flag{.name = "--expires",
         .value = "TIME",
         .help = "not recalled from then on, such as 2027-01-01 or 30d"},
    Flag{.name = "--supersedes", .value = "ID", .help = "the memory that it replaces"},
    Flag{.name = "--source", .value = "NAME", .help = "who or what said it"},
    Flag{.name = "--force", .help = "also when another one says nearly the same"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kRememberExamples = {
    Example{"satchel remember \"Deploys run from the release branch\"", "a fact"},
    Example{"satchel remember \"The proxy listens on 9090\" --entity proxy --attribute port=9090",
            "supersedes what was remembered of another port"},
    Example{"satchel remember --category correction --tag api - < text.md",
            "from the standard input"},
};
inline constexpr Command kRememberCommand = {
    .name = "remember",
    .group = "Every day",
    .summary = "keep a fact, a decision or a preference for later",
    .description =
        "Writes TEXT as a file with front matter; docs/formats/memory.md says where and how. "
        "Nothing "
        "is written when a memory has the same text, and nothing without --force when one has "
        "nearly "
        "the same words; then it exits with 1. Another value of the same attribute of the same "
        "entity "
        "supersedes the older memory, which stays and says so. What looks like a secret is taken "
        "out, and text from a packet is refused. TEXT may be several words, or - for the standard "
        "input.",
    .formats = "text|json",
    .arguments = kMemoryTextArgument,
    .flags = kRememberFlags,
    .examples = kRememberExamples,
    .uses_workspace = true,
    .handler = RunRemember};

inline constexpr std::array kForgetFlags = {
    Flag{.name = "--reason", .value = "TEXT", .help = "why, for those who read the file"},
    Flag{.name = "--purge", .help = "delete the file and its verbatim copies"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kForgetExamples = {
    Example{"satchel forget fact-01jd3v --reason \"it was a guess\"", "by how its id begins"},
    Example{"satchel forget fact-01jd3v --purge", "and nothing is left of it"},
};
inline constexpr Command kForgetCommand = {
    .name = "forget",
    .group = "Every day",
    .summary = "take a memory out of what is recalled",
    .description =
        "Marks the memory as forgotten; its file stays, and a person can take the mark out again. "
        "With --purge the file is deleted. ID is a memory's id, or how only one begins.",
    .formats = "text|json",
    .arguments = kMemoryIdArgument,
    .flags = kForgetFlags,
    .examples = kForgetExamples,
    .uses_workspace = true,
    .handler = RunForget};

inline constexpr std::array kMemoryListFlags = {
    kMemoryCategoryFlag,
    Flag{.name = "--state",
         .value = "STATE",
         .choices = "any|active|pending_review|rejected|quarantined|superseded|archived|forgotten",
         .help = "default: those that are still of use"},
    Flag{.name = "--match", .value = "WORDS", .help = "only those with all of these words"},
    Flag{.name = "--artifacts", .help = "verbatim copies too"},
    Flag{.name = "--limit", .value = "N", .help = "how many at most (50)"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryListExamples = {
    Example{"satchel memory list --match \"release branch\"",
            "what is remembered with these words"},
    Example{"satchel memory list --state superseded --format json", "what no longer holds"},
};
inline constexpr std::array kMemoryShowExamples = {
    Example{"satchel memory show fact-01jd3v", "its text and every field"},
};
inline constexpr std::array kMemoryEditExamples = {
    Example{"satchel memory edit fact-01jd3v Deploys run from main", "another text"},
    Example{"satchel memory edit fact-01jd3v", "in your editor"},
};
inline constexpr std::array kMemoryVoteFlags = {
    Flag{.name = "--query", .value = "TEXT", .help = "for what it was shown, of a vote against it"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryVoteExamples = {
    Example{"satchel memory vote fact-01jd3v up", "it was of use"},
    Example{"satchel memory vote fact-01jd3v down --query \"deploy to staging\"",
            "it was shown for this, and should not have been"},
};
inline constexpr std::array kMemoryPinExamples = {
    Example{"satchel memory pin fact-01jd3v", "recall it before others"},
};
inline constexpr std::array kMemoryUnpinExamples = {
    Example{"satchel memory unpin fact-01jd3v", "it is like others again"},
};
inline constexpr std::array kMemoryExpireExamples = {
    Example{"satchel memory expire fact-01jd3v 30d", "for thirty days more"},
    Example{"satchel memory expire fact-01jd3v never", "for good"},
};
inline constexpr std::array kMemoryImportArguments = {Argument{.name = "FILE|DIR"}};
inline constexpr std::array kMemoryImportFlags = {
    Flag{.name = "--from",
         .value = "FORMAT",
         .choices = "satchel|mem0|claude|chatgpt|basic-memory|obsidian|instructions|text",
         .help = "the format; default: recognized by the content"},
    Flag{.name = "--dry-run", .help = "show what would be added and skipped; write nothing"},
    Flag{.name = "--conversations",
         .help = "of an export of ChatGPT or Claude, also import what you said, as episodes"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
    kTimeoutFlag,
};
inline constexpr std::array kMemoryImportExamples = {
    Example{"satchel memory import mem0.json --dry-run", "look first"},
    Example{"satchel memory import ~/Downloads/chatgpt-export", "an unpacked data export"},
    Example{"satchel memory import notes.md --from instructions", "one memory per list item"},
    Example{"satchel memory import - --namespace ops < ops.jsonl", "into another namespace"},
};
inline constexpr std::array kMemoryExportExamples = {
    Example{"satchel memory export memories.jsonl", "into a file"},
    Example{"satchel memory export - | grep decision", "into a pipe"},
};
inline constexpr std::array kMemoryDoctorExamples = {
    Example{"satchel memory doctor", "what is wrong with the memories"},
};

inline constexpr std::array kMemoryInboxIdsArgument = {Argument{.name = "ID", .words = true}};
inline constexpr std::array kMemoryInboxFlags = {
    Flag{.name = "--list", .help = "print the proposals on a terminal too, and ask nothing"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryInboxAcceptFlags = {
    Flag{.name = "--force", .help = "also when a memory says nearly the same"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryInboxExamples = {
    Example{"satchel memory inbox", "decide about each proposal with one key"},
    Example{"satchel memory inbox --format json", "for a program"},
    Example{"satchel config set memory.inbox on", "let hooks propose memories"},
};
inline constexpr std::array kMemoryInboxAcceptExamples = {
    Example{"satchel memory inbox accept p3f9a p81c2", "remember both"},
};
inline constexpr std::array kMemoryInboxEditExamples = {
    Example{"satchel memory inbox edit p3f9a Push to main only by a pull request", "another text"},
};
inline constexpr std::array kMemoryInboxRejectExamples = {
    Example{"satchel memory inbox reject p3f9a", "never propose it again"},
};
inline constexpr std::array kMemoryInboxCommands = {
    Command{
        .name = "accept",
        .summary = "remember proposed memories",
        .description =
            "Remembers each proposal as `satchel remember` does, and takes it out of the inbox. "
            "If a memory says nearly the same, it writes nothing without --force and exits "
            "with 1. ID is an id or any unique prefix of one; there may be several.",
        .formats = "text|json",
        .arguments = kMemoryInboxIdsArgument,
        .flags = kMemoryInboxAcceptFlags,
        .examples = kMemoryInboxAcceptExamples,
        .uses_workspace = true,
        .handler = RunMemoryInboxAccept},
    Command{.name = "edit",
            .summary = "replace the text of a proposed memory",
            .description = "It stays in the inbox and gets a new id. Without TEXT, at a terminal, "
                           "$VISUAL or $EDITOR opens it; TEXT may be - for the standard input.",
            .formats = "text|json",
            .arguments = kMemoryEditArguments,
            .examples = kMemoryInboxEditExamples,
            .uses_workspace = true,
            .handler = RunMemoryInboxEdit},
    Command{.name = "reject",
            .summary = "delete proposed memories for good",
            .description = "Deletes each proposal and keeps a digest of its words, so that it is "
                           "not proposed again. ID is an id or any unique prefix of one; there may "
                           "be several.",
            .formats = "text|json",
            .arguments = kMemoryInboxIdsArgument,
            .examples = kMemoryInboxRejectExamples,
            .uses_workspace = true,
            .handler = RunMemoryInboxReject},
};

inline constexpr std::array kMemoryCommands = {
    Command{.name = "list",
            .summary = "list the memories, newest first",
            .description = "Prints day, category, how the text begins, and the id. A memory of "
                           "another namespace has that in front of its id.",
            .formats = "text|json",
            .flags = kMemoryListFlags,
            .examples = kMemoryListExamples,
            .uses_workspace = true,
            .handler = RunMemoryList},
    Command{.name = "show",
            .summary = "print one memory",
            .description = "Prints everything that it says. ID is an id, or how only one begins.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryShowExamples,
            .uses_workspace = true,
            .handler = RunMemoryShow},
    Command{.name = "edit",
            .summary = "replace the text of a memory",
            .description =
                "Replaces the text, and judges its importance again; every other byte of the file "
                "stays. Verbatim copies change with it. Without TEXT, at a terminal, $VISUAL or "
                "$EDITOR opens it; TEXT may be - for the standard input.",
            .formats = "text|json",
            .arguments = kMemoryEditArguments,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryEditExamples,
            .uses_workspace = true,
            .handler = RunMemoryEdit},
    Command{.name = "vote",
            .summary = "say whether a memory was of use",
            .description =
                "Counts in the memory's file: a vote for it raises it, one against it lowers it "
                "more. With --query a vote against it counts as a negative example too.",
            .formats = "text|json",
            .arguments = kMemoryVoteArguments,
            .flags = kMemoryVoteFlags,
            .examples = kMemoryVoteExamples,
            .uses_workspace = true,
            .handler = RunMemoryVote},
    Command{.name = "pin",
            .summary = "let a memory be recalled before others",
            .description = "Sets `pinned: true` in its file.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryPinExamples,
            .uses_workspace = true,
            .handler = RunMemoryPin},
    Command{.name = "unpin",
            .summary = "let a memory be like others again",
            .description = "Takes `pinned` out of its file.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryUnpinExamples,
            .uses_workspace = true,
            .handler = RunMemoryUnpin},
    Command{.name = "expire",
            .summary = "say when a memory is no longer recalled",
            .description = "WHEN is a time, such as 2027-01-01, how long from now, such as 30d, or "
                           "now or never.",
            .formats = "text|json",
            .arguments = kMemoryExpireArguments,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryExpireExamples,
            .uses_workspace = true,
            .handler = RunMemoryExpire},
    Command{
        .name = "import",
        .summary = "add memories from other tools, or from an export of Satchel",
        .description =
            "Reads exports of mem0, ChatGPT and Claude, folders of basic-memory and Obsidian, "
            "lists "
            "such as CLAUDE.md and AGENTS.md, text with one memory per line, and what "
            "`memory export` writes; docs/import_memories.md has an example of each. Redacts "
            "secrets. Skips texts that a memory has already, also nearly, and what was imported "
            "before. Writes all memories at once. If an entry cannot be used, says so, imports the "
            "others and exits with 1. FILE may be - for the standard input.",
        .formats = "text|json",
        .arguments = kMemoryImportArguments,
        .flags = kMemoryImportFlags,
        .examples = kMemoryImportExamples,
        .uses_workspace = true,
        .handler = RunMemoryImport},
    Command{.name = "export",
            .summary = "write memories to a file, one JSON object a line",
            .description = "Writes all memories of one namespace, also those that are forgotten, "
                           "in the order of their paths. - is the standard output.",
            .formats = "text|json",
            .arguments = kMemoryFileArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryExportExamples,
            .uses_workspace = true,
            .handler = RunMemoryExport},
    Command{.name = "doctor",
            .summary = "find memories that cannot be right",
            .description =
                "Looks for files that cannot be read, ids that are there twice, links that lead "
                "nowhere, memories that contradict or repeat each other or have expired, and "
                "namespaces that are misnamed or empty. Exits with 1 when there are findings. "
                "Reads only.",
            .formats = "text|json",
            .flags = kMemoryWhichFlags,
            .examples = kMemoryDoctorExamples,
            .uses_workspace = true,
            .handler = RunMemoryDoctor},
    Command{
        .name = "inbox",
        .summary = "decide about memories that were proposed to you",
        .description =
            "Lists what hooks and agents propose to remember: your explicit wishes, corrections "
            "and decisions. On a terminal it asks about each: a accepts, e edits, r rejects, s "
            "skips, q ends. Nothing in the inbox is recalled, searched, packed or exported. "
            "Proposals that a memory says already are dropped, and a memory that one may "
            "contradict is named. Nothing is proposed unless the setting memory.inbox is on.",
        .formats = "text|json",
        .flags = kMemoryInboxFlags,
        .examples = kMemoryInboxExamples,
        .subcommands = kMemoryInboxCommands,
        .uses_workspace = true,
        .handler = RunMemoryInbox},
};
inline constexpr std::array kMemoryExamples = {
    Example{"satchel memory list", "what is remembered"},
    Example{"satchel memory vote fact-01jd3v up", "it was of use"},
    Example{"satchel memory doctor", "what is wrong with the memories"},
};
inline constexpr Command kMemoryCommand = {
    .name = "memory",
    .group = "Sources",
    .summary = "list, change, carry and check what is remembered",
    .description =
        "Memories are Markdown files with front matter, which people may edit too; "
        "docs/formats/memory.md describes them. `satchel remember` and `satchel forget` are their "
        "everyday commands, `satchel recall` shows what a prompt needs.",
    .examples = kMemoryExamples,
    .subcommands = kMemoryCommands};

}  // namespace satchel::cli
