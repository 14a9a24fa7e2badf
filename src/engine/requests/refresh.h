#pragma once

#include <string>
#include <vector>

#include "base/deadline.h"
#include "engine/requests/source_reading.h"
#include "engine/stores/stores.h"

namespace satchel::engine {

// Brings the documents of the curated store up to date with what was read: one read
// when they are. For before a request and apart from it: it waits for nobody who is
// writing, since they do the same, and it cannot fail. What went wrong is a remark,
// a sentence each.
std::vector<std::string> RefreshDocuments(Stores& stores, const SourceReading& sources,
                                          const Deadline& deadline);

}  // namespace satchel::engine
