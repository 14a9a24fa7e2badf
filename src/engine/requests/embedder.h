#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "llm/embedder.h"
#include "settings/settings.h"

namespace satchel::engine {

// Who makes vectors, as the settings `embed.*` name it; null: nobody is named, and everything is
// found by words alone. Nobody is asked yet. kInvalidInput: an address that cannot be.
// kUnavailable: what is needed to reach it is not installed.
using Embedder = std::shared_ptr<const llm::Embedder>;
Result<Embedder> EmbedderFrom(const settings::Settings& settings);

}  // namespace satchel::engine
