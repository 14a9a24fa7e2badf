// The table of commands. Groups and their order are part of the product's face.

#include <algorithm>
#include <array>

#include "surfaces/cli/command.h"

namespace satchel::cli {
namespace {

constexpr std::array<std::string_view, 6> kGroups = {
    "Every day", "Sources", "Packets of one source", "Look inside", "Connect", "Settings"};

constexpr std::array kGlobalFlags = {
    Flag{.name = "--format",
         .value = "FORMAT",
         .choices = "text|markdown|prompt|json",
         .help = "form of the result; each command names those it has (md is markdown)"},
    Flag{.name = "--workspace",
         .value = "DIR",
         .help = "the workspace's root, instead of the Git top level around you"},
    Flag{.name = "--now",
         .value = "TIME",
         .help = "the time to count from, such as 2026-11-15T12:00:00Z, instead of the clock"},
    Flag{.name = "--color",
         .value = "WHEN",
         .choices = "auto|always|never",
         .help = "colour; auto is only on a terminal (NO_COLOR is honoured)"},
    Flag{.name = "--quiet", .letter = 'q', .help = "no notes on stderr; errors and warnings stay"},
    Flag{.name = "--verbose", .letter = 'v', .help = "more about what is done, on stderr"},
    Flag{.name = "--help", .letter = 'h', .help = "-h is the short help, --help the long one"},
    Flag{.name = "--version", .help = "print the version"},
};

constexpr std::array kTopics = {
    Topic{.name = "exit-codes", .summary = "what the exit codes mean"},
    Topic{.name = "environment", .summary = "the environment variables that count"},
    Topic{.name = "settings", .summary = "every setting, its default and what it does"},
};

constexpr std::array kStatusExamples = {
    Example{"satchel status", "the workspace around you"},
    Example{"satchel status --format json", "the same for a program"},
    Example{"satchel status --workspace ~/src/app", "another workspace"},
};
constexpr std::array kDoctorExamples = {
    Example{"satchel doctor", "check everything"},
    Example{"satchel doctor --format json", "the same for a program"},
};

constexpr std::array kKeyArgument = {Argument{.name = "KEY", .is_setting = true}};
constexpr std::array kKeyValueArguments = {Argument{.name = "KEY", .is_setting = true},
                                           Argument{.name = "VALUE"}};

constexpr std::array kShowFlags = {
    Flag{.name = "--origin", .help = "say for each value where it comes from"},
    Flag{.name = "--changed", .help = "only what differs from the default"},
};
constexpr std::array kShowExamples = {
    Example{"satchel config show --origin", "every value and who set it"},
    Example{"satchel config show --changed", "only what somebody set"},
};
constexpr std::array kGetExamples = {
    Example{"satchel config get retention.days", "print one value"},
};
constexpr std::array kScopeFlags = {
    Flag{.name = "--scope",
         .value = "WHICH",
         .choices = "user|workspace",
         .help = "your own file (default), or the workspace's .satchel/config.toml"},
};
constexpr std::array kSetExamples = {
    Example{"satchel config set retention.days 90", "for you, everywhere"},
    Example{"satchel config set --scope workspace budget.tokens 4000",
            "for everybody who works in this workspace"},
};
constexpr std::array kUnsetExamples = {
    Example{"satchel config unset retention.days", "back to what the weaker layers say"},
};
constexpr std::array kPathExamples = {
    Example{"satchel config path", "which files are read, weakest first"},
};
constexpr std::array kTrustFlags = {
    Flag{.name = "--revoke", .help = "take the permission back"},
    Flag{.name = "--list", .help = "list the workspaces you trust"},
};
constexpr std::array kTrustExamples = {
    Example{"satchel config trust", "let this workspace's file redirect data"},
    Example{"satchel config trust --revoke", "and no longer"},
};

constexpr std::array kConfigCommands = {
    Command{.name = "show",
            .summary = "print all settings as they count here",
            .description = "Prints every setting as a line of TOML. Secrets are never printed.",
            .formats = "text|json",
            .flags = kShowFlags,
            .examples = kShowExamples,
            .uses_workspace = true,
            .handler = RunConfigShow},
    Command{.name = "get",
            .summary = "print one setting's value",
            .description =
                "Prints the bare value. Exits with 1 when nothing is set and there is no "
                "default.",
            .formats = "text|json",
            .arguments = kKeyArgument,
            .examples = kGetExamples,
            .uses_workspace = true,
            .handler = RunConfigGet},
    Command{.name = "set",
            .summary = "set a value in a configuration file",
            .description =
                "Changes one value in place; comments and order of the file stay as they are. "
                "Creates the file when there is none.",
            .arguments = kKeyValueArguments,
            .flags = kScopeFlags,
            .examples = kSetExamples,
            .uses_workspace = true,
            .handler = RunConfigSet},
    Command{.name = "unset",
            .summary = "remove a value from a configuration file",
            .description = "Removes the setting's line. Also removes names that are no setting.",
            .arguments = kKeyArgument,
            .flags = kScopeFlags,
            .examples = kUnsetExamples,
            .uses_workspace = true,
            .handler = RunConfigUnset},
    Command{.name = "path",
            .summary = "list the configuration files and whether they are read",
            .description = "Lists the files that are looked for, weakest first.",
            .formats = "text|json",
            .examples = kPathExamples,
            .uses_workspace = true,
            .handler = RunConfigPath},
    Command{.name = "trust",
            .summary = "let the workspace's file redirect data",
            .description =
                "A workspace's config.toml may have come with a repository. Values in it that say "
                "where data goes (addresses, directories) are ignored until you trust the file. "
                "The trust is for its present content: after a change it is asked for again.",
            .formats = "text|json",
            .flags = kTrustFlags,
            .examples = kTrustExamples,
            .uses_workspace = true,
            .handler = RunConfigTrust},
};
constexpr std::array kConfigExamples = {
    Example{"satchel config show --origin", "every value and who set it"},
    Example{"satchel config set retention.days 90", "change one"},
    Example{"satchel config trust", "let this workspace's file redirect data"},
};

constexpr std::array kShellArgument = {Argument{.name = "SHELL", .choices = "bash|zsh|fish"}};
constexpr std::array kCompletionExamples = {
    Example{"source <(satchel completion bash)", "for this bash"},
    Example{"satchel completion zsh > ~/.zfunc/_satchel", "zsh, with ~/.zfunc in fpath"},
    Example{"satchel completion fish > ~/.config/fish/completions/satchel.fish", "fish"},
};

constexpr std::array kHelpArguments = {
    Argument{.name = "TOPIC", .required = false},
    Argument{.name = "SUBCOMMAND", .required = false},
};
constexpr std::array kHelpExamples = {
    Example{"satchel help config set", "the long help of a command"},
    Example{"satchel help exit-codes", "a topic"},
};
constexpr std::array kVersionExamples = {
    Example{"satchel version", "print the version"},
};

constexpr std::array kCommands = {
    Command{.name = "status",
            .group = "Look inside",
            .summary = "what this workspace is, where its data is, what it takes",
            .description = "Shows the workspace and how it was found, where its stores are, which "
                           "configuration files count, and every byte Satchel owns. Reads only.",
            .formats = "text|json",
            .examples = kStatusExamples,
            .uses_workspace = true,
            .handler = RunStatus},
    Command{.name = "doctor",
            .group = "Look inside",
            .summary = "check the setup and say how to repair it",
            .description =
                "Runs every check and prints ok, hint or FAIL with a line that says what "
                "to do. Hints are not failures: a fresh machine passes. Exits with 1 "
                "when a check fails. Reads only.",
            .formats = "text|json",
            .examples = kDoctorExamples,
            .uses_workspace = true,
            .handler = RunDoctor},
    Command{.name = "config",
            .group = "Settings",
            .summary = "show, change and trust settings",
            .description =
                "Settings come from, weakest first: defaults, /etc/satchel/config.toml, your "
                "$XDG_CONFIG_HOME/satchel/config.toml, the workspace's .satchel/config.toml, "
                "SATCHEL_ variables, flags.",
            .examples = kConfigExamples,
            .subcommands = kConfigCommands},
    Command{.name = "completion",
            .group = "Settings",
            .summary = "print the completion script for a shell",
            .description = "Prints a script that completes commands, flags and settings.",
            .arguments = kShellArgument,
            .examples = kCompletionExamples,
            .handler = RunCompletion},
    Command{.name = "help",
            .group = "Settings",
            .summary = "explain a command or a topic",
            .description = "Without a topic: all commands, the flags they share, and the topics.",
            .arguments = kHelpArguments,
            .examples = kHelpExamples,
            .handler = RunHelp},
    Command{.name = "version",
            .group = "Settings",
            .summary = "print the version",
            .description = "Prints the version on one line.",
            .formats = "text|json",
            .examples = kVersionExamples,
            .handler = RunVersion},
    Command{.name = "man",
            .summary = "print the manual page",
            .description = "Prints satchel(1) as roff. Packages install it.",
            .handler = RunMan},
};

}  // namespace

std::span<const Command> AllCommands() { return kCommands; }
std::span<const std::string_view> AllGroups() { return kGroups; }
std::span<const Flag> GlobalFlags() { return kGlobalFlags; }
std::span<const Topic> AllTopics() { return kTopics; }

const Command* FindCommand(std::span<const Command> commands, std::string_view name) {
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string_view> Split(std::string_view choices) {
  std::vector<std::string_view> parts;
  while (!choices.empty()) {
    const auto end = choices.find('|');
    parts.push_back(choices.substr(0, end));
    choices.remove_prefix(end == std::string_view::npos ? choices.size() : end + 1);
  }
  return parts;
}

}  // namespace satchel::cli
