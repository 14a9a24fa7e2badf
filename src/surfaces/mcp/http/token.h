#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel::mcp {

// The token in this file, without the line's end. A missing file is created with a new random token
// and mode 0600, and so are missing directories above it, with mode 0700. kInvalidInput: the file
// is no token, or somebody other than its owner may read or change it.
Result<std::string> ReadOrMakeToken(const std::filesystem::path& file);

// Whether the value of an `Authorization` header is `Bearer` with this token. Takes the same time
// wherever the two differ.
bool IsBearer(std::string_view authorization, std::string_view token);

}  // namespace satchel::mcp
