#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/base64.h"
#include "base/compress.h"

// Any bytes come back from a frame and from base64; any bytes taken for a frame or for
// base64 give an error or something within the limit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = std::size_t{1} << 16U;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto opened = satchel::Decompress(bytes, kMost);
  if (opened && opened->size() > kMost) std::abort();
  const auto back = satchel::Decompress(satchel::Compress(bytes), size);
  if (!back || *back != bytes) std::abort();
  const auto decoded = satchel::DecodeBase64(bytes);
  if (decoded && satchel::EncodeBase64(*decoded) != bytes) std::abort();
  const auto again = satchel::DecodeBase64(satchel::EncodeBase64(bytes));
  if (!again || *again != bytes) std::abort();
  return 0;
}
