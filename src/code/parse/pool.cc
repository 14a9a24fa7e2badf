#include "code/parse/pool.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <new>
#include <sys/mman.h>

#include <tree_sitter/api.h>

// Blocks are cut from large pieces and kept by size for the next one that wants that size. What a
// parser frees it soon takes again, so nothing is given back before the pool goes. The pieces come
// from the system itself: then they are given back for sure, whereas the process's own allocator
// keeps what a thread has freed for that thread.
namespace satchel::code {
namespace {

constexpr std::size_t kChunk = 256U << 10U;

// tree-sitter has one set of functions for the process; the pool of the thread does the work.
thread_local ParsePool* current = nullptr;

// Memory that a library must have: it has no way to go on without.
void* Map(std::size_t size) {
  void* block = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  return block;
}

void* PoolMalloc(std::size_t size) { return current->Allocate(size); }
void* PoolCalloc(std::size_t count, std::size_t size) {
  void* block = current->Allocate(count * size);
  std::memset(block, 0, count * size);
  return block;
}
void* PoolRealloc(void* block, std::size_t size) { return current->Reallocate(block, size); }
void PoolFree(void* block) { current->Free(block); }

}  // namespace

ParsePool::Use::Use(ParsePool& pool) : before_(current) {
  static std::once_flag once;
  std::call_once(once, [] { ts_set_allocator(PoolMalloc, PoolCalloc, PoolRealloc, PoolFree); });
  current = &pool;
}

ParsePool::Use::~Use() { current = before_; }

ParsePool::~ParsePool() {
  for (const auto& [chunk, size] : chunks_) {
    if (chunk != nullptr) ::munmap(chunk, size);
  }
}

std::size_t ParsePool::ClassOf(std::size_t size) {
  if (size <= kStep * kClasses) return (std::max<std::size_t>(size, 1) - 1) / kStep;
  const auto power = static_cast<std::size_t>(std::bit_width(size - 1));  // 12: up to 4 kB
  return power - 12 < kPowers ? kClasses + power - 12 : kLarge;
}

std::size_t ParsePool::SizeOf(std::size_t class_index) {
  if (class_index < kClasses) return (class_index + 1) * kStep;
  return std::size_t{1} << (class_index - kClasses + 12);
}

void ParsePool::Rewind() {
  free_.fill(nullptr);
  used_chunks_ = 0;
  next_ = nullptr;
  left_ = 0;
  in_use_ = 0;
  asked_ = 0;
}

void* ParsePool::Carve(std::size_t bytes) {
  while (bytes > left_) {
    if (used_chunks_ == chunks_.size()) {
      const std::size_t size = std::max(bytes, kChunk);
      chunks_.emplace_back(nullptr, 0);
      chunks_.back() = {Map(size), size};
      held_ += size;
    }
    next_ = static_cast<char*>(chunks_[used_chunks_].first);
    left_ = chunks_[used_chunks_].second;
    ++used_chunks_;
  }
  void* block = next_;
  next_ += bytes;
  left_ -= bytes;
  return block;
}

void* ParsePool::Allocate(std::size_t size) {
  const std::size_t class_index = ClassOf(size);
  Header* header = nullptr;
  if (class_index == kLarge) {
    header = static_cast<Header*>(Map(sizeof(Header) + size));
    *header = {size, kLarge};
    held_ += size;
  } else if (FreeBlock* block = free_.at(class_index); block != nullptr) {
    free_.at(class_index) = block->next;
    header = reinterpret_cast<Header*>(block) - 1;
  } else {
    const std::size_t bytes = SizeOf(class_index);
    header = static_cast<Header*>(Carve(sizeof(Header) + bytes));
    *header = {bytes, class_index};
  }
  in_use_ += header->size;
  asked_ += header->size;
  return header + 1;
}

void ParsePool::Free(void* block) {
  if (block == nullptr) return;
  Header* header = static_cast<Header*>(block) - 1;
  in_use_ -= header->size;
  if (header->class_index == kLarge) {
    held_ -= header->size;
    ::munmap(header, sizeof(Header) + header->size);
    return;
  }
  auto* freed = static_cast<FreeBlock*>(block);
  freed->next = free_.at(header->class_index);
  free_.at(header->class_index) = freed;
}

void* ParsePool::Reallocate(void* block, std::size_t size) {
  if (block == nullptr) return Allocate(size);
  const Header* header = static_cast<Header*>(block) - 1;
  if (size <= header->size) return block;
  void* larger = Allocate(size);
  std::memcpy(larger, block, header->size);
  Free(block);
  return larger;
}

}  // namespace satchel::code
