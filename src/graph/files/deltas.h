#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "graph/files/graph.h"

namespace satchel::graph {

// Since when changes are new.
struct Anchor {
  // By which rule it was chosen. Names are stable.
  enum class Rule : std::uint8_t { kCommitId, kLatestCommit, kRequestSeq, kNone };
  Rule rule = Rule::kNone;
  std::string commit_id;         // of the first two
  std::int64_t request_seq = 0;  // of the third
  std::optional<Time> at;
  std::size_t commit = 0;  // of the first two: its place among the commits
};
std::string_view Name(Anchor::Rule rule);

// The request pack before this one.
struct PriorPack {
  std::int64_t request_seq = 0;
  std::optional<Time> generated_at;
};

// A commit that was asked for, else the latest one, else the request pack before. One that
// was asked for and is not there is kNotFound.
Result<Anchor> ChooseAnchor(const Graph& graph, const std::optional<std::string>& commit_id,
                            const std::optional<PriorPack>& prior);

struct Delta {
  std::string layer;  // "KG", or "?" for an id without one
  std::string id;
  std::string title;      // empty when there is no such node
  std::string change;     // "<mode>:changed", "uncommitted:changed"
  std::string commit_id;  // empty when it is in none
  std::optional<Time> at;
  bool after_anchor = true;
  friend bool operator==(const Delta&, const Delta&) = default;
};

struct Deltas {
  std::vector<Delta> shown;
  std::size_t cut = 0;  // changes after the anchor that the cap left out
};

// What changed after the anchor, committed or not, newest first; then, while there are fewer
// than `max`, what the anchor's commit and those before it changed.
Deltas RecentDeltas(const Graph& graph, const Anchor& anchor, std::size_t max);

}  // namespace satchel::graph
