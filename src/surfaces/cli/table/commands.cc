// The table of commands. Groups and their order are part of the product's face.

#include <algorithm>
#include <array>

#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/table/agent_commands.h"
#include "surfaces/cli/table/eval_commands.h"
#include "surfaces/cli/table/graph_commands.h"
#include "surfaces/cli/table/memory_commands.h"
#include "surfaces/cli/table/note_commands.h"
#include "surfaces/cli/table/packet_commands.h"

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
    Flag{.name = "--log-level",
         .value = "LEVEL",
         .help = "what is logged to stderr, instead of log.level: debug, info, warn, error, off"},
    Flag{.name = "--quiet", .letter = 'q', .help = "no notes on stderr; errors and warnings stay"},
    Flag{.name = "--verbose", .letter = 'v', .help = "more about what is done, on stderr"},
    Flag{.name = "--no-pager", .help = "print long packets directly, not through $PAGER"},
    Flag{.name = "--help", .letter = 'h', .help = "-h is the short help, --help the long one"},
    Flag{.name = "--version", .letter = 'V', .help = "print the version"},
};

constexpr std::array kTopics = {
    Topic{.name = "exit-codes", .summary = "what the exit codes mean"},
    Topic{.name = "environment", .summary = "the environment variables that count"},
    Topic{.name = "settings", .summary = "every setting, its default and what it does"},
};

constexpr std::array kStatusFlags = {
    Flag{.name = "--week",
         .help = "the packets of the last seven days instead, and whether they helped"},
};
constexpr std::array kStatusExamples = {
    Example{"satchel status", "the workspace around you"},
    Example{"satchel status --format json", "the same for a program"},
    Example{"satchel status --week", "packets, tokens, and the files that were needed later"},
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
    Example{"satchel config show --changed", "only values that are not the default"},
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
    Example{"satchel config trust", "accept what this workspace's file sets"},
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
            .summary = "accept what the workspace's file sets",
            .description =
                "A workspace's config.toml may have come with a repository. Satchel ignores values "
                "in it that say where data goes, decide about your memories, log or sessions, or "
                "raise a limit, until you trust the file. The trust is for its present content: "
                "after a change Satchel asks again.",
            .formats = "text|json",
            .flags = kTrustFlags,
            .examples = kTrustExamples,
            .uses_workspace = true,
            .handler = RunConfigTrust},
};
constexpr std::array kConfigExamples = {
    Example{"satchel config show --origin", "every value and who set it"},
    Example{"satchel config set retention.days 90", "change one"},
    Example{"satchel config trust", "accept what this workspace's file sets"},
};

constexpr std::array kInitFlags = {
    Flag{.name = "--store",
         .value = "PLACE",
         .help = "a directory, or a PostgreSQL address without a password, instead of .satchel/"},
    Flag{.name = "--notes", .help = "also a first set of notes in .context/; what is there stays"},
};
constexpr std::array kInitExamples = {
    Example{"satchel init", "in .satchel/ of this workspace"},
    Example{"satchel init --notes", "and files for rules, tasks, decisions and learnings"},
    Example{"satchel init --store postgresql://satchel_app@db.example/satchel",
            "in a team's database; the password is SATCHEL_STORE_PASSWORD"},
};

constexpr std::array kRunsListFlags = {
    Flag{.name = "--limit", .value = "N", .help = "how many at most (20)"},
    Flag{.name = "--recipe", .value = "NAME", .help = "only those of one recipe, such as index"},
    Flag{.name = "--all", .help = "also those that made no packet: index runs"},
};
constexpr std::array kPinFlags = {
    Flag{.name = "--off", .help = "let it be removed again"},
};
constexpr std::array kRunsListExamples = {
    Example{"satchel runs list --limit 5", "the last five"},
    Example{"satchel runs list --recipe index", "when the code was read, and how it ended"},
};
constexpr std::array kRunsPinExamples = {
    Example{"satchel runs pin RUN", "keep it whatever its age"},
};
constexpr std::array kRunsGcExamples = {
    Example{"satchel runs gc", "what retention no longer keeps goes now"},
};
constexpr std::array kRunsCommands = {
    Command{.name = "list",
            .summary = "list the latest runs",
            .description =
                "Lists runs, latest first: id, age, recipe, tokens of the packet and of its "
                "budget, a status that is not done, and the task, cut to the window. Index runs "
                "only where --recipe or --all asks for them.",
            .formats = "text|json",
            .flags = kRunsListFlags,
            .examples = kRunsListExamples,
            .uses_workspace = true,
            .handler = RunRunsList},
    Command{.name = "show",
            .summary = "show a run: request, stages, model calls, cost",
            .description = "Shows the last run unless RUN names another; a part of its id will do, "
                           "and last~1 is the one before the last. The JSON form has every "
                           "decision.",
            .formats = "text|json",
            .arguments = kOptionalRunArgument,
            .examples = kRunsShowExamples,
            .uses_workspace = true,
            .handler = RunRunsShow},
    Command{.name = "diff",
            .summary = "compare two runs: request, sources, items",
            .description = "Compares RUN with OTHER, or with the last run; the last run, or "
                           "nothing, with the one before it.",
            .formats = "text|json",
            .arguments = kTwoRunsArguments,
            .examples = kRunsDiffExamples,
            .uses_workspace = true,
            .handler = RunRunsDiff},
    Command{.name = "replay",
            .summary = "the long form of `satchel replay`",
            .description = kReplayCommand.description,
            .formats = "text|json",
            .arguments = kRunArgument,
            .flags = kReplayFlags,
            .examples = kReplayExamples,
            .uses_workspace = true,
            .handler = RunReplay},
    Command{.name = "pin",
            .summary = "keep a run",
            .description = "A pinned run stays, whatever its age and the size of the log.",
            .formats = "text|json",
            .arguments = kRunArgument,
            .flags = kPinFlags,
            .examples = kRunsPinExamples,
            .uses_workspace = true,
            .handler = RunRunsPin},
    Command{.name = "gc",
            .summary = "remove what retention no longer keeps",
            .description =
                "Removes runs beyond retention.days and retention.max_mb, oldest first, but never "
                "pinned ones or the last 50; and sessions unused for session.days.",
            .formats = "text|json",
            .examples = kRunsGcExamples,
            .uses_workspace = true,
            .handler = RunRunsGc},
};
constexpr std::array kRunsExamples = {
    Example{"satchel runs list", "the last runs"},
    Example{"satchel runs gc", "clean now"},
};

constexpr std::array kUrlArgument = {Argument{.name = "URL"}};
constexpr std::array kFileArgument = {Argument{.name = "FILE"}};
constexpr std::array kRoleFlags = {
    Flag{.name = "--app-role",
         .value = "NAME",
         .help = "the role that Satchel works as (satchel_app); made when missing"},
};
constexpr std::array kDbInitExamples = {
    Example{"satchel db init postgresql://owner@db.example/satchel", "as the database's owner"},
};
constexpr std::array kDbCheckExamples = {
    Example{"satchel db check postgresql://satchel_app@db.example/satchel",
            "as the application's role"},
};
constexpr std::array kDbMigrateExamples = {
    Example{"satchel db migrate postgresql://owner@db.example/satchel", "after an update"},
};
constexpr std::array kDbExportExamples = {
    Example{"satchel db export backup.jsonl", "into a file"},
    Example{"satchel db export - | zstd > backup.jsonl.zst", "into a pipe"},
};
constexpr std::array kDbImportExamples = {
    Example{"satchel db import backup.jsonl", "into this workspace, which must be empty"},
};
constexpr std::array kDbAdoptExamples = {
    Example{"satchel db adopt", "use the stores that you copied into this work tree"},
    Example{"satchel db adopt --digest \"$SAVED\"", "only if they are what CI saved"},
};
constexpr std::array kDbAdoptFlags = {
    Flag{.name = "--digest",
         .value = "SHA256",
         .help = "adopt only stores with this digest, as `satchel db digest` prints it"},
};
constexpr std::array kDbDigestExamples = {
    Example{"satchel db digest", "before the cache of a CI run is saved"},
};
constexpr std::array kDbCommands = {
    Command{.name = "init",
            .summary = "prepare a PostgreSQL database for a team",
            .description =
                "Run by the owner of the database. Makes the tables, row security and the "
                "application's role, and grants it what it needs. May be repeated. The password "
                "is SATCHEL_STORE_PASSWORD or what libpq finds by itself.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .flags = kRoleFlags,
            .examples = kDbInitExamples,
            .uses_workspace = true,
            .handler = RunDbInit},
    Command{.name = "check",
            .summary = "check that a role keeps workspaces apart",
            .description =
                "Connects as the role in the address and prints what is wrong with it or with the "
                "tables, each with its fix. Exits with 1 when anything is.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .examples = kDbCheckExamples,
            .uses_workspace = true,
            .handler = RunDbCheck},
    Command{.name = "migrate",
            .summary = "bring a database to this version's schema",
            .description = "Run by the owner of the database, before the new version is used.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .flags = kRoleFlags,
            .examples = kDbMigrateExamples,
            .uses_workspace = true,
            .handler = RunDbMigrate},
    Command{.name = "export",
            .summary = "write this workspace's rows to a file",
            .description =
                "Writes curated, log and sessions as lines of JSON with a digest at the end; the "
                "same bytes from SQLite and PostgreSQL. - is the standard output.",
            .formats = "text|json",
            .arguments = kFileArgument,
            .examples = kDbExportExamples,
            .uses_workspace = true,
            .handler = RunDbExport},
    Command{.name = "import",
            .summary = "read a workspace's rows from a file",
            .description =
                "Checks the whole file first, then writes it into this workspace, which must be "
                "empty.",
            .formats = "text|json",
            .arguments = kFileArgument,
            .examples = kDbImportExamples,
            .uses_workspace = true,
            .handler = RunDbImport},
    Command{.name = "adopt",
            .summary = "use stores that were made on another machine",
            .description =
                "Satchel uses stores in a work tree only if it made them for you on this machine: "
                "a repository could bring its own. This command allows the ones that are there. "
                "Their memories and logs are then shown as yours, so run it only for stores that "
                "you put there.",
            .formats = "text|json",
            .flags = kDbAdoptFlags,
            .examples = kDbAdoptExamples,
            .uses_workspace = true,
            .handler = RunDbAdopt},
    Command{
        .name = "digest",
        .summary = "print the digest of this work tree's stores",
        .description =
            "Prints the SHA-256 of the stores in the work tree, for `satchel db adopt --digest` "
            "on another machine. Every command that writes changes it.",
        .formats = "text|json",
        .examples = kDbDigestExamples,
        .uses_workspace = true,
        .handler = RunDbDigest},
};
constexpr std::array kDbExamples = {
    Example{"satchel db check postgresql://satchel_app@db.example/satchel", "is it safe to use?"},
    Example{"satchel db export backup.jsonl", "everything of this workspace"},
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
    Argument{.name = "SUBCOMMAND", .required = false},
};
constexpr std::array kHelpExamples = {
    Example{"satchel help config set", "the long help of a command"},
    Example{"satchel help exit-codes", "a topic"},
};
constexpr std::array kVersionExamples = {
    Example{"satchel version", "print the version"},
};

constexpr std::array kWorkspaceArgument = {
    Argument{.name = "DIR", .required = false, .is_workspace = true}};
constexpr std::array kEnrichFlags = {
    Flag{.name = "--model", .value = "ID", .help = "the model that describes files (llm.model)"},
    Flag{.name = "--base-url",
         .value = "URL",
         .help = "its server: Ollama, or one that speaks OpenAI's protocol, then with /v1 "
                 "(llm.base_url)"},
    Flag{.name = "--promote", .help = "make the descriptions count"},
    Flag{.name = "--limit", .value = "N", .help = "ask about at most so many files"},
    kTimeoutFlag,
};
constexpr std::array kEnrichExamples = {
    Example{"satchel enrich --model qwen2.5-coder --base-url http://localhost:11434 --promote",
            "describe what has no description yet, and use all of them"},
    Example{"satchel enrich --promote", "use what was described before"},
};
constexpr std::array kIndexFlags = {
    Flag{.name = "--full", .help = "read every file again, whatever its date says"},
    Flag{.name = "--no-cache", .help = "parse everything; neither use nor fill the parse cache"},
    Flag{.name = "--file",
         .value = "PATH",
         .help = "only this one, which the index has; no look at the others"},
    Flag{.name = "--rev",
         .value = "COMMIT",
         .help = "the files of a commit, without a checkout; needs --store"},
    Flag{.name = "--store", .value = "DIR", .help = "the stores' directory, instead of .satchel"},
    Flag{.name = "--watch", .help = "then stay, and keep it up to date until Ctrl-C"},
    Flag{.name = "--threads", .value = "N", .help = "how many to read with; default: processors"},
    Flag{.name = "--wait",
         .value = "SECONDS",
         .help = "for another satchel that is writing; default: 60"},
    Flag{.name = "--background",
         .help = "one processor, lowest priority, two minutes at most; as hooks start it"},
    kTimeoutFlag,
};
constexpr std::array kIndexExamples = {
    Example{"satchel index", "bring the index up to date"},
    Example{"satchel index --format json", "the same, with a summary for a program"},
    Example{"satchel index --watch", "the same, and keep it so while you work"},
    Example{"satchel index --full --no-cache", "everything from the start"},
    Example{"satchel index --rev v1.0 --store /tmp/v1", "a past commit, in a store of its own"},
};

constexpr std::array kSearchArguments = {Argument{.name = "QUERY", .words = true}};
constexpr std::array kSearchFlags = {
    Flag{.name = "--limit", .value = "N", .help = "how many places; default: 10"},
    Flag{.name = "--per-file", .value = "N", .help = "how many places of one file; default: 1"},
    kPathFlag,
    kLangFlag,
    kNoTestsFlag,
    Flag{.name = "--budget",
         .value = "TOKENS",
         .help = "as many places as fit into so many tokens of what is printed, never more"},
    Flag{.name = "--tokenizer",
         .value = "COUNTER",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how tokens are counted (budget.tokenizer, or safe)"},
    Flag{.name = "--rerank",
         .help = "let the reranker (rerank.base_url, rerank.model) order the first 50 places"},
    Flag{.name = "--explain", .help = "show what each word gave to the score"},
    kNoRefreshFlag,
    Flag{.name = "--source",
         .value = "SOURCE",
         .choices = "code|notes|graph|memory",
         .help = "where to search; may be repeated; default: all there is"},
    kTimeoutFlag,
};
constexpr std::array kSearchExamples = {
    Example{"satchel search where is the session cookie signed", "the best places"},
    Example{"pytest 2>&1 | satchel search -", "the places that a report speaks of"},
    Example{"satchel search parseHeader --explain --limit 3", "with the terms of each score"},
    Example{"satchel search '\"connection refused\"'", "a phrase"},
    Example{"satchel search retry --path 'src/' --path '!*.md' --no-tests", "in some files only"},
    Example{"satchel search why do we use sqlite --source notes", "in decisions and learnings"},
    Example{"satchel search src/app.py", "what a file begins with and defines"},
    Example{"satchel search where are jobs queued --budget 2000 --format json", "for an agent"},
};

constexpr std::array kUsesArguments = {Argument{.name = "NAME"}};
constexpr std::array kUsesFlags = {
    Flag{.name = "--limit", .value = "N", .help = "how many places of each kind; default: 20"},
    kPathFlag,
    kLangFlag,
    kNoTestsFlag,
    kNoRefreshFlag,
    kTimeoutFlag,
};
constexpr std::array kMcpFlags = {
    Flag{.name = "--http",
         .value = "ADDR:PORT",
         .help = "over HTTP on a loopback address, such as 127.0.0.1:8080 (port 0: any)"},
    Flag{.name = "--token-file",
         .value = "FILE",
         .help = "has the token that HTTP clients must send; created if missing; default: "
                 "$XDG_STATE_HOME/satchel/mcp.token"},
    Flag{.name = "--allow-write", .help = "offer HTTP clients the tool remember"},
    Flag{.name = "--allow-origin",
         .value = "ORIGIN",
         .help = "let pages of this origin ask over HTTP; may be repeated; default: none"},
};
constexpr std::array kMcpExamples = {
    Example{"claude mcp add satchel -- satchel mcp", "connect an agent"},
    Example{"satchel mcp --workspace ~/src/app", "for another workspace than the one around you"},
    Example{"satchel mcp --http 127.0.0.1:8080", "for clients that speak HTTP, on this machine"},
};

constexpr std::array kUsesExamples = {
    Example{"satchel uses parse_header", "definitions, callers, callees, importers"},
    Example{"satchel uses Session.save --no-tests", "a method of one class, without tests"},
    Example{"satchel uses parse_header --path 'src/' --format json", "for a program"},
};

constexpr std::array kCommands = {
    kSetupCommand,
    kPackCommand,
    Command{
        .name = "search",
        .group = "Every day",
        .summary = "ranked places, with reasons",
        .description =
            "Searches code, notes, graphs and memories for the words of the query, in any order, "
            "and prints the best places in one list, with the lines that match. No word is "
            "required; more and rarer matches rank higher. Identifiers match by their parts, words "
            "by their stems. A quoted phrase must match exactly if the query has nothing else; in "
            "a "
            "question, places with the phrase come first. A path shows the head of that file and "
            "what it defines. --path, --lang and --no-tests "
            "exclude files before the search; with --path or --lang it covers only code, unless "
            "--source names other sources. If nothing matches well, search says so and lists the "
            "closest places. With --rerank, or search.rerank, a server orders the first 50 by "
            "their texts within rerank.timeout_ms; if it does not answer, the order stays and a "
            "note says why. QUERY may be several words, or - for the standard input. Re-indexes up "
            "to 200 changed files first and warns if there are more; builds the index on first "
            "use.",
        .formats = "text|json",
        .arguments = kSearchArguments,
        .flags = kSearchFlags,
        .examples = kSearchExamples,
        .uses_workspace = true,
        .handler = RunSearch},
    Command{
        .name = "uses",
        .group = "Every day",
        .summary = "where a name is defined, used and imported",
        .description =
            "Prints where NAME is defined, who uses it, who imports it or its file, and what it "
            "uses itself, each with its line. NAME is whole: a function, a class, a macro, "
            "Class.method, or a route of a server (GET /users/{id}, /users/7). References are "
            "resolved by names, imports and scopes; a use that matches only by name is marked. "
            "Tests "
            "come last. --path, --lang and --no-tests limit the files whose uses are shown.",
        .formats = "text|json",
        .arguments = kUsesArguments,
        .flags = kUsesFlags,
        .examples = kUsesExamples,
        .uses_workspace = true,
        .handler = RunUses},
    kWhyCommand,
    kRememberCommand,
    kForgetCommand,
    Command{.name = "init",
            .group = "Sources",
            .summary = "make this workspace's stores",
            .description =
                "Makes .satchel/ with the databases and a .gitignore of its own; yours is not "
                "touched. With --store they are made there, and the workspace's config.toml "
                "says so from then on. With --notes it also makes the files of .context/ that are "
                "missing. May be repeated.",
            .formats = "text|json",
            .flags = kInitFlags,
            .examples = kInitExamples,
            .uses_workspace = true,
            .handler = RunInit},
    Command{
        .name = "index",
        .group = "Sources",
        .summary = "read the code: files, symbols, imports, references",
        .description =
            "Brings the index of the workspace's code up to date: reads the files that "
            "changed, removes those that are gone, and reports what it skipped and why. It skips "
            "files that git ignores or .satchelignore names, files named like secrets, and files "
            "of other sources. It writes only .satchel/ and the parse cache. "
            "May be interrupted and repeated at any time. With --watch it stays: what changes in "
            "the work tree is in the index a moment later, with a line for each refresh (JSON: "
            "one object a line), until Ctrl-C or SIGTERM, which is no failure then. DIR is the "
            "same as "
            "--workspace DIR.",
        .formats = "text|json",
        .arguments = kWorkspaceArgument,
        .flags = kIndexFlags,
        .examples = kIndexExamples,
        .uses_workspace = true,
        .handler = RunIndex},
    Command{
        .name = "enrich",
        .group = "Sources",
        .summary = "let a model describe the files of the index",
        .description =
            "Asks a model about each file of source code: what it is for, which part of the system "
            "it belongs to, which words you would search it by. The model sees the path, how "
            "the file begins, and its signatures, without secrets. Each answer is logged at "
            "once, so the command may be interrupted and repeated; a file is asked about again "
            "only when it has changed. With --promote the descriptions count: `retrieve` finds "
            "files by them, as its fourth tier. Without a model, --promote takes over what was "
            "described before. DIR is the same as --workspace DIR.",
        .formats = "text|json",
        .arguments = kWorkspaceArgument,
        .flags = kEnrichFlags,
        .examples = kEnrichExamples,
        .uses_workspace = true,
        .handler = RunEnrich},
    kNoteCommand,
    kMemoryCommand,
    kGraphCommand,
    kRecallCommand,
    kRetrieveCommand,
    kRefineCommand,
    kAgentCommand,
    Command{.name = "status",
            .group = "Look inside",
            .summary = "what this workspace is, where its data is, what it takes",
            .description =
                "Shows the workspace and how it was found, where its stores are, what is "
                "indexed of its code and how far the tree has gone on since, which "
                "configuration files count, and every byte Satchel owns. Reads only. With --week: "
                "how many packets were made in the last seven days, through what and of how many "
                "tokens, and of the files that commits behind the first of them changed, how many "
                "had been in a packet before.",
            .formats = "text|json",
            .flags = kStatusFlags,
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
    kEvalCommand,
    Command{.name = "runs",
            .group = "Look inside",
            .summary = "list, keep and remove runs",
            .description = "Every run is in the log with all it decided. See also "
                           "`satchel help settings` on retention.",
            .examples = kRunsExamples,
            .subcommands = kRunsCommands},
    kReplayCommand,
    Command{.name = "mcp",
            .group = "Connect",
            .summary = "serve an agent over the Model Context Protocol",
            .description =
                "Speaks MCP on the standard streams, a message a line, until the input ends: tools "
                "(pack, refine, search, why, remember), resources and prompts of the workspace "
                "around it. Agents start it; docs/formats/mcp.md has the lines that connect each. "
                "Nothing is opened before the first request that needs it. Where nothing is "
                "indexed yet, "
                "that is done in the background, and answers say how far it is. Logs go to "
                "stderr. With --http it prints its address and serves any number of clients on "
                "this machine until Ctrl-C or SIGTERM. Clients send the token of --token-file as "
                "`Authorization: Bearer TOKEN`. To serve other machines, put a proxy with TLS in "
                "front.",
            .flags = kMcpFlags,
            .examples = kMcpExamples,
            .uses_workspace = true,
            .handler = RunMcp},
    kHookCommand,
    kInstallCommand,
    Command{.name = "config",
            .group = "Settings",
            .summary = "show, change and trust settings",
            .description =
                "Settings come from, weakest first: defaults, /etc/satchel/config.toml, your "
                "$XDG_CONFIG_HOME/satchel/config.toml, the workspace's .satchel/config.toml, "
                "SATCHEL_ variables, flags.",
            .examples = kConfigExamples,
            .subcommands = kConfigCommands},
    kOffCommand,
    kOnCommand,
    kUninstallCommand,
    Command{.name = "db",
            .group = "Settings",
            .summary = "prepare and check databases; export, import and adopt",
            .description = "docs/operate/postgresql.md has the whole story.",
            .examples = kDbExamples,
            .subcommands = kDbCommands},
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

namespace {

void Visit(const Command& command, const std::string& name,
           const std::function<void(const Command&, const std::string&)>& visit) {
  visit(command, name);
  for (const Command& sub : command.subcommands) {
    Visit(sub, name + " " + std::string(sub.name), visit);
  }
}

}  // namespace

void ForEachCommand(const std::function<void(const Command&, const std::string&)>& visit) {
  for (const Command& command : AllCommands()) {
    if (!command.group.empty()) Visit(command, std::string(command.name), visit);
  }
}

const Command* FindCommand(std::span<const Command> commands, std::string_view name) {
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

}  // namespace satchel::cli
