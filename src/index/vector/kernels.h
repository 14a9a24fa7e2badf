#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// The two inner loops of a scan, for the instructions that a processor has. All of them give the
// same numbers to the last bit: they add up whole numbers, which never overflow here.
namespace satchel::vector {

// Rows of a table are padded with zeros to whole blocks, so that no loop has a rest.
inline constexpr std::size_t kBlockCodes = 64;
// Far above any model: 16,384 products of two codes stay below 2^31.
inline constexpr std::size_t kMostDimensions = 16'384;

struct Kernels {
  std::string_view name;  // portable, avx2 or avx512

  // out[i] = the sum of query[d] * rows[i * stride + d] over all d below the stride.
  // REQUIRES: the stride is a multiple of kBlockCodes; no code of the query is -128.
  void (*dots)(const std::int8_t* query, const std::int8_t* rows, std::size_t count,
               std::size_t stride, std::int32_t* out);
  // out[i] = how many bits of query and of row i differ.
  void (*distances)(const std::uint64_t* query, const std::uint64_t* rows, std::size_t count,
                    std::size_t words, std::uint32_t* out);
};

// Those that this processor can run, the portable ones first and the fastest last.
std::span<const Kernels> UsableKernels();
// The fastest; looked up once.
const Kernels& BestKernels();

}  // namespace satchel::vector
