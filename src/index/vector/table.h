#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "index/vector/kernels.h"

namespace satchel::vector {

// Vectors of one model in memory, row behind row, as a scan reads them: the codes, the bits and
// the scale of each. Fixed once it is filled; then any number of threads may scan it.
class Table {
 public:
  // REQUIRES: 0 < dimensions <= kMostDimensions.
  explicit Table(std::size_t dimensions);

  // `id` is what a hit says, and what decides between rows that are alike.
  // REQUIRES: as many codes as there are dimensions.
  void Add(std::uint64_t id, std::span<const std::int8_t> codes);
  void Reserve(std::size_t rows);

  std::size_t dimensions() const { return dimensions_; }
  std::size_t size() const { return ids_.size(); }
  std::size_t stride() const { return stride_; }  // codes of a row, with padding
  std::size_t words() const { return words_; }    // of bits, a row
  std::uint64_t id(std::size_t row) const { return ids_[row]; }
  std::uint32_t scale(std::size_t row) const { return scales_[row]; }
  const std::int8_t* codes(std::size_t row) const { return codes_.data() + (row * stride_); }
  const std::uint64_t* bits(std::size_t row) const { return bits_.data() + (row * words_); }

 private:
  std::size_t dimensions_;
  std::size_t stride_;
  std::size_t words_;
  std::vector<std::uint64_t> ids_;
  std::vector<std::uint32_t> scales_;
  std::vector<std::int8_t> codes_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace satchel::vector
