#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "memory/files/memory.h"
#include "memory/rank/conversation.h"

// How memories stand in the lexical index. Those of one directory, which is a day where engram's
// layout is kept, follow each other as the turns of a conversation do: up to 64 of them are a
// group. The name of a group has the digest of all that the ranking sees of it. So the names in the
// index tell what is to be indexed anew, and a memory that changed changes the group it is in.
namespace satchel::retrieval {

inline constexpr std::size_t kMostInGroup = 64;

// What was said, apart from what was noted.
bool IsSaid(const memory::Memory& memory);
rank::Turn TurnOf(const memory::Memory& memory);
std::string_view DirectoryOf(std::string_view path);

// One of a directory.
struct Member {
  std::optional<Time> created;
  std::string id;
  std::string path;
  std::string digest;  // of all that the ranking sees of it

  // Memories follow each other in the order of time.
  friend auto operator<=>(const Member&, const Member&) = default;
};
Member MemberOf(const memory::Memory& memory);

// Those of a directory that were said, or those that were noted, in their order, in groups.
std::vector<std::span<const Member>> GroupsOf(std::span<const Member> members);
// The name of one; `number` counts from 0 in its directory.
std::string GroupKey(std::string_view directory, bool said, std::size_t number,
                     std::span<const Member> members);
rank::TextForm FormOf(bool said);

}  // namespace satchel::retrieval
