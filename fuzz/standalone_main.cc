// Runs a fuzz target without libFuzzer: every file of the corpus, then random
// mutations of them from a fixed seed. Takes libFuzzer's flags and ignores
// those it does not know.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// At most this many without libFuzzer's guidance; the corpus is what matters here.
constexpr std::uint64_t kMostRuns = 2'000;

void RunOne(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::vector<std::string> ReadCorpus(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(directory)) {
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  std::vector<std::string> inputs;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return inputs;
}

std::string Mutate(std::string bytes, std::size_t max_len, satchel::test::Random& random) {
  for (std::uint64_t i = random.Between(1, 6); i > 0; --i) {
    const auto byte = static_cast<char>(random.Below(256));
    const std::size_t at = random.Below(bytes.size() + 1);
    if (random.OneIn(2) || at == bytes.size()) {
      bytes.insert(at, 1, byte);
    } else if (random.OneIn(2)) {
      bytes[at] = byte;
    } else {
      bytes.erase(at, random.Between(1, 8));
    }
  }
  bytes.resize(std::min(bytes.size(), max_len));
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t runs = kMostRuns;
  std::size_t max_len = 4096;
  std::vector<std::string> corpus = {""};
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (argument.starts_with("-runs=")) {
      runs = std::min<std::uint64_t>(kMostRuns, std::strtoull(argument.data() + 6, nullptr, 10));
    } else if (argument.starts_with("-max_len=")) {
      max_len = std::strtoull(argument.data() + 9, nullptr, 10);
    } else if (!argument.starts_with("-")) {
      std::ranges::move(ReadCorpus(argument), std::back_inserter(corpus));
    }
  }
  for (const std::string& input : corpus) RunOne(input);
  satchel::test::Random random(1);
  for (std::uint64_t i = 0; i < runs; ++i) RunOne(Mutate(random.Pick(corpus), max_len, random));
  std::printf("%zu corpus inputs and %llu mutations ran clean\n", corpus.size() - 1,
              static_cast<unsigned long long>(runs));
  return 0;
}
