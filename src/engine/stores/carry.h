#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"

// A workspace as one text, from any engine to any engine.
namespace satchel::engine {

// Takes a line without its line break; an error ends the export.
using LineSink = std::function<Status(std::string_view line)>;

// Writes everything; the number of rows. What changes meanwhile may be in it or not.
Result<std::uint64_t> ExportWorkspace(Stores& stores, const LineSink& sink,
                                      const Deadline& deadline);

// Reads a whole export before the first row is written, so that a broken one
// changes nothing. The workspace must be empty: kConflict otherwise.
Result<std::uint64_t> ImportWorkspace(Stores& stores, const std::filesystem::path& file, Time now,
                                      const Deadline& deadline);

}  // namespace satchel::engine
