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
};
inline constexpr Command kHookCommand = {
    .name = "hook",
    .group = "Connect",
    .summary = "give an agent what a prompt needs; agents call it",
    .description =
        "Reads what the agent says about EVENT as JSON from the standard input and answers in the "
        "agent's own form with a packet for the prompt, in at most hook.budget_tokens, and all "
        "answers of a conversation in hook.quota_tokens. What a conversation was shown is not "
        "shown "
        "again. Says nothing where there is nothing to say: without an index, for a command of the "
        "agent's own, when nothing is relevant, after `satchel off`, with SATCHEL_DISABLE=1, and "
        "when the packet would take longer than 250 ms. Makes nothing and brings nothing up to "
        "date. Always "
        "exits with 0; what went wrong is in the log. docs/agents.md has the details.",
    .arguments = kHookArguments,
    .flags = kHookFlags,
    .examples = kHookExamples,
    .handler = RunHook};

inline constexpr std::array kInstallArguments = {Argument{.name = "AGENT", .required = false}};
inline constexpr std::array kInstallFlags = {
    Flag{.name = "--print", .help = "show the changes and write nothing"},
    Flag{.name = "--undo", .help = "take out what was put in, and nothing else"},
};
inline constexpr std::array kInstallExamples = {
    Example{"satchel install", "the agents on this machine, and which of them are connected"},
    Example{"satchel install claude-code --print", "what would change"},
    Example{"satchel install claude-code", "connect it"},
    Example{"satchel install claude-code --undo", "and part it again"},
};
inline constexpr Command kInstallCommand = {
    .name = "install",
    .group = "Connect",
    .summary = "connect an agent: its hooks and the MCP server",
    .description =
        "Writes the hooks and the MCP server into AGENT's own configuration in your home "
        "directory, "
        "and leaves every other byte as it is. What is there already stays. With --undo it is "
        "taken "
        "out again, and the files are as they were, byte for byte; files that held nothing else "
        "are "
        "removed. Broken and read-only files are refused. Without AGENT it lists the agents. "
        "docs/agents.md says what each gets.",
    .formats = "text|json",
    .arguments = kInstallArguments,
    .flags = kInstallFlags,
    .examples = kInstallExamples,
    .handler = RunInstall};

inline constexpr std::array kSetupFlags = {
    Flag{.name = "--print", .help = "show what would be done and write nothing"},
    Flag{.name = "--undo", .help = "part all agents again; the workspace's stores stay"},
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
        "then. "
        "May be repeated.",
    .formats = "text|json",
    .flags = kSetupFlags,
    .examples = kSetupExamples,
    .uses_workspace = true,
    .handler = RunSetup};

inline constexpr std::array kOffExamples = {
    Example{"satchel off", "no more context from hooks in this workspace"},
};
inline constexpr Command kOffCommand = {
    .name = "off",
    .group = "Settings",
    .summary = "let hooks say nothing in this workspace",
    .description =
        "From then on agents are given nothing here that they did not ask for; the MCP "
        "server still answers. It is your own choice, in .satchel/, which Git ignores. "
        "SATCHEL_DISABLE=1 does the same everywhere.",
    .formats = "text|json",
    .examples = kOffExamples,
    .uses_workspace = true,
    .handler = RunOff};

inline constexpr std::array kOnExamples = {
    Example{"satchel on", "hooks give context again"},
};
inline constexpr Command kOnCommand = {.name = "on",
                                       .group = "Settings",
                                       .summary = "let hooks give context in this workspace again",
                                       .description = "Takes back `satchel off`.",
                                       .formats = "text|json",
                                       .examples = kOnExamples,
                                       .uses_workspace = true,
                                       .handler = RunOn};

}  // namespace satchel::cli
