#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/requests/quiet_hooks.h"
#include "engine/stores/off_switch.h"
#include "engine/stores/store_place.h"
#include "engine/stores/stores.h"
#include "memory/requests/inbox.h"
#include "settings/settings.h"
#include "surfaces/agents/connect.h"
#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

enum class Health : unsigned char { kOk, kHint, kFail };

// A server that does not answer by then is as good as down.
constexpr std::chrono::seconds kMostStoreWait{2};
constexpr std::chrono::minutes kMostCheck(5);  // of all pages

struct Check {
  std::string name;  // stable: JSON
  Health health = Health::kOk;
  std::string text;
  std::string fix;
};

std::string_view Name(Health health) {
  return health == Health::kOk ? "ok" : health == Health::kHint ? "hint" : "fail";
}

void CheckWorkspace(const Context& context, std::vector<Check>& checks) {
  if (!context.workspace) {
    checks.push_back({.name = "workspace",
                      .health = Health::kFail,
                      .text = context.workspace.error().text(),
                      .fix = context.workspace.error().hint()});
    return;
  }
  const settings::Workspace& workspace = *context.workspace;
  if (workspace.found_by == settings::FoundBy::kDirectory ||
      workspace.found_by == settings::FoundBy::kParent) {
    checks.push_back({.name = "workspace",
                      .health = Health::kHint,
                      .text = fmt::format("{} is in no Git repository", workspace.root.string()),
                      .fix = "Satchel works without Git, but has no history to learn from; `git "
                             "init` creates a repository"});
  } else {
    checks.push_back({.name = "workspace", .text = workspace.root.string()});
  }
  if (!workspace.place_in_root) {
    checks.push_back(
        {.name = "workspace_writable",
         .health = Health::kHint,
         .text = fmt::format("{} cannot be written", workspace.root.string()),
         .fix = fmt::format("Satchel keeps the stores in {} instead", workspace.place.string())});
  }
}

void CheckConfiguration(const Context& context, std::vector<Check>& checks) {
  for (const auto& problem : context.loaded.problems) {
    checks.push_back({.name = "configuration",
                      .health = Health::kFail,
                      .text = problem.text,
                      .fix = problem.hint});
  }
  for (const auto& warning : context.loaded.warnings) {
    checks.push_back({.name = "configuration",
                      .health = Health::kHint,
                      .text = warning.text,
                      .fix = warning.hint});
  }
  const auto read = std::ranges::count(context.loaded.files, settings::FileState::kRead,
                                       &settings::ConfigFile::state);
  if (context.loaded.problems.empty()) {
    checks.push_back(
        {.name = "configuration",
         .text = read == 0 ? "no configuration file; the defaults apply"
                           : Count(static_cast<std::uint64_t>(read), "file", "files") + " read"});
  }
}

// Whether a directory can be written, or created where it is missing. Nothing is
// created to find out.
std::optional<std::string> WhyNotWritable(fs::path directory) {
  std::error_code error;
  while (!fs::exists(fs::status(directory, error)) && directory.has_relative_path()) {
    directory = directory.parent_path();
  }
  if (!fs::is_directory(fs::status(directory, error))) {
    return fmt::format("{} is not a directory", directory.string());
  }
  if (::access(directory.c_str(), W_OK | X_OK) != 0) {
    return fmt::format("{} cannot be written", directory.string());
  }
  return std::nullopt;
}

void CheckDirectories(const Context& context, std::vector<Check>& checks) {
  const settings::Directories& directories = context.directories;
  for (const std::string& variable : directories.ignored) {
    checks.push_back({.name = "directories",
                      .health = Health::kHint,
                      .text = fmt::format("{} is a relative path and is ignored", variable),
                      .fix = "set it to an absolute path, or unset it"});
  }
  struct Row {
    std::string_view name;
    std::string_view variable;
    const std::optional<fs::path>& path;
  };
  const Row rows[] = {{"config_directory", "XDG_CONFIG_HOME", directories.config},
                      {"data_directory", "XDG_DATA_HOME", directories.data},
                      {"state_directory", "XDG_STATE_HOME", directories.state},
                      {"cache_directory", "XDG_CACHE_HOME", directories.cache}};
  for (const Row& row : rows) {
    Check check{.name = std::string(row.name)};
    if (!row.path) {
      check.health = Health::kHint;
      check.text = fmt::format("not known: neither HOME nor {} is set", row.variable);
      check.fix = fmt::format("set HOME, or {}", row.variable);
    } else if (auto why = WhyNotWritable(*row.path)) {
      // Only the caches are needed to work; one can live without the others' files.
      check.health = row.name == "config_directory" ? Health::kHint : Health::kFail;
      check.text = *std::move(why);
      check.fix = fmt::format("make it writable, or set {} to a different directory", row.variable);
    } else {
      check.text = row.path->string();
    }
    checks.push_back(std::move(check));
  }
}

// What somebody has set and no code reads: they would wait for an effect in vain.
void CheckPlanned(const Context& context, std::vector<Check>& checks) {
  for (const settings::Setting& setting : settings::AllSettings()) {
    const settings::Origin& origin = context.loaded.settings.OriginOf(setting.key);
    if (setting.planned.empty() || origin.layer == settings::Layer::kDefault) continue;
    checks.push_back({.name = "configuration",
                      .health = Health::kHint,
                      .text = fmt::format("{} sets {}", origin.Describe(), setting.name),
                      .fix = settings::PlannedText(setting)});
  }
}

// A server that is asked for something: what its check is called, and the settings that name it.
struct Server {
  std::string_view check;
  settings::Key url;
  settings::Key model;
  std::string_view prefix;
};

// It is not asked: that costs time, and with some servers money.
void CheckServer(const Context& context, const Server& server, std::vector<Check>& checks) {
  const std::string& url = context.loaded.settings.Text(server.url);
  const std::string& name = context.loaded.settings.Text(server.model);
  Check check{.name = std::string(server.check)};
  if (url.empty() && name.empty()) {
    check.text = "none; you do not need one";
  } else if (url.empty() || name.empty()) {
    const std::string_view missing = url.empty() ? "base_url" : "model";
    check.health = Health::kHint;
    check.text = fmt::format("{0}.{1} is set and {0}.{2} is not, so Satchel asks no server",
                             server.prefix, url.empty() ? "model" : "base_url", missing);
    check.fix = fmt::format("`satchel config set {}.{} …`", server.prefix, missing);
  } else {
    check.text = fmt::format("{} at {}", name, url);
  }
  checks.push_back(std::move(check));
}

void CheckServers(const Context& context, std::vector<Check>& checks) {
  using settings::Key;
  constexpr Server kModel = {"model", Key::kLlmBaseUrl, Key::kLlmModel, "llm"};
  constexpr Server kOthers[] = {{"embeddings", Key::kEmbedBaseUrl, Key::kEmbedModel, "embed"},
                                {"rerank", Key::kRerankBaseUrl, Key::kRerankModel, "rerank"}};
  CheckServer(context, kModel, checks);
  for (const Server& server : kOthers) {
    const settings::Settings& set = context.loaded.settings;
    if (set.Text(server.url).empty() && set.Text(server.model).empty()) continue;
    CheckServer(context, server, checks);
  }
}

void CheckHooks(const Context& context, std::vector<Check>& checks) {
  if (engine::IsDisabled(context.environment)) {
    checks.push_back(
        {.name = "hooks",
         .health = Health::kHint,
         .text = fmt::format("{} is set, so hooks add no context", engine::kDisableVariable),
         .fix = fmt::format("unset {}", engine::kDisableVariable)});
  } else if (context.workspace && engine::IsOff(*context.workspace)) {
    checks.push_back({.name = "hooks",
                      .health = Health::kHint,
                      .text = "hooks are off in this workspace and add no context",
                      .fix = "`satchel on` switches them on"});
  }
}

// The day, as people write it.
std::string Day(Time time) { return FormatTime(time).substr(0, FormatTime(time).find('T')); }

// Agents that are connected, at work here, and call their hooks no longer. Whoever switched hooks
// off knows why they are quiet.
void CheckQuiet(const Context& context, const std::vector<agents::AgentState>& agents,
                std::vector<Check>& checks) {
  if (!context.workspace || engine::IsDisabled(context.environment) ||
      engine::IsOff(*context.workspace)) {
    return;
  }
  const auto place =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  const Deadline wait = context.deadline.Within(kMostStoreWait);
  auto stores = engine::Stores::Open(place, engine::Stores::Use::kReadOnly, wait);
  if (!stores) return;  // CheckStore() says why
  const auto found = engine::FindQuietHooks(*stores, wait);
  if (!found) return;
  for (const engine::QuietHooks& quiet : *found) {
    const auto agent = std::ranges::find(agents, quiet.agent, &agents::AgentState::name);
    if (agent == agents.end() || (!agent->connected && !agent->outdated)) continue;
    checks.push_back(
        {.name = "agents",
         .health = Health::kHint,
         .text =
             fmt::format("{} has not called its hooks since {}, but asked the MCP server for {} "
                         "after that",
                         agent->title, Day(quiet.last), Count(quiet.packets, "packet", "packets")),
         .fix = fmt::format("restart {}; if that does not help, run `satchel install {} --undo`, "
                            "then `satchel install {}`",
                            agent->title, agent->name, agent->name)});
  }
}

// What is read of prompts, if anything is.
void CheckInbox(const Context& context, std::vector<Check>& checks) {
  const std::string& setting = context.loaded.settings.Text(settings::Key::kMemoryInbox);
  if (setting == "off" || !context.workspace) return;
  const auto inbox = engine::InboxOf(*context.workspace, context.directories);
  const auto count = inbox ? engine::CountInbox(*inbox) : std::unexpected(inbox.error());
  if (!count) {
    checks.push_back({.name = "memory_inbox",
                      .health = Health::kFail,
                      .text = count.error().text(),
                      .fix = count.error().hint()});
    return;
  }
  checks.push_back(
      {.name = "memory_inbox",
       .text = fmt::format(
           "hooks read what you type to agents{} and keep sentences that look like wishes, "
           "corrections and decisions in {}; {} for `satchel memory inbox`",
           setting == "on" ? ", the tool remember proposes," : "",
           (inbox->directory / inbox->file).string(),
           Count(*count, "proposal waits", "proposals wait"))});
}

// Hooks that an older version installed miss events that this one answers.
void CheckAgents(const Context& context, std::vector<Check>& checks) {
  const agents::ConnectRequest request{
      .agent = {}, .environment = context.environment, .program = ProgramOf(context.environment)};
  const auto states = agents::LookAtAgents(request);
  CheckQuiet(context, states, checks);
  for (const agents::AgentState& agent : states) {
    if (!agent.outdated) continue;
    checks.push_back({.name = "agents",
                      .health = Health::kHint,
                      .text = fmt::format("an older version connected {}: hooks are missing or "
                                          "are called for fewer events",
                                          agent.title),
                      .fix = fmt::format("`satchel install {0} --undo`, then `satchel install {0}`",
                                         agent.name)});
  }
}

void CheckStore(const Context& context, std::vector<Check>& checks) {
  if (!context.workspace) return;
  const auto place =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  if (place.refused) {
    checks.push_back({.name = "store_owner",
                      .health = Health::kHint,
                      .text = place.refused->text(),
                      .fix = place.refused->hint()});
  }
  const auto found = engine::LookAtStores(place, context.deadline.Within(kMostStoreWait));
  using State = engine::StoreHealth::State;
  const auto damage = engine::FindDamage(place, context.deadline.Within(kMostCheck));
  for (const Error& error : damage) {
    const bool derived = error.subject() == Subject::kIndex;
    checks.push_back({.name = "store",
                      .health = Health::kFail,
                      .text = error.text(),
                      .fix = derived ? "the index: `satchel index --full` rebuilds it"
                                     : "the log of runs: move the file away to start a new one"});
  }
  if (found.state == State::kReady && damage.empty()) {
    checks.push_back({.name = "store",
                      .text = fmt::format("{} in {}, schema version {}", Name(place.kind),
                                          place.Describe(), found.schema)});
    return;
  }
  if (found.state == State::kReady || !damage.empty()) return;
  const bool failed = found.state == State::kFailed;
  checks.push_back({.name = "store",
                    .health = failed ? Health::kFail : Health::kHint,
                    .text = found.reason->text(),
                    .fix = found.reason->hint()});
}

void PrintChecks(const Context& context, const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    const std::string mark = check.health == Health::kOk     ? context.out.Green("ok  ")
                             : check.health == Health::kHint ? context.out.Yellow("hint")
                                                             : context.out.Red("FAIL");
    context.Print(fmt::format("{}  {}: {}\n", mark, check.name, Visible(check.text)));
    if (!check.fix.empty()) context.Print(fmt::format("      {}\n", Visible(check.fix)));
  }
}

}  // namespace

Outcome RunDoctor(Context& context) {
  std::vector<Check> checks;
  CheckWorkspace(context, checks);
  CheckConfiguration(context, checks);
  CheckPlanned(context, checks);
  CheckDirectories(context, checks);
  CheckStore(context, checks);
  CheckServers(context, checks);
  CheckHooks(context, checks);
  CheckInbox(context, checks);
  CheckAgents(context, checks);

  const auto failed = std::ranges::count(checks, Health::kFail, &Check::health);
  const auto hints = std::ranges::count(checks, Health::kHint, &Check::health);
  if (context.json) {
    Json rows = Json::array();
    for (const Check& check : checks) {
      rows.push_back({{"name", check.name},
                      {"health", Name(check.health)},
                      {"text", check.text},
                      {"fix", check.fix}});
    }
    context.PrintJson(
        {{"checks", rows}, {"failed", failed}, {"hints", hints}, {"ok", failed == 0}});
  } else {
    PrintChecks(context, checks);
    context.Print(failed == 0
                      ? fmt::format("\nno check failed, {}\n",
                                    Count(static_cast<std::uint64_t>(hints), "hint", "hints"))
                      : fmt::format("\n{} failed\n",
                                    Count(static_cast<std::uint64_t>(failed), "check", "checks")));
  }
  return failed == 0 ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
