#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/score.h"
#include "index/vector/kernels.h"
#include "index/vector/table.h"

// The rows of a table that are nearest to a query, by the cosine of their codes.
namespace satchel::vector {

struct Near {
  std::uint64_t id = 0;
  Score similarity;  // from -1 to 1
  friend bool operator==(const Near&, const Near&) = default;
};

struct ScanOptions {
  std::size_t most = 10;
  // Up to so many rows all codes are gone through; above, bits first: the crossing point of
  // bench/vector_bench.cc.
  std::size_t exact_rows = 100'000;
  // So many times `most` rows by their bits are compared by their codes.
  std::size_t rescored = 100;
  // Null: those of this processor.
  const Kernels* kernels = nullptr;
};

// Best first; of equal ones the lower id. The answer does not depend on the order of the rows, nor
// on the processor. REQUIRES: the query has as many codes as the table dimensions, none is -128.
std::vector<Near> Scan(const Table& table, std::span<const std::int8_t> query,
                       const ScanOptions& options = {});

// The mean similarity of the table's rows, of 4,096 of them if there are more: what a row has to
// exceed to be near at all, since models differ in what they give to texts that have nothing in
// common. The same REQUIRES.
Score MeanSimilarity(const Table& table, std::span<const std::int8_t> query,
                     const Kernels* kernels = nullptr);

}  // namespace satchel::vector
