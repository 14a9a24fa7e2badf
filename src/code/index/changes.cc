#include "code/index/changes.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "code/index/file_stat.h"
#include "code/walk/file_reader.h"

namespace satchel::code {
namespace {

// Whether the file has the content that the store knows; then what is to be kept of it.
bool IsSame(const FileReader& reader, const store::FileRow& row, std::size_t most_bytes,
            std::int64_t unsure_from, IndexedFile& same) {
  const auto read = reader.Read(row.path, most_bytes + 1);
  if (!read) return false;
  const std::uint64_t size = std::max<std::uint64_t>(read->stamp.size, read->bytes.size());
  same = {.path = row.path,
          .digest = ContentDigest(read->bytes, size),
          .stat = StatOf(read->stamp, unsure_from)};
  return same.digest == row.digest;
}

}  // namespace

Result<CodeChanges> FindChanges(const std::filesystem::path& root,
                                std::span<const WalkedFile> walked,
                                std::span<const store::FileRow> rows, const ChangeLimits& limits,
                                const Deadline& deadline) {
  const auto reader = SATCHEL_TRY(FileReader::Open(root));
  const std::int64_t unsure_from = UnsureFrom();
  std::unordered_map<std::string_view, const store::FileRow*> stored;
  stored.reserve(rows.size());
  for (const store::FileRow& row : rows) stored.emplace(row.path, &row);
  CodeChanges changes;
  std::unordered_set<std::string_view> present;
  present.reserve(walked.size());
  for (const WalkedFile& file : walked) present.insert(file.path);
  for (const store::FileRow& row : rows) {
    if (!present.contains(row.path)) changes.gone.push_back(row.path);
  }
  for (const WalkedFile& file : walked) {
    if (changes.size() > limits.most) {
      changes.complete = false;
      return changes;
    }
    const auto known = stored.find(file.path);
    if (known == stored.end()) {
      changes.changed.push_back(file.path);
      ++changes.added;
      continue;
    }
    const store::FileRow& row = *known->second;
    if (!row.stat.empty() && row.stat == StatOf(file.stamp, unsure_from)) continue;
    SATCHEL_TRY(deadline.Check("look at the files"));
    IndexedFile same;
    if (!IsSame(reader, row, limits.file_bytes, unsure_from, same)) {
      changes.changed.push_back(file.path);
    } else if (same.stat != row.stat) {
      changes.same.push_back(std::move(same));
    }
  }
  return changes;
}

}  // namespace satchel::code
