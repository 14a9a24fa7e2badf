#include "graph/files/points.h"

#include <chrono>

namespace satchel::graph {

ScoreTerms Points::Terms() const {
  ScoreTerms terms;
  if (entity) terms.Add("entity", Score::FromInt(5));
  if (task_names_it) terms.Add("selected_task", Score::FromInt(4));
  if (accepted) terms.Add("accepted_decision", Score::FromInt(3));
  if (flagged) terms.Add("constraint_or_risk", Score::FromInt(2));
  if (recency > 0) terms.Add("recency", Score::FromInt(recency));
  return terms;
}

int RecencyPoints(const std::optional<Time>& updated_at, Time now) {
  if (!updated_at) return 0;
  const auto age = now - *updated_at;
  if (age <= std::chrono::hours(24)) return 2;
  return age <= std::chrono::hours(7 * 24) ? 1 : 0;
}

Points Scorer::Of(NodeIndex node, bool task_names_it) const {
  const Node& of = graph_.node(node);
  return {.entity = entities_.contains(node),
          .task_names_it = task_names_it,
          .accepted = of.accepted_names_it,
          .flagged = of.flagged,
          .recency = RecencyPoints(of.updated_at, now_)};
}

}  // namespace satchel::graph
