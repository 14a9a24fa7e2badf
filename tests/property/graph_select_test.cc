// What a pack shows, against a second implementation: slow, without an index, a heap or a
// walk that remembers anything, written down from the decisions about specification 000. Only the
// stems of a text come from the same analyser. `scripts/soak graph_select` asks more often.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "graph/files/deltas.h"
#include "graph/files/entities.h"
#include "graph/files/select.h"
#include "graph/files/stem_index.h"
#include "tests/support/random_graphs.h"
#include "text/analyser.h"

namespace satchel::graph {
namespace {

using test::Random;
using test::RandomGraph;
using Micros = std::optional<std::int64_t>;

const Time kNow = *ParseTime(test::kGraphNow);

struct Plain {
  int layer = 0;
  std::string id;
  std::string title;
  std::string status;
  std::optional<std::int64_t> rev;
  Micros updated;
  std::size_t line = 0;
  bool flagged = false;
  std::set<std::string> stems;
  std::set<std::string> names;
  std::set<std::string> dependencies;
  std::set<std::string> blocks;
};

Micros MicrosOf(const Json& json, const char* key) {
  if (!json.contains(key) || !json[key].is_string()) return std::nullopt;
  const auto time = ParseTime(json[key].get<std::string>());
  return time ? Micros(time->micros) : std::nullopt;
}

void Collect(const Json& value, std::set<std::string>& out) {
  if (value.is_string()) out.insert(value.get<std::string>());
  if (value.is_array() || value.is_object()) {
    for (const Json& inner : value) Collect(inner, out);
  }
}

std::set<std::string> At(const Json& json, std::initializer_list<const char*> keys) {
  std::set<std::string> found;
  for (const char* key : keys) {
    if (json.contains(key)) Collect(json[key], found);
  }
  return found;
}

std::set<std::string> StemsOf(const Json& json) {
  std::string text;
  for (const char* key : {"title", "type", "summary", "decision", "description"}) {
    if (json.contains(key)) text += json[key].get<std::string>() + " ";
  }
  for (const Json& tag : json.value("tags", Json::array())) text += tag.get<std::string>() + " ";
  for (const Json& value : json.value("attributes", Json::object())) {
    text += (value.is_string() ? value.get<std::string>() : value.dump()) + " ";
  }
  std::set<std::string> stems;
  for (const text::Term& term : text::Analyse(text)) stems.insert(term.text);
  return stems;
}

std::optional<Plain> PlainFrom(const std::string& line, int layer, std::size_t number) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("id") || !json["id"].is_string()) return std::nullopt;
  Plain node{.layer = layer, .id = json["id"], .line = number};
  if (node.id.empty()) return std::nullopt;
  node.title = json.value("title", "");
  node.status = layer == 1 ? json["outcome"].value("status", "") : json.value("status", "");
  if (json.contains("rev") && json["rev"].is_number_integer()) node.rev = json["rev"];
  node.updated = MicrosOf(json, "updated_at");
  for (const Json& tag : json["tags"]) node.flagged |= tag == "risk" || tag == "constraint";
  node.stems = StemsOf(json);
  if (layer == 2) {
    node.names = At(json, {"inputs", "links"});
    node.dependencies = At(json, {"dependencies"});
    node.blocks = At(json, {"blocks"});
  }
  if (layer == 1) node.names = At(json, {"refs", "links"});
  return node;
}

// All rows of an id have an integer rev: rev, then updated_at, then line; otherwise updated_at,
// then line.
std::vector<Plain> LatestOf(const RandomGraph& graph) {
  std::map<std::pair<int, std::string>, std::vector<Plain>> rows;
  for (int layer = 0; layer < 3; ++layer) {
    std::size_t number = 0;
    for (const std::string& line : graph.lines.at(static_cast<std::size_t>(layer))) {
      if (auto node = PlainFrom(line, layer, ++number)) rows[{layer, node->id}].push_back(*node);
    }
  }
  std::vector<Plain> latest;
  for (auto& [key, of_id] : rows) {
    bool all = true;
    for (const Plain& row : of_id) all = all && row.rev.has_value();
    std::ranges::sort(of_id, [&](const Plain& a, const Plain& b) {
      if (all && a.rev != b.rev) return *a.rev < *b.rev;
      if (a.updated != b.updated) return a.updated < b.updated;
      return a.line < b.line;
    });
    latest.push_back(of_id.back());
  }
  return latest;
}

class Reference {
 public:
  Reference(const RandomGraph& graph, const std::string& request)
      : nodes_(LatestOf(graph)),
        request_(request),
        stems_(RequestStems(ask::Question(std::string(request)))) {
    for (const std::string& id : IdsInRequest()) {
      if (const Plain* node = Find(id)) {
        entities_.insert(node);
      } else {
        unknown_.push_back(id);
      }
    }
    by_id_ = entities_;
    for (const Plain& node : nodes_) {
      if (NamedByAccepted(node)) accepted_.insert(&node);
    }
    for (const Plain& node : nodes_) {
      if (SpeaksOf(node)) entities_.insert(&node);
    }
  }

  // "KG-1 id 1000000", by confidence, layer, id.
  std::vector<std::string> Entities() const {
    std::vector<std::tuple<std::int64_t, int, std::string, bool>> sorted;
    for (const Plain* node : entities_) {
      sorted.emplace_back(-Confidence(*node), node->layer, node->id, by_id_.contains(node));
    }
    std::ranges::sort(sorted);
    std::vector<std::string> out;
    for (const auto& [confidence, layer, id, by_id] : sorted) {
      out.push_back(fmt::format("{} {} {}", id, by_id ? "id" : "words", -confidence));
    }
    return out;
  }
  const std::vector<std::string>& unknown() const { return unknown_; }

  struct Pick {
    const Plain* node = nullptr;
    std::string relation;
    const Plain* from = nullptr;
  };

  void SelectTasks(std::size_t max) {
    candidates_ = Seeds().size();
    for (;;) {
      std::vector<const Plain*> seeds = Seeds();
      if (seeds.empty() || chosen_.size() >= max) break;
      Take({.node = seeds.front(), .relation = "seed"}, max);
      Walk(seeds.front(), max);
    }
    for (const Plain* seed : Seeds()) cut_.push_back({.node = seed, .relation = "seed"});
  }
  std::vector<std::string> Chosen() const { return Lines(chosen_); }
  std::vector<std::string> Cut() const { return Lines(cut_); }
  std::size_t candidates() const { return candidates_; }

  // All of a layer with points; the cap is the caller's.
  std::vector<std::string> Nodes(int layer) const {
    std::vector<Pick> picks;
    for (const Plain& node : nodes_) {
      if (node.layer == layer && HasPoints(node)) picks.push_back({.node = &node});
    }
    return Lines(picks);
  }

  const Plain* Find(const std::string& id) const {
    const Plain* found = nullptr;
    for (const Plain& node : nodes_) {
      if (node.id != id) continue;
      const std::array<std::string, 3> prefixes = {"KG-", "RG-", "TG-"};
      const bool at_home = id.starts_with(prefixes.at(static_cast<std::size_t>(node.layer)));
      if (found == nullptr || at_home) found = &node;
    }
    return found;
  }
  const std::vector<Plain>& nodes() const { return nodes_; }

 private:
  std::vector<std::string> IdsInRequest() const {
    static const std::string kOfIds =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::vector<std::string> ids;
    std::string rest = request_ + " ";
    while (!rest.empty()) {
      std::string word = rest.substr(0, rest.find_first_not_of(kOfIds));
      rest.erase(0, word.size() + 1);
      word.erase(word.find_last_not_of("-_") + 1);
      const std::string prefix = word.substr(0, 3);
      if (prefix != "KG-" && prefix != "RG-" && prefix != "TG-") continue;
      if (std::ranges::find(ids, word) == ids.end()) ids.push_back(word);
    }
    return ids;
  }

  std::size_t Shared(const Plain& node) const {
    std::size_t shared = 0;
    for (const std::string& stem : stems_) shared += node.stems.contains(stem) ? 1U : 0U;
    return shared;
  }
  bool SpeaksOf(const Plain& node) const {
    if (Shared(node) >= 2) return true;
    for (const std::string& stem : stems_) {
      if (!node.stems.contains(stem)) continue;
      std::size_t with = 0;
      std::size_t all = 0;
      for (const Plain& other : nodes_) {
        if (other.layer != node.layer) continue;
        ++all;
        if (other.stems.contains(stem)) ++with;
      }
      if (with <= std::max<std::size_t>(1, all / 10)) return true;
    }
    return false;
  }
  static std::int64_t Rounded(std::int64_t over, std::int64_t under) {
    const std::int64_t whole = over / under;
    const std::int64_t twice = 2 * (over % under);
    return whole + (twice > under || (twice == under && whole % 2 == 1) ? 1 : 0);
  }
  std::int64_t Confidence(const Plain& node) const {
    if (by_id_.contains(&node)) return 1'000'000;
    const auto shared = static_cast<std::int64_t>(Shared(node));
    const std::int64_t sum =
        Rounded(800'000 * shared, static_cast<std::int64_t>(stems_.size())) +
        Rounded(200'000 * shared, static_cast<std::int64_t>(node.stems.size()));
    return std::min<std::int64_t>(sum, 990'000);
  }

  // Whether one of these ids is this node: the other of one id in two logs is not.
  bool Names(const std::set<std::string>& ids, const Plain& by, const Plain& node) const {
    return &by != &node && ids.contains(node.id) && Find(node.id) == &node;
  }
  bool NamedByTask(const Plain& node) const {
    return std::ranges::any_of(
        chosen_, [&](const Pick& pick) { return Names(pick.node->names, *pick.node, node); });
  }
  bool NamedByAccepted(const Plain& node) const {
    return std::ranges::any_of(nodes_, [&](const Plain& by) {
      return by.layer == 1 && by.status == "accepted" && Names(by.names, by, node);
    });
  }
  bool HasPoints(const Plain& node) const {
    return entities_.contains(&node) || NamedByTask(node) || accepted_.contains(&node) ||
           node.flagged;
  }
  int Score(const Plain& node) const {
    int score = 0;
    if (entities_.contains(&node)) score += 5;
    if (NamedByTask(node)) score += 4;
    if (accepted_.contains(&node)) score += 3;
    if (node.flagged) score += 2;
    constexpr std::int64_t kDay = 24LL * 3'600 * 1'000'000;
    if (node.updated && kNow.micros - *node.updated <= kDay) {
      score += 2;
    } else if (node.updated && kNow.micros - *node.updated <= 7 * kDay) {
      score += 1;
    }
    return score;
  }
  bool Before(const Plain& a, const Plain& b) const {
    if (Score(a) != Score(b)) return Score(a) > Score(b);
    if (a.updated != b.updated) return a.updated > b.updated;
    return a.id < b.id;
  }
  std::vector<std::string> Lines(std::vector<Pick> picks) const {
    std::ranges::sort(picks,
                      [&](const Pick& a, const Pick& b) { return Before(*a.node, *b.node); });
    std::vector<std::string> lines;
    for (const Pick& pick : picks) {
      lines.push_back(fmt::format("{} {} {} {}", pick.node->id, Score(*pick.node), pick.relation,
                                  pick.from == nullptr ? "-" : pick.from->id));
    }
    return lines;
  }

  static bool Has(const std::vector<Pick>& picks, const Plain* node) {
    return std::ranges::find(picks, node, &Pick::node) != picks.end();
  }
  std::vector<const Plain*> Seeds() const {
    std::vector<const Plain*> seeds;
    for (const Plain& node : nodes_) {
      const bool open = node.status == "in_progress" || node.status == "ready" ||
                        node.status == "blocked" || node.status == "review";
      if (node.layer != 2 || !open || !HasPoints(node)) continue;
      if (!Has(chosen_, &node) && !Has(cut_, &node)) seeds.push_back(&node);
    }
    std::ranges::sort(seeds, [&](const Plain* a, const Plain* b) { return Before(*a, *b); });
    return seeds;
  }
  void Take(Pick pick, std::size_t max) {
    (chosen_.size() < max ? chosen_ : cut_).push_back(std::move(pick));
  }
  void Walk(const Plain* seed, std::size_t max) {
    std::vector<const Plain*> queue = {seed};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const Plain& task = *queue[at];
      std::vector<Pick> needs;
      for (const Plain& node : nodes_) {
        if (node.layer != 2 || Has(chosen_, &node) || Has(cut_, &node)) continue;
        std::string relation;
        if (Names(task.blocks, task, node)) relation = "blocked";
        if (Names(node.blocks, node, task)) relation = "blocker";
        if (Names(task.dependencies, task, node)) relation = "dependency";
        if (!relation.empty())
          needs.push_back({.node = &node, .relation = relation, .from = &task});
      }
      std::ranges::sort(needs,
                        [&](const Pick& a, const Pick& b) { return Before(*a.node, *b.node); });
      for (const Pick& need : needs) {
        queue.push_back(need.node);
        Take(need, max);
      }
    }
  }

  std::vector<Plain> nodes_;
  std::string request_;
  std::vector<std::string> stems_;
  std::set<const Plain*> entities_;
  std::set<const Plain*> by_id_;
  std::set<const Plain*> accepted_;  // named by an accepted decision
  std::vector<std::string> unknown_;
  std::vector<Pick> chosen_;
  std::vector<Pick> cut_;
  std::size_t candidates_ = 0;
};

// The changes of commits and those in none, "+COMMIT-1 KG-1 add:changed title".
class ReferenceDeltas {
 public:
  ReferenceDeltas(const RandomGraph& graph, const Reference& nodes) : nodes_(nodes) {
    Micros latest;
    for (const std::string& line : graph.commits) {
      const Json json = Json::parse(line, nullptr, false);
      if (!json.is_object() || !json.contains("commit_id")) continue;
      Row row{.id = json["commit_id"], .mode = json["mode"], .at = MicrosOf(json, "created_at")};
      Collect(json["changed_node_ids"], row.changed);
      latest = std::max(latest, row.at);
      row.not_before = latest;
      rows_.push_back(std::move(row));
    }
  }

  std::size_t commits() const { return rows_.size(); }
  // The last commit of that name; nothing: there is none.
  std::optional<std::size_t> Place(const std::string& id) const {
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].id == id) place = i;
    }
    return place;
  }

  // `anchor`: the commit's place, nothing without commits; then `since` is the prior request's
  // time.
  std::vector<std::string> Shown(const std::optional<std::size_t>& anchor, bool has_prior,
                                 Micros since, std::size_t max) const {
    std::vector<std::tuple<Micros, std::int64_t, std::string, std::string>> after;
    std::set<std::string> committed;
    const std::size_t first = anchor ? *anchor + 1 : 0;
    for (std::size_t i = first; i < rows_.size(); ++i) {
      for (const std::string& id : rows_[i].changed) {
        committed.insert(id);
        after.emplace_back(rows_[i].not_before, i + 1, id, Line('+', &rows_[i], id));
      }
    }
    const Micros start = anchor ? rows_[*anchor].at : since;
    const bool anchored = anchor || has_prior;
    for (const Plain& node : nodes_.nodes()) {
      if (committed.contains(node.id)) continue;
      const bool is_after = start && node.updated && *node.updated > *start;
      if (!anchored || is_after)
        after.emplace_back(node.updated, 0, node.id, Line('+', nullptr, node.id));
    }
    std::ranges::sort(after, [](const auto& a, const auto& b) {
      if (std::get<0>(a) != std::get<0>(b)) return std::get<0>(a) > std::get<0>(b);
      if (std::get<1>(a) != std::get<1>(b)) return std::get<1>(a) > std::get<1>(b);
      return std::get<2>(a) < std::get<2>(b);
    });
    std::vector<std::string> lines;
    for (const auto& change : after) lines.push_back(std::get<3>(change));
    for (std::size_t i = first; i-- > 0;) {
      for (const std::string& id : rows_[i].changed) lines.push_back(Line('-', &rows_[i], id));
    }
    if (lines.size() > max) lines.resize(max);
    return lines;
  }

 private:
  struct Row {
    std::string id;
    std::string mode;
    Micros at;
    Micros not_before;
    std::set<std::string> changed;
  };

  std::string Line(char side, const Row* row, const std::string& id) const {
    const Plain* node = nodes_.Find(id);
    return fmt::format("{}{} {} {}:changed {}", side, row == nullptr ? "" : row->id, id,
                       row == nullptr ? "uncommitted" : row->mode,
                       node == nullptr ? "" : node->title);
  }

  const Reference& nodes_;
  std::vector<Row> rows_;
};

std::vector<std::string> Lines(const Graph& graph, const std::vector<Chosen>& chosen) {
  std::vector<std::string> lines;
  for (const Chosen& one : chosen) {
    lines.push_back(fmt::format("{} {} {} {}", graph.node(one.node).id, one.points.total(),
                                one.relation, one.from ? graph.node(*one.from).id : "-"));
  }
  return lines;
}

std::vector<std::string> Lines(const Deltas& deltas) {
  std::vector<std::string> lines;
  for (const Delta& delta : deltas.shown) {
    lines.push_back(fmt::format("{}{} {} {} {}", delta.after_anchor ? '+' : '-', delta.commit_id,
                                delta.id, delta.change, delta.title));
  }
  return lines;
}

void ExpectCut(const Graph& graph, const Selection& selection,
               const std::vector<std::string>& cut) {
  EXPECT_EQ(selection.cut.size() + selection.cut_more, cut.size());
  if (cut.size() <= kMostCut) {
    EXPECT_EQ(Lines(graph, selection.cut), cut);
  }
}

void ExpectNodes(const Scorer& scorer, Layer layer, const std::vector<Chosen>& tasks,
                 std::vector<std::string> wanted, std::size_t max) {
  const Selection selection = SelectNodes(scorer, layer, tasks, max);
  EXPECT_EQ(selection.candidates, wanted.size());
  const auto shown = static_cast<std::ptrdiff_t>(std::min(max, wanted.size()));
  const std::vector<std::string> cut(wanted.begin() + shown, wanted.end());
  wanted.resize(static_cast<std::size_t>(shown));
  EXPECT_EQ(Lines(scorer.graph(), selection.chosen), wanted);
  ExpectCut(scorer.graph(), selection, cut);
}

void ExpectSelection(Random& random, const RandomGraph& from, const Graph& graph) {
  const std::string request = test::RandomRequest(random);
  const std::size_t max_tasks = random.OneIn(3) ? 15 : random.Between(1, 8);
  const std::size_t max_nodes = random.OneIn(3) ? 30 : random.Between(1, 8);
  SCOPED_TRACE(fmt::format("max {} {}, request: {}", max_tasks, max_nodes, request));
  Reference reference(from, request);
  const Entities entities = FindEntities(graph, ask::Question(std::string(request)));
  std::vector<std::string> found;
  for (const Entity& entity : entities.found) {
    found.push_back(fmt::format("{} {} {}", graph.node(entity.node).id,
                                entity.by_id ? "id" : "words", entity.confidence.millionths()));
  }
  EXPECT_EQ(found, reference.Entities());
  EXPECT_EQ(entities.unknown, reference.unknown());

  const Scorer scorer(graph, entities, kNow);
  reference.SelectTasks(max_tasks);
  const Selection tasks = SelectTasks(scorer, max_tasks);
  EXPECT_EQ(tasks.candidates, reference.candidates());
  EXPECT_EQ(Lines(graph, tasks.chosen), reference.Chosen());
  ExpectCut(graph, tasks, reference.Cut());
  ExpectNodes(scorer, Layer::kKnowledge, tasks.chosen, reference.Nodes(0), max_nodes);
  ExpectNodes(scorer, Layer::kDecision, tasks.chosen, reference.Nodes(1), max_nodes);
}

void ExpectDeltas(Random& random, const RandomGraph& from, const Graph& graph) {
  const Reference nodes(from, "");
  const ReferenceDeltas reference(from, nodes);
  const std::size_t max = random.OneIn(2) ? 20 : random.Between(1, 10);
  std::optional<std::string> commit;
  if (random.OneIn(2)) commit = fmt::format("COMMIT-{}", random.Below(12));
  std::optional<PriorPack> prior;
  if (random.OneIn(2)) {
    prior = PriorPack{.request_seq = 3};
    const auto time = test::RandomTime(random);
    if (time.is_string()) {
      if (const auto parsed = ParseTime(time.get<std::string>())) prior->generated_at = *parsed;
    }
  }
  SCOPED_TRACE(fmt::format("anchor {} max {}", commit.value_or("-"), max));
  const auto anchor = ChooseAnchor(graph, commit, prior);
  std::optional<std::size_t> place;
  if (commit) {
    place = reference.Place(*commit);
    ASSERT_EQ(anchor.has_value(), place.has_value());
    if (!anchor) return;
  } else if (reference.commits() > 0) {
    place = reference.commits() - 1;
  }
  ASSERT_TRUE(anchor.has_value());
  Micros since;
  if (prior && prior->generated_at) since = prior->generated_at->micros;
  EXPECT_EQ(Lines(RecentDeltas(graph, *anchor, max)),
            reference.Shown(place, prior.has_value(), since, max));
}

TEST(GraphSelectTest, ThePackIsThatOfTheSlowWay) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(300);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const RandomGraph from = test::MakeRandomGraph(random);
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    const auto graph = Graph::Read(from.ToLogs());
    ExpectSelection(random, from, *graph);
    ExpectDeltas(random, from, *graph);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace satchel::graph
