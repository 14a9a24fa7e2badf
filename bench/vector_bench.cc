// What a scan of vectors of 384 dimensions costs beside the bare loop of the same kernel, which
// reads the same bytes and keeps nothing but a sum; and how long 100,000 of them take from a file
// of SQLite into memory, by the number of vectors in a row.
//   bench_vector --benchmark_min_time=1

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/deadline.h"
#include "base/id.h"
#include "base/time.h"
#include "bench/must.h"
#include "index/texts/vector_index.h"
#include "index/vector/kernels.h"
#include "index/vector/quantise.h"
#include "index/vector/scan.h"
#include "index/vector/table.h"
#include "store/sqlite/sqlite_database.h"
#include "store/vectors.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace {

using satchel::test::Random;
using satchel::vector::Codes;
using satchel::vector::Kernels;
using satchel::vector::ScanOptions;
using satchel::vector::Table;

constexpr std::size_t kDimensions = 384;
constexpr std::size_t kRowsAtOnce = 256;

Codes Draw(Random& random) {
  Codes codes;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    codes.push_back(static_cast<std::int8_t>(static_cast<int>(random.Below(255)) - 127));
  }
  return codes;
}

const Table& TableOf(std::size_t rows) {
  static std::map<std::size_t, std::unique_ptr<Table>> tables;
  std::unique_ptr<Table>& table = tables[rows];
  if (table == nullptr) {
    tables.clear();  // one at a time in memory
    auto made = std::make_unique<Table>(kDimensions);
    made->Reserve(rows);
    Random random(rows);
    for (std::uint64_t id = 0; id < rows; ++id) made->Add(id, Draw(random));
    return *(tables[rows] = std::move(made));
  }
  return *table;
}

Codes Query() {
  Random random(42);
  return Draw(random);
}

void BareCodes(benchmark::State& state, const Kernels* kernels) {
  const Table& table = TableOf(static_cast<std::size_t>(state.range(0)));
  const Codes query = Query();
  std::array<std::int32_t, kRowsAtOnce> dots{};
  for (auto _ : state) {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table.size(); row += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, table.size() - row);
      kernels->dots(query.data(), table.codes(row), count, table.stride(), dots.data());
      for (const std::int32_t dot : dots) sum += dot;
    }
    benchmark::DoNotOptimize(sum);
  }
}

void BareBits(benchmark::State& state, const Kernels* kernels) {
  const Table& table = TableOf(static_cast<std::size_t>(state.range(0)));
  std::vector<std::uint64_t> query(table.words());
  satchel::vector::SetBits(Query(), query);
  std::array<std::uint32_t, kRowsAtOnce> distances{};
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < table.size(); row += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, table.size() - row);
      kernels->distances(query.data(), table.bits(row), count, table.words(), distances.data());
      for (const std::uint32_t distance : distances) sum += distance;
    }
    benchmark::DoNotOptimize(sum);
  }
}

void Scan(benchmark::State& state, const ScanOptions& options) {
  const Table& table = TableOf(static_cast<std::size_t>(state.range(0)));
  const Codes query = Query();
  for (auto _ : state) benchmark::DoNotOptimize(satchel::vector::Scan(table, query, options));
}

constexpr std::size_t kColdVectors = 100'000;

satchel::store::SqliteOptions FileIn(const satchel::test::TempDir& place) {
  return {.file = (place.path() / "curated.db").string(),
          .area = satchel::store::Area::kCurated,
          .mode = satchel::store::SqliteOptions::Mode::kCreate,
          .full_sync = false};
}

void ColdLoad(benchmark::State& state) {
  using satchel::bench::Must;
  namespace store = satchel::store;
  const auto in_row = static_cast<std::size_t>(state.range(0));
  const satchel::test::TempDir place;
  satchel::WorkspaceId workspace;
  {
    const auto database = Must(store::OpenSqlite(FileIn(place)));
    workspace =
        Must(database->AddWorkspace("w", "w", satchel::Time{1}, satchel::Deadline::Never()));
    Random random(1);
    std::vector<store::VectorRow> rows;
    for (std::size_t i = 0; i < kColdVectors / in_row; ++i) {
      store::VectorRow& row = rows.emplace_back();
      row.key = {.space = "minilm/1",
                 .source = "code",
                 .document = fmt::format("src/folder_{}/file_{:06}.cc", i % 97, i),
                 .digest = std::string(32, static_cast<char>(i % 251))};
      row.texts = static_cast<std::int64_t>(in_row);
      row.current = true;
      row.dimensions = kDimensions;
      row.hashes = std::string(in_row * store::kTextHashBytes, 'h');
      for (std::size_t n = 0; n < in_row; ++n) {
        const Codes codes = Draw(random);
        row.codes.append(codes.begin(), codes.end());
      }
    }
    const auto transaction = Must(database->Begin({.workspace = workspace}, store::Access::kWrite));
    Must(store::LockVectors(*transaction));
    Must(store::PutVectors(*transaction, rows));
    Must(transaction->Commit({}));
  }
  for (auto _ : state) {
    const auto database = Must(store::OpenSqlite(FileIn(place)));
    const auto transaction = Must(database->Begin({.workspace = workspace}, store::Access::kRead));
    satchel::retrieval::VectorIndex index;
    if (!Must(index.Has(*transaction, "minilm/1"))) satchel::bench::Stop("no vectors");
  }
}
BENCHMARK(ColdLoad)->Arg(1)->Arg(4)->Arg(10)->Arg(50)->Unit(benchmark::kMillisecond);

const bool kRegistered = [] {
  constexpr std::size_t kAll = 1U << 30U;
  for (const std::int64_t rows : {10'000, 100'000, 500'000}) {
    for (const Kernels& kernels : satchel::vector::UsableKernels()) {
      const auto add = [rows](const std::string& name, auto&& function) {
        benchmark::RegisterBenchmark(name.c_str(), function)
            ->Arg(rows)
            ->Unit(benchmark::kMicrosecond);
      };
      const std::string name(kernels.name);
      const Kernels* one = &kernels;
      add("bare_codes/" + name, [one](benchmark::State& state) { BareCodes(state, one); });
      add("scan_codes/" + name,
          [one](benchmark::State& state) { Scan(state, {.exact_rows = kAll, .kernels = one}); });
      add("bare_bits/" + name, [one](benchmark::State& state) { BareBits(state, one); });
      add("scan_bits/" + name,
          [one](benchmark::State& state) { Scan(state, {.exact_rows = 0, .kernels = one}); });
    }
  }
  return true;
}();

}  // namespace
