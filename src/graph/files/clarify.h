#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "graph/files/intent.h"

namespace satchel::graph {

// What a pack found, before caps.
struct FoundCounts {
  std::size_t entities = 0;
  std::size_t tasks = 0;
  std::size_t knowledge = 0;
};

// What is missing so that the request could be answered well: "entities", "tasks",
// "knowledge". Empty: nothing critical.
std::vector<std::string_view> CriticalInfoMissing(Intent intent, const FoundCounts& found);

// A task that would ask for what is missing, as a JSON object without an id. Nothing when
// nothing critical is missing or the intent is to explain.
std::optional<Json> ClarifySuggestion(Intent intent, const std::vector<std::string_view>& missing,
                                      std::string_view request);

// A text in one line of at most 140 characters.
std::string Squeeze(std::string_view text);

}  // namespace satchel::graph
