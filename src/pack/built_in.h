#pragma once

#include <span>

#include "pipeline/catalog.h"
#include "pipeline/pack_part.h"

namespace satchel::pipeline {

// Returns every source and recipe that comes with Satchel. A new source is one line in built_in.cc.
const Catalog& BuiltIn();
// Returns what each of them brings to the packet of everything, by PackPart::order.
std::span<const PackPart> PackParts();

}  // namespace satchel::pipeline
