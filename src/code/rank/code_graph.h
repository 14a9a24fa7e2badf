#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::rank {

struct GraphFile {
  std::int64_t id = 0;
  std::string path;
  std::int64_t score = 0;  // how good it is by itself
};

struct Neighbours {
  std::vector<double> value;     // of each file: how good what it imports or is imported by is
  std::vector<double> imported;  // how often it is imported, as a logarithm
};

// One step of imports from the best of the files to all of them. `asked`: of how many of the best
// imports are read, which is most of the time of a search.
Result<Neighbours> ReadNeighbours(store::Transaction& curated, std::span<const GraphFile> files,
                                  std::size_t asked);

}  // namespace satchel::rank
