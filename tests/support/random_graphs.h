#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "graph/files/graph.h"
#include "tests/support/random.h"

// Graphs as people, tools and attackers could have written them: few ids and words, so that
// they meet often.
namespace satchel::test {

struct RandomGraph {
  std::array<std::vector<std::string>, 3> lines;  // by layer
  std::vector<std::string> commits;

  graph::Logs ToLogs() const {
    graph::Logs logs;
    const auto join = [](const std::vector<std::string>& of, std::string& to) {
      for (const std::string& line : of) to += line + "\n";
    };
    for (std::size_t i = 0; i < lines.size(); ++i) join(lines[i], logs.nodes[i]);
    join(commits, logs.commits);
    return logs;
  }
};

inline constexpr std::string_view kGraphNow = "2026-03-10T12:00:00Z";

inline std::string RandomWord(Random& random) {
  static const std::vector<std::string> kWords = {
      "parser",     "parsers",  "parsing", "token",     "tokens",
      "grammar",    "lexer",    "cache",   "index",     "indexes",
      "store",      "stores",   "storage", "query",     "ranking",
      "the",        "what",     "is",      "of",        "and",
      "to",         "not",      "weather", "writeFile", "utf8",
      "re-run",     "x_y",      "ошибка",  "ошибки",    "разбор",
      "это",        "не",       "task",    "fact",      "risk",
      "constraint", "decision", "日本語",  "42",        "\xC3\xA9t\xC3\xA9",
      "running",    "run",      "failed",  "failure",   "release",
      "releases"};
  return random.Pick(kWords);
}

inline std::string RandomWords(Random& random, std::uint64_t most) {
  static const std::vector<std::string> kBetween = {" ", " ", " ", ", ", "\n", "-", "; ", "\t"};
  std::string text;
  for (std::uint64_t i = random.Below(most + 1); i > 0; --i) {
    text += RandomWord(random);
    if (i > 1) text += random.Pick(kBetween);
  }
  return text;
}

inline std::string RandomNodeId(Random& random, graph::Layer layer, std::uint64_t ids) {
  const std::uint64_t number = random.Below(ids);
  return fmt::format("{}-{}{}", graph::Name(layer), number % 3 == 0 ? "TASK-" : "", number);
}

inline std::string RandomAnyId(Random& random, std::uint64_t ids) {
  return RandomNodeId(random, graph::kLayers[random.Below(3)], ids);
}

// Near the borders of a day and of seven, before or after now.
inline Json RandomTime(Random& random) {
  static const std::vector<std::string> kTimes = {
      "2026-03-10T12:00:00Z",      "2026-03-09T12:00:00Z",  "2026-03-09T11:59:59Z",
      "2026-03-03T12:00:00Z",      "2026-03-03T11:59:59Z",  "2026-03-05T00:00:00Z",
      "2026-01-01T00:00:00Z",      "2025-01-01T00:00:00Z",  "2027-01-01T00:00:00Z",
      "2026-03-10T13:00:00+02:00", "2026-03-08T00:00:00.5Z"};
  static const std::vector<Json> kBad = {"yesterday", "2026-02-30T00:00:00Z", 7, nullptr, "",
                                         false};
  return random.OneIn(15) ? random.Pick(kBad) : Json(random.Pick(kTimes));
}

inline Json RandomIds(Random& random, std::uint64_t ids, bool tasks) {
  Json list = Json::array();
  if (random.OneIn(2)) return list;
  for (std::uint64_t i = random.Below(4); i > 0; --i) {
    list.push_back(tasks && !random.OneIn(12) ? RandomNodeId(random, graph::Layer::kTask, ids)
                                              : RandomAnyId(random, ids));
  }
  if (random.OneIn(30)) list.push_back(Json::array({RandomAnyId(random, ids), 7}));
  return list;
}

inline std::string RandomRow(Random& random, graph::Layer layer, std::uint64_t ids) {
  static const std::vector<std::string> kStates = {"ready",  "ready", "in_progress", "blocked",
                                                   "review", "done",  "backlog",     "archived"};
  static const std::vector<std::string> kOutcomes = {"accepted", "accepted", "proposed",
                                                     "rejected"};
  static const std::vector<std::string> kTypes = {"task", "fact", "risk", "constraint"};
  Json row = {{"id", RandomNodeId(random, layer, ids)}, {"title", RandomWords(random, 5)}};
  if (random.OneIn(60)) row["id"] = RandomAnyId(random, ids);
  row["type"] = random.Pick(kTypes);
  row["updated_at"] = RandomTime(random);
  row["rev"] = random.Below(4);
  if (random.OneIn(12)) row["rev"] = 2.0;
  if (random.OneIn(12)) row.erase("rev");
  row["tags"] = Json::array();
  if (random.OneIn(6)) row["tags"].push_back(random.OneIn(2) ? "risk" : "constraint");
  if (random.OneIn(3)) row["tags"].push_back(RandomWord(random));
  if (random.OneIn(4)) row["attributes"] = {{"k", RandomWord(random)}, {"n", random.Below(50)}};
  row[layer == graph::Layer::kTask ? "description" : "summary"] = RandomWords(random, 4);
  row["links"] = RandomIds(random, ids, false);
  if (layer == graph::Layer::kTask) {
    row["status"] = random.Pick(kStates);
    row["dependencies"] = RandomIds(random, ids, true);
    row["blocks"] = RandomIds(random, ids, true);
    row["inputs"] = {{"kg_refs", RandomIds(random, ids, false)}};
  }
  if (layer == graph::Layer::kDecision) {
    row["outcome"] = {{"status", random.Pick(kOutcomes)}};
    row["refs"] = {{"kg_refs", RandomIds(random, ids, false)}};
    row["decision"] = RandomWords(random, 3);
  }
  return CanonicalJson(row);
}

inline std::string RandomCommit(Random& random, std::uint64_t ids, std::uint64_t number) {
  static const std::vector<std::string> kModes = {"add", "link", "import"};
  Json row = {{"commit_id", fmt::format("COMMIT-{}", number)}, {"mode", random.Pick(kModes)}};
  row["created_at"] = RandomTime(random);
  row["changed_node_ids"] = RandomIds(random, ids, random.OneIn(2));
  if (random.OneIn(20)) row["commit_id"] = "COMMIT-0";
  return CanonicalJson(row);
}

inline RandomGraph MakeRandomGraph(Random& random) {
  static const std::vector<std::string> kUseless = {
      "", "{", "[]", "7", "{\"id\":7}", "\xff", "  \t\r", "{\"id\":\"\"}"};
  RandomGraph graph;
  const std::uint64_t ids = random.OneIn(60) ? 300 : random.Between(1, 25);
  for (const graph::Layer layer : graph::kLayers) {
    auto& lines = graph.lines[graph::IndexOf(layer)];
    for (std::uint64_t i = random.Below(ids * 3 / 2 + 2); i > 0; --i) {
      lines.push_back(random.OneIn(40) ? random.Pick(kUseless) : RandomRow(random, layer, ids));
    }
  }
  const std::uint64_t commits = random.OneIn(3) ? 0 : random.Below(12);
  for (std::uint64_t i = 0; i < commits; ++i) {
    graph.commits.push_back(random.OneIn(40) ? random.Pick(kUseless)
                                             : RandomCommit(random, ids, i));
  }
  return graph;
}

inline std::string RandomRequest(Random& random) {
  std::string request = RandomWords(random, 6);
  for (std::uint64_t i = random.Below(4); i > 0; --i) {
    request += random.OneIn(4) ? " (" : " ";
    request += RandomAnyId(random, random.OneIn(4) ? 400 : 25);
    request += random.OneIn(4) ? "-, " : " ";
  }
  return request + RandomWords(random, 3);
}

}  // namespace satchel::test
