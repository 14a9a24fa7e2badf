#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace satchel::code {

// The memory of one parser: counted, and quicker than the process's own because no other thread
// takes part. While a Use is alive on a thread, tree-sitter takes all memory from its pool there.
// Confined to one thread.
class ParsePool {
 public:
  ParsePool() = default;
  ~ParsePool();
  ParsePool(const ParsePool&) = delete;
  ParsePool& operator=(const ParsePool&) = delete;

  class Use {
   public:
    explicit Use(ParsePool& pool);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    ParsePool* before_;
  };

  // Begins anew with the memory that it holds: what is asked for from here on counts as in a new
  // pool. REQUIRES: nobody uses a block of it any more.
  void Rewind();

  void* Allocate(std::size_t size);
  void* Reallocate(void* block, std::size_t size);
  void Free(void* block);

  std::size_t in_use() const { return in_use_; }
  std::size_t held() const { return held_; }  // taken from the process
  // All that was asked for since the beginning, given back or not.
  std::uint64_t asked() const { return asked_; }

 private:
  struct Header {
    std::size_t size;         // of the block, without this
    std::size_t class_index;  // kLarge: its own allocation
  };
  struct FreeBlock {
    FreeBlock* next;
  };
  static constexpr std::size_t kStep = 32;
  static constexpr std::size_t kClasses = 64;  // up to 2 kB; above that powers of two
  static constexpr std::size_t kPowers = 10;   // up to 2 MB
  static constexpr std::size_t kLarge = kClasses + kPowers;

  static std::size_t ClassOf(std::size_t size);
  static std::size_t SizeOf(std::size_t class_index);
  void* Carve(std::size_t bytes);

  std::array<FreeBlock*, kLarge> free_{};
  std::vector<std::pair<void*, std::size_t>> chunks_;  // with their sizes
  std::size_t used_chunks_ = 0;                        // the others wait, after a Rewind()
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t in_use_ = 0;
  std::size_t held_ = 0;
  std::uint64_t asked_ = 0;
};

}  // namespace satchel::code
