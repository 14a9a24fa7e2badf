#include "graph/files/graph.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/beside.h"
#include "base/sort_unique.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostFindings = 1'000;
constexpr std::size_t kMostShown = 80;
constexpr std::size_t kWorthAThread = 1U << 20U;  // bytes of a log

// Where in the line the parser gave up, without its own count of lines.
std::string WhyNotJson(std::string_view line) {
  const auto json = ParseJson(line, {.max_bytes = kMostLineBytes, .max_depth = kMostRowDepth});
  std::string_view why = json ? std::string_view() : json.error().text();
  if (const auto at = why.find("column "); at != why.npos) why.remove_prefix(at);
  why = why.substr(0, why.find("; last read"));
  return fmt::format("it is no JSON: {}", why);
}

std::string Why(Problem problem, std::string_view line) {
  switch (problem) {
    case Problem::kNotJson:
      return WhyNotJson(line);
    case Problem::kNotObject:
      return "it is no JSON object";
    case Problem::kNoId:
      return "it has no id of visible ASCII characters";
    case Problem::kTooLong:
      return fmt::format("it has more than {} bytes", kMostLineBytes);
    case Problem::kTorn:
      return "the last line is incomplete; the next change repairs it";
    case Problem::kUnreadable:
      break;
  }
  return "it cannot be read";
}

// What is wrong with the line, and how it begins.
std::string Explain(Problem problem, std::string_view line) {
  return fmt::format("{}: {}", Why(problem, line), line.substr(0, kMostShown));
}

// The last line of a log that has no line feed is one that somebody is writing, or was.
Problem OfLine(Problem problem, std::string_view bytes, std::size_t offset, std::size_t size) {
  const bool unfinished = offset + size == bytes.size();
  return problem == Problem::kNotJson && unfinished ? Problem::kTorn : problem;
}

struct Rows {
  std::vector<Row> rows;
  std::vector<Finding> findings;
  std::size_t lines = 0;
};

// `part` is of `log` and begins at a line, which has the number 1 here.
Rows ReadPart(Layer layer, std::string_view log, std::string_view part) {
  const auto begin = static_cast<std::size_t>(part.data() - log.data());
  Rows read{.lines = static_cast<std::size_t>(std::ranges::count(part, '\n'))};
  ForEachLine(part, [&](std::string_view line, std::size_t number, std::size_t at) {
    const std::size_t offset = begin + at;
    auto row = ReadRow(layer, line);
    if (!row) {
      if (read.findings.size() < kMostFindings) {
        const Problem problem = OfLine(row.error(), log, offset, line.size());
        read.findings.push_back({.file = std::string(LogName(layer)),
                                 .line = number,
                                 .problem = problem,
                                 .text = Explain(problem, line)});
      }
      return;
    }
    row->line = number;
    row->offset = offset;
    row->size = line.size();
    read.rows.push_back(*std::move(row));
  });
  return read;
}

// Of a long log one half is read beside the other.
Rows ReadLog(Layer layer, std::string_view log) {
  const bool long_enough = log.size() >= kWorthAThread;
  const auto middle = long_enough ? log.find('\n', log.size() / 2) : log.npos;
  if (middle == log.npos) return ReadPart(layer, log, log);
  auto beside = Beside(true, [&] { return ReadPart(layer, log, log.substr(middle + 1)); });
  Rows all = ReadPart(layer, log, log.substr(0, middle + 1));
  Rows rest = beside.get();
  for (Row& row : rest.rows) row.line += all.lines;
  for (Finding& finding : rest.findings) finding.line += all.lines;
  all.rows.reserve(all.rows.size() + rest.rows.size());
  std::ranges::move(rest.rows, std::back_inserter(all.rows));
  std::ranges::move(rest.findings, std::back_inserter(all.findings));
  return all;
}

}  // namespace

bool Node::open() const {
  return layer == Layer::kTask && (status == "in_progress" || status == "ready" ||
                                   status == "blocked" || status == "review");
}

bool IsLater(const Row& a, const Row& b, bool by_rev) {
  if (by_rev && a.rev != b.rev) return a.rev > b.rev;
  // Without a readable time: before all that have one.
  return std::tie(a.updated_at, a.line) > std::tie(b.updated_at, b.line);
}

std::shared_ptr<const Graph> Graph::Read(Logs logs) {
  const std::shared_ptr<Graph> graph(new Graph(std::move(logs)));
  std::vector<std::string> words;
  std::vector<Row> latest;
  for (const Layer layer : kLayers) {
    graph->begins_[IndexOf(layer)] = static_cast<NodeIndex>(graph->nodes_.size());
    graph->ReadLayer(layer, words, latest);
  }
  graph->begins_.back() = static_cast<NodeIndex>(graph->nodes_.size());
  graph->Connect(latest);
  graph->ReadCommits();
  graph->stems_ = std::make_unique<const StemIndex>(words);
  return graph;
}

void Graph::ReadLayer(Layer layer, std::vector<std::string>& words, std::vector<Row>& latest) {
  Rows all = ReadLog(layer, logs_.nodes[IndexOf(layer)]);
  for (Finding& finding : all.findings) {
    if (findings_.size() < kMostFindings) findings_.push_back(std::move(finding));
  }
  std::vector<Row> rows = std::move(all.rows);
  row_count_ += rows.size();
  std::ranges::sort(rows, {}, [](const Row& row) { return std::tie(row.id, row.line); });
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin + 1;
    while (end < rows.size() && rows[end].id == rows[begin].id) ++end;
    const auto of_id = std::span(rows).subspan(begin, end - begin);
    const bool by_rev =
        std::ranges::all_of(of_id, [](const Row& row) { return row.rev.has_value(); });
    Row& row = *std::ranges::max_element(
        of_id, [&](const Row& a, const Row& b) { return IsLater(b, a, by_rev); });
    std::int64_t highest = 0;
    for (const Row& one : of_id) highest = std::max(highest, one.rev.value_or(0));
    nodes_.push_back({.layer = layer,
                      .id = row.id,
                      .type = std::move(row.type),
                      .title = std::move(row.title),
                      .status = std::move(row.status),
                      .rev = row.rev,
                      .updated_at = row.updated_at,
                      .flagged = row.flagged,
                      .revisions = static_cast<std::uint32_t>(of_id.size()),
                      .highest_rev = highest,
                      .line = row.line,
                      .offset = row.offset,
                      .size = row.size});
    words.push_back(std::move(row.words));
    latest.push_back(std::move(row));
    begin = end;
  }
}

void Graph::Connect(const std::vector<Row>& latest) {
  by_id_.reserve(nodes_.size());
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    // One id in two logs is an error of the graph; the one in the log of its prefix counts.
    const auto [at, added] = by_id_.try_emplace(nodes_[i].id, i);
    if (!added && LayerOfId(nodes_[i].id) == nodes_[i].layer) at->second = i;
  }
  const auto resolve = [&](NodeIndex from, const std::vector<std::string>& ids, bool tasks) {
    std::vector<NodeIndex> found;
    for (const std::string& id : ids) {
      const auto at = by_id_.find(id);
      if (at == by_id_.end() || at->second == from) continue;
      if (tasks && nodes_[at->second].layer != Layer::kTask) continue;
      found.push_back(at->second);
    }
    SortUnique(found);
    return found;
  };
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    node.names = resolve(i, latest[i].names, false);
    node.dependencies = resolve(i, latest[i].dependencies, true);
    node.blocks = resolve(i, latest[i].blocks, true);
  }
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    const bool accepted = nodes_[i].layer == Layer::kDecision && nodes_[i].status == "accepted";
    if (accepted) {
      for (const NodeIndex named : nodes_[i].names) nodes_[named].accepted_names_it = true;
    }
    for (const NodeIndex blocked : nodes_[i].blocks) nodes_[blocked].blocked_by.push_back(i);
  }
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.flagged || node.accepted_names_it) always_[IndexOf(node.layer)].push_back(i);
  }
}

void Graph::ReadCommits() {
  ForEachLine(logs_.commits, [&](std::string_view line, std::size_t number, std::size_t offset) {
    const auto fail = [&](Problem found) {
      if (findings_.size() >= kMostFindings) return;
      const Problem problem = OfLine(found, logs_.commits, offset, line.size());
      findings_.push_back({.file = std::string(kCommitLog),
                           .line = number,
                           .problem = problem,
                           .text = Explain(problem, line)});
    };
    if (line.size() > kMostLineBytes) return fail(Problem::kTooLong);
    const auto json = ParseJson(line, {.max_bytes = kMostLineBytes, .max_depth = 16});
    if (!json) return fail(Problem::kNotJson);
    if (!json->is_object()) return fail(Problem::kNotObject);
    const auto text = [&](std::string_view key) {
      const auto found = json->find(key);
      return found != json->end() && found->is_string() ? found->get<std::string>() : "";
    };
    Commit commit{.id = text("commit_id"), .mode = text("mode"), .line = number};
    if (commit.id.empty()) return fail(Problem::kNoId);
    if (const auto time = ParseTime(text("created_at"))) commit.created_at = *time;
    const auto changed = json->find("changed_node_ids");
    if (changed != json->end()) commit.changed = StringsIn(*changed);
    commits_.push_back(std::move(commit));
  });
}

std::pair<NodeIndex, NodeIndex> Graph::Range(Layer layer) const {
  return {begins_[IndexOf(layer)], begins_[IndexOf(layer) + 1]};
}

std::size_t Graph::SizeOf(Layer layer) const {
  const auto [begin, end] = Range(layer);
  return end - begin;
}

std::optional<NodeIndex> Graph::Find(std::string_view id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

Json Graph::JsonOf(NodeIndex index) const {
  const Node& of = nodes_[index];
  const std::string_view log = logs_.nodes[IndexOf(of.layer)];
  // It was parsed before, so this cannot fail.
  return ParseJson(log.substr(of.offset, of.size)).value_or(Json::object());
}

std::vector<Json> Graph::History(NodeIndex index) const {
  const Node& of = nodes_[index];
  std::vector<Json> rows;
  ForEachLine(logs_.nodes[IndexOf(of.layer)],
              [&](std::string_view line, std::size_t /*number*/, std::size_t /*offset*/) {
                // An id that is written with escapes is found the slow way.
                if (line.find(of.id) == line.npos && line.find('\\') == line.npos) return;
                const auto row = ReadRow(of.layer, line);
                if (row && row->id == of.id) rows.push_back(ParseJson(line).value_or(Json()));
              });
  return rows;
}

}  // namespace satchel::graph
