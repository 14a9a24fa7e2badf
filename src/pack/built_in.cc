#include "pack/built_in.h"

#include <memory>

#include "code/pack/source.h"
#include "graph/pack/source.h"
#include "memory/pack/source.h"
#include "notes/pack/source.h"
#include "pack/recipe.h"

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
