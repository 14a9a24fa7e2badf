#include "index/vector/table.h"

#include <cassert>

#include "index/vector/quantise.h"

namespace satchel::vector {

Table::Table(std::size_t dimensions)
    : dimensions_(dimensions),
      stride_((dimensions + kBlockCodes - 1) / kBlockCodes * kBlockCodes),
      words_(WordsFor(dimensions)) {
  assert(dimensions > 0 && dimensions <= kMostDimensions);
}

void Table::Reserve(std::size_t rows) {
  ids_.reserve(rows);
  scales_.reserve(rows);
  codes_.reserve(rows * stride_);
  bits_.reserve(rows * words_);
}

void Table::Add(std::uint64_t id, std::span<const std::int8_t> codes) {
  assert(codes.size() == dimensions_);
  ids_.push_back(id);
  scales_.push_back(ScaleOf(codes));
  codes_.insert(codes_.end(), codes.begin(), codes.end());
  codes_.resize(ids_.size() * stride_);
  bits_.resize(ids_.size() * words_);
  SetBits(codes, std::span(bits_).last(words_));
}

}  // namespace satchel::vector
