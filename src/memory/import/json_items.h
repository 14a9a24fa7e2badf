#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"

// Exports are JSON files of up to hundreds of megabytes. They are split into their entries first,
// so that only one entry at a time becomes a tree and one that is broken does not take the others
// with it.
namespace satchel::memory {

// Calls `visit` with the bytes of each element of the array that `bytes` is, or of each value if
// they are several after each other, such as one per line. Numbers count from 1. An error of
// `visit` ends it; kInvalidInput: the bytes end inside a value, or are no JSON from some point on.
using ItemVisit = std::function<Status(std::size_t number, std::string_view item)>;
Status ForEachItem(std::string_view bytes, const ItemVisit& visit);

// The first of them. nullopt: there is none, or it has no end.
std::optional<std::string_view> FirstItem(std::string_view bytes);

// The bytes of an object's member. nullopt: there is none, or `object` is no object.
std::optional<std::string_view> MemberOf(std::string_view object, std::string_view key);

// Whether the bytes begin as a JSON object or an array of objects. `[2025-05-02] text` does not.
bool LooksLikeJson(std::string_view bytes);

// The text of a member; empty if there is none or it is no text.
std::string TextOf(const Json& object, const char* key);
// A moment as exports write it: RFC 3339, with or without an offset (then UTC), or seconds since
// 1970. nullopt: it is none.
std::optional<Time> MomentOf(const Json& object, const char* key);
std::optional<Time> MomentFrom(std::string_view text);

}  // namespace satchel::memory
