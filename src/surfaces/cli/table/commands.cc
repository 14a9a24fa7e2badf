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
         .help = "format of the result; each command lists its own (md is short for markdown)"},
    Flag{.name = "--workspace",
         .value = "DIR",
         .help = "root of the workspace (default: the Git top level)"},
    Flag{.name = "--now",
         .value = "TIME",
         .help = "use this time, such as 2026-11-15T12:00:00Z, instead of the clock"},
    Flag{.name = "--color",
         .value = "WHEN",
         .choices = "auto|always|never",
         .help = "when to use colour; auto: only on a terminal, unless NO_COLOR is set"},
    Flag{.name = "--log-level",
         .value = "LEVEL",
         .help = "log level on stderr, overrides log.level: debug, info, warn, error, off"},
    Flag{.name = "--quiet", .letter = 'q', .help = "print only errors and warnings on stderr"},
    Flag{.name = "--verbose", .letter = 'v', .help = "explain each step on stderr"},
    Flag{.name = "--no-pager", .help = "print long packets directly, not through $PAGER"},
    Flag{.name = "--help", .letter = 'h', .help = "-h prints short help, --help all of it"},
    Flag{.name = "--version", .letter = 'V', .help = "print the version"},
};

constexpr std::array kTopics = {
    Topic{.name = "exit-codes", .summary = "meaning of each exit code"},
    Topic{.name = "environment", .summary = "environment variables that Satchel reads"},
    Topic{.name = "settings", .summary = "every setting with its default and its effect"},
};

constexpr std::array kStatusFlags = {
    Flag{.name = "--week",
         .help = "show the packets of the last seven days, and whether they helped"},
};
constexpr std::array kStatusExamples = {
    Example{"satchel status", "the current workspace"},
    Example{"satchel status --format json", "the same as JSON"},
    Example{"satchel status --week", "packets, tokens, and how many changed files they had shown"},
    Example{"satchel status --workspace ~/src/app", "another workspace"},
};
constexpr std::array kDoctorExamples = {
    Example{"satchel doctor", "check everything"},
    Example{"satchel doctor --format json", "the same as JSON"},
};

constexpr std::array kKeyArgument = {Argument{.name = "KEY", .is_setting = true}};
constexpr std::array kKeyValueArguments = {Argument{.name = "KEY", .is_setting = true},
                                           Argument{.name = "VALUE"}};

constexpr std::array kShowFlags = {
    Flag{.name = "--origin", .help = "show where each value comes from"},
    Flag{.name = "--changed", .help = "show only values that differ from the default"},
};
constexpr std::array kShowExamples = {
    Example{"satchel config show --origin", "every value and where it was set"},
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
    Example{"satchel config set retention.days 90", "for you, in every workspace"},
    Example{"satchel config set --scope workspace budget.tokens 4000",
            "for everyone who works in this workspace"},
};
constexpr std::array kUnsetExamples = {
    Example{"satchel config unset retention.days",
            "use the default, or the value of a weaker file, again"},
};
constexpr std::array kPathExamples = {
    Example{"satchel config path", "the files, weakest first"},
};
constexpr std::array kTrustFlags = {
    Flag{.name = "--revoke", .help = "withdraw the permission"},
    Flag{.name = "--list", .help = "list the workspaces you trust"},
};
constexpr std::array kTrustExamples = {
    Example{"satchel config trust", "allow the settings in this workspace's file"},
    Example{"satchel config trust --revoke", "withdraw the permission"},
};

constexpr std::array kConfigCommands = {
    Command{.name = "show",
            .summary = "print all settings in effect here",
            .description = "Prints every setting as a line of TOML. Never prints secrets.",
            .formats = "text|json",
            .flags = kShowFlags,
            .examples = kShowExamples,
            .uses_workspace = true,
            .handler = RunConfigShow},
    Command{
        .name = "get",
        .summary = "print one setting's value",
        .description =
            "Prints only the value. Exits with 1 if the setting has neither a value nor a default.",
        .formats = "text|json",
        .arguments = kKeyArgument,
        .examples = kGetExamples,
        .uses_workspace = true,
        .handler = RunConfigGet},
    Command{.name = "set",
            .summary = "set a value in a configuration file",
            .description = "Changes one value and keeps the comments and the order of the file. "
                           "Creates the file if it is missing.",
            .arguments = kKeyValueArguments,
            .flags = kScopeFlags,
            .examples = kSetExamples,
            .uses_workspace = true,
            .handler = RunConfigSet},
    Command{.name = "unset",
            .summary = "remove a value from a configuration file",
            .description = "Removes the setting's line. Also removes unknown names.",
            .arguments = kKeyArgument,
            .flags = kScopeFlags,
            .examples = kUnsetExamples,
            .uses_workspace = true,
            .handler = RunConfigUnset},
    Command{.name = "path",
            .summary = "list the configuration files and whether they are read",
            .description = "Lists the configuration files, weakest first.",
            .formats = "text|json",
            .examples = kPathExamples,
            .uses_workspace = true,
            .handler = RunConfigPath},
    Command{.name = "trust",
            .summary = "allow the settings in the workspace's file",
            .description =
                "A workspace's config.toml may have come with a repository. Until you trust the "
                "file, Satchel ignores values in it that say where data goes, that affect your "
                "memories, log or sessions, or that raise a limit. Trust covers the present "
                "content of the file: after a change Satchel ignores these values again.",
            .formats = "text|json",
            .flags = kTrustFlags,
            .examples = kTrustExamples,
            .uses_workspace = true,
            .handler = RunConfigTrust},
};
constexpr std::array kConfigExamples = {
    Example{"satchel config show --origin", "every value and where it was set"},
    Example{"satchel config set retention.days 90", "change one value"},
    Example{"satchel config trust", "allow the settings in this workspace's file"},
};

constexpr std::array kInitFlags = {
    Flag{.name = "--store",
         .value = "PLACE",
         .help = "a directory or a PostgreSQL URL without a password, instead of .satchel/"},
    Flag{.name = "--notes", .help = "also create the notes files in .context/ that are missing"},
};
constexpr std::array kInitExamples = {
    Example{"satchel init", "in .satchel/ of this workspace"},
    Example{"satchel init --notes", "also files for rules, tasks, decisions and learnings"},
    Example{"satchel init --store postgresql://satchel_app@db.example/satchel",
            "in a team's database; SATCHEL_STORE_PASSWORD has the password"},
};

constexpr std::array kRunsListFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N (20)"},
    Flag{.name = "--recipe", .value = "NAME", .help = "only runs of this recipe, such as index"},
    Flag{.name = "--all", .help = "include runs that made no packet, such as index runs"},
};
constexpr std::array kPinFlags = {
    Flag{.name = "--off", .help = "unpin it"},
};
constexpr std::array kRunsListExamples = {
    Example{"satchel runs list --limit 5", "the last five"},
    Example{"satchel runs list --recipe index", "when the code was indexed, and with what result"},
};
constexpr std::array kRunsPinExamples = {
    Example{"satchel runs pin RUN", "never remove it"},
};
constexpr std::array kRunsGcExamples = {
    Example{"satchel runs gc", "remove old runs now"},
};
constexpr std::array kRunsCommands = {
    Command{
        .name = "list",
        .summary = "list the latest runs",
        .description =
            "Lists runs, latest first: id, age, recipe, tokens and budget of the packet, the "
            "status if it is not done, and the task. Shows index runs only with --recipe or --all.",
        .formats = "text|json",
        .flags = kRunsListFlags,
        .examples = kRunsListExamples,
        .uses_workspace = true,
        .handler = RunRunsList},
    Command{.name = "show",
            .summary = "show a run: request, stages, model calls, cost",
            .description = "Shows RUN, or the last run. RUN is an id, a unique part of one, or "
                           "last~1 for the run before the last. JSON has every decision.",
            .formats = "text|json",
            .arguments = kOptionalRunArgument,
            .examples = kRunsShowExamples,
            .uses_workspace = true,
            .handler = RunRunsShow},
    Command{.name = "diff",
            .summary = "compare two runs: request, sources, items",
            .description = "Compares RUN with OTHER. Without OTHER it compares RUN with the last "
                           "run; without RUN, the last run with the one before.",
            .formats = "text|json",
            .arguments = kTwoRunsArguments,
            .examples = kRunsDiffExamples,
            .uses_workspace = true,
            .handler = RunRunsDiff},
    Command{.name = "replay",
            .summary = "the same as `satchel replay`",
            .description = kReplayCommand.description,
            .formats = "text|json",
            .arguments = kRunArgument,
            .flags = kReplayFlags,
            .examples = kReplayExamples,
            .uses_workspace = true,
            .handler = RunReplay},
    Command{.name = "pin",
            .summary = "keep a run",
            .description = "Retention never removes a pinned run.",
            .formats = "text|json",
            .arguments = kRunArgument,
            .flags = kPinFlags,
            .examples = kRunsPinExamples,
            .uses_workspace = true,
            .handler = RunRunsPin},
    Command{.name = "gc",
            .summary = "remove runs and sessions past their retention",
            .description =
                "Removes runs beyond retention.days and retention.max_mb, oldest first, and "
                "sessions unused for session.days. Never removes pinned runs or the last 50.",
            .formats = "text|json",
            .examples = kRunsGcExamples,
            .uses_workspace = true,
            .handler = RunRunsGc},
};
constexpr std::array kRunsExamples = {
    Example{"satchel runs list", "the latest runs"},
    Example{"satchel runs gc", "remove old runs now"},
};

constexpr std::array kUrlArgument = {Argument{.name = "URL"}};
constexpr std::array kFileArgument = {Argument{.name = "FILE"}};
constexpr std::array kRoleFlags = {
    Flag{.name = "--app-role",
         .value = "NAME",
         .help = "the role that Satchel uses (satchel_app); created if missing"},
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
    Example{"satchel db adopt --digest \"$SAVED\"", "only if they are the ones that CI saved"},
};
constexpr std::array kDbAdoptFlags = {
    Flag{.name = "--digest",
         .value = "SHA256",
         .help = "adopt only stores with this digest, as `satchel db digest` prints it"},
};
constexpr std::array kDbDigestExamples = {
    Example{"satchel db digest", "before CI saves its cache"},
};
constexpr std::array kDbCommands = {
    Command{.name = "init",
            .summary = "prepare a PostgreSQL database for a team",
            .description = "Run it as the owner of the database. Creates the tables, row security "
                           "and the application's role with its grants. You can repeat it. The "
                           "password comes from SATCHEL_STORE_PASSWORD or from libpq.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .flags = kRoleFlags,
            .examples = kDbInitExamples,
            .uses_workspace = true,
            .handler = RunDbInit},
    Command{.name = "check",
            .summary = "check that a role keeps workspaces separate",
            .description = "Connects as the role in the URL and prints each problem of the role or "
                           "the tables, with its fix. Exits with 1 if there is a problem.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .examples = kDbCheckExamples,
            .uses_workspace = true,
            .handler = RunDbCheck},
    Command{.name = "migrate",
            .summary = "migrate a database to this version's schema",
            .description = "Run it as the owner of the database, before you use the new version.",
            .formats = "text|json",
            .arguments = kUrlArgument,
            .flags = kRoleFlags,
            .examples = kDbMigrateExamples,
            .uses_workspace = true,
            .handler = RunDbMigrate},
    Command{.name = "export",
            .summary = "write this workspace's rows to a file",
            .description =
                "Writes index, log and sessions as lines of JSON with a digest at the end. SQLite "
                "and PostgreSQL give the same bytes. FILE may be - for standard output.",
            .formats = "text|json",
            .arguments = kFileArgument,
            .examples = kDbExportExamples,
            .uses_workspace = true,
            .handler = RunDbExport},
    Command{.name = "import",
            .summary = "read a workspace's rows from a file",
            .description =
                "Checks the whole file, then writes it into this workspace, which must be empty.",
            .formats = "text|json",
            .arguments = kFileArgument,
            .examples = kDbImportExamples,
            .uses_workspace = true,
            .handler = RunDbImport},
    Command{.name = "adopt",
            .summary = "use stores that were created on a different machine",
            .description = "Satchel uses stores in a work tree only if it created them for you on "
                           "this machine, because a repository could bring its own. This command "
                           "allows the ones in this work tree. Satchel then shows their memories "
                           "and logs as yours, so run it only for stores that you copied yourself.",
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
    Example{"satchel db check postgresql://satchel_app@db.example/satchel",
            "check that it is safe to use"},
    Example{"satchel db export backup.jsonl", "all rows of this workspace"},
};

constexpr std::array kShellArgument = {Argument{.name = "SHELL", .choices = "bash|zsh|fish"}};
constexpr std::array kCompletionExamples = {
    Example{"source <(satchel completion bash)", "for this shell"},
    Example{"satchel completion zsh > ~/.zfunc/_satchel", "zsh, with ~/.zfunc in fpath"},
    Example{"satchel completion fish > ~/.config/fish/completions/satchel.fish", "fish"},
};

constexpr std::array kHelpArguments = {
    Argument{.name = "TOPIC", .required = false},
    Argument{.name = "SUBCOMMAND", .required = false},
    Argument{.name = "SUBCOMMAND", .required = false},
};
constexpr std::array kHelpFlags = {
    Flag{.name = "--all", .help = "list every command, the shared flags and the topics"},
};
constexpr std::array kHelpExamples = {
    Example{"satchel help --all", "every command"},
    Example{"satchel help config set", "all help of one command"},
    Example{"satchel help exit-codes", "a topic"},
};
constexpr std::array kVersionExamples = {
    Example{"satchel version", "print the version"},
};

constexpr std::array kWorkspaceArgument = {
    Argument{.name = "DIR", .required = false, .is_workspace = true}};
constexpr std::array kEnrichFlags = {
    Flag{
        .name = "--model", .value = "ID", .help = "the model that describes the files (llm.model)"},
    Flag{.name = "--base-url",
         .value = "URL",
         .help = "the model's server: Ollama, or an OpenAI-compatible one with /v1 (llm.base_url)"},
    Flag{.name = "--promote", .help = "use the descriptions in `retrieve`"},
    Flag{.name = "--limit", .value = "N", .help = "ask about at most N files"},
    kTimeoutFlag,
};
constexpr std::array kEnrichExamples = {
    Example{"satchel enrich --model qwen2.5-coder --base-url http://localhost:11434 --promote",
            "describe the remaining files, and use all descriptions"},
    Example{"satchel enrich --promote", "use the existing descriptions"},
};
constexpr std::array kIndexFlags = {
    Flag{.name = "--full", .help = "read every file again, even if it looks unchanged"},
    Flag{.name = "--no-cache", .help = "neither use nor fill the parse cache"},
    Flag{.name = "--file",
         .value = "PATH",
         .help = "update only this file, which must be indexed already"},
    Flag{.name = "--rev",
         .value = "COMMIT",
         .help = "index a commit without a checkout; needs --store"},
    Flag{.name = "--store", .value = "DIR", .help = "directory of the stores, instead of .satchel"},
    Flag{.name = "--watch", .help = "keep running and index changes until Ctrl-C"},
    Flag{.name = "--threads",
         .value = "N",
         .help = "number of threads (default: number of processors)"},
    Flag{.name = "--wait",
         .value = "SECONDS",
         .help = "how long to wait for another process that is indexing (60)"},
    Flag{.name = "--background",
         .help =
             "use one processor at the lowest priority, for at most two minutes; hooks use this"},
    kTimeoutFlag,
};
constexpr std::array kIndexExamples = {
    Example{"satchel index", "bring the index up to date"},
    Example{"satchel index --format json", "with a summary as JSON"},
    Example{"satchel index --watch", "keep it up to date while you work"},
    Example{"satchel index --full --no-cache", "rebuild it from scratch"},
    Example{"satchel index --rev v1.0 --store /tmp/v1", "index a past commit in a separate store"},
};

constexpr std::array kSearchArguments = {Argument{.name = "QUERY", .words = true}};
constexpr std::array kSearchFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N places (10)"},
    Flag{.name = "--per-file", .value = "N", .help = "show at most N places of one file (1)"},
    kPathFlag,
    kLangFlag,
    kNoTestsFlag,
    Flag{.name = "--budget",
         .value = "TOKENS",
         .help = "print as many places as fit into this many tokens"},
    Flag{.name = "--tokenizer",
         .value = "COUNTER",
         .choices = "chars4|o200k|cl100k|safe",
         .help = "how to count tokens (budget.tokenizer, or safe)"},
    Flag{.name = "--rerank",
         .help = "let the reranker (rerank.base_url, rerank.model) order the first 50 places"},
    Flag{.name = "--explain", .help = "show how each word contributes to the score"},
    kNoRefreshFlag,
    Flag{.name = "--source",
         .value = "SOURCE",
         .choices = "code|notes|graph|memory",
         .help = "search only this source; may be repeated (default: all)"},
    kTimeoutFlag,
};
constexpr std::array kSearchExamples = {
    Example{"satchel search where is the session cookie signed", "a question"},
    Example{"pytest 2>&1 | satchel search -", "the places that a test report names"},
    Example{"satchel search parseHeader --explain --limit 3", "with the terms of each score"},
    Example{"satchel search '\"connection refused\"'", "a phrase"},
    Example{"satchel search retry --path 'src/' --path '!*.md' --no-tests", "in some files only"},
    Example{"satchel search why do we use sqlite --source notes", "in decisions and learnings"},
    Example{"satchel search src/app.py", "the head of a file, and its definitions"},
    Example{"satchel search where are jobs queued --budget 2000 --format json",
            "JSON for an agent, within 2000 tokens"},
};

constexpr std::array kUsesArguments = {Argument{.name = "NAME"}};
constexpr std::array kUsesFlags = {
    Flag{.name = "--limit", .value = "N", .help = "show at most N places of each kind (20)"},
    kPathFlag,
    kLangFlag,
    kNoTestsFlag,
    kNoRefreshFlag,
    kTimeoutFlag,
};
constexpr std::array kMcpFlags = {
    Flag{
        .name = "--http",
        .value = "ADDR:PORT",
        .help = "serve HTTP on a loopback address, such as 127.0.0.1:8080 (port 0: any free port)"},
    Flag{.name = "--token-file",
         .value = "FILE",
         .help = "file with the token that HTTP clients must send; created if missing (default: "
                 "$XDG_STATE_HOME/satchel/mcp.token)"},
    Flag{.name = "--allow-write", .help = "offer the tool remember to HTTP clients"},
    Flag{.name = "--allow-origin",
         .value = "ORIGIN",
         .help = "allow web pages of this origin; may be repeated (default: none)"},
};
constexpr std::array kMcpExamples = {
    Example{"claude mcp add satchel -- satchel mcp", "connect an agent"},
    Example{"satchel mcp --workspace ~/src/app", "serve a different workspace"},
    Example{"satchel mcp --http 127.0.0.1:8080", "for HTTP clients on this machine"},
};

constexpr std::array kUsesExamples = {
    Example{"satchel uses parse_header", "definitions, callers, callees, importers"},
    Example{"satchel uses Session.save --no-tests", "a method of one class, without tests"},
    Example{"satchel uses parse_header --path 'src/' --format json", "as JSON"},
};

constexpr std::array kCommands = {
    kSetupCommand,
    kPackCommand,
    Command{
        .name = "search",
        .group = "Every day",
        .summary = "find code, notes, graphs and memories by words or a question",
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
        .summary = "show where a name is defined, used and imported",
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
            .summary = "create this workspace's stores",
            .description = "Creates .satchel/ with the databases and its own .gitignore; your "
                           ".gitignore stays as it is. With --store, Satchel creates the databases "
                           "there and writes the place into the workspace's config.toml. With "
                           "--notes it also creates missing files in .context/. You can repeat it.",
            .formats = "text|json",
            .flags = kInitFlags,
            .examples = kInitExamples,
            .uses_workspace = true,
            .handler = RunInit},
    Command{.name = "index",
            .group = "Sources",
            .summary = "index the code: files, symbols, imports, references",
            .description =
                "Updates the index of the workspace's code: reads changed files, removes deleted "
                "ones, and reports each file that it skipped and why. It skips files that Git or "
                ".satchelignore ignores, files that look like secrets by their names, and files of "
                "notes and graphs. It writes only .satchel/ and the parse cache. You can interrupt "
                "and repeat it at any time. With --watch it keeps running and indexes each change "
                "a moment later, with one line per refresh (JSON: one object per line), until "
                "Ctrl-C or SIGTERM; it then exits with 0. DIR is the same as --workspace DIR.",
            .formats = "text|json",
            .arguments = kWorkspaceArgument,
            .flags = kIndexFlags,
            .examples = kIndexExamples,
            .uses_workspace = true,
            .handler = RunIndex},
    Command{
        .name = "enrich",
        .group = "Sources",
        .summary = "let a model describe the indexed files",
        .description =
            "Asks a model about each source file: its purpose, the part of the system it belongs "
            "to, and words that people would search for. The model sees the path, the beginning of "
            "the file and its signatures, without secrets. Satchel stores each answer at once, so "
            "you can interrupt the command and repeat it; it asks about a file again only after a "
            "change. With --promote, `retrieve` also finds files by their descriptions. Without a "
            "model, --promote uses the existing descriptions. DIR is the same as --workspace DIR.",
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
            .summary = "show the workspace, its index, its settings and its size on disk",
            .description =
                "Shows the workspace and how Satchel found it, where its stores are, how many "
                "files are indexed and how many changed since, which configuration files apply, "
                "and how much disk space Satchel uses. Changes nothing. With --week it shows the "
                "packets of the last seven days: how many, by which command, hook or tool, and "
                "their tokens. It also counts the files that your commits changed after the first "
                "packet, and how many of them a packet had shown before.",
            .formats = "text|json",
            .flags = kStatusFlags,
            .examples = kStatusExamples,
            .uses_workspace = true,
            .handler = RunStatus},
    Command{.name = "doctor",
            .group = "Look inside",
            .summary = "check the installation and say how to repair it",
            .description =
                "Runs every check and prints ok, hint or FAIL, each with a line that says how to "
                "fix it. A hint is not a failure. Exits with 1 if a check fails. Changes nothing.",
            .formats = "text|json",
            .examples = kDoctorExamples,
            .uses_workspace = true,
            .handler = RunDoctor},
    kEvalCommand,
    Command{.name = "runs",
            .group = "Look inside",
            .summary = "list, keep and remove runs",
            .description = "The log has every run with all its decisions. `satchel help settings` "
                           "explains retention.",
            .examples = kRunsExamples,
            .subcommands = kRunsCommands},
    kReplayCommand,
    Command{.name = "mcp",
            .group = "Connect",
            .summary = "serve agents over the Model Context Protocol",
            .description =
                "Serves MCP on standard input and output, one message per line, until the "
                "input ends: tools (pack, refine, search, why, remember), resources and "
                "prompts of the current workspace. Agents start it; docs/formats/mcp.md "
                "shows how to connect each of them. The first request that needs the stores "
                "opens them. If nothing is indexed yet, Satchel indexes in the background, "
                "and answers report the progress. Logs go to stderr. With --http it prints "
                "its address and serves any number of clients on this machine until Ctrl-C "
                "or SIGTERM. Clients send the token of --token-file as `Authorization: "
                "Bearer TOKEN`. To serve other machines, put a proxy with TLS in front.",
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
                "Settings come from these places, and later ones override earlier ones: "
                "defaults, /etc/satchel/config.toml, $XDG_CONFIG_HOME/satchel/config.toml, "
                "the workspace's .satchel/config.toml, SATCHEL_ variables, flags.",
            .examples = kConfigExamples,
            .subcommands = kConfigCommands},
    kOffCommand,
    kOnCommand,
    kUninstallCommand,
    Command{.name = "db",
            .group = "Settings",
            .summary = "prepare and check databases; export, import and adopt",
            .description = "docs/operate/postgresql.md explains how to run Satchel on PostgreSQL.",
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
            .description = "Without a topic it lists the everyday commands; with --all every "
                           "command, the shared flags and the topics.",
            .arguments = kHelpArguments,
            .flags = kHelpFlags,
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
