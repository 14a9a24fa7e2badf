#include "code/index/content_digest.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "code/history/history_index.h"

// The value is the sum of the files' own hashes, modulo 2^128: a sum does not depend on an order,
// and a file can be taken out of it again.
namespace satchel::code {
namespace {

constexpr std::string_view kContentState = "code.content";
constexpr std::string_view kMetadataState = "code.metadata";
constexpr std::int64_t kMetadataPage = 2'000;

__extension__ using Sum = unsigned __int128;

Sum HashOf(const store::FileRow& file) {
  const Digest digest = Sha256()
                            .Update(file.path)
                            .Update(std::string_view("\0", 1))
                            .Update(file.digest)
                            .Update(file.role)
                            .Finish();
  Sum hash = 0;
  for (std::size_t i = 0; i < sizeof(Sum); ++i) hash = hash << 8U | digest.bytes.at(i);
  return hash;
}

std::string TextOf(Sum sum) {
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(sum >> 64U),
                     static_cast<std::uint64_t>(sum));
}

Sum SumFrom(std::string_view text) {
  Sum sum = 0;
  for (const char c : text) {
    const int value = HexValue(c);
    if (value >= 0) sum = sum << 4U | static_cast<Sum>(value);
  }
  return sum;
}

}  // namespace

Status ChangeContentDigest(store::CuratedChange& change, std::span<const store::FileRow> before,
                           std::span<const store::FileRow> after) {
  const std::array<std::string, 1> names = {std::string(kContentState)};
  auto states = SATCHEL_TRY(store::ReadState(change.transaction(), names));
  Sum sum = SumFrom(states[names.front()]);
  for (const store::FileRow& file : before) sum -= HashOf(file);
  for (const store::FileRow& file : after) sum += HashOf(file);
  return change.PutState(kContentState, TextOf(sum));
}

Status ChangeMetadataDigest(store::CuratedChange& change) {
  store::CodeView code(change.transaction());
  Sha256 hash;
  std::string after;
  while (true) {
    const auto page = SATCHEL_TRY(code.MetadataPage(after, kMetadataPage));
    for (const store::MetadataRow& row : page) {
      for (const std::string* field : {&row.path, &row.digest, &row.purpose, &row.module,
                                       &row.domain, &row.concepts, &row.public_surface}) {
        hash.Update(fmt::format("{}:", field->size())).Update(*field);
      }
    }
    if (static_cast<std::int64_t>(page.size()) < kMetadataPage) break;
    after = page.back().path;
  }
  return change.PutState(kMetadataState, hash.Finish().Hex());
}

Result<std::string> ReadContentDigest(store::Transaction& curated) {
  const std::array<std::string, 3> names = {std::string(kContentState), std::string(kHistoryState),
                                            std::string(kMetadataState)};
  auto states = SATCHEL_TRY(store::ReadState(curated, names));
  return Sha256Of(fmt::format("{}/{}/{}", states[names[0]], states[names[1]], states[names[2]]))
      .Hex()
      .substr(0, 32);
}

}  // namespace satchel::code
