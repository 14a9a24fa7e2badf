#include "engine/requests/graph_packs.h"

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "graph/files/node_json.h"
#include "graph/files/pack_files.h"
#include "graph/files/pending.h"
#include "graph/files/ulid.h"
#include "graph/files/writer.h"
#include "packet/packet_json.h"
#include "text/safe_text.h"

namespace satchel::engine {
namespace {

struct SnapshotName {
  std::string_view section;
  std::string_view stage;
  std::string_view key;  // as the specification has it
};
constexpr std::array kSnapshots = {
    SnapshotName{.section = "tasks", .stage = "graph.tasks", .key = "task_snapshot"},
    SnapshotName{.section = "decisions", .stage = "graph.decisions", .key = "decision_snapshot"},
    SnapshotName{.section = "knowledge", .stage = "graph.knowledge", .key = "knowledge_snapshot"},
    SnapshotName{.section = "deltas", .stage = "graph.deltas", .key = "recent_deltas"},
};

Json ValueOf(const PacketAnswer& answer, std::string_view name) {
  const auto found = answer.values.find(std::string(name));
  return found == answer.values.end() ? Json::object() : found->second;
}

// An item that is shown by its title says no more here than there.
void KeepTitle(Json& item) {
  for (const std::string_view key : {"summary", "decision"}) {
    if (item.contains(key)) item[std::string(key)] = "";
  }
  for (const std::string_view key : {"acceptance_criteria", "deps"}) {
    if (item.contains(key)) item[std::string(key)] = Json::array();
  }
}

Json SnapshotOf(const PacketAnswer& answer, const SnapshotName& name) {
  const Json nodes = ValueOf(answer, name.stage).value("snapshot", Json::object());
  Json list = Json::array();
  for (const packet::Section& section : answer.packet.sections) {
    if (section.name != name.section) continue;
    for (const packet::Item& item : section.items) {
      const auto found = nodes.find(item.candidate.id.value());
      if (found == nodes.end()) continue;
      Json shown = *found;
      shown["rendition"] = item.rendition().name;
      if (item.step > 0) KeepTitle(shown);
      list.push_back(std::move(shown));
    }
  }
  return list;
}

Json PackJson(const PacketAnswer& answer, const PacketRequest& request) {
  Json json = packet::ToJson(answer.packet);
  json.erase("sections");
  const Json summary = ValueOf(answer, "graph.pack");
  const Json intent = summary.value("intent", Json::object());
  const Json anchor = summary.value("anchor", Json::object());
  json["request_id"] = graph::MakeId("REQ", answer.now);
  json["request"] = text::SafeText(request.task).text();
  json["generated_at"] = graph::Stamp(answer.now);
  json["run"] = answer.run.value();
  json["intent"] = intent.value("intent", "");
  json["intent_by_caller"] = intent.value("by_caller", false);
  json["intent_evidence"] = intent.value("evidence", Json::array());
  for (const std::string_view key :
       {"goal", "entities", "entities_found", "unknown_ids", "not_open", "anchor"}) {
    json[std::string(key)] = summary.value(std::string(key), Json());
  }
  const Json missing = summary.value("critical_info_missing", Json::array());
  json["critical_info_missing"] = !missing.empty();
  json["missing"] = missing;
  if (anchor.contains("commit_id") && !anchor["commit_id"].is_null()) {
    json["commit_id"] = anchor["commit_id"];
  }
  for (const SnapshotName& name : kSnapshots)
    json[std::string(name.key)] = SnapshotOf(answer, name);
  Json active = Json::array();
  for (const Json& task : json["task_snapshot"]) active.push_back(task["id"]);
  json["active_tasks"] = std::move(active);
  const Json clarify = summary.value("clarify_suggestion", Json());
  if (!clarify.is_null()) json["clarify_suggestion"] = clarify;
  return json;
}

// Whoever comes first completes what was cut off.
Status Complete(const settings::Workspace& workspace, const std::string& folder,
                const Deadline& deadline, std::vector<std::string>& remarks) {
  const auto directory = SATCHEL_TRY(graph::OpenFolder(workspace.root, folder));
  const std::string pending(graph::kPendingFile);
  if (!directory || directory->Look(pending) == Directory::Entry::kNone) return {};
  const auto locked = SATCHEL_TRY(graph::LockFolder(workspace.root, folder, deadline));
  if (!locked.completed.empty()) {
    remarks.push_back(fmt::format("completed the interrupted {}", locked.completed));
  }
  return {};
}

// The task that asks for what is missing, with what the specification lets follow it.
Result<std::string> ApplyClarify(const settings::Workspace& workspace,
                                 const GraphPackRequest& request, Json& pack, Time now,
                                 const Deadline& deadline) {
  auto writer = SATCHEL_TRY(graph::Writer::Open(workspace.root, request.options.folder, deadline));
  Json fields = pack["clarify_suggestion"];
  fields["status"] = "ready";
  fields["origin"] = "clarify_suggestion";
  auto node = SATCHEL_TRY(graph::FirstRevision(graph::Layer::kTask, fields, now));
  const std::string id = node.at("id").get<std::string>();
  graph::Change change{.mode = "clarify", .details = {{"request_id", pack["request_id"]}}};
  change.rows.emplace_back(graph::Layer::kTask, std::move(node));
  const auto committed = SATCHEL_TRY(std::move(writer).Commit(change, now));
  pack["clarify_applied_task_id"] = id;
  pack["clarify_commit_id"] = committed.commit_id;
  return committed.commit_id;
}

// Writes the pack beside the graphs.
Status WritePack(const settings::Workspace& workspace, const std::string& folder,
                 const GraphPackRequest& request, const Deadline& deadline, GraphPack& pack) {
  const auto locked = SATCHEL_TRY(graph::LockFolder(workspace.root, folder, deadline));
  const auto written = SATCHEL_TRY(graph::WriteRequestPack(
      locked.directory, pack.json, pack.answer.now,
      {.history_limit = request.history_limit, .write_latest = request.write_latest}));
  pack.path = fmt::format("{}/{}", folder, written.path);
  return {};
}

// The pack is the answer, its file a copy of it: a full disk, a read-only file system or another
// process that writes does not fail the request. The reason becomes a remark.
Status WithoutFile(const Status& done, std::string_view what, const Deadline& deadline,
                   std::vector<std::string>& remarks) {
  if (done) return {};
  SATCHEL_TRY(deadline.Check("write the pack"));
  const Errc code = done.error().code();
  if (code != Errc::kSystem && code != Errc::kUnavailable) return done;
  remarks.push_back(fmt::format("{}: {}", what, done.error().text()));
  return {};
}

}  // namespace

graph::Intent IntentNamed(std::string_view name) {
  return graph::ParseIntent(name).value_or(graph::Intent::kExplain);
}

Result<GraphPack> MakeGraphPack(Stores& stores, const settings::Workspace& workspace,
                                const GraphPackRequest& request, const Deadline& deadline,
                                const SourceCaches* caches) {
  const auto folder = SATCHEL_TRY(graph::FolderName(request.options.folder));
  std::vector<std::string> remarks;
  if (!request.dry_run) {
    SATCHEL_TRY(WithoutFile(Complete(workspace, folder, deadline, remarks),
                            "an interrupted change of the graphs stays open", deadline, remarks));
  }
  PacketRequest asked = request.packet;
  asked.recipe = "graph";
  GraphOptions options = request.options;
  options.folder = folder;
  asked.options = {std::make_shared<GraphOptions>(std::move(options))};
  auto answer = SATCHEL_TRY(MakePacket(stores, workspace, asked, deadline, caches));
  answer.remarks.insert(answer.remarks.begin(), remarks.begin(), remarks.end());
  GraphPack pack{.answer = std::move(answer)};
  pack.json = PackJson(pack.answer, asked);
  const Time now = pack.answer.now;
  if (request.dry_run) return pack;
  if (request.apply_clarify && pack.json.contains("clarify_suggestion")) {
    auto commit = SATCHEL_TRY(ApplyClarify(workspace, request, pack.json, now, deadline),
                              "apply the clarify task");
    pack.commit = commit;
  }
  const auto there = SATCHEL_TRY(graph::OpenFolder(workspace.root, folder));
  if (!there) {
    pack.answer.remarks.push_back(fmt::format("there is no {}; the pack was not written", folder));
    return pack;
  }
  SATCHEL_TRY(WithoutFile(WritePack(workspace, folder, request, deadline, pack),
                          "the pack was not written", deadline, pack.answer.remarks));
  return pack;
}

}  // namespace satchel::engine
