// Bytes per second of the redactor on one core.
//   bench_redactor                                 made-up source, clean and with secrets
//   SATCHEL_BENCH_TEXT=FILE bench_redactor         the bytes of a file as well

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "tests/support/random.h"
#include "text/redactor.h"

namespace {

using satchel::test::Random;
using satchel::text::Redacted;
using satchel::text::Redactor;

constexpr std::size_t kBytes = 4U << 20U;

std::string RandomWord(Random& random, std::size_t size) {
  static const std::string letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string word;
  while (word.size() < size) word += random.Pick(letters);
  return word;
}

// Lines as in a program: names that contain the keywords of rules are as common as in real source.
std::string Source(Random& random, std::uint64_t lines_a_secret) {
  static const std::vector<std::string> lines = {
      "  const std::size_t count = items.size();\n",
      "  if (token.kind == TokenKind::kIdentifier) return Parse(token, depth + 1);\n",
      "      for (const auto& [name, value] : request.headers()) Append(out, name, value);\n",
      "// Returns the number of lines; the last one counts even without a line end.\n",
      "    def __init__(self, session, timeout=30, password=None):\n",
      "        self.password = password or os.environ.get(\"DB_PASSWORD\")\n",
      "import { useCallback, useEffect, useState } from 'react';\n",
      "    \"resolved\": \"https://packages.example/left-pad/-/left-pad-1.3.0.tgz\",\n",
      "\n",
      "}\n",
      "#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD\n",
      "static int test_api_key_is_required(struct context *ctx, const char *key_name)\n",
  };
  std::string text;
  while (text.size() < kBytes) {
    text += random.Pick(lines);
    if (lines_a_secret > 0 && random.OneIn(lines_a_secret)) {
      text += fmt::format("api_token = \"gh{}{}\"\n", "p_", RandomWord(random, 36));
    }
  }
  return text;
}

std::string Clean() {
  Random random(1);
  return Source(random, 0);
}

std::string WithSecrets() {
  Random random(2);
  return Source(random, 200);
}

// One line of generated words, such as a lock file or an embedded table has.
std::string Generated() {
  Random random(3);
  std::string text;
  while (text.size() < kBytes) text += RandomWord(random, random.Between(20, 90)) + ',';
  return text;
}

std::string FromFile() {
  const char* path = std::getenv("SATCHEL_BENCH_TEXT");  // NOLINT(concurrency-mt-unsafe)
  if (path == nullptr) return {};
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void Redact(benchmark::State& state, std::string (*make)()) {
  const std::string text = make();
  if (text.empty()) {
    state.SkipWithError("SATCHEL_BENCH_TEXT names no text");
    return;
  }
  std::size_t redactions = 0;
  for (auto _ : state) {
    const Redacted result = Redactor::Default().Redact(text);
    redactions = result.redactions();
    benchmark::DoNotOptimize(result.text.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["redactions"] = static_cast<double>(redactions);
}

BENCHMARK_CAPTURE(Redact, source, &Clean);
BENCHMARK_CAPTURE(Redact, source_with_secrets, &WithSecrets);
BENCHMARK_CAPTURE(Redact, generated_words, &Generated);
BENCHMARK_CAPTURE(Redact, file, &FromFile);

}  // namespace
