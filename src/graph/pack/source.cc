#include "graph/pack/source.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/documents.h"
#include "graph/files/folder.h"
#include "graph/files/pack_files.h"
#include "graph/files/row.h"
#include "graph/pack/deltas.h"
#include "graph/pack/layers.h"
#include "graph/pack/pack.h"
#include "graph/pack/sections.h"
#include "packet/packet.h"
#include "text/safe_line.h"

namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostKind = 80;
constexpr std::array<std::string_view, 1> kSources = {kGraph};
constexpr std::array<std::string_view, 5> kStages = {
    "graph.tasks", "graph.decisions", "graph.knowledge", "graph.deltas", "graph.pack"};

struct GraphKept final : SourceCache {
  graph::GraphCache graphs;
};

Json SnapshotOf(const graph::Loaded& loaded, const std::string& folder) {
  Json files = Json::object();
  if (!loaded.exists) return files;
  const graph::Logs& logs = loaded.graph->logs();
  for (const graph::Layer layer : graph::kLayers) {
    files[fmt::format("{}/{}", folder, LogName(layer))] = logs.digests[IndexOf(layer)];
  }
  files[fmt::format("{}/{}", folder, graph::kCommitLog)] = logs.digests.back();
  return files;
}

class GraphSource final : public Source {
 public:
  std::string_view name() const override { return kGraph; }

  const Recipe& recipe() const override {
    static const std::array kFills = {
        DueFills{.behind = "graph.deltas", .fills = GraphDeltaFills()},
        DueFills{.behind = "graph.pack", .fills = GraphFills()},
    };
    static const Recipe kRecipe{.name = kGraph,
                                .sources = kSources,
                                .stages = kStages,
                                .sections = GraphPolicies(),
                                .fills = kFills,
                                .budget = packet::kNoBudget,
                                .tokenizer = text::Tokenizer::kChars4};
    return kRecipe;
  }

  std::vector<std::unique_ptr<const Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const Stage>> stages;
    stages.push_back(MakeGraphTasks());
    stages.push_back(MakeGraphDecisions());
    stages.push_back(MakeGraphKnowledge());
    stages.push_back(MakeGraphDeltas());
    stages.push_back(MakeGraphPack());
    return stages;
  }

  Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& json) const override {
    auto options = SATCHEL_TRY(GraphOptionsFrom(json));
    return std::make_unique<GraphOptions>(std::move(options));
  }

  Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const override {
    const auto* given = dynamic_cast<const GraphOptions*>(request.options);
    GraphOptions options = given == nullptr ? GraphOptions() : *given;
    auto* kept = dynamic_cast<GraphKept*>(request.cache);
    auto loaded = SATCHEL_TRY(kept == nullptr ? graph::LoadGraph(request.root, options.folder)
                                              : kept->graphs.Load(request.root, options.folder));
    Json snapshot = SnapshotOf(loaded, options.folder);
    graph::Asked asked{
        .text = request.question, .intent = options.intent, .commit_id = options.commit_id};
    // Only the third rule for an anchor needs it.
    if (loaded.exists && loaded.graph->commits().empty()) {
      const auto folder = SATCHEL_TRY(graph::OpenFolder(request.root, options.folder));
      if (folder) asked.prior = graph::FindPrior(*folder);
      if (asked.prior) snapshot["the request before"] = std::to_string(asked.prior->request_seq);
    }
    auto question = SATCHEL_TRY(MakeQuestion(std::move(loaded), asked));
    return std::make_unique<GraphReading>(std::move(options), std::move(question),
                                          std::move(snapshot));
  }

  std::unique_ptr<SourceCache> MakeCache() const override { return std::make_unique<GraphKept>(); }
};

}  // namespace

std::string GraphReading::DocumentDigest() const {
  return graph::DocumentDigest(question_.graph());
}

std::vector<store::DocumentRow> GraphReading::Documents() const {
  return graph::DocumentsOf(question_.graph());
}

std::vector<retrieval::SourceText> GraphReading::Texts(std::span<const std::string> paths) const {
  const graph::Graph& graph = question_.graph();
  std::vector<retrieval::SourceText> texts;
  for (const std::string& path : paths) {
    const auto index = graph.Find(path);
    if (!index) continue;
    const graph::Node& node = graph.node(*index);
    retrieval::SourceText& text = texts.emplace_back();
    text.id = node.id;
    text.kind = text::SafeLine(node.type, kMostKind);
    text.title = node.title;
    text.body = graph::RowOf(node.layer, graph.JsonOf(*index)).words;
    text.path = fmt::format("{}/{}", options_.folder, LogName(node.layer));
    text.superseded = node.status == "superseded" || node.status == "rejected";
  }
  return texts;
}

std::unique_ptr<const Source> MakeGraphSource() { return std::make_unique<GraphSource>(); }

}  // namespace satchel::pipeline
