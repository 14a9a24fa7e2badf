#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "graph/files/layer.h"
#include "graph/files/row.h"
#include "graph/files/stem_index.h"

namespace satchel::graph {

// The number of a node in its graph: layer by layer, by id inside.
using NodeIndex = std::uint32_t;

// The latest revision of a node.
struct Node {
  Layer layer = Layer::kKnowledge;
  std::string id;
  std::string type;
  std::string title;
  std::string status;
  std::optional<std::int64_t> rev;
  std::optional<Time> updated_at;
  bool flagged = false;
  bool accepted_names_it = false;  // an accepted decision refers to it
  std::uint32_t revisions = 1;     // rows of this id
  std::int64_t highest_rev = 0;    // of all of them
  // Nodes that it names, each once, without itself; ids that no node has are left out.
  std::vector<NodeIndex> names;         // tasks: inputs and links; decisions: refs and links
  std::vector<NodeIndex> dependencies;  // of tasks, to tasks
  std::vector<NodeIndex> blocks;        // of tasks, to tasks
  std::vector<NodeIndex> blocked_by;    // tasks whose `blocks` names this one
  std::size_t line = 0;
  std::size_t offset = 0;
  std::size_t size = 0;

  // A task that somebody may work on.
  bool open() const;
};

// A row of the commit log.
struct Commit {
  std::string id;
  std::string mode;
  std::vector<std::string> changed;
  std::optional<Time> created_at;
  std::size_t line = 0;
};

// The bytes of the logs.
struct Logs {
  std::array<std::string, 3> nodes;  // by layer
  std::string commits;
  std::array<std::string, 4> digests;  // SHA-256 of each, the commits last; may be empty
};
inline constexpr std::string_view kCommitLog = "post_response_commits.jsonl";

// Which of two revisions of a node is the later one. All rows of an id have an integer
// rev: rev, then updated_at, then line; otherwise updated_at, then line.
bool IsLater(const Row& a, const Row& b, bool by_rev);

// Knowledge, decisions and tasks as they are now. Fixed once it is read; safe to share
// between threads.
class Graph {
 public:
  // Lines that cannot be used are findings, never an error.
  static std::shared_ptr<const Graph> Read(Logs logs);

  std::span<const Node> nodes() const { return nodes_; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  // The nodes of a layer: the first one's number and that behind the last one.
  std::pair<NodeIndex, NodeIndex> Range(Layer layer) const;
  std::size_t SizeOf(Layer layer) const;
  std::optional<NodeIndex> Find(std::string_view id) const;

  // Everything that the latest revision says.
  Json JsonOf(NodeIndex index) const;
  // All revisions in the order of the log.
  std::vector<Json> History(NodeIndex index) const;

  // Numbers of texts are numbers of nodes.
  const StemIndex& stems() const { return *stems_; }
  // Nodes that have points in every request, by layer: flagged, or named by an accepted decision.
  const std::vector<NodeIndex>& always(Layer layer) const { return always_[IndexOf(layer)]; }

  const std::vector<Commit>& commits() const { return commits_; }
  const std::vector<Finding>& findings() const { return findings_; }
  const Logs& logs() const { return logs_; }
  std::size_t rows() const { return row_count_; }

 private:
  explicit Graph(Logs logs) : logs_(std::move(logs)) {}

  void ReadLayer(Layer layer, std::vector<std::string>& words, std::vector<Row>& latest);
  void Connect(const std::vector<Row>& latest);
  void ReadCommits();

  Logs logs_;
  std::vector<Node> nodes_;
  std::array<NodeIndex, 4> begins_{};  // of the layers, and the end
  std::unordered_map<std::string_view, NodeIndex> by_id_;
  std::unique_ptr<const StemIndex> stems_;
  std::array<std::vector<NodeIndex>, 3> always_;
  std::vector<Commit> commits_;
  std::vector<Finding> findings_;
  std::size_t row_count_ = 0;
};

// Calls `visit(line, number, offset)` for every line that is not blank. The last one counts
// even without its line feed.
template <class Visit>
void ForEachLine(std::string_view bytes, Visit&& visit) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    ++number;
    const std::string_view line = bytes.substr(at, end - at);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) visit(line, number, at);
    at = end + 1;
  }
}

}  // namespace satchel::graph
