#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "code/facts/facts.h"

namespace satchel::code {

// Raised when the bytes below change; rows and cache entries of another version are not read.
inline constexpr int kFactsVersion = 4;

// Facts as stored: compact, and the same bytes for the same facts within one release of zstd.
std::string EncodeFacts(const FileFacts& facts);

// Bytes from outside: whatever EncodeFacts() did not write is kCorrupt, and no more memory is
// taken than a file within the limits can need.
Result<FileFacts> DecodeFacts(std::string_view bytes);

}  // namespace satchel::code
