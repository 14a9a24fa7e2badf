#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "graph/files/layer.h"

namespace satchel::graph {

// `2026-11-15T12:00:00Z`: how every time in the graphs is written.
std::string Stamp(Time time);

// A first revision: what is required and not in `fields` gets its plain value, an id included.
// The fields are an object; wrong kinds are kInvalidInput.
Result<Json> FirstRevision(Layer layer, const Json& fields, Time now);

// The next revision of a node: its fields with those of `changes` in their place, the others
// kept, known or not. Its number is above `highest`, its time never before that of the one it
// follows.
Result<Json> NextRevision(Layer layer, const Json& latest, std::int64_t highest,
                          const Json& changes, Time now);

// Where in a node another one is named: "dependencies", "blocks", "links", "inputs", "refs",
// "relationships".
// The changes that name `target` there; an empty object when it is named already. Not possible
// for that layer: kInvalidInput.
Result<Json> LinkTo(Layer layer, const Json& latest, std::string_view field,
                    const std::string& target, std::string_view rel);

// Ids in the lists of `inputs` or `refs` where each belongs.
Json RefLists(std::string_view field, const std::vector<std::string>& ids);

}  // namespace satchel::graph
