#pragma once

#include <cstdint>
#include <string_view>

namespace satchel {

// xxHash 3, 64 bits. Stable across machines and releases: stored rows carry it.
// For tables and caches; what must resist forgery uses Sha256.
std::uint64_t StableHash(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace satchel
