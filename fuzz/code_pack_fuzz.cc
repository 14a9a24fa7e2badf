#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "code/index/parse_cache.h"
#include "fuzz/require.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

constexpr std::size_t kEntry = 36;  // of the table: key, offset, size, hash

std::string Number(std::uint64_t value) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFFU);
  return bytes;
}

// The bytes end in a table of so many entries, with a trailer that fits.
std::string WithTrailer(std::string_view bytes, std::size_t entries) {
  const std::size_t offset = bytes.size() - entries * kEntry;
  return std::string(bytes) + Number(offset) + Number(entries) +
         Number(StableHash(bytes.substr(offset))) + "SATPACK1";
}

void CheckPack(const std::filesystem::path& directory, std::string_view pack) {
  std::ofstream(directory / "0000000000000001-1-0.pack", std::ios::binary) << pack;
  auto cache = ParseCache::Open(directory);
  fuzz::Require(cache.has_value());
  fuzz::Require(cache->entries() <= pack.size() / kEntry);
  for (std::size_t at = 0; at + kEntry <= pack.size(); ++at) {
    ParseCache::Key key{};
    std::memcpy(key.data(), pack.data() + at, key.size());
    const auto found = cache->Find(key);
    fuzz::Require(!found || pack.find(*found) != pack.npos);
  }
}

}  // namespace
}  // namespace satchel::code

// The first byte: how many entries the table has that ends the bytes; beyond what there is room
// for, the bytes are a pack as they are.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const satchel::test::TempDir directory;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t entries = data[0];
  const bool fits = entries * satchel::code::kEntry <= bytes.size();
  satchel::code::CheckPack(directory.path(),
                           fits ? satchel::code::WithTrailer(bytes, entries) : std::string(bytes));
  return 0;
}
