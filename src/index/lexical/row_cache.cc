#include "index/lexical/row_cache.h"

#include <iterator>
#include <utility>

namespace satchel::lexical {
namespace {

constexpr std::size_t kEntryBytes = 160;  // of list and table, about

}  // namespace

std::size_t RowCache::Hash::operator()(const RowCacheKey& key) const {
  std::uint64_t hash = static_cast<std::uint64_t>(key.segment) * 0x9E3779B97F4A7C15U;
  hash = (hash ^ key.number) * 0xC2B2AE3D27D4EB4FU;
  hash = (hash ^ (std::uint64_t{key.part} << 8U) ^ key.kind) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29U);
}

std::shared_ptr<const CachedRow> RowCache::FindLocked(const RowCacheKey& key) {
  const auto found = at_.find(key);
  if (found == at_.end()) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return found->second->row;
}

std::vector<std::shared_ptr<const CachedRow>> RowCache::Find(std::span<const RowCacheKey> keys) {
  std::vector<std::shared_ptr<const CachedRow>> found;
  found.reserve(keys.size());
  const std::lock_guard lock(mutex_);
  for (const RowCacheKey& key : keys) found.push_back(FindLocked(key));
  return found;
}

std::shared_ptr<const CachedRow> RowCache::Find(const RowCacheKey& key) {
  const std::lock_guard lock(mutex_);
  return FindLocked(key);
}

void RowCache::Put(const RowCacheKey& key, std::shared_ptr<const CachedRow> row) {
  const std::size_t size = row->bytes() + kEntryBytes;
  if (size > most_bytes_ / 2) return;
  Order gone;  // destroyed after the lock
  const std::lock_guard lock(mutex_);
  if (const auto found = at_.find(key); found != at_.end()) {
    bytes_ -= found->second->bytes;
    gone.splice(gone.begin(), order_, found->second);
    at_.erase(found);
  }
  order_.push_front({key, std::move(row), size});
  at_.emplace(key, order_.begin());
  bytes_ += size;
  while (bytes_ > most_bytes_ && order_.size() > 1) {
    const auto last = std::prev(order_.end());
    bytes_ -= last->bytes;
    at_.erase(last->key);
    gone.splice(gone.begin(), order_, last);
  }
}

std::size_t RowCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace satchel::lexical
