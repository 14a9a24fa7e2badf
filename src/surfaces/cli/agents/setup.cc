#include <expected>
#include <istream>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/result.h"
#include "base/trimmed.h"
#include "code/requests/search.h"
#include "engine/engine.h"
#include "engine/stores/store_place.h"
#include "settings/settings.h"
#include "surfaces/agents/connect.h"
#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/config/write.h"

namespace satchel::cli {
namespace {

// Stores and index, made or brought up to date.
std::expected<void, Failure> PrepareWorkspace(const Context& context) {
  const auto nothing = [](engine::Engine& /*engine*/) { return Status(); };
  SATCHEL_TRY(AskCode(context, nothing, IndexNeed::kMade));
  return {};
}

void SayWorkspace(const Context& context, bool only_show) {
  const auto store =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  const std::string place = Visible(store.Describe());
  if (only_show) {
    context.Print(
        fmt::format("would index {} into {}\n", Visible(context.workspace->root.string()), place));
  } else {
    context.Print(
        fmt::format("indexed {} into {}\n", Visible(context.workspace->root.string()), place));
  }
}

// What a person does now.
void SayNextStep(const Context& context, const agents::ConnectRequest& request,
                 const Json& agents) {
  if (agents.empty()) {
    context.Note("found no agent on this machine; docs/agents.md lists the supported ones");
  }
  if (request.undo) {
    context.Print("\nThe index stays. `satchel uninstall` also removes Satchel's data.\n");
  } else if (agents.empty()) {
    context.Print("\nNext: satchel pack \"describe a task here\"\n");
  } else {
    context.Print(
        "\nNext: start a new session in your agent and ask about this project,\n"
        "or see what it would receive: satchel pack \"describe a task here\"\n");
  }
}

// One agent; whether that went well.
bool Connect(const Context& context, const agents::ConnectRequest& request, Json& list) {
  const auto connected = agents::Connect(request);
  if (!connected) {
    context.Warn(connected.error().text(), connected.error().hint());
    list.push_back({{"agent", request.agent}, {"trouble", connected.error().text()}});
    return false;
  }
  list.push_back(ConnectionJson(request, *connected));
  if (context.json) return true;
  context.Print(context.out.Bold(connected->title) + "\n");
  ShowConnection(context, request, *connected);
  return true;
}

// Once, where a person sits at a terminal: whatever they answer is kept, and only a setting that
// nobody has set is asked for.
std::expected<void, Failure> AskAboutInbox(const Context& context) {
  constexpr settings::Key kKey = settings::Key::kMemoryInbox;
  const settings::Origin& origin = context.loaded.settings.OriginOf(kKey);
  const bool person = context.streams.in_is_terminal && context.streams.out_is_terminal;
  if (!person || context.json || origin.layer != settings::Layer::kDefault) return {};
  context.Print(
      "\nMay Satchel propose memories? Its hooks then read what you type to agents, and keep "
      "sentences\nthat look like wishes, corrections and decisions on this machine until you "
      "decide "
      "about them\nwith `satchel memory inbox`. [y/N] ");
  context.streams.out.flush();
  std::string line;
  if (!std::getline(context.streams.in, line)) {
    context.Print("\n");
    return {};
  }
  const std::string answer = AsciiLower(Trimmed(line));
  return SetForUser(context, kKey, answer == "y" || answer == "yes" ? "on" : "off");
}

}  // namespace

Outcome RunSetup(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  agents::ConnectRequest request = RequestFrom(context, {});
  if (!request.undo) {
    if (!request.only_show) SATCHEL_TRY(PrepareWorkspace(context));
    if (!context.json) SayWorkspace(context, request.only_show);
  }
  Json list = Json::array();
  bool all = true;
  for (const agents::AgentState& agent : agents::LookAtAgents(request)) {
    if (!agent.found) continue;
    request.agent = agent.name;
    all = Connect(context, request, list) && all;
  }
  if (!request.undo && !request.only_show) SATCHEL_TRY(AskAboutInbox(context));
  if (!context.json && !request.only_show) SayNextStep(context, request, list);
  if (context.json) {
    context.PrintJson({{"agents", std::move(list)},
                       {"workspace",
                        {{"root", context.workspace->root.string()},
                         {"place", context.workspace->place.string()}}}});
  }
  return all ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
