#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "pipeline/request.h"
#include "pipeline/source.h"

namespace satchel::engine {

// The options of the sources of a request that was stored: of one source its own, of several by
// source. A source that the request says nothing about has them by itself.
Result<std::vector<std::shared_ptr<const pipeline::SourceOptions>>> StoredOptions(
    const pipeline::Request& request);

}  // namespace satchel::engine
