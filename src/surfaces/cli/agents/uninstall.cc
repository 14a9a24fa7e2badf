// Shows everything first, then asks once, and only then changes anything.

#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/stores/owned.h"
#include "engine/stores/store_place.h"
#include "surfaces/agents/connect.h"
#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

using engine::OwnedKind;
using engine::OwnedPlace;

struct Connection {
  agents::ConnectRequest request;
  agents::Connected connected;
};

struct Removal {
  std::vector<Connection> agents;
  std::vector<OwnedPlace> places;  // to be removed
  std::vector<OwnedPlace> kept;
  std::string database;  // address of the current workspace's server; empty: it has none
  bool complete = true;  // everything that was asked for could be done
};

std::string_view Describe(OwnedKind kind) {
  switch (kind) {
    case OwnedKind::kStore:
      return "stores of a workspace";
    case OwnedKind::kCache:
      return "parse cache";
    case OwnedKind::kConfiguration:
      return "your settings";
    case OwnedKind::kMemories:
      return "your memories";
    case OwnedKind::kState:
      return "state";
  }
  return "";
}

// The agents that have something of Satchel.
void FindAgents(const Context& context, Removal& removal) {
  agents::ConnectRequest request = RequestFrom(context, {});
  request.undo = true;
  request.only_show = true;
  for (const agents::AgentState& agent : agents::LookAtAgents(request)) {
    if (!agent.found) continue;
    request.agent = agent.name;
    auto connected = agents::Connect(request);
    if (!connected) {
      context.Warn(connected.error().text(), connected.error().hint());
      removal.complete = false;
    } else if (!connected->plan.changes.empty()) {
      removal.agents.push_back({.request = request, .connected = *std::move(connected)});
    }
  }
}

void FindPlaces(const Context& context, Removal& removal) {
  std::optional<engine::StorePlace> store;
  const settings::Workspace* workspace = context.workspace ? &*context.workspace : nullptr;
  if (workspace != nullptr) {
    store = engine::FindStore(*workspace, context.environment, context.loaded.settings);
    if (store->kind == engine::StoreKind::kPostgres) removal.database = store->Describe();
  }
  const bool memories = context.invocation.Has("--memories");
  for (OwnedPlace& place :
       engine::FindOwned(context.directories, workspace, store ? &*store : nullptr)) {
    const bool stays = place.refused || (place.kind == OwnedKind::kMemories && !memories);
    (stays ? removal.kept : removal.places).push_back(std::move(place));
  }
}

std::uint64_t BytesOf(const std::vector<OwnedPlace>& places) {
  std::uint64_t bytes = 0;
  for (const OwnedPlace& place : places) bytes += place.usage.bytes;
  return bytes;
}

std::string PlaceRow(const OwnedPlace& place) {
  return fmt::format("  {:>9}  {:>9}  {}  ({})\n", Bytes(place.usage.bytes),
                     Count(place.usage.files, "file", "files"), Visible(place.path.string()),
                     Describe(place.kind));
}

void ShowPlaces(const Context& context, const std::vector<OwnedPlace>& places, bool entries) {
  for (const OwnedPlace& place : places) {
    context.Print(PlaceRow(place));
    if (place.refused) context.Print(fmt::format("      {}\n", Visible(place.refused->text())));
    for (const engine::OwnedEntry& entry : place.entries) {
      if (!entries) break;
      context.Print(
          fmt::format("      {:>9}  {}\n", Bytes(entry.usage.bytes), Visible(entry.name)));
    }
  }
}

void ShowPlan(const Context& context, const Removal& removal) {
  const bool entries = context.invocation.Has("--verbose");
  if (!removal.agents.empty()) context.Print(context.out.Bold("Agents to disconnect") + "\n");
  for (const auto& [request, connected] : removal.agents) {
    context.Print(fmt::format("  {}\n", connected.title));
    for (const agents::FileChange& change : connected.plan.changes) {
      context.Print(fmt::format("      {} {}\n", change.after ? "edit" : "remove",
                                Visible(change.file.string())));
    }
  }
  if (!removal.places.empty()) {
    context.Print(context.out.Bold("Data to remove") + "\n");
    ShowPlaces(context, removal.places, entries);
    context.Print(fmt::format("  {:>9}  in total\n", Bytes(BytesOf(removal.places))));
  }
  context.Print(context.out.Bold("What stays") + "\n");
  ShowPlaces(context, removal.kept, false);
  if (!removal.database.empty()) {
    context.Print(fmt::format("  rows of this workspace in {}\n", Visible(removal.database)));
  }
  context.Print("  notes in .context/, graphs in graphs/, and the program\n");
}

// One line from the terminal.
bool Agrees(const Context& context) {
  context.streams.err << "Remove all this? [y/N] " << std::flush;
  std::string answer;
  std::getline(context.streams.in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

void Carry(const Context& context, Removal& removal) {
  for (auto& [request, connected] : removal.agents) {
    request.only_show = false;
    auto done = agents::Connect(request);
    if (!done) {
      context.Warn(done.error().text(), done.error().hint());
      removal.complete = false;
      continue;
    }
    connected = *std::move(done);
    for (const std::string& remark : connected.plan.remarks) context.Note(Visible(remark));
  }
  for (const OwnedPlace& place : removal.places) {
    const auto removed = engine::RemoveOwned(place);
    if (removed) continue;
    context.Warn(removed.error().text(), removed.error().hint());
    removal.complete = false;
  }
}

Json PlacesJson(const std::vector<OwnedPlace>& places) {
  Json list = Json::array();
  for (const OwnedPlace& place : places) {
    Json entries = Json::array();
    for (const engine::OwnedEntry& entry : place.entries) {
      entries.push_back(
          {{"name", entry.name}, {"files", entry.usage.files}, {"bytes", entry.usage.bytes}});
    }
    list.push_back({{"name", Name(place.kind)},
                    {"path", place.path.string()},
                    {"files", place.usage.files},
                    {"bytes", place.usage.bytes},
                    {"complete", place.usage.complete},
                    {"entries", std::move(entries)},
                    {"refused", place.refused ? Json(place.refused->text()) : Json()}});
  }
  return list;
}

void PrintRemovalJson(const Context& context, const Removal& removal, bool done) {
  Json list = Json::array();
  for (const auto& [request, connected] : removal.agents) {
    list.push_back(ConnectionJson(request, connected));
  }
  context.PrintJson({{"agents", std::move(list)},
                     {"places", PlacesJson(removal.places)},
                     {"kept", PlacesJson(removal.kept)},
                     {"bytes", BytesOf(removal.places)},
                     {"removed", done && removal.complete}});
}

}  // namespace

Outcome RunUninstall(Context& context) {
  const bool only_show = context.invocation.Has("--print");
  const bool asks = !only_show && !context.invocation.Has("--yes");
  if (asks && (context.json || !context.streams.in_is_terminal)) {
    return FailWith(ExitCode::kUsage, "uninstall cannot ask without a terminal",
                    "--yes removes without asking; --print only shows what it would remove");
  }
  Removal removal;
  FindAgents(context, removal);
  FindPlaces(context, removal);
  if (!context.json) ShowPlan(context, removal);
  if (asks) {
    context.streams.out.flush();
    if (!Agrees(context)) {
      context.Note("nothing was changed");
      return ExitCode::kNothing;
    }
  }
  if (!only_show) Carry(context, removal);
  if (context.json) PrintRemovalJson(context, removal, !only_show);
  if (only_show) {
    context.Note("nothing was changed");
  } else if (!context.json) {
    context.Print(
        fmt::format("\nSatchel's data is removed{}. Remove the program the way you "
                    "installed it: docs/guide/uninstall.md\n",
                    removal.complete ? "" : ", except for what the warnings name"));
  }
  return removal.complete ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
