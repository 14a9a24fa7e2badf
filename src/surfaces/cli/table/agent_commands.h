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
         .help = "the agent that calls: a name that `satchel install` lists"},
    kTimeoutFlag,
};
inline constexpr std::array kHookExamples = {
    Example{"satchel hook UserPromptSubmit --agent claude-code < input.json",
            "what Claude Code runs for each prompt"},
    Example{"satchel hook log", "what agents received, and why they received nothing"},
};

inline constexpr std::array kHookLogFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N prompts (20)"},
    Flag{.name = "--conversation",
         .value = "ID",
         .help = "only this conversation, by its id in the log or the agent's own id"},
};
inline constexpr std::array kHookLogExamples = {
    Example{"satchel hook log", "the last 20 prompts"},
    Example{"satchel hook log --limit 5000 --format json", "all prompts, with counts by reason"},
};
// `log` stands where an agent's event does. No agent has an event of that name.
inline constexpr std::array kHookCommands = {
    Command{.name = "log",
            .summary = "show what your agents received from hooks, and why hooks were silent",
            .description =
                "Lists prompts by conversation, the latest first: time, event, duration, tokens "
                "and items of the packet or the reason for silence, and the first 60 characters of "
                "the prompt without secrets. For a packet it names the files that the agent's "
                "tools then read or edited. The start of a session and a failed command count as "
                "prompts. Counts of the listed prompts follow. Hooks do not record decisions that "
                "they make before they open a store: small talk, commands to the agent, commands "
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
    .summary = "answer an agent's prompt with a packet; agents call it",
    .description =
        "Reads the agent's description of EVENT as JSON from standard input and answers in the "
        "agent's own form with a packet: for a prompt within hook.budget_tokens, for a command "
        "that failed at a place in the workspace within hook.failure_budget, for the start of a "
        "session within hook.start_budget. All answers of a conversation share hook.quota_tokens, "
        "and no item is shown twice. A subagent has its own conversation, and its task is the "
        "first prompt. Prints nothing without an index, for a command to the agent itself, for a "
        "shell command that succeeded, if nothing is relevant, after `satchel off`, with "
        "SATCHEL_DISABLE=1, and if the packet would take longer than 250 ms. Before it answers, it "
        "indexes a few changed files; after the agent has edited a file, it indexes that file and "
        "prints nothing. Called by an agent it always exits with 0 and logs failures; at a "
        "terminal a wrong call exits with 2. `satchel hook log` shows the answers. docs/agents.md "
        "has the details.",
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
    Example{"satchel install", "list the agents on this machine and which are connected"},
    Example{"satchel install claude-code --print", "preview the changes"},
    Example{"satchel install claude-code", "connect it"},
    Example{"satchel install claude-code --undo", "disconnect it"},
};
inline constexpr Command kInstallCommand = {
    .name = "install",
    .group = "Connect",
    .summary = "connect an agent: its hooks and the MCP server",
    .description =
        "Adds the hooks and the MCP server to AGENT's configuration in your home directory. Every "
        "other byte and existing entries stay. --undo removes them again, so that the files are "
        "the same as before, byte for byte, and deletes files that are empty then. Refuses broken "
        "and read-only files. Without AGENT it lists the agents. docs/agents.md describes each.",
    .formats = "text|json",
    .arguments = kInstallArguments,
    .flags = kInstallFlags,
    .examples = kInstallExamples,
    .handler = RunInstall};

inline constexpr std::array kSetupFlags = {
    Flag{.name = "--print", .help = "show the plan and write nothing"},
    Flag{.name = "--undo", .help = "disconnect all agents; keep the index"},
    kTimeoutFlag,
};
inline constexpr std::array kSetupExamples = {
    Example{"satchel setup --print", "preview the changes"},
    Example{"satchel setup", "index this workspace and connect the agents on this machine"},
};
inline constexpr Command kSetupCommand = {
    .name = "setup",
    .group = "Every day",
    .summary = "index the workspace and connect the agents on this machine",
    .description =
        "Creates the workspace's stores if they are missing, updates its index, and runs `satchel "
        "install` for every agent on this machine. It prints each file that it changes. If an "
        "agent cannot be connected, it says why, connects the others and exits with 1. At a "
        "terminal it asks once whether memories may be proposed (memory.inbox). You can repeat "
        "it.",
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
    Example{"satchel off", "hooks add no more context in this workspace"},
    Example{"satchel off --session claude-code-7f3e",
            "only in this conversation, named as in `satchel hook log`"},
};
inline constexpr Command kOffCommand = {
    .name = "off",
    .group = "Settings",
    .summary = "switch hooks off in this workspace",
    .description =
        "Hooks add nothing to prompts in this workspace any more; the MCP server still answers. "
        "The switch is in .satchel/, which Git ignores, so it applies only to you. "
        "SATCHEL_DISABLE=1 does the same in every workspace. "
        "With --session, hooks are silent in one conversation: ID is the one in `satchel hook "
        "log`, or the agent's own id. Commands that Claude Code and Codex run need no ID.",
    .formats = "text|json",
    .arguments = kSwitchArguments,
    .flags = kSwitchFlags,
    .examples = kOffExamples,
    .uses_workspace = true,
    .handler = RunOff};

inline constexpr std::array kOnExamples = {
    Example{"satchel on", "hooks add context again"},
};
inline constexpr Command kOnCommand = {.name = "on",
                                       .group = "Settings",
                                       .summary = "switch hooks on in this workspace again",
                                       .description =
                                           "Undoes `satchel off`, with --session for one "
                                           "conversation.",
                                       .formats = "text|json",
                                       .arguments = kSwitchArguments,
                                       .flags = kSwitchFlags,
                                       .examples = kOnExamples,
                                       .uses_workspace = true,
                                       .handler = RunOn};

}  // namespace satchel::cli
