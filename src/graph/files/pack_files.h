#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/directory.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "graph/files/deltas.h"

// The packs of requests: `request_context_packs/` and `request_context.latest.json`.
namespace satchel::graph {

inline constexpr std::string_view kRequestFolder = "request_context_packs";
inline constexpr std::string_view kLatestRequest = "request_context.latest.json";

// `20261115T120000Z`, as it stands in the names of files.
std::string FileStamp(Time time);

// The request pack with the highest number, in the history or in the place of the latest.
std::optional<PriorPack> FindPrior(const Directory& directory);

struct RequestPackOptions {
  std::size_t history_limit = 200;
  bool write_latest = true;
};

struct WrittenPack {
  std::int64_t request_seq = 0;
  std::string path;  // from the folder
};

// Gives the pack the next number and writes it, first to the history, then in the place of the
// latest. REQUIRES: the folder's lock is held; the pack has a request_id that is a file name.
Result<WrittenPack> WriteRequestPack(const Directory& directory, Json& pack, Time now,
                                     const RequestPackOptions& options);

// Removes the files with the first names until `most` are left; never `keep`.
void RotateByName(const Directory& directory, std::string_view prefix, std::size_t most,
                  std::string_view keep);

}  // namespace satchel::graph
