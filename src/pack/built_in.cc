#include "pack/built_in.h"

#include <memory>

#include "graph/pack/source.h"
#include "memory/pack/source.h"
#include "notes/pack/source.h"
#include "pack/recipe.h"
#include "pipeline/sources/code/source.h"

namespace satchel::pipeline {

const Catalog& BuiltIn() {
  static const Catalog kBuiltIn = [] {
    Catalog catalog;
    catalog.Add(MakeNotesSource());
    catalog.Add(MakeGraphSource());
    catalog.Add(MakeCodeSource());
    catalog.Add(MakeMemorySource());
    catalog.Add(MakePackShare());
    catalog.Add(PackRecipe());
    return catalog;
  }();
  return kBuiltIn;
}

}  // namespace satchel::pipeline
