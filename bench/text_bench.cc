// Bytes per second of the analyser and of UTF-8 repair on one core.
//   bench_text                                    made-up text
//   SATCHEL_BENCH_TEXT=FILE bench_text            the bytes of a file as well

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "tests/support/random.h"
#include "text/analyser.h"
#include "text/line_index.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace {

using satchel::test::Random;
using satchel::text::AnalyserOptions;
using satchel::text::ByteRange;
using satchel::text::TermKind;

constexpr std::size_t kBytes = 4U << 20U;

// Words drawn so that a few make up most of the text, as in any language.
std::string Mix(const std::vector<std::string>& words, const std::vector<std::string>& between) {
  Random random(1);
  std::string text;
  while (text.size() < kBytes) {
    const std::uint64_t bound = random.Between(1, words.size());
    text += words[random.Below(bound)];
    text += random.Pick(between);
  }
  return text;
}

std::string Source() {
  static const std::vector<std::string> kHeads = {"get",    "set",   "is",    "make",
                                                  "parse",  "read",  "write", "find",
                                                  "update", "index", "http",  "node"};
  static const std::vector<std::string> kTails = {"Value",   "Index",  "_count", "Server",
                                                  "Handler", "_names", "2Error", "Options",
                                                  "Running", "s"};
  std::vector<std::string> words = {"return", "const", "int", "if", "for", "std", "string", "the"};
  for (const std::string& head : kHeads) {
    for (const std::string& tail : kTails) {
      words.push_back(head + tail);
      for (const std::string& end : kTails) words.push_back(head + tail + end);
    }
  }
  return Mix(words, {" ", " ", "(", ");\n    ", " = ", "::", ", ", " // ", "->", ".", "\n"});
}

std::string Russian() {
  return Mix({"и", "в", "файл", "индекс", "строка", "поиск", "слова", "запрос", "Документы",
              "ранжирование", "индексирование", "хранилище", "обновление"},
             {" ", " ", ", ", ". ", "\n"});
}

std::string Chinese() {
  return Mix({"的", "文件", "索引", "搜索", "引擎", "上下文", "代码", "检索增强"},
             {"", "", "，", "。"});
}

std::string Accented() {
  return Mix({"le", "fichier", "données", "Élève", "re\u0301sume\u0301", "straße", "naïve", "été"},
             {" ", " ", ", ", "\n"});
}

std::string FromFile() {
  const char* path = std::getenv("SATCHEL_BENCH_TEXT");  // NOLINT(concurrency-mt-unsafe)
  if (path == nullptr) return {};
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

using Make = std::string (*)();

void SetBytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

bool Skip(benchmark::State& state, const std::string& text) {
  if (text.empty()) state.SkipWithError("SATCHEL_BENCH_TEXT names no text");
  return text.empty();
}

void Analyse(benchmark::State& state, Make make, AnalyserOptions options) {
  const std::string text = make();
  if (Skip(state, text)) return;
  satchel::text::Analyser analyser(options);
  std::size_t terms = 0;
  for (auto _ : state) {
    std::size_t bytes = 0;
    terms = analyser
                .ForEach(text, [&bytes](std::string_view term, ByteRange,
                                        TermKind) { bytes += term.size(); })
                .terms;
    benchmark::DoNotOptimize(bytes);
  }
  SetBytes(state, text);
  state.counters["terms"] = static_cast<double>(terms);
}

void Repair(benchmark::State& state, Make make, bool spoil) {
  std::string text = make();
  if (Skip(state, text)) return;
  for (std::size_t at = 500; spoil && at < text.size(); at += 1000) text[at] = '\xff';
  for (auto _ : state) benchmark::DoNotOptimize(satchel::text::RepairUtf8(text));
  SetBytes(state, text);
}

void Fold(benchmark::State& state, Make make) {
  const std::string text = make();
  std::string folded;
  for (auto _ : state) {
    satchel::text::FoldInto(text, folded);
    benchmark::DoNotOptimize(folded.data());
  }
  SetBytes(state, text);
}

void Lines(benchmark::State& state, Make make) {
  const std::string text = make();
  for (auto _ : state) benchmark::DoNotOptimize(satchel::text::LineIndex::Build(text));
  SetBytes(state, text);
}

const AnalyserOptions kStems = {};
const AnalyserOptions kNoStems = {.stems = satchel::text::Stems::kNone};

BENCHMARK_CAPTURE(Analyse, source, Source, kStems);
BENCHMARK_CAPTURE(Analyse, source_without_stems, Source, kNoStems);
BENCHMARK_CAPTURE(Analyse, russian, Russian, kStems);
BENCHMARK_CAPTURE(Analyse, chinese, Chinese, kStems);
BENCHMARK_CAPTURE(Analyse, accented, Accented, kStems);
BENCHMARK_CAPTURE(Analyse, file, FromFile, kStems);
BENCHMARK_CAPTURE(Repair, source, Source, false);
BENCHMARK_CAPTURE(Repair, russian, Russian, false);
BENCHMARK_CAPTURE(Repair, chinese, Chinese, false);
BENCHMARK_CAPTURE(Repair, source_with_bad_bytes, Source, true);
BENCHMARK_CAPTURE(Fold, russian, Russian);
BENCHMARK_CAPTURE(Fold, accented, Accented);
BENCHMARK_CAPTURE(Lines, source, Source);

}  // namespace
