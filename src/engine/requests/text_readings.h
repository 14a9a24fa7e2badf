#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ask/question.h"
#include "engine/requests/search_all.h"
#include "pipeline/source.h"

namespace satchel::engine {

// Each has texts().
using TextReadings = std::vector<std::unique_ptr<const pipeline::Reading>>;

// The sources beside the code that have something, of these names or, where none is given, all. One
// that cannot be read leaves the others, and a remark.
TextReadings ReadTexts(const SearchWorkspace& where, const ask::Question& query,
                       std::span<const std::string> sources, std::vector<std::string>& remarks);

}  // namespace satchel::engine
