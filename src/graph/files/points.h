#pragma once

#include "base/score.h"
#include "base/time.h"
#include "graph/files/entities.h"
#include "graph/files/graph.h"

namespace satchel::graph {

// Why a node is in a pack, the same for all layers.
struct Points {
  bool entity = false;         // +5: the request speaks of it
  bool task_names_it = false;  // +4: a selected task does, in inputs or links
  bool accepted = false;       // +3: an accepted decision does, in refs or links
  bool flagged = false;        // +2: tagged constraint or risk
  int recency = 0;             // +2 up to a day, +1 up to seven

  int total() const {
    return (entity ? 5 : 0) + (task_names_it ? 4 : 0) + (accepted ? 3 : 0) + (flagged ? 2 : 0) +
           recency;
  }
  // Recency alone is no reason to be shown.
  bool is_candidate() const { return entity || task_names_it || accepted || flagged; }

  ScoreTerms Terms() const;
};

// By now - updated_at; a future time counts as now, none that can be read as long ago.
int RecencyPoints(const std::optional<Time>& updated_at, Time now);

class Scorer {
 public:
  // All of them must outlive this.
  Scorer(const Graph& graph, const Entities& entities, Time now)
      : graph_(graph), entities_(entities), now_(now) {}

  Points Of(NodeIndex node, bool task_names_it) const;
  const Graph& graph() const { return graph_; }
  const Entities& entities() const { return entities_; }

 private:
  const Graph& graph_;
  const Entities& entities_;
  Time now_;
};

}  // namespace satchel::graph
