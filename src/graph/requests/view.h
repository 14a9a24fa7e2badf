#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "graph/files/layer.h"
#include "settings/environment.h"
#include "settings/workspace.h"

// Looking at the graphs without changing them.
namespace satchel::engine {

// "knowledge", "decision", "task"; also KG, RG, TG.
std::optional<graph::Layer> ParseLayer(std::string_view name);
std::string_view WordFor(graph::Layer layer);

// kNotFound when there is no such folder.
Status RequireGraphs(const settings::Workspace& workspace, std::string_view folder);

struct GraphItem {
  std::string id;
  graph::Layer layer = graph::Layer::kKnowledge;
  std::string type;
  std::string title;
  std::string status;
  std::optional<Time> updated_at;
  std::optional<std::int64_t> rev;
};

struct GraphFilter {
  std::optional<graph::Layer> layer;
  std::string status;  // empty: any
  std::string match;   // in id or title, case ignored; empty: any
};

struct GraphListing {
  bool exists = false;           // the folder
  std::size_t unread = 0;        // lines and files that could not be used
  std::string first_unread;      // where the first one is and why; empty without one
  std::vector<GraphItem> items;  // by layer and id
};
Result<GraphListing> ListNodes(const settings::Workspace& workspace, std::string_view folder,
                               const GraphFilter& filter);

struct GraphDetail {
  GraphItem item;
  Json node;                          // the latest revision
  std::vector<Json> history;          // all revisions, in the order of the log
  std::vector<std::string> named_by;  // ids of nodes that refer to it
};
// `which`: its id, the beginning of it, or words of its title; kInvalidInput when these mean
// several.
Result<GraphDetail> ShowNode(const settings::Workspace& workspace, std::string_view folder,
                             std::string_view which);

struct GraphFault {
  bool is_error = true;
  std::string kind;
  std::string path;  // from the workspace's root
  std::size_t line = 0;
  std::string id;
  std::string text;
};
struct GraphCheck {
  bool exists = false;
  std::size_t nodes = 0;
  std::size_t rows = 0;
  std::size_t commits = 0;
  std::vector<GraphFault> faults;
};
Result<GraphCheck> ValidateGraphs(const settings::Workspace& workspace, std::string_view folder);

struct GraphCommit {
  std::string id;
  std::string mode;
  std::vector<std::string> changed;
  std::optional<Time> created_at;
};
// Newest first, at most `limit`.
Result<std::vector<GraphCommit>> GraphCommits(const settings::Workspace& workspace,
                                              std::string_view folder, std::size_t limit);

// One JSON object a line, by layer and id: the latest revisions, or all of them.
Result<std::string> ExportNodes(const settings::Workspace& workspace, std::string_view folder,
                                std::optional<graph::Layer> layer, bool all_revisions);

// A drawing of some nodes for Graphviz; `around`: of those within `steps` of this one instead.
struct Drawing {
  std::string dot;
  std::size_t nodes = 0;
};
Result<Drawing> DrawNodes(const settings::Workspace& workspace, std::string_view folder,
                          std::span<const std::string> ids);
Result<Drawing> DrawAround(const settings::Workspace& workspace, std::string_view folder,
                           std::string_view which, std::size_t steps);

// The drawing as SVG, by the program `dot` in PATH. kNotFound when it is not installed.
Result<std::string> RenderSvg(const settings::Environment& environment, const std::string& dot,
                              const Deadline& deadline);

}  // namespace satchel::engine
