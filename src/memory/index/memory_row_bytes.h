#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "memory/index/memory_groups.h"
#include "memory/index/memory_rows.h"
#include "memory/rank/conversation.h"
#include "memory/rank/search.h"

// The rows that memories have in the curated store, as bytes. They are rows of segment 0 of a
// source of their own, `<source of the words>.rows`.
namespace satchel::retrieval {

// Raised when rows of the same memories become others; then all are made anew.
inline constexpr int kMemoryRowsVersion = 1;

// Stored: never changes.
enum class MemoryRow : std::uint8_t {
  kState = 1,      // one row
  kDirectory = 2,  // by '/' and the path of a directory: memory::LookedDirectory
  kMemory = 3,     // by id: the files that have it, by path; the first one is the memory
  kGroup = 4,      // by key in the lexical index: what the texts of its turns show
  kWords = 5,      // by beginning: the words that begin so, with how many memories have each
  kMembers = 6,    // by directory and form: its members, in their order
  kSessions = 7,   // by directory: groups of what was said, with the dates
  kBack = 8,       // by 'i' and id: ways back to it; by 'e' and entity: ids
};

std::string RowsSourceOf(std::string_view source);

std::string StateBytes(const MemoryState& state);
// Nothing: it is of another version.
Result<std::optional<MemoryState>> StateFrom(std::string_view bytes);

struct MemoryFile {
  std::string path;
  std::string bytes;
  friend bool operator==(const MemoryFile&, const MemoryFile&) = default;
};
std::string FilesBytes(const std::vector<MemoryFile>& files);
Result<std::vector<MemoryFile>> FilesFrom(std::string_view bytes);

// A turn of a group, and whose it is.
struct GroupTurn {
  std::string id;
  std::optional<Time> created;
};
std::string GroupBytes(const std::vector<std::pair<Member, rank::Turn>>& turns, bool said);
struct ReadGroup {
  rank::ReadSession session;
  std::vector<GroupTurn> turns;
};
// `speakers`: sorted.
Result<ReadGroup> GroupFrom(std::string_view bytes, std::span<const std::string> speakers);

using WordCounts = std::map<std::string, std::uint64_t, std::less<>>;
std::string WordsBytes(const WordCounts& words);
Result<WordCounts> WordsFrom(std::string_view bytes);

std::string MembersKey(std::string_view directory, bool said);
// Of the key: the directory, and whether it was said.
std::pair<std::string, bool> DirectoryOfMembers(std::string_view key);
std::string MembersBytes(const std::vector<Member>& members);
Result<std::vector<Member>> MembersFrom(std::string_view key, std::string_view bytes);

struct SaidGroup {
  std::string key;
  std::vector<rank::Date> dates;
};
std::string SessionsBytes(const std::vector<SaidGroup>& groups);
Result<std::vector<SaidGroup>> SessionsFrom(std::string_view bytes);

using BackWays = std::map<std::string, std::vector<memory::Way>>;  // by the id they come from
std::string BackBytes(const BackWays& ways);
Result<BackWays> BackFrom(std::string_view bytes);
std::string IdsBytes(const MemoryIds& ids);
Result<MemoryIds> IdsFrom(std::string_view bytes);

}  // namespace satchel::retrieval
