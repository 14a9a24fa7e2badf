#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace satchel {

// Keys are kept sorted, so the same value always prints the same bytes.
using Json = nlohmann::json;

struct JsonLimits {
  std::size_t max_bytes = 64UL << 20U;
  std::size_t max_depth = 128;
};

// Parses outside bytes: one value, UTF-8, nothing after it, within the limits.
Result<Json> ParseJson(std::string_view text, const JsonLimits& limits = {});

// No white space, sorted keys: what digests are taken of. Bytes that are not
// UTF-8 become U+FFFD.
std::string CanonicalJson(const Json& value);

// For people: two spaces of indent and a final newline; otherwise the same.
std::string PrettyJson(const Json& value);

}  // namespace satchel
