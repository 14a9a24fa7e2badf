#pragma once

#include "pipeline/catalog.h"

namespace satchel::pipeline {

// Returns every source and recipe that comes with Satchel. A new source is one line in built_in.cc.
const Catalog& BuiltIn();

}  // namespace satchel::pipeline
