#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/compress.h"
#include "code/facts/facts_codec.h"
#include "fuzz/require.h"

namespace satchel::code {
namespace {

void CheckFacts(std::string_view bytes) {
  const auto facts = DecodeFacts(bytes);
  if (!facts) return;
  const std::size_t count = facts->symbols.size();
  const auto in_range = [count](std::uint32_t symbol) {
    return symbol == kNoSymbol || symbol < count;
  };
  const auto in_order = [](const Extent& extent) {
    return extent.begin <= extent.end && extent.first_line <= extent.last_line;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Symbol& symbol = facts->symbols[i];
    fuzz::Require(symbol.parent == kNoSymbol || symbol.parent < i);
    fuzz::Require(in_order(symbol.extent));
    fuzz::Require(symbol.body >= symbol.extent.begin && symbol.body <= symbol.extent.end);
  }
  fuzz::Require(std::ranges::all_of(facts->comments, in_range, &Comment::symbol));
  fuzz::Require(std::ranges::all_of(facts->uses, in_range, &Use::symbol));
  fuzz::Require(std::ranges::all_of(facts->chunks, in_range, &Chunk::symbol));
  fuzz::Require(std::ranges::all_of(facts->chunks, in_order, &Chunk::extent));
  const auto again = DecodeFacts(EncodeFacts(*facts));
  fuzz::Require(again && *again == *facts);
}

}  // namespace
}  // namespace satchel::code

// A frame has a checksum that no chance meets, so the bytes are also given as its content, behind
// the version.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_assert(satchel::code::kFactsVersion < 0x80);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  satchel::code::CheckFacts(bytes);
  std::string content(1, static_cast<char>(satchel::code::kFactsVersion));
  content += bytes;
  satchel::code::CheckFacts(satchel::Compress(content));
  return 0;
}
