#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace satchel::lexical {

// Something read from rows of a segment. Segments never change and their numbers are never given
// again, so it holds for ever.
struct CachedRow {
  CachedRow() = default;
  CachedRow(const CachedRow&) = delete;
  CachedRow& operator=(const CachedRow&) = delete;
  virtual ~CachedRow() = default;
  virtual std::size_t bytes() const = 0;
};

struct RowCacheKey {
  std::int64_t segment = 0;
  std::uint64_t number = 0;
  std::uint32_t part = 0;
  std::uint32_t kind = 0;
  friend bool operator==(const RowCacheKey&, const RowCacheKey&) = default;
};

// A bounded number of bytes of them, the least recently used go first. Shared by all threads.
class RowCache {
 public:
  explicit RowCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Null where there is none.
  std::vector<std::shared_ptr<const CachedRow>> Find(std::span<const RowCacheKey> keys);
  std::shared_ptr<const CachedRow> Find(const RowCacheKey& key);
  void Put(const RowCacheKey& key, std::shared_ptr<const CachedRow> row);
  std::size_t bytes() const;

 private:
  struct Hash {
    std::size_t operator()(const RowCacheKey& key) const;
  };
  struct Entry {
    RowCacheKey key;
    std::shared_ptr<const CachedRow> row;
    std::size_t bytes = 0;
  };
  using Order = std::list<Entry>;  // the most recently used first

  std::shared_ptr<const CachedRow> FindLocked(const RowCacheKey& key);

  const std::size_t most_bytes_;
  // Locked by mutex_.
  mutable std::mutex mutex_;
  Order order_;
  std::unordered_map<RowCacheKey, Order::iterator, Hash> at_;
  std::size_t bytes_ = 0;
};

}  // namespace satchel::lexical
