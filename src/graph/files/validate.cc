#include "graph/files/validate.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/pending.h"
#include "graph/files/row_faults.h"
#include "graph/files/writer.h"

// The form of every row is checked, because a log keeps all revisions and other programs read them.
// What a node refers to is checked in its latest revision alone: an older one may name what was
// removed since. Cycles are looked for without recursion, since a chain of tasks may be as long as
// the log.
namespace satchel::graph {
namespace {

class Validator {
 public:
  explicit Validator(const Loaded& loaded) : graph_(*loaded.graph) {
    for (const Finding& finding : loaded.unreadable) AddFinding(finding);
    for (const Finding& finding : graph_.findings()) AddFinding(finding);
  }

  std::vector<Fault> Run() && {
    for (const Layer layer : kLayers) CheckRows(layer);
    for (NodeIndex i = 0; i < graph_.nodes().size(); ++i) CheckNode(i);
    CheckCycles();
    CheckCommits();
    std::ranges::sort(faults_, {}, [](const Fault& fault) {
      return std::tie(fault.file, fault.line, fault.kind, fault.id, fault.text);
    });
    return std::move(faults_);
  }

 private:
  void AddFinding(const Finding& finding) {
    faults_.push_back({.kind = Name(finding.problem),
                       .file = finding.file,
                       .line = finding.line,
                       .text = finding.text});
  }

  void Add(Severity severity, std::string_view kind, std::string text) {
    faults_.push_back({.severity = severity,
                       .kind = kind,
                       .file = std::string(LogName(layer_)),
                       .line = line_,
                       .id = id_,
                       .text = std::move(text)});
  }
  void Error(std::string_view kind, std::string text) {
    Add(Severity::kError, kind, std::move(text));
  }
  void Warn(std::string_view kind, std::string text) {
    Add(Severity::kWarning, kind, std::move(text));
  }

  void CheckRows(Layer layer) {
    layer_ = layer;
    std::map<std::pair<std::string, std::int64_t>, std::size_t> revisions;
    ForEachLine(graph_.logs().nodes[IndexOf(layer)],
                [&](std::string_view line, std::size_t number, std::size_t /*offset*/) {
                  const auto row = ReadRow(layer, line);
                  if (!row) return;  // a finding already
                  line_ = number;
                  id_ = row->id;
                  const Json json = ParseJson(line).value_or(Json::object());
                  AddAll(FieldFaults(layer, row->id, json));
                  if (!row->rev) return;
                  const auto [at, first] = revisions.try_emplace({row->id, *row->rev}, number);
                  if (first) return;
                  Error("duplicate_revision",
                        fmt::format("revision {} is in line {} too", *row->rev, at->second));
                });
  }

  void AddAll(std::vector<RowFault> found) {
    for (RowFault& fault : found) Add(fault.severity, fault.kind, std::move(fault.text));
  }

  // References of the latest revision: older ones may name what is gone.
  void CheckNode(NodeIndex index) {
    const Node& node = graph_.node(index);
    layer_ = node.layer;
    line_ = node.line;
    id_ = node.id;
    AddAll(ReferenceFaults(node.layer, node.id, graph_.JsonOf(index),
                           [&](const std::string& id) { return graph_.Find(id).has_value(); }));
    CheckBlockers(node);
  }

  void CheckBlockers(const Node& node) {
    if (node.layer != Layer::kTask || node.status != "blocked") return;
    const auto waits_for = [&](NodeIndex other) {
      const Node& task = graph_.node(other);
      return task.open() || task.status == "backlog";
    };
    if (std::ranges::any_of(node.dependencies, waits_for) ||
        std::ranges::any_of(node.blocked_by, waits_for)) {
      return;
    }
    Warn("orphan_blocker", "it is blocked, but no task that it waits for is left to do");
  }

  // A task waits for its dependencies and for the tasks that block it. Walked without recursion.
  void CheckCycles() {
    enum class State : std::uint8_t { kNew, kOpen, kDone };
    std::vector<State> states(graph_.nodes().size());
    struct Step {
      NodeIndex node;
      std::vector<NodeIndex> next;
      std::size_t at = 0;
    };
    const auto step_of = [&](NodeIndex index) {
      const Node& node = graph_.node(index);
      Step step{.node = index, .next = node.dependencies};
      step.next.insert(step.next.end(), node.blocked_by.begin(), node.blocked_by.end());
      return step;
    };
    const auto [begin, end] = graph_.Range(Layer::kTask);
    for (NodeIndex start = begin; start < end; ++start) {
      if (states[start] != State::kNew) continue;
      std::vector<Step> path = {step_of(start)};
      states[start] = State::kOpen;
      while (!path.empty()) {
        Step& step = path.back();
        if (step.at == step.next.size()) {
          states[step.node] = State::kDone;
          path.pop_back();
          continue;
        }
        const NodeIndex next = step.next[step.at++];
        if (states[next] == State::kNew) {
          states[next] = State::kOpen;
          path.push_back(step_of(next));
        } else if (states[next] == State::kOpen) {
          const Node& node = graph_.node(step.node);
          layer_ = node.layer;
          line_ = node.line;
          id_ = node.id;
          Error("cycle",
                fmt::format("it waits for '{}', which waits for it", graph_.node(next).id));
        }
      }
    }
  }

  void CheckCommits() {
    std::unordered_set<std::string_view> seen;
    for (const Commit& commit : graph_.commits()) {
      const auto add = [&](Severity severity, std::string_view kind, std::string text) {
        faults_.push_back({.severity = severity,
                           .kind = kind,
                           .file = std::string(kCommitLog),
                           .line = commit.line,
                           .id = commit.id,
                           .text = std::move(text)});
      };
      if (!seen.insert(commit.id).second) {
        add(Severity::kError, "duplicate_commit", "a different row has this id");
      }
      if (!commit.created_at) {
        add(Severity::kError, "bad_time", "'created_at' cannot be read");
      }
      for (const std::string& id : commit.changed) {
        if (graph_.Find(id)) continue;
        add(Severity::kWarning, "dangling_reference", fmt::format("there is no node '{}'", id));
      }
    }
  }

  const Graph& graph_;
  std::vector<Fault> faults_;
  Layer layer_ = Layer::kKnowledge;  // of what is being looked at
  std::size_t line_ = 0;
  std::string id_;
};

}  // namespace

std::vector<std::string_view> FaultKinds() {
  return {Name(Problem::kNotJson),
          Name(Problem::kNotObject),
          Name(Problem::kNoId),
          Name(Problem::kTooLong),
          Name(Problem::kTorn),
          Name(Problem::kUnreadable),
          "missing_field",
          "wrong_layer",
          "bad_revision",
          "duplicate_revision",
          "bad_time",
          "unknown_word",
          "dangling_reference",
          "malformed_reference",
          "cycle",
          "orphan_blocker",
          "duplicate_commit",
          "stale_latest_pack",
          "unfinished_change"};
}

std::vector<Fault> Validate(const Loaded& loaded) { return Validator(loaded).Run(); }

std::vector<Fault> ValidateFiles(const Directory& directory, const Graph& graph) {
  constexpr std::size_t kMostBytes = 64U << 20U;
  std::vector<Fault> faults;
  const auto add = [&](Severity severity, std::string_view kind, std::string_view file,
                       std::string text) {
    faults.push_back(
        {.severity = severity, .kind = kind, .file = std::string(file), .text = std::move(text)});
  };
  const auto pending = PendingCommit(directory);
  if (!pending) {
    add(Severity::kError, "unfinished_change", kPendingFile, pending.error().text());
  } else if (!pending->empty()) {
    add(Severity::kWarning, "unfinished_change", kPendingFile,
        fmt::format("{} was interrupted; the next change completes it", *pending));
  }
  if (graph.commits().empty()) return faults;
  const std::string& latest = graph.commits().back().id;
  const auto bytes = directory.ReadFile(std::string(kLatestPack), kMostBytes);
  if (!bytes) {
    if (bytes.error().kind != ReadFailure::Kind::kAbsent) {
      add(Severity::kError, Name(Problem::kUnreadable), kLatestPack, bytes.error().SystemText());
    }
    return faults;
  }
  if (const auto checked = CheckPack(*bytes, latest); !checked) {
    add(Severity::kError, "stale_latest_pack", kLatestPack,
        fmt::format("it is not the pack of {}: {}", latest, checked.error().text()));
  }
  return faults;
}

}  // namespace satchel::graph
