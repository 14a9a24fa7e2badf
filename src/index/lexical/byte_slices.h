#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace satchel::lexical {

// Many strings that all grow at the same time, in few allocations: each is a chain of slices, and
// each slice of a chain is larger than the one before.
class ByteSlices {
 public:
  struct Chain {
    std::uint32_t first = 0;
    std::uint32_t at = 0;   // where the next byte goes
    std::uint32_t end = 0;  // of the current slice's bytes
    std::uint32_t size = 0;
    std::uint8_t level = 0;
  };

  void Add(Chain& chain, std::uint8_t byte) {
    if (chain.at == chain.end) Extend(chain);
    blocks_[chain.at / kBlock][chain.at % kBlock] = byte;
    ++chain.at;
    ++chain.size;
  }
  void AddNumber(Chain& chain, std::uint32_t value) {
    while (value >= 0x80) {
      Add(chain, static_cast<std::uint8_t>((value & 0x7FU) | 0x80U));
      value >>= 7U;
    }
    Add(chain, static_cast<std::uint8_t>(value));
  }

  // The bytes of a chain into `out`.
  void Copy(const Chain& chain, std::string& out) const {
    out.clear();
    out.reserve(chain.size);
    std::uint32_t at = chain.first;
    std::uint32_t left = chain.size;
    for (std::uint8_t level = 0; left > 0;) {
      const std::uint8_t* slice = &blocks_[at / kBlock][at % kBlock];
      const std::uint32_t size = kSizes[level];
      const std::uint32_t taken = left < size ? left : size;
      out.append(reinterpret_cast<const char*>(slice), taken);
      left -= taken;
      std::memcpy(&at, slice + size, sizeof(at));
      if (level + 1U < kSizes.size()) ++level;
    }
  }

 private:
  static constexpr std::uint32_t kBlock = 1U << 20U;
  static constexpr std::array<std::uint32_t, 8> kSizes = {8, 16, 40, 96, 224, 480, 1000, 4000};

  void Extend(Chain& chain) {
    const bool is_first = chain.size == 0;
    if (!is_first && chain.level + 1U < kSizes.size()) ++chain.level;
    const std::uint32_t size = kSizes[chain.level];
    const std::uint32_t whole = size + sizeof(std::uint32_t);
    if (blocks_.empty() || (next_ % kBlock) + whole > kBlock || next_ % kBlock == 0) {
      next_ = static_cast<std::uint32_t>(blocks_.size()) * kBlock;
      blocks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kBlock));
    }
    const std::uint32_t begin = next_;
    next_ += whole;
    if (is_first) {
      chain.first = begin;
    } else {
      std::memcpy(&blocks_[chain.end / kBlock][chain.end % kBlock], &begin, sizeof(begin));
    }
    chain.at = begin;
    chain.end = begin + size;
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;  // NOLINT(*-avoid-c-arrays): raw memory
  std::uint32_t next_ = 0;
};

}  // namespace satchel::lexical
