// A process that changes the graphs or writes a request pack is killed at every step that changes
// the disk, one after the other. Whoever comes next finds the change there as a whole or not at
// all, and all that was there before. `scripts/soak graph_kills` has more of them.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/pack_files.h"
#include "graph/files/pending.h"
#include "graph/files/validate.h"
#include "graph/files/writer.h"
#include "tests/crash/child.h"
#include "tests/crash/killing_calls.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

namespace fs = std::filesystem;
using test::TempDir;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");
constexpr std::string_view kShared = "TG-SHARED";  // has a revision from every change

Json NodeOf(const std::string& id, const std::string& title) {
  const Layer layer = LayerOfId(id).value_or(Layer::kKnowledge);
  return FirstRevision(layer, {{"id", id}, {"title", title}}, kNow).value();
}

// What a change is made of: rows in one to three logs, of some size.
struct Kind {
  std::vector<std::string> layers;
  std::size_t filler = 0;
};

Change ChangeOf(const Graph& graph, const std::string& name, const Kind& kind) {
  Change change{.mode = "add"};
  for (const std::string& layer : kind.layers) {
    Json node = NodeOf(fmt::format("{}-{}", layer, name), name);
    node["filler"] = std::string(kind.filler, 'x');
    change.rows.emplace_back(LayerOfId(layer + "-").value_or(Layer::kKnowledge), std::move(node));
  }
  const auto shared = graph.Find(kShared);
  change.rows.emplace_back(
      Layer::kTask, shared ? NextRevision(Layer::kTask, graph.JsonOf(*shared),
                                          graph.node(*shared).highest_rev, {{"title", name}}, kNow)
                                 .value()
                           : NodeOf(std::string(kShared), name));
  return change;
}

// The bodies of the processes that are killed.
int MakeChange(const fs::path& root, const std::string& name, const Kind& kind) {
  auto writer = Writer::Open(root, "graphs", Deadline::Never());
  if (!writer) return 1;
  const Change change = ChangeOf(writer->graph(), name, kind);
  return std::move(*writer).Commit(change, kNow) ? 0 : 2;
}

int WritePack(const fs::path& root, const std::string& name) {
  auto writer = Writer::Open(root, "graphs", Deadline::Never());
  if (!writer) return 1;
  Json pack = {{"request_id", name}, {"delta_anchor", {{"request_seq", 7}}}};
  return WriteRequestPack(writer->folder().directory, pack, kNow, {.history_limit = 5}) ? 0 : 2;
}

// A folder of graphs, the changes that were killed in it, and what must be there now.
class KilledFolder {
 public:
  explicit KilledFolder(std::uint64_t seed) : random_(seed) {}

  // One change, killed at step 1, 2, … of a new process each, until one comes through.
  void KillChanges(std::uint64_t wanted) {
    const Kind kind = RandomKind();
    for (std::uint64_t at = 1; points_ < wanted; ++at) {
      if (random_.OneIn(4)) WriteAForeignRow();
      const std::string name = fmt::format("N{}", next_++);
      const bool done = Run(at, [&] { return MakeChange(root(), name, kind); });
      if (!done) ++points_;
      CutOffItsCompletion();
      CheckChange(name, kind, done);
      if (done || testing::Test::HasFailure()) return;
    }
  }
  void KillPacks(std::uint64_t wanted) {
    for (std::uint64_t at = 1; points_ < wanted; ++at) {
      const std::string name = fmt::format("REQ-{}", next_++);
      const bool done = Run(at, [&] { return WritePack(root(), name); });
      if (!done) ++points_;
      CheckPacks(name, done);
      if (done || testing::Test::HasFailure()) return;
    }
  }
  void CheckNoDrafts() {
    ASSERT_EQ(MakeChange(root(), "LAST", {.layers = {"KG"}}), 0);
    ASSERT_EQ(WritePack(root(), "REQ-LAST"), 0);
    EXPECT_THAT(temp_.Listing(),
                testing::Not(testing::Contains(testing::Key(testing::HasSubstr(".tmp")))));
  }

  std::uint64_t points() const { return points_; }
  std::uint64_t completions() const { return completions_; }
  std::size_t changes() const { return there_.size(); }
  std::size_t dropped() const { return dropped_; }

 private:
  const fs::path& root() const { return temp_.path(); }
  fs::path Path(std::string_view name) const { return root() / "graphs" / name; }

  Kind RandomKind() {
    static const std::vector<std::vector<std::string>> kLayerSets = {
        {"KG"}, {"TG"}, {"RG", "KG"}, {"KG", "RG", "TG"}};
    return {.layers = random_.Pick(kLayerSets), .filler = random_.Below(3) * 5'000};
  }

  template <class Body>
  bool Run(std::uint64_t at, const Body& body) {
    test::Child child([&](int) {
      test::KillAt(at);
      return body();
    });
    const int code = child.Wait();
    EXPECT_TRUE(code == 0 || code == -1) << "it failed by itself: " << code;
    return code == 0;
  }

  // The one who completes it may be killed, too.
  void CutOffItsCompletion() {
    while (random_.OneIn(2) && !testing::Test::HasFailure()) {
      const bool done = Run(random_.Between(1, 16), [&] {
        return Writer::Open(root(), "graphs", Deadline::Never()) ? 0 : 1;
      });
      if (!done) ++completions_;
    }
  }

  // By somebody who knows of no lock and ends no line.
  void WriteAForeignRow() {
    const std::string id = fmt::format("TG-F{}", next_++);
    const bool open_line = fs::exists(Path("tg_nodes.jsonl")) &&
                           !TempDir::ReadFile(Path("tg_nodes.jsonl")).ends_with('\n');
    fs::create_directories(Path(""));
    std::ofstream(Path("tg_nodes.jsonl"), std::ios::app | std::ios::binary)
        << (open_line ? "\n" : "") << CanonicalJson(NodeOf(id, "foreign"));
    foreign_.push_back(id);
  }

  void CheckChange(const std::string& name, const Kind& kind, bool done) {
    const auto writer = Writer::Open(root(), "graphs", Deadline::Never());
    ASSERT_TRUE(writer.has_value()) << writer.error().text();
    const Graph& graph = writer->graph();
    const bool is_there = graph.Find(fmt::format("{}-{}", kind.layers.front(), name)).has_value();
    EXPECT_TRUE(is_there || !done) << "an acknowledged change is gone";
    if (is_there) {
      there_.push_back(name);
      kinds_.push_back(kind);
    } else {
      ++dropped_;
    }
    EXPECT_THAT(graph.findings(), testing::IsEmpty());
    EXPECT_FALSE(fs::exists(Path(kPendingFile)));
    for (const Fault& fault : Validate(writer->loaded())) {
      ADD_FAILURE() << fault.file << ":" << fault.line << " " << fault.kind << " " << fault.text;
    }
    EXPECT_THAT(ValidateFiles(writer->folder().directory, graph), testing::IsEmpty());
    CheckNodes(graph);
    CheckCommits(graph);
  }

  // Everything that is there is there once, and nothing else is.
  void CheckNodes(const Graph& graph) {
    std::set<std::string> wanted(foreign_.begin(), foreign_.end());
    if (!there_.empty()) wanted.insert(std::string(kShared));
    for (std::size_t i = 0; i < there_.size(); ++i) {
      for (const std::string& layer : kinds_[i].layers) {
        wanted.insert(fmt::format("{}-{}", layer, there_[i]));
      }
    }
    std::set<std::string> found;
    for (const Node& node : graph.nodes()) {
      found.insert(node.id);
      EXPECT_EQ(node.revisions, node.id == kShared ? there_.size() : 1U) << node.id;
    }
    EXPECT_EQ(found, wanted);
    const auto shared = graph.Find(kShared);
    if (!shared) return;
    EXPECT_EQ(graph.node(*shared).title, there_.back());
    EXPECT_EQ(graph.node(*shared).rev, static_cast<std::int64_t>(there_.size()));
  }

  void CheckCommits(const Graph& graph) {
    ASSERT_EQ(graph.commits().size(), there_.size());
    for (std::size_t i = 0; i < there_.size(); ++i) {
      const Commit& commit = graph.commits()[i];
      EXPECT_EQ(commit.changed.front(), fmt::format("{}-{}", kinds_[i].layers.front(), there_[i]));
    }
    const auto folder = Directory::Open(Path(kPackFolder));
    std::vector<std::string> packs;
    if (folder) packs = folder->List(1'000).value();
    std::erase_if(packs, [](const std::string& name) { return name.starts_with('.'); });
    EXPECT_EQ(packs.size(), std::min<std::size_t>(there_.size(), 200));
    if (there_.empty()) return;
    const std::string latest = TempDir::ReadFile(Path(kLatestPack));
    const std::string& id = graph.commits().back().id;
    EXPECT_TRUE(CheckPack(latest, id).has_value());
    const auto pack = std::ranges::find_if(
        packs, [&](const std::string& name) { return name.find(id) != name.npos; });
    ASSERT_NE(pack, packs.end());
    EXPECT_EQ(TempDir::ReadFile(Path(kPackFolder) / *pack), latest);
  }

  void CheckPacks(const std::string& name, bool done) {
    const auto folder = Directory::Open(Path(kRequestFolder));
    std::set<std::int64_t> numbers;
    bool is_there = false;
    for (const std::string& file :
         folder ? folder->List(1'000).value() : std::vector<std::string>()) {
      if (file.starts_with('.')) continue;
      const auto pack = ParseJson(TempDir::ReadFile(Path(kRequestFolder) / file));
      ASSERT_TRUE(pack.has_value()) << file;
      EXPECT_TRUE(numbers.insert(pack->at("request_seq").get<std::int64_t>()).second) << file;
      if (pack->at("request_id") != name) continue;
      is_there = true;
      EXPECT_EQ(pack->at("request_seq"), last_number_ + 1);
    }
    EXPECT_TRUE(is_there || !done);
    if (done) {
      EXPECT_LE(numbers.size(), 5U);
    }
    if (is_there) ++last_number_;
    if (!numbers.empty()) {
      EXPECT_EQ(*numbers.rbegin(), last_number_);
    }
    if (!fs::exists(Path(kLatestRequest))) return;
    const auto latest = ParseJson(TempDir::ReadFile(Path(kLatestRequest)));
    ASSERT_TRUE(latest.has_value());
    EXPECT_GE(latest->at("request_seq"), latest_number_);
    EXPECT_LE(latest->at("request_seq"), last_number_);
    latest_number_ = latest->at("request_seq").get<std::int64_t>();
    if (done) {
      EXPECT_EQ(latest_number_, last_number_);
    }
  }

  TempDir temp_;
  test::Random random_;
  std::uint64_t next_ = 0;
  std::uint64_t points_ = 0;
  std::uint64_t completions_ = 0;
  std::size_t dropped_ = 0;
  std::vector<std::string> there_;  // changes, in the order of their commits
  std::vector<Kind> kinds_;         // of them
  std::vector<std::string> foreign_;
  std::int64_t last_number_ = 0;
  std::int64_t latest_number_ = 0;
};

TEST(GraphKillTest, AChangeIsThereAsAWholeOrNotAtAll) {
  const std::uint64_t wanted = test::CaseCount(90);
  std::uint64_t points = 0;
  std::uint64_t completions = 0;
  std::size_t changes = 0;
  std::size_t dropped = 0;
  // A new folder now and then: the first change makes files, the later ones append to them.
  while (points < wanted && !testing::Test::HasFailure()) {
    KilledFolder folder(test::FirstSeed() + points);
    const std::uint64_t here = std::min<std::uint64_t>(wanted - points, 160);
    while (folder.points() < here && !testing::Test::HasFailure()) {
      folder.KillChanges(here);
      folder.KillPacks(here);
    }
    if (!testing::Test::HasFailure()) folder.CheckNoDrafts();
    points += folder.points();
    completions += folder.completions();
    changes += folder.changes();
    dropped += folder.dropped();
  }
  fmt::print("{} kills and {} of those who completed, {} changes there, {} not\n", points,
             completions, changes, dropped);
  EXPECT_GT(changes, 0U);
  EXPECT_GT(dropped, 0U);
}

}  // namespace
}  // namespace satchel::graph
