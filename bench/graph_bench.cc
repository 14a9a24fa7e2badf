// How long a graph pack takes and how that grows. For each number of nodes: reading the logs, a
// pack whose graph is kept from the request before, and the parts of it. Run it in the release
// preset; numbers of nodes may be given:
//
//   build/release/bench/bench_graph [1000 10000 100000 1000000]

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/requests/graph_packs.h"
#include "graph/files/documents.h"
#include "graph/files/folder.h"
#include "graph/files/points.h"
#include "graph/files/question.h"
#include "graph/files/select.h"
#include "tests/support/random.h"
#include "tests/support/store_workspace.h"

namespace satchel {
namespace {

constexpr int kRounds = 15;
constexpr const char* kRequest = "fix the failing import of w17 and w230, see TG-TASK-00000042";

double Millis(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

std::pair<double, double> MedianAndFastest(const std::function<void()>& work,
                                           int rounds = kRounds) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) times.push_back(Millis(work));
  std::ranges::sort(times);
  return {times[times.size() / 2], times.front()};
}

// Words by rank, few of them often.
std::string Words(test::Random& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t rank = random.Below(1 + random.Below(1 + random.Below(20'000)));
    text += fmt::format("{}w{}", i == 0 ? "" : " ", rank);
  }
  return text;
}

std::string Id(std::string_view prefix, std::size_t number) {
  return fmt::format("{}-{:08}", prefix, number);
}

void WriteGraph(const std::filesystem::path& folder, std::size_t nodes) {
  test::Random random(nodes);
  std::filesystem::create_directories(folder);
  std::array<std::ofstream, 3> files = {std::ofstream(folder / "kg_nodes.jsonl"),
                                        std::ofstream(folder / "rg_nodes.jsonl"),
                                        std::ofstream(folder / "tg_nodes.jsonl")};
  const std::size_t facts = nodes * 6 / 10;
  const std::size_t decisions = nodes / 10;
  const auto common = [&](std::string id, std::string_view type) {
    Json tags = Json::array();
    if (random.OneIn(30)) tags.push_back(random.OneIn(2) ? "risk" : "constraint");
    const std::string time =
        fmt::format("2026-{:02}-{:02}T12:00:00Z", 1 + random.Below(10), 1 + random.Below(28));
    return Json{{"id", std::move(id)},     {"type", type},           {"title", Words(random, 7)},
                {"tags", std::move(tags)}, {"links", Json::array()}, {"rev", 1},
                {"created_at", time},      {"updated_at", time}};
  };
  for (std::size_t i = 0; i < facts; ++i) {
    Json node = common(Id("KG-FACT", i), "fact");
    node.update({{"summary", Words(random, 30)},
                 {"attributes", {{"topic", Words(random, 2)}}},
                 {"relationships", Json::array()},
                 {"evidence", {{{"confidence", 0.7}}}},
                 {"status", "active"}});
    files[0] << node.dump() << '\n';
  }
  for (std::size_t i = 0; i < decisions; ++i) {
    Json node = common(Id("RG-DEC", i), "decision");
    const std::size_t fact = random.Below(std::max<std::size_t>(facts, 1));
    node.update({{"context", Words(random, 20)},
                 {"decision", Words(random, 20)},
                 {"rationale", {Words(random, 10)}},
                 {"alternatives", Json::array()},
                 {"outcome", {{"status", random.OneIn(3) ? "accepted" : "proposed"}}},
                 {"refs", {{"kg_refs", {Id("KG-FACT", fact)}}}}});
    files[1] << node.dump() << '\n';
  }
  for (std::size_t i = 0; i < nodes - facts - decisions; ++i) {
    Json node = common(Id("TG-TASK", i), "task");
    Json needs = Json::array();
    if (i > 0 && random.OneIn(2)) needs.push_back(Id("TG-TASK", random.Below(i)));
    const std::size_t fact = random.Below(std::max<std::size_t>(facts, 1));
    node.update({{"description", Words(random, 30)},
                 {"status", random.OneIn(4) ? "ready" : "done"},
                 {"priority", "medium"},
                 {"dependencies", std::move(needs)},
                 {"blocks", Json::array()},
                 {"acceptance_criteria", {Words(random, 8)}},
                 {"inputs", {{"kg_refs", {Id("KG-FACT", fact)}}}}});
    files[2] << node.dump() << '\n';
  }
}

void Measure(std::size_t nodes) {
  const test::StoreWorkspace place;
  if (!place.Init()) std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
  const auto folder = place.root() / "graphs";
  WriteGraph(folder, nodes);
  std::size_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) bytes += file.file_size();
  auto stores = place.Open().value();
  const settings::Workspace workspace = place.workspace();

  graph::Loaded loaded;
  const double load = Millis([&] { loaded = graph::LoadGraph(workspace.root, "graphs").value(); });
  const double documents = Millis([&] { (void)DocumentsOf(*loaded.graph); });
  graph::Question question =
      MakeQuestion(loaded, {.text = satchel::ask::Question(std::string(kRequest))}).value();
  const auto [ask, ask_best] = MedianAndFastest([&] {
    question =
        MakeQuestion(loaded, {.text = satchel::ask::Question(std::string(kRequest))}).value();
  });
  const graph::Scorer scorer(*loaded.graph, question.entities, ParseTime("2026-11-15").value());
  const auto [select, select_best] = MedianAndFastest([&] {
    const auto tasks = SelectTasks(scorer, 15);
    (void)SelectNodes(scorer, graph::Layer::kDecision, tasks.chosen, 10);
    (void)SelectNodes(scorer, graph::Layer::kKnowledge, tasks.chosen, 30);
  });
  const engine::SourceCaches caches;
  engine::GraphPackRequest request;
  request.packet.task = kRequest;
  const auto pack = [&] {
    const auto made = engine::MakeGraphPack(stores, workspace, request, Deadline::Never(), &caches);
    if (!made) {
      fmt::print(stderr, "bench_graph: {}\n", made.error().text());
      std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
    }
  };
  const double first = Millis(pack);
  const auto [warm, warm_best] = MedianAndFastest(pack);
  request.dry_run = true;
  const auto [dry, dry_best] = MedianAndFastest(pack);
  fmt::print(
      "{:>9} {:>7.1f} {:>9.1f} {:>9.1f} {:>6.1f} {:>6.1f} {:>10.1f} {:>8.1f} {:>8.1f} {:>8.1f}\n",
      nodes, static_cast<double>(bytes) / 1e6, load, documents, ask, select, first, warm, warm_best,
      dry);
  std::fflush(stdout);
}

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {1'000, 10'000, 100'000, 1'000'000};
  fmt::print(
      "Milliseconds. `ask`: intent and entities; `first`: with reading and documents; `warm`: "
      "median "
      "of 15 with the graph kept, the request pack written; `dry`: not written.\n");
  fmt::print("{:>9} {:>7} {:>9} {:>9} {:>6} {:>6} {:>10} {:>8} {:>8} {:>8}\n", "nodes", "MB",
             "read", "documents", "ask", "select", "first", "warm", "fastest", "dry");
  for (const std::size_t nodes : sizes) satchel::Measure(nodes);
  return 0;
}
