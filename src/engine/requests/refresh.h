#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "engine/stores/stores.h"
#include "pipeline/source.h"

namespace satchel::engine {

// Brings the documents of the curated store up to date with what was read: one read
// when they are. For before a request and apart from it: it waits for nobody who is
// writing, since they do the same, and it cannot fail. What went wrong is a remark,
// a sentence each.
std::vector<std::string> RefreshDocuments(
    Stores& stores, std::span<const std::unique_ptr<const pipeline::Reading>> readings,
    const Deadline& deadline);

}  // namespace satchel::engine
