#include "tests/crash/power_disk.h"

#include <algorithm>
#include <utility>

namespace satchel::test {
namespace {

constexpr std::size_t kSector = 512;

void Apply(std::string& bytes, std::size_t offset, std::string_view written) {
  if (bytes.size() < offset + written.size()) bytes.resize(offset + written.size());
  std::ranges::copy(written, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

// One sector of a write: whole, not at all, or its beginning or its end only.
void ApplySector(Random& random, std::string& bytes, std::size_t offset, std::string_view written) {
  const std::uint64_t fate = random.Below(8);
  if (fate < 3) return;
  if (fate < 6) return Apply(bytes, offset, written);
  const std::size_t part = random.Below(written.size());
  if (fate == 6) return Apply(bytes, offset, written.substr(0, part));
  Apply(bytes, offset + part, written.substr(part));
}

std::string AfterCut(Random& random, const PowerDisk::File& file) {
  std::string bytes = file.durable;
  // Some cuts take everything that was not synced, some nothing.
  const std::uint64_t kind = random.Below(6);
  if (kind == 0) return bytes;
  if (kind == 1) return file.now;
  for (const auto& change : file.changes) {
    if (change.truncates) {
      if (random.OneIn(2)) bytes.resize(change.offset);
      continue;
    }
    const std::string_view written = change.bytes;
    for (std::size_t at = 0; at < written.size();) {
      const std::size_t here = change.offset + at;
      const std::size_t size = std::min(kSector - (here % kSector), written.size() - at);
      ApplySector(random, bytes, here, written.substr(at, size));
      at += size;
    }
  }
  return bytes;
}

}  // namespace

std::shared_ptr<PowerDisk::File> PowerDisk::Find(std::string_view name) const {
  const auto found = now_.find(name);
  return found == now_.end() ? nullptr : found->second;
}

std::shared_ptr<PowerDisk::File> PowerDisk::Create(std::string_view name) {
  auto file = std::make_shared<File>();
  now_[std::string(name)] = file;
  changes_.push_back({std::string(name), file});
  return file;
}

void PowerDisk::Delete(std::string_view name) {
  const auto found = now_.find(name);
  if (found == now_.end()) return;
  now_.erase(found);
  changes_.push_back({std::string(name), nullptr});
}

void PowerDisk::Write(File& file, std::size_t offset, std::string_view bytes) {
  Apply(file.now, offset, bytes);
  file.changes.push_back({.offset = offset, .bytes = std::string(bytes)});
}

void PowerDisk::Truncate(File& file, std::size_t size) {
  file.now.resize(size);
  file.changes.push_back({.offset = size, .truncates = true});
}

void PowerDisk::Sync(File& file) {
  for (const auto& change : file.changes) {
    if (change.truncates) {
      file.durable.resize(change.offset);
    } else {
      Apply(file.durable, change.offset, change.bytes);
    }
  }
  file.changes.clear();
}

void PowerDisk::SyncDirectory() {
  durable_ = now_;
  changes_.clear();
}

PowerDisk PowerDisk::Cut(Random& random) const {
  Entries left = durable_;
  const bool all = random.OneIn(3);
  for (const EntryChange& change : changes_) {
    if (!all && random.OneIn(2)) continue;
    if (change.file) {
      left[change.name] = change.file;
    } else {
      left.erase(change.name);
    }
  }
  PowerDisk disk;
  for (const auto& [name, file] : left) {
    auto copy = std::make_shared<File>();
    copy->durable = AfterCut(random, *file);
    copy->now = copy->durable;
    copy->entry_durable = true;
    disk.now_[name] = std::move(copy);
  }
  disk.durable_ = disk.now_;
  return disk;
}

}  // namespace satchel::test
