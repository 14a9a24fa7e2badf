#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/bpe.h"

namespace {

using satchel::text::BpeEncoding;

// The count is that of the tokens, there are no more of them than bytes, and they spell the text.
void Check(const BpeEncoding& encoding, std::string_view text) {
  std::vector<std::uint32_t> tokens;
  encoding.Encode(text, tokens);
  if (tokens.size() > text.size() || encoding.Count(text) != tokens.size()) std::abort();
  std::string decoded;
  for (const std::uint32_t token : tokens) {
    if (token >= encoding.token_count()) std::abort();
    encoding.AppendBytes(token, decoded);
  }
  if (decoded != text) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly this size lets the address sanitizer see a read past the end.
  const std::vector<char> bytes(data, data + size);
  const std::string_view text(bytes.data(), bytes.size());
  Check(BpeEncoding::O200k(), text);
  Check(BpeEncoding::Cl100k(), text);
  return 0;
}
