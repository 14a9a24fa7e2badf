#include "engine/requests/source_reading.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/notes/items.h"
#include "pipeline/stages/graph_options.h"
#include "sources/graph/pack_files.h"

namespace satchel::engine {
namespace {

Status ReadNotes(const settings::Workspace& workspace, const Json& options,
                 SourceReading& reading) {
  const auto agent_files = options.find("agent_files");
  auto notes = LoadNotes(workspace, agent_files != options.end() && *agent_files == true);
  if (!notes) return std::unexpected(notes.error());
  Json files = Json::object();
  for (const notes::File& file : notes->files) files[file.path] = file.digest;
  reading.snapshot["notes"] = std::move(files);
  reading.notes = *std::move(notes);
  return {};
}

Status ReadGraph(const settings::Workspace& workspace, const pipeline::Request& request,
                 graph::GraphCache* cache, SourceReading& reading) {
  const auto options = SATCHEL_TRY(pipeline::GraphOptionsFrom(request.options));
  auto loaded = SATCHEL_TRY(cache == nullptr ? graph::LoadGraph(workspace.root, options.folder)
                                             : cache->Load(workspace.root, options.folder));
  Json files = Json::object();
  const graph::Logs& logs = loaded.graph->logs();
  if (loaded.exists) {
    for (const graph::Layer layer : graph::kLayers) {
      files[fmt::format("{}/{}", options.folder, LogName(layer))] = logs.digests[IndexOf(layer)];
    }
    files[fmt::format("{}/{}", options.folder, graph::kCommitLog)] = logs.digests.back();
  }
  graph::Asked asked{
      .text = request.task, .intent = options.intent, .commit_id = options.commit_id};
  // Only the third rule for an anchor needs it.
  if (loaded.exists && loaded.graph->commits().empty()) {
    const auto folder = SATCHEL_TRY(graph::OpenFolder(workspace.root, options.folder));
    if (folder) asked.prior = graph::FindPrior(*folder);
    if (asked.prior) files["the request before"] = std::to_string(asked.prior->request_seq);
  }
  auto question = SATCHEL_TRY(MakeQuestion(std::move(loaded), asked));
  reading.graph = std::move(question);
  reading.snapshot["graph"] = std::move(files);
  return {};
}

}  // namespace

Result<SourceReading> ReadSources(const settings::Workspace& workspace,
                                  const pipeline::Request& request, graph::GraphCache* graphs) {
  SourceReading reading;
  Status read;
  if (request.recipe == "notes") read = ReadNotes(workspace, request.options, reading);
  if (request.recipe == "graph") read = ReadGraph(workspace, request, graphs, reading);
  if (!read) return std::unexpected(read.error());
  return reading;
}

}  // namespace satchel::engine
