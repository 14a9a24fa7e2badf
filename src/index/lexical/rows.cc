#include "index/lexical/rows.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"

namespace satchel::lexical {
namespace {

constexpr std::size_t kCheckBytes = 4;

template <class T>
std::string BigEndian(T number) {
  std::string key(sizeof(T), '\0');
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    key[sizeof(T) - 1 - i] = static_cast<char>(number >> (8 * i));
  }
  return key;
}

std::uint32_t CheckOf(const store::SegmentRow& row, std::string_view data) {
  const std::uint64_t place =
      StableHash(row.key, static_cast<std::uint64_t>((row.kind * 0x10001) ^ (row.part << 20)));
  return static_cast<std::uint32_t>(
      StableHash(data, place ^ static_cast<std::uint64_t>(row.segment)));
}

}  // namespace

std::string NumberKey(std::uint32_t number) { return BigEndian(number); }
std::string LongKey(std::uint64_t number) { return BigEndian(number); }

std::uint64_t KeyNumber(std::string_view key) {
  std::uint64_t number = 0;
  for (const char c : key.substr(0, 8)) {
    number = (number << 8U) | static_cast<unsigned char>(c);
  }
  return number;
}

store::SegmentRow SealedRow(std::int64_t segment, RowKind kind, std::string key, std::int64_t part,
                            std::string data) {
  store::SegmentRow row{.segment = segment,
                        .kind = static_cast<std::int64_t>(kind),
                        .key = std::move(key),
                        .part = part,
                        .data = std::move(data)};
  const std::uint32_t check = CheckOf(row, row.data);
  char bytes[kCheckBytes];  // NOLINT(*-avoid-c-arrays): four bytes on their way
  std::memcpy(bytes, &check, kCheckBytes);
  row.data.append(bytes, kCheckBytes);
  return row;
}

Result<std::string_view> Unsealed(const store::SegmentRow& row) {
  if (row.data.size() >= kCheckBytes) {
    const std::string_view data =
        std::string_view(row.data).substr(0, row.data.size() - kCheckBytes);
    std::uint32_t check = 0;
    std::memcpy(&check, row.data.data() + data.size(), kCheckBytes);
    if (check == CheckOf(row, data)) return data;
  }
  return Damaged(row.segment, fmt::format("a row of kind {}", row.kind));
}

std::unexpected<Error> Damaged(std::int64_t segment, std::string_view what) {
  return Fail(Errc::kCorrupt,
              fmt::format("the search index is damaged: {} in segment {}", what, segment),
              "`satchel index --full` rebuilds it");
}

}  // namespace satchel::lexical
