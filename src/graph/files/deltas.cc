#include "graph/files/deltas.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/sort_unique.h"

namespace satchel::graph {
namespace {

// A change and its place in time. Commits follow each other as in their log, whatever their
// clocks said, so each has at least the time of the one before.
struct Change {
  std::string_view id;
  const Commit* commit = nullptr;  // null: in none
  std::size_t number = 0;          // of the commit, from 1
  std::optional<Time> at;
};

// Newest first; of one commit by id.
auto OrderOf(const Change& change) {
  return std::tuple(change.at ? -change.at->micros : INT64_MAX,
                    -static_cast<std::int64_t>(change.number), change.id);
}

std::vector<std::string_view> ChangedBy(const Commit& commit) {
  std::vector<std::string_view> ids(commit.changed.begin(), commit.changed.end());
  SortUnique(ids);
  return ids;
}

Delta ToDelta(const Graph& graph, const Change& change, bool after) {
  const auto layer = LayerOfId(change.id);
  const auto node = graph.Find(change.id);
  return {.layer = std::string(layer ? Name(*layer) : "?"),
          .id = std::string(change.id),
          .title = node ? graph.node(*node).title : "",
          .change = change.commit == nullptr ? "uncommitted:changed"
                                             : fmt::format("{}:changed", change.commit->mode),
          .commit_id = change.commit == nullptr ? "" : change.commit->id,
          .at = change.commit == nullptr ? change.at : change.commit->created_at,
          .after_anchor = after};
}

std::vector<std::optional<Time>> MonotoneTimes(const std::vector<Commit>& commits) {
  std::vector<std::optional<Time>> times;
  std::optional<Time> latest;
  for (const Commit& commit : commits) {
    latest = std::max(latest, commit.created_at);
    times.push_back(latest);
  }
  return times;
}

}  // namespace

std::string_view Name(Anchor::Rule rule) {
  switch (rule) {
    case Anchor::Rule::kCommitId:
      return "commit_id";
    case Anchor::Rule::kLatestCommit:
      return "latest_commit";
    case Anchor::Rule::kRequestSeq:
      return "request_seq";
    case Anchor::Rule::kNone:
      return "none";
  }
  return "";
}

Result<Anchor> ChooseAnchor(const Graph& graph, const std::optional<std::string>& commit_id,
                            const std::optional<PriorPack>& prior) {
  const std::vector<Commit>& commits = graph.commits();
  const auto of_commit = [&](Anchor::Rule rule, std::size_t at) {
    return Anchor{
        .rule = rule, .commit_id = commits[at].id, .at = commits[at].created_at, .commit = at};
  };
  if (commit_id) {
    // The last of that name, should there be two.
    for (std::size_t at = commits.size(); at-- > 0;) {
      if (commits[at].id == *commit_id) return of_commit(Anchor::Rule::kCommitId, at);
    }
    return Fail(Errc::kNotFound,
                fmt::format("there is no commit '{}' in {}", *commit_id, kCommitLog),
                "`satchel graph log` lists the commits");
  }
  if (!commits.empty()) return of_commit(Anchor::Rule::kLatestCommit, commits.size() - 1);
  if (prior) {
    return Anchor{.rule = Anchor::Rule::kRequestSeq,
                  .request_seq = prior->request_seq,
                  .at = prior->generated_at};
  }
  return Anchor{};
}

Deltas RecentDeltas(const Graph& graph, const Anchor& anchor, std::size_t max) {
  const std::vector<Commit>& commits = graph.commits();
  const std::vector<std::optional<Time>> times = MonotoneTimes(commits);
  const bool by_commit =
      anchor.rule == Anchor::Rule::kCommitId || anchor.rule == Anchor::Rule::kLatestCommit;
  const std::size_t first_after = by_commit ? anchor.commit + 1 : 0;
  std::vector<Change> after;
  std::unordered_set<std::string_view> committed;
  for (std::size_t i = first_after; i < commits.size(); ++i) {
    for (const std::string_view id : ChangedBy(commits[i])) {
      committed.insert(id);
      after.push_back({.id = id, .commit = &commits[i], .number = i + 1, .at = times[i]});
    }
  }
  // Without a time of the anchor nobody can say what came after it outside of commits.
  const bool knows_when = anchor.at.has_value() || anchor.rule == Anchor::Rule::kNone;
  for (const Node& node : graph.nodes()) {
    if (!knows_when || committed.contains(node.id)) continue;
    if (anchor.at && (!node.updated_at || *node.updated_at <= *anchor.at)) continue;
    after.push_back({.id = node.id, .at = node.updated_at});
  }
  Deltas deltas;
  const std::size_t shown = std::min(max, after.size());
  deltas.cut = after.size() - shown;
  std::ranges::partial_sort(after, after.begin() + static_cast<std::ptrdiff_t>(shown), {}, OrderOf);
  after.resize(shown);
  for (const Change& change : after) deltas.shown.push_back(ToDelta(graph, change, true));
  for (std::size_t i = first_after; i-- > 0 && deltas.shown.size() < max;) {
    for (const std::string_view id : ChangedBy(commits[i])) {
      if (deltas.shown.size() == max) break;
      deltas.shown.push_back(
          ToDelta(graph, {.id = id, .commit = &commits[i], .number = i + 1}, false));
    }
  }
  return deltas;
}

}  // namespace satchel::graph
