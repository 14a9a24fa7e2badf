#pragma once

#include <array>

#include "surfaces/cli/call/command.h"

// The entries of commands.cc for agents. Which agents there are is for their own face to say.
namespace satchel::cli {

// Neither is required by the table: a hook that is called wrongly must not stop a prompt, and some
// agents take the exit code of a wrong command line for just that.
inline constexpr std::array kHookArguments = {Argument{.name = "EVENT", .required = false}};
inline constexpr std::array kHookFlags = {
    Flag{.name = "--agent",
         .value = "NAME",
         .help = "who calls: a name that `satchel install` lists"},
    kTimeoutFlag,
};
inline constexpr std::array kHookExamples = {
    Example{"satchel hook UserPromptSubmit --agent claude-code < input.json",
            "what Claude Code does before a prompt"},
    Example{"satchel hook log", "what agents were given, and why they were given nothing"},
};

inline constexpr std::array kHookLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "how many prompts at most (20)"},
    Flag{.name = "--conversation",
         .value = "ID",
         .help = "only this one, by the id in the log or the agent's own"},
};
inline constexpr std::array kHookLogExamples = {
    Example{"satchel hook log", "the last 20 prompts"},
    Example{"satchel hook log --limit 5000 --format json", "all of them, and counts by reason"},
};
// `log` stands where an agent's event does. No agent has an event of that name.
inline constexpr std::array kHookCommands = {
    Command{.name = "log",
            .summary = "show what hooks gave your agents, and why they were silent",
            .description =
                "Lists prompts by conversation, the latest first: time, event, how long the hook "
                "took, tokens and items of the packet or the reason for silence, and the first 60 "
                "characters of the prompt without secrets. Of a packet it names the files that the "
                "agent's tools then read or edited. The start of a session and a failed command "
                "count as prompts. Counts of the listed prompts follow. Hooks do not record what "
                "they decide before they open a store: small talk, commands to the agent, commands "
                "that succeeded or name no file of the workspace, and everything without an index "
                "or after `satchel off`. docs/agents.md lists the reasons.",
            .formats = "text|json",
            .flags = kHookLogFlags,
            .examples = kHookLogExamples,
            .uses_workspace = true,
            .handler = RunHookLog},
};
inline constexpr Command kHookCommand = {
    .name = "hook",
    .group = "Connect",
    .summary = "give an agent what a prompt needs; agents call it",
    .description =
        "Reads what the agent says about EVENT as JSON from the standard input and answers in the "
        "agent's own form with a packet: for a prompt in at most hook.budget_tokens, for a command "
        "that failed at a place in the workspace in at most hook.failure_budget, for the start of "
        "a session in at most hook.start_budget. All answers of a conversation share "
        "hook.quota_tokens. What a conversation was shown is not shown again. A subagent has a "
        "conversation of its own, and its task is its first prompt. "
        "Says nothing where there is nothing to say: without an index, for a command of the "
        "agent's own, for a shell command that succeeded, when nothing is relevant, after "
        "`satchel off`, with SATCHEL_DISABLE=1, and when the packet would take longer than 250 ms. "
        "Before it answers, it indexes a few files that have changed; after the agent has edited a "
        "file, it indexes that file and says nothing. Always exits with 0; what went wrong is in "
        "the log. `satchel hook log` shows what it gave. docs/agents.md has the details.",
    .arguments = kHookArguments,
    .flags = kHookFlags,
    .examples = kHookExamples,
    .subcommands = kHookCommands,
    .handler = RunHook};

inline constexpr std::array kInstallArguments = {Argument{.name = "AGENT", .required = false}};
inline constexpr std::array kInstallFlags = {
    Flag{.name = "--print", .help = "show the changes and write nothing"},
    Flag{.name = "--undo", .help = "disconnect: remove what install added, and nothing else"},
};
inline constexpr std::array kInstallExamples = {
    Example{"satchel install", "the agents on this machine, and which of them are connected"},
    Example{"satchel install claude-code --print", "what would change"},
    Example{"satchel install claude-code", "connect it"},
    Example{"satchel install claude-code --undo", "disconnect it"},
};
inline constexpr Command kInstallCommand = {
    .name = "install",
    .group = "Connect",
    .summary = "connect an agent: its hooks and the MCP server",
    .description =
        "Writes the hooks and the MCP server into AGENT's own configuration in your home "
        "directory, "
        "and leaves every other byte as it is. Existing entries stay. --undo removes what install "
        "added, so that the files are as before, byte for byte, and deletes files that held "
        "nothing else. Refuses broken and read-only files. Without AGENT it lists the agents. "
        "docs/agents.md describes each.",
    .formats = "text|json",
    .arguments = kInstallArguments,
    .flags = kInstallFlags,
    .examples = kInstallExamples,
    .handler = RunInstall};

inline constexpr std::array kSetupFlags = {
    Flag{.name = "--print", .help = "show what would be done and write nothing"},
    Flag{.name = "--undo", .help = "disconnect all agents; keep the index"},
    kTimeoutFlag,
};
inline constexpr std::array kSetupExamples = {
    Example{"satchel setup --print", "what it would do"},
    Example{"satchel setup", "index this workspace and connect the agents on this machine"},
};
inline constexpr Command kSetupCommand = {
    .name = "setup",
    .group = "Every day",
    .summary = "index the workspace and connect the agents on this machine",
    .description =
        "Makes the workspace's stores where there are none, brings its index up to date, and does "
        "`satchel install` for every agent that is on this machine, with each change it makes. An "
        "agent that cannot be connected is named and does not stop the others; it exits with 1 "
        "then. On a terminal it asks once whether memories may be proposed (memory.inbox). May be "
        "repeated.",
    .formats = "text|json",
    .flags = kSetupFlags,
    .examples = kSetupExamples,
    .uses_workspace = true,
    .handler = RunSetup};

inline constexpr std::array kSwitchArguments = {Argument{.name = "ID", .required = false}};
inline constexpr std::array kSwitchFlags = {
    Flag{.name = "--session",
         .help = "one conversation; without ID, that of the agent that runs this"},
};
inline constexpr std::array kUninstallFlags = {
    Flag{.name = "--print", .help = "show what would be removed and change nothing"},
    Flag{.name = "--yes", .letter = 'y', .help = "do not ask; needed without a terminal"},
    Flag{.name = "--memories", .help = "also remove your memories"},
};
inline constexpr std::array kUninstallExamples = {
    Example{"satchel uninstall --print", "list every file and directory, with sizes"},
    Example{"satchel uninstall", "list them, ask, and remove them"},
    Example{"satchel uninstall --yes --memories", "remove everything without asking"},
};
inline constexpr Command kUninstallCommand = {
    .name = "uninstall",
    .group = "Settings",
    .summary = "disconnect all agents and remove Satchel's data",
    .description =
        "Lists the agents that are connected and every directory that belongs to Satchel, with its "
        "size: the stores of your workspaces, the parse cache, your settings, and the state. Then "
        "it asks, disconnects the agents as `satchel install --undo` does, and removes the data. "
        "With --verbose the list has what each directory contains. Your memories stay unless you "
        "give --memories. "
        "Notes in .context/, graphs in graphs/, settings that Git tracks, rows in PostgreSQL and "
        "the program itself stay. Links are removed, never what they point to. Exits with 1 if you "
        "decline, or if something could not be removed. docs/guide/uninstall.md says how to remove "
        "the program.",
    .formats = "text|json",
    .flags = kUninstallFlags,
    .examples = kUninstallExamples,
    .uses_workspace = true,
    .handler = RunUninstall};

inline constexpr std::array kOffExamples = {
    Example{"satchel off", "no more context from hooks in this workspace"},
    Example{"satchel off --session claude-code-7f3e",
            "in one conversation, as `hook log` names it"},
};
inline constexpr Command kOffCommand = {
    .name = "off",
    .group = "Settings",
    .summary = "let hooks say nothing in this workspace",
    .description =
        "From then on agents are given nothing here that they did not ask for; the MCP "
        "server still answers. It is your own choice, in .satchel/, which Git ignores. "
        "SATCHEL_DISABLE=1 does the same everywhere. With --session, hooks are silent in one "
        "conversation: ID is the one that `satchel hook log` shows, or the agent's own. Commands "
        "that Claude Code and Codex run need no ID.",
    .formats = "text|json",
    .arguments = kSwitchArguments,
    .flags = kSwitchFlags,
    .examples = kOffExamples,
    .uses_workspace = true,
    .handler = RunOff};

inline constexpr std::array kOnExamples = {
    Example{"satchel on", "hooks give context again"},
};
inline constexpr Command kOnCommand = {.name = "on",
                                       .group = "Settings",
                                       .summary = "let hooks give context in this workspace again",
                                       .description =
                                           "Takes back `satchel off`, with --session the same of "
                                           "one conversation.",
                                       .formats = "text|json",
                                       .arguments = kSwitchArguments,
                                       .flags = kSwitchFlags,
                                       .examples = kOnExamples,
                                       .uses_workspace = true,
                                       .handler = RunOn};

}  // namespace satchel::cli
