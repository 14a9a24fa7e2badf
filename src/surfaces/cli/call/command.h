#pragma once

#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "surfaces/cli/call/exit_code.h"

namespace satchel::cli {

struct Context;

// Why a command could not do its work: shown on stderr, ends with the code.
struct Failure {
  ExitCode code{};
  Error error;
};
using Outcome = std::expected<ExitCode, Failure>;
using Handler = Outcome (*)(Context&);

// The views in these tables are of literals.
struct Flag {
  std::string_view name;     // "--origin"
  char letter = '\0';        // 'v' for -v
  std::string_view value;    // "DIR"; empty for a switch
  std::string_view choices;  // "a|b": the values it takes, when they are few
  std::string_view help;
};

// Of the commands that may take long; run.cc reads it for all of them.
inline constexpr Flag kTimeoutFlag = {
    .name = "--timeout",
    .value = "DURATION",
    .help = "stop after this time, such as 30s or 10m; finished work is kept"};

struct Argument {
  std::string_view name;  // "KEY"
  bool required = true;
  std::string_view choices;
  bool is_setting = false;    // completed with the names of the settings
  bool is_workspace = false;  // the same as --workspace
  bool words = false;         // the last one: all words that are left, with blanks between them
};

struct Example {
  std::string_view line;
  std::string_view says;
};

// One command: what parses it, describes it, completes it and runs it. A new
// command is an entry in commands.cc and a handler; help, man page and
// completions follow.
struct Command {
  std::string_view name;
  std::string_view group;  // a heading of AllGroups(); empty: hidden
  std::string_view summary;
  std::string_view description;
  std::string_view formats = "text";  // what --format may be; the first is the default
  std::span<const Argument> arguments = {};
  std::span<const Flag> flags = {};
  std::span<const Example> examples = {};
  std::span<const Command> subcommands = {};
  bool uses_workspace = false;  // --verbose says what it is and which files were read
  // Null: it needs a subcommand. A command with both takes a first word that is no subcommand as
  // its own argument.
  Handler handler = nullptr;
};

std::span<const Command> AllCommands();
// Headings, in the order in which help prints them.
std::span<const std::string_view> AllGroups();
// The flags every command takes.
std::span<const Flag> GlobalFlags();

struct Topic {
  std::string_view name;
  std::string_view summary;
};
// What `help` explains besides commands.
std::span<const Topic> AllTopics();

// Calls `visit` for every command that is shown, with its full name ("note task add"), each
// before its subcommands.
void ForEachCommand(const std::function<void(const Command&, const std::string&)>& visit);

// The command of that name among `commands`, or null.
const Command* FindCommand(std::span<const Command> commands, std::string_view name);

// Handlers, each in a file of its own.
Outcome RunAgent(Context& context);
Outcome RunPack(Context& context);
Outcome RunRecall(Context& context);
Outcome RunRetrieve(Context& context);
Outcome RunRefine(Context& context);
Outcome RunWhy(Context& context);
Outcome RunStatus(Context& context);
Outcome RunDoctor(Context& context);
Outcome RunConfigShow(Context& context);
Outcome RunConfigGet(Context& context);
Outcome RunConfigSet(Context& context);
Outcome RunConfigUnset(Context& context);
Outcome RunConfigPath(Context& context);
Outcome RunConfigTrust(Context& context);
Outcome RunEvalHistory(Context& context);
Outcome RunEvalRun(Context& context);
Outcome RunIndex(Context& context);
Outcome RunInit(Context& context);
Outcome RunMcp(Context& context);
Outcome RunHook(Context& context);
Outcome RunHookLog(Context& context);
Outcome RunInstall(Context& context);
Outcome RunSetup(Context& context);
Outcome RunUninstall(Context& context);
Outcome RunOff(Context& context);
Outcome RunOn(Context& context);
Outcome RunSearch(Context& context);
Outcome RunUses(Context& context);
Outcome RunEnrich(Context& context);
Outcome RunNoteTaskAdd(Context& context);
Outcome RunNoteTaskComplete(Context& context);
Outcome RunNoteTaskReopen(Context& context);
Outcome RunNoteTaskEdit(Context& context);
Outcome RunNoteTaskRemove(Context& context);
Outcome RunNoteRuleAdd(Context& context);
Outcome RunNoteRuleEdit(Context& context);
Outcome RunNoteRuleRemove(Context& context);
Outcome RunNoteConventionAdd(Context& context);
Outcome RunNoteConventionEdit(Context& context);
Outcome RunNoteConventionRemove(Context& context);
Outcome RunNoteDecisionAdd(Context& context);
Outcome RunNoteDecisionEdit(Context& context);
Outcome RunNoteDecisionRemove(Context& context);
Outcome RunNoteDecisionSupersede(Context& context);
Outcome RunNoteLearningAdd(Context& context);
Outcome RunNoteLearningEdit(Context& context);
Outcome RunNoteLearningRemove(Context& context);
Outcome RunNoteCheck(Context& context);
Outcome RunNoteList(Context& context);
Outcome RunNoteLog(Context& context);
Outcome RunNoteShow(Context& context);
Outcome RunRemember(Context& context);
Outcome RunForget(Context& context);
Outcome RunMemoryList(Context& context);
Outcome RunMemoryShow(Context& context);
Outcome RunMemoryEdit(Context& context);
Outcome RunMemoryVote(Context& context);
Outcome RunMemoryPin(Context& context);
Outcome RunMemoryUnpin(Context& context);
Outcome RunMemoryExpire(Context& context);
Outcome RunMemoryImport(Context& context);
Outcome RunMemoryExport(Context& context);
Outcome RunMemoryDoctor(Context& context);
Outcome RunMemoryInbox(Context& context);
Outcome RunMemoryInboxAccept(Context& context);
Outcome RunMemoryInboxEdit(Context& context);
Outcome RunMemoryInboxReject(Context& context);
Outcome RunGraphPack(Context& context);
Outcome RunGraphAdd(Context& context);
Outcome RunGraphShow(Context& context);
Outcome RunGraphLink(Context& context);
Outcome RunGraphValidate(Context& context);
Outcome RunGraphLog(Context& context);
Outcome RunGraphImport(Context& context);
Outcome RunGraphExport(Context& context);
Outcome RunGraphView(Context& context);
Outcome RunRunsList(Context& context);
Outcome RunRunsShow(Context& context);
Outcome RunRunsDiff(Context& context);
Outcome RunReplay(Context& context);
Outcome RunRunsPin(Context& context);
Outcome RunRunsGc(Context& context);
Outcome RunDbInit(Context& context);
Outcome RunDbCheck(Context& context);
Outcome RunDbMigrate(Context& context);
Outcome RunDbExport(Context& context);
Outcome RunDbImport(Context& context);
Outcome RunDbAdopt(Context& context);
Outcome RunDbDigest(Context& context);
Outcome RunCompletion(Context& context);
Outcome RunHelp(Context& context);
Outcome RunMan(Context& context);
Outcome RunVersion(Context& context);

}  // namespace satchel::cli
