// Eight processes change the graphs and write request packs at once, and some are killed while
// they do. No acknowledged change is lost, the revisions of a node that all of them change count
// up without a gap, and no two packs have one number. `scripts/soak graph_writers` goes on for
// longer.

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <poll.h>
#include <set>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/pack_files.h"
#include "graph/files/validate.h"
#include "graph/files/writer.h"
#include "tests/crash/child.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWriters = 8;
const Time kNow = *ParseTime("2026-03-01T10:11:12Z");
constexpr std::string_view kShared = "TG-SHARED";

Result<std::string> MakeChange(Writer writer, const std::string& name) {
  const Graph& graph = writer.graph();
  const auto shared = graph.Find(kShared).value_or(0);
  const Change change{
      .mode = "add",
      .rows = {{Layer::kKnowledge,
                FirstRevision(Layer::kKnowledge, {{"id", name}, {"title", name}}, kNow).value()},
               {Layer::kTask, NextRevision(Layer::kTask, graph.JsonOf(shared),
                                           graph.node(shared).highest_rev, {{"title", name}}, kNow)
                                  .value()}}};
  const auto done = std::move(writer).Commit(change, kNow);
  if (!done) return std::unexpected(done.error());
  return name;
}

Result<std::string> WritePack(const Writer& writer, const std::string& name) {
  Json pack = {{"request_id", name}};
  const auto written = WriteRequestPack(writer.folder().directory, pack, kNow, {});
  if (!written) return std::unexpected(written.error());
  return fmt::format("#{}", written->request_seq);
}

// Goes on until it is killed; tells each change and each number when it is written.
int Write(const fs::path& root, std::size_t number, int told) {
  for (std::size_t i = 0;; ++i) {
    auto writer = Writer::Open(root, "graphs", Deadline::Never());
    // Others may hold the lock for too long on a busy machine.
    if (!writer && writer.error().code() == Errc::kDeadline) continue;
    if (!writer) return 1;
    const std::string name = fmt::format("KG-W{}N{}", number, i);
    const auto done = i % 3 == 2 ? WritePack(*writer, name) : MakeChange(*std::move(writer), name);
    const std::string line = done ? *done + "\n" : fmt::format("! {}\n", done.error().text());
    if (::write(told, line.data(), line.size()) < 0 || !done) return 2;
  }
}

class Writers {
 public:
  explicit Writers(const fs::path& root) : root_(root) {
    for (std::size_t i = 0; i < kWriters; ++i) Start(i);
  }

  void TakeSome() {
    std::array<pollfd, kWriters> polled{};
    for (std::size_t i = 0; i < kWriters; ++i) {
      polled[i] = {.fd = children_[i]->read_end(), .events = POLLIN};
    }
    if (::poll(polled.data(), polled.size(), 30'000) <= 0) {
      ADD_FAILURE() << "nobody has written for half a minute";
      return;
    }
    for (std::size_t i = 0; i < kWriters; ++i) {
      if (polled[i].revents == 0) continue;
      char bytes[4096];
      const ssize_t size = ::read(polled[i].fd, bytes, sizeof bytes);
      if (size <= 0) ADD_FAILURE() << "a writer has ended by itself";
      if (size > 0) Take(i, std::string_view(bytes, static_cast<std::size_t>(size)));
    }
  }
  void Replace(std::size_t which) {
    End(which);
    Start(which);
  }
  void EndAll() {
    for (std::size_t i = 0; i < kWriters; ++i) End(i);
  }

  const std::vector<std::string>& changes() const { return changes_; }
  const std::vector<std::int64_t>& numbers() const { return numbers_; }

 private:
  void Start(std::size_t which) {
    const std::size_t number = next_++;
    rest_[which].clear();
    children_[which] = std::make_unique<test::Child>(
        [this, number](int told) { return Write(root_, number, told); });
  }
  void End(std::size_t which) {
    children_[which]->Kill();
    Take(which, children_[which]->Told());
  }
  // Of lines that end.
  void Take(std::size_t which, std::string_view told) {
    std::string& rest = rest_[which];
    rest += told;
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      const std::string line = rest.substr(0, end);
      rest.erase(0, end + 1);
      std::int64_t number = 0;
      if (line.starts_with('!')) {
        ADD_FAILURE() << line;
      } else if (line.starts_with('#')) {
        std::from_chars(line.data() + 1, line.data() + line.size(), number);
        numbers_.push_back(number);
      } else {
        changes_.push_back(line);
      }
    }
  }

  const fs::path& root_;
  std::array<std::unique_ptr<test::Child>, kWriters> children_;
  std::array<std::string, kWriters> rest_;
  std::size_t next_ = 0;
  std::vector<std::string> changes_;
  std::vector<std::int64_t> numbers_;
};

// Each change once, each with a revision of the shared node, and nothing besides.
void CheckGraph(const Writer& writer, const std::vector<std::string>& acknowledged,
                std::size_t kills) {
  const Graph& graph = writer.graph();
  EXPECT_THAT(Validate(writer.loaded()), testing::IsEmpty());
  EXPECT_THAT(ValidateFiles(writer.folder().directory, graph), testing::IsEmpty());
  for (const std::string& name : acknowledged) {
    EXPECT_TRUE(graph.Find(name).has_value()) << name << " was acknowledged and is gone";
  }
  const std::size_t changes = graph.SizeOf(Layer::kKnowledge);
  EXPECT_GE(changes, acknowledged.size());
  EXPECT_LE(changes, acknowledged.size() + kills + kWriters);
  EXPECT_EQ(graph.commits().size(), changes + 1);
  const auto history = graph.History(graph.Find(kShared).value_or(0));
  ASSERT_EQ(history.size(), changes + 1);
  std::set<std::string> titles;
  for (std::size_t i = 0; i < history.size(); ++i) {
    EXPECT_EQ(history[i]["rev"], i + 1) << "in the order of the log";
    EXPECT_TRUE(titles.insert(history[i]["title"].get<std::string>()).second);
    EXPECT_EQ(graph.commits()[i].changed.back(), kShared);
    if (i == 0) continue;
    EXPECT_EQ(graph.commits()[i].changed.front(), history[i]["title"].get<std::string>());
  }
}

TEST(GraphWritersTest, NothingAcknowledgedIsLostAndNoNumberIsThereTwice) {
  const test::TempDir dir;
  const auto first =
      Writer::Open(dir.path(), "graphs", Deadline::Never())
          .value()
          .Commit(
              {.mode = "add",
               .rows = {{Layer::kTask,
                         FirstRevision(Layer::kTask, {{"id", kShared}, {"title", "first"}}, kNow)
                             .value()}}},
              kNow);
  ASSERT_TRUE(first.has_value());
  test::Random random(test::FirstSeed());
  const std::size_t wanted = test::CaseCount(120);
  std::size_t kills = 0;
  Writers writers(dir.path());
  const auto taken = [&] { return writers.changes().size() + writers.numbers().size(); };
  for (std::size_t next = 10; taken() < wanted && !testing::Test::HasFailure();) {
    writers.TakeSome();
    if (taken() < next) continue;
    next = taken() + random.Between(1, 20);
    writers.Replace(random.Below(kWriters));
    ++kills;
  }
  writers.EndAll();
  EXPECT_GT(kills, 0U);
  EXPECT_GT(writers.numbers().size(), 0U);
  {
    const auto writer = Writer::Open(dir.path(), "graphs", Deadline::Never());
    ASSERT_TRUE(writer.has_value()) << writer.error().text();
    CheckGraph(*writer, writers.changes(), kills);
  }
  const std::set<std::int64_t> numbers(writers.numbers().begin(), writers.numbers().end());
  EXPECT_EQ(numbers.size(), writers.numbers().size()) << "a number was given twice";
  std::set<std::int64_t> in_files;
  const auto folder = Directory::Open(dir.path() / "graphs" / kRequestFolder);
  const std::vector<std::string> names = folder->List(10'000).value();
  for (const std::string& name : names) {
    if (name.starts_with('.')) continue;
    const auto pack = ParseJson(folder->ReadFile(name, 1 << 20).value());
    ASSERT_TRUE(pack.has_value());
    EXPECT_TRUE(in_files.insert(pack->at("request_seq").get<std::int64_t>()).second) << name;
  }
  fmt::print("{} changes and {} packs acknowledged, {} killed\n", writers.changes().size(),
             numbers.size(), kills);
}

}  // namespace
}  // namespace satchel::graph
