#include "code/index/file_stat.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace satchel::code {
namespace {

constexpr std::int64_t kUnsure = 2'000'000'000;  // nanoseconds
constexpr std::size_t kStatBytes = 40;           // five numbers
constexpr std::int64_t kRowsInAPage = 20'000;

}  // namespace

std::int64_t UnsureFrom() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() - kUnsure;
}

std::string StatOf(const FileStamp& stamp, std::int64_t unsure_from) {
  if (stamp.modified >= unsure_from || stamp.changed >= unsure_from) return {};
  std::string bytes;
  for (const std::uint64_t number :
       {stamp.size, static_cast<std::uint64_t>(stamp.modified),
        static_cast<std::uint64_t>(stamp.changed), stamp.inode, stamp.device}) {
    for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xFFU);
  }
  return bytes;
}

bool IsOfCommit(const store::FileRow& row) {
  return !row.stat.empty() && row.stat.size() != kStatBytes;
}

Result<std::vector<store::FileRow>> AllFiles(store::Database& curated, const store::Scope& scope) {
  std::vector<store::FileRow> all;
  const store::CodeReader reader(curated);
  for (std::int64_t after = 0;;) {
    auto page = SATCHEL_TRY(reader.Files(scope, after, kRowsInAPage));
    if (page.empty()) return all;
    after = page.back().id;
    const bool last = page.size() < static_cast<std::size_t>(kRowsInAPage);
    std::ranges::move(page, std::back_inserter(all));
    if (last) return all;
  }
}

}  // namespace satchel::code
