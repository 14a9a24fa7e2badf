// Bytes per second of reading notes and of matching keywords, on one core.
//   bench_notes
// Matching: 10,000 entries of 5 MB together against 200 keywords; the target is 15 ms.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "ask/question.h"
#include "notes/files/keywords.h"
#include "notes/files/notes.h"
#include "tests/support/random.h"

namespace {

using satchel::notes::FileRole;
using satchel::notes::KeywordMatcher;
using satchel::notes::Notes;
using satchel::test::Random;

constexpr std::size_t kBytes = 8U << 20U;

// Words drawn so that a few make up most of the text; 4,000 of them are distinct.
class Writer {
 public:
  std::string Word() {
    static constexpr std::string_view kSyllables[] = {"con",  "text", "in", "dex",  "re", "a",
                                                      "mem",  "o",    "ry", "pack", "et", "ing",
                                                      "hook", "s",    "er", "un"};
    const std::uint64_t number = random_.Below(1 + random_.Below(1 + random_.Below(4'000)));
    std::string word;
    for (std::uint64_t rest = number + 16; rest > 0; rest /= 16) word += kSyllables[rest % 16];
    return word;
  }
  std::string Words(std::size_t count, std::size_t columns) {
    std::string text;
    std::size_t column = 0;
    while (count-- > 0) {
      text += Word();
      column += 7;
      const bool wraps = column > columns;
      text += random_.OneIn(12) ? "," : "";
      text += wraps ? "\n  " : " ";
      if (wraps) column = 0;
    }
    return text;
  }

 private:
  Random random_{1};
};

std::string Entries(std::size_t bytes) {
  Writer writer;
  std::string text = "# Decisions\n\n";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    text += fmt::format("## [2026-01-{:02}-101112] {}\n\n", 1 + i % 28, writer.Words(6, 1'000));
    for (const char* label : {"Context", "Decision", "Consequence"}) {
      text += fmt::format("**{}**: {}\n\n", label, writer.Words(22, 70));
    }
    text += "---\n\n";
  }
  return text;
}

std::string Tasks(std::size_t bytes) {
  Writer writer;
  std::string text = "# Tasks\n\n";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    if (i % 10 == 0) text += fmt::format("\n## Phase {}\n\n", i);
    text += fmt::format("- [{}] {} `code` #added:2026-01-02\n", i % 3 == 0 ? 'x' : ' ',
                        writer.Words(60, 70));
    if (i % 4 == 0) text += fmt::format("  - [ ] {}\n", writer.Words(8, 70));
  }
  return text;
}

void Read(benchmark::State& state, FileRole role, const std::string& text) {
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<satchel::notes::File> files = {{.path = "a.md", .role = role, .text = text}};
    state.ResumeTiming();
    Notes notes = satchel::notes::ReadNotes(std::move(files));
    benchmark::DoNotOptimize(notes);
    state.PauseTiming();
    notes = {};
    state.ResumeTiming();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK_CAPTURE(Read, decisions, FileRole::kDecisions, Entries(kBytes))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Read, tasks, FileRole::kTasks, Tasks(kBytes))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Read, constitution, FileRole::kConstitution, Tasks(kBytes))
    ->Unit(benchmark::kMillisecond);

void Match(benchmark::State& state) {
  const Notes notes = satchel::notes::ReadNotes(
      {{.path = "a.md", .role = FileRole::kDecisions, .text = Entries(5'200'000)}});
  Writer writer;
  std::vector<std::string> keywords =
      satchel::notes::Keywords(satchel::ask::Question(writer.Words(3'000, 70)));
  keywords.resize(std::min<std::size_t>(keywords.size(), 195));
  for (const char* more :
       {"context index", "src main cc", "packing hooks", "memory unpack", "a b"}) {
    keywords.emplace_back(more);
  }
  std::size_t bytes = 0;
  std::size_t matches = 0;
  for (auto _ : state) {
    KeywordMatcher matcher(keywords);
    for (const auto& entry : notes.decisions) {
      matches += matcher.Matches(entry.title, entry.body).size();
      bytes += entry.title.size() + entry.body.size();
    }
  }
  benchmark::DoNotOptimize(matches);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["entries"] = static_cast<double>(notes.decisions.size());
  state.counters["keywords"] = static_cast<double>(keywords.size());
  state.counters["matches"] =
      static_cast<double>(matches) / static_cast<double>(state.iterations());
}
BENCHMARK(Match)->Unit(benchmark::kMillisecond);

}  // namespace
