#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "code/walk/skipped.h"

namespace satchel::code {

// Whether it is no text: a zero byte in the first 8 kB, or more of it broken than whole UTF-8.
bool IsBinary(std::string_view head);

// Whether it is a text file (.md, .markdown, .txt, no extension) that begins with the whole header
// of a packet that Satchel printed.
bool IsPacket(std::string_view path, std::string_view head);

// Why a file is not read, by its name and its first bytes: kBinary, kPacket; nullopt if it is read.
std::optional<SkipReason> SkipByContent(std::string_view path, std::string_view head);

}  // namespace satchel::code
