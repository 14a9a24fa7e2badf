#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"
#include "base/json.h"
#include "base/result.h"

namespace satchel::graph {

inline constexpr std::string_view kPendingFile = ".pending.json";
inline constexpr std::string_view kPackFolder = "context_packs";
inline constexpr std::string_view kLatestPack = "context_pack.latest.json";

inline constexpr std::size_t kMostPostPackBytes = 64U << 20U;

// Bytes at the end of a log.
struct Append {
  std::string file;
  std::size_t size = 0;  // of the log before
  std::string bytes;
};

// Everything a change writes, in the order of writing.
struct Pending {
  std::string commit_id;
  std::vector<Append> rows;
  std::string pack_name;  // in kPackFolder
  std::string pack;
  Append commit_row;
};

Json ToJson(const Pending& pending);
// Names only the files that a change may write: kCorrupt otherwise.
Result<Pending> PendingFromJson(const Json& json);

// Writes what of it is not there yet. Doing it twice changes nothing.
Status Carry(const Directory& directory, const Pending& pending);

// Required fields of a post-response pack, as it was read back.
Status CheckPack(std::string_view bytes, std::string_view commit_id);

}  // namespace satchel::graph
