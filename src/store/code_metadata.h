#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::store {

// What models wrote about these files, by path, inside the caller's transaction. One round trip.
Result<std::vector<MetadataRow>> MetadataOf(Transaction& transaction,
                                            std::span<const std::string> paths);

}  // namespace satchel::store
