#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "graph/files/layer.h"
#include "graph/files/node_json.h"
#include "settings/workspace.h"

// Changing the graphs. One writer at a time, by a lock in their folder; every change is a commit,
// and one that was cut off is completed by whoever comes next. Errors: kInvalidInput,
// kNotFound, kDeadline (another one goes on writing), kSystem (it cannot be written),
// kCorrupt.
namespace satchel::engine {

// Where the graphs are, and when.
struct GraphPlace {
  const settings::Workspace& workspace;
  std::string folder = "graphs";
  Time now;
  Deadline deadline = Deadline::Never();
};

struct GraphEdit {
  Json node;  // as it was written
  bool created = false;
  std::string commit_id;              // empty: nothing had to change
  std::string completed;              // a commit that had been cut off
  std::vector<std::string> dangling;  // ids it names that no node has
};

// Other nodes as a person names them: by an id, the beginning of one, or words of a title. What a
// node is about may also be an address outside of the graphs. Nothing: the field stays as it is.
struct NodeNames {
  using List = std::optional<std::vector<std::string>>;
  List depends_on;  // of a task
  List blocks;      // of a task
  List refs;        // inputs of a task, refs of a decision, links of knowledge
};

// A new node, or the next revision of the one that `fields` has the id of; without a title there,
// `id` names a node as above. What `graph validate` would call wrong is kInvalidInput.
Result<GraphEdit> AddNode(const GraphPlace& place, graph::Layer layer, Json fields,
                          const NodeNames& names = {});

// Names `to` in a field of `from`; `rel` is for relationships. Both are named as above.
Result<GraphEdit> LinkNodes(const GraphPlace& place, const std::string& from, const std::string& to,
                            std::string_view field, std::string_view rel);

struct RefusedLine {
  std::size_t line = 0;
  std::string why;
};
struct GraphImport {
  std::size_t added = 0;      // nodes that were not there
  std::size_t revised = 0;    // new revisions of nodes that were
  std::size_t unchanged = 0;  // rows that say nothing new
  std::string commit_id;      // empty: nothing had to change
  std::string completed;
  std::vector<RefusedLine> refused;  // nothing was written when there are any
};

// Rows of any layer, one JSON object a line, all in one change or none. A row of an unknown id,
// or with a higher revision, is taken as it is; another one becomes the next revision.
Result<GraphImport> ImportNodes(const GraphPlace& place, std::string_view lines);

}  // namespace satchel::engine
