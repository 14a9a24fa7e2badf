#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for memories.
namespace satchel::cli {

inline constexpr Flag kMemoryNamespaceFlag = {.name = "--namespace",
                                              .value = "NAME",
                                              .help =
                                                  "only this namespace (default: all that you may "
                                                  "read; for a new memory, the project's own)"};
inline constexpr Flag kMemoryPrincipalFlag = {
    .name = "--principal",
    .value = "NAME",
    .help = "who is asking, if namespaces have access rules"};
inline constexpr Flag kMemoryCategoryFlag = {
    .name = "--category",
    .value = "CATEGORY",
    .choices =
        "fact|preference|correction|entity|decision|relationship|principle|commitment|"
        "moment|skill|rule|procedure|reasoning_trace",
    .help = "the kind of memory"};

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
    Flag{.name = "--entity", .value = "NAME", .help = "the person or thing that it is about"},
    Flag{.name = "--attribute",
         .value = "NAME=VALUE",
         .help = "attribute of the entity; a new value supersedes the old one; may be repeated"},
    Flag{.name = "--confidence", .value = "N", .help = "confidence, from 0 to 1 (0.8)"},
    Flag{.name = "--valid-from", .value = "TIME", .help = "valid from this time on (default: now)"},
    Flag{.name = "--valid-to", .value = "TIME", .help = "valid until this time"},
    Flag{.name = "--expires",
         .value = "TIME",
         .help = "no longer recalled from this time on, such as 2027-01-01 or 30d"},
    Flag{.name = "--supersedes", .value = "ID", .help = "the memory that this one replaces"},
    Flag{.name = "--source", .value = "NAME", .help = "where it comes from"},
    Flag{.name = "--force", .help = "add it even if a similar memory exists"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kRememberExamples = {
    Example{"satchel remember \"Deploys run from the release branch\"", "a fact"},
    Example{"satchel remember \"The proxy listens on 9090\" --entity proxy --attribute port=9090",
            "supersedes the memory of an earlier port"},
    Example{"satchel remember --category correction --tag api - < text.md", "from standard input"},
};
inline constexpr Command kRememberCommand = {
    .name = "remember",
    .group = "Every day",
    .summary = "save a fact, a decision or a preference for later",
    .description =
        "Writes TEXT to a file with front matter; docs/formats/memory.md describes where and how. "
        "If a memory has the same text, nothing is written. If one has nearly the same words, it "
        "needs --force; otherwise it exits with 1. A new value of an entity's attribute supersedes "
        "the older memory, which stays with a mark. Satchel redacts secrets and refuses text from "
        "a packet. TEXT may be several words, or - for standard input.",
    .formats = "text|json",
    .arguments = kMemoryTextArgument,
    .flags = kRememberFlags,
    .examples = kRememberExamples,
    .uses_workspace = true,
    .handler = RunRemember};

inline constexpr std::array kForgetFlags = {
    Flag{.name = "--reason", .value = "TEXT", .help = "the reason, recorded in the file"},
    Flag{.name = "--purge", .help = "delete the file and its verbatim copies"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kForgetExamples = {
    Example{"satchel forget fact-01jd3v --reason \"it was a guess\"",
            "by a unique prefix of its id"},
    Example{"satchel forget fact-01jd3v --purge", "delete it"},
};
inline constexpr Command kForgetCommand = {
    .name = "forget",
    .group = "Every day",
    .summary = "stop recalling a memory",
    .description =
        "Marks the memory as forgotten. Its file stays, and you can remove the mark again. With "
        "--purge, Satchel deletes the file. ID is a memory id or any unique prefix of one.",
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
         .help = "only memories in this state (default: those in use)"},
    Flag{.name = "--match", .value = "WORDS", .help = "only memories with all of these words"},
    Flag{.name = "--artifacts", .help = "include verbatim copies"},
    Flag{.name = "--limit", .value = "N", .help = "show at most N (50)"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryListExamples = {
    Example{"satchel memory list --match \"release branch\"", "memories with these words"},
    Example{"satchel memory list --state superseded --format json", "superseded memories"},
};
inline constexpr std::array kMemoryShowExamples = {
    Example{"satchel memory show fact-01jd3v", "its text and every field"},
};
inline constexpr std::array kMemoryEditExamples = {
    Example{"satchel memory edit fact-01jd3v Deploys run from main", "replace its text"},
    Example{"satchel memory edit fact-01jd3v", "in your editor"},
};
inline constexpr std::array kMemoryVoteFlags = {
    Flag{.name = "--query",
         .value = "TEXT",
         .help = "the query that wrongly showed it, for a vote against it"},
    kMemoryNamespaceFlag,
    kMemoryPrincipalFlag,
};
inline constexpr std::array kMemoryVoteExamples = {
    Example{"satchel memory vote fact-01jd3v up", "it was useful"},
    Example{"satchel memory vote fact-01jd3v down --query \"deploy to staging\"",
            "it was not useful for this query"},
};
inline constexpr std::array kMemoryPinExamples = {
    Example{"satchel memory pin fact-01jd3v", "recall it first"},
};
inline constexpr std::array kMemoryUnpinExamples = {
    Example{"satchel memory unpin fact-01jd3v", "rank it like others again"},
};
inline constexpr std::array kMemoryExpireExamples = {
    Example{"satchel memory expire fact-01jd3v 30d", "expire in thirty days"},
    Example{"satchel memory expire fact-01jd3v never", "never expire"},
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
    Example{"satchel memory import mem0.json --dry-run", "preview"},
    Example{"satchel memory import ~/Downloads/chatgpt-export", "an unpacked data export"},
    Example{"satchel memory import notes.md --from instructions", "one memory per list item"},
    Example{"satchel memory import - --namespace ops < ops.jsonl", "into a namespace"},
};
inline constexpr std::array kMemoryExportExamples = {
    Example{"satchel memory export memories.jsonl", "into a file"},
    Example{"satchel memory export - | grep decision", "into a pipe"},
};
inline constexpr std::array kMemoryDoctorExamples = {
    Example{"satchel memory doctor", "find problems in the memories"},
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
            .description = "Prints date, category, the beginning of the text, and the id. The id "
                           "of a memory in a different namespace begins with that namespace.",
            .formats = "text|json",
            .flags = kMemoryListFlags,
            .examples = kMemoryListExamples,
            .uses_workspace = true,
            .handler = RunMemoryList},
    Command{.name = "show",
            .summary = "print one memory",
            .description =
                "Prints its text and all fields. ID is a memory id or any unique prefix of one.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryShowExamples,
            .uses_workspace = true,
            .handler = RunMemoryShow},
    Command{.name = "edit",
            .summary = "replace the text of a memory",
            .description =
                "Replaces the text and its verbatim copies, and judges the importance "
                "again. Every other byte of the file stays. Without TEXT, at a terminal, it "
                "opens $VISUAL or $EDITOR. TEXT may be - for standard input.",
            .formats = "text|json",
            .arguments = kMemoryEditArguments,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryEditExamples,
            .uses_workspace = true,
            .handler = RunMemoryEdit},
    Command{
        .name = "vote",
        .summary = "say whether a memory was useful",
        .description =
            "Records the vote in the memory's file. A vote for it raises its rank, a vote against "
            "it lowers it more. With --query, a vote against it is also a negative example.",
        .formats = "text|json",
        .arguments = kMemoryVoteArguments,
        .flags = kMemoryVoteFlags,
        .examples = kMemoryVoteExamples,
        .uses_workspace = true,
        .handler = RunMemoryVote},
    Command{.name = "pin",
            .summary = "recall a memory first",
            .description = "Sets `pinned: true` in its file.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryPinExamples,
            .uses_workspace = true,
            .handler = RunMemoryPin},
    Command{.name = "unpin",
            .summary = "unpin a memory",
            .description = "Removes `pinned` from its file.",
            .formats = "text|json",
            .arguments = kMemoryIdArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryUnpinExamples,
            .uses_workspace = true,
            .handler = RunMemoryUnpin},
    Command{
        .name = "expire",
        .summary = "set when a memory expires",
        .description = "WHEN is a time such as 2027-01-01, a duration such as 30d, now, or never.",
        .formats = "text|json",
        .arguments = kMemoryExpireArguments,
        .flags = kMemoryWhichFlags,
        .examples = kMemoryExpireExamples,
        .uses_workspace = true,
        .handler = RunMemoryExpire},
    Command{.name = "import",
            .summary = "add memories from other tools, or from an export of Satchel",
            .description =
                "Reads exports of mem0, ChatGPT and Claude, folders of basic-memory and Obsidian, "
                "lists such as CLAUDE.md and AGENTS.md, text with one memory per line, and exports "
                "of Satchel; docs/import_memories.md has an example of each. Redacts secrets. "
                "Skips texts that are the same as a memory or nearly so, and entries that were "
                "imported before. Writes all memories at once. If an entry cannot be used, it says "
                "so, imports the others and exits with 1. FILE may be - for standard input.",
            .formats = "text|json",
            .arguments = kMemoryImportArguments,
            .flags = kMemoryImportFlags,
            .examples = kMemoryImportExamples,
            .uses_workspace = true,
            .handler = RunMemoryImport},
    Command{.name = "export",
            .summary = "write memories to a file, one JSON object per line",
            .description = "Writes all memories of one namespace, including forgotten ones, in the "
                           "order of their paths. FILE may be - for standard output.",
            .formats = "text|json",
            .arguments = kMemoryFileArgument,
            .flags = kMemoryWhichFlags,
            .examples = kMemoryExportExamples,
            .uses_workspace = true,
            .handler = RunMemoryExport},
    Command{.name = "doctor",
            .summary = "find broken, duplicate and contradictory memories",
            .description =
                "Finds unreadable files, duplicate ids, broken links, memories that "
                "contradict or repeat each other or have expired, and namespaces that are "
                "misnamed or empty. Exits with 1 if it finds something. Changes nothing.",
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
    Example{"satchel memory list", "list the memories"},
    Example{"satchel memory vote fact-01jd3v up", "it was useful"},
    Example{"satchel memory doctor", "find problems in the memories"},
};
inline constexpr Command kMemoryCommand = {
    .name = "memory",
    .group = "Sources",
    .summary = "list, change, move and check memories",
    .description =
        "Memories are Markdown files with front matter, which you may also edit; "
        "docs/formats/memory.md describes them. For every day there are `satchel remember` and "
        "`satchel forget`; `satchel recall` packs the memories that a prompt needs.",
    .examples = kMemoryExamples,
    .subcommands = kMemoryCommands};

}  // namespace satchel::cli
