#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/json.h"

// Whatever parses prints, and what was printed parses to the same bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = satchel::ParseJson(text, {.max_depth = 32});
  if (!value) return 0;
  const std::string once = satchel::CanonicalJson(*value);
  const auto again = satchel::ParseJson(once);
  if (!again || satchel::CanonicalJson(*again) != once) std::abort();
  return 0;
}
