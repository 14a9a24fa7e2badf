#include <memory>

#include "pipeline/catalog.h"
#include "pipeline/sources/graph/source.h"
#include "pipeline/sources/notes/source.h"

namespace satchel::pipeline {

const Catalog& BuiltIn() {
  static const Catalog kBuiltIn = [] {
    Catalog catalog;
    catalog.Add(MakeNotesSource());
    catalog.Add(MakeGraphSource());
    return catalog;
  }();
  return kBuiltIn;
}

}  // namespace satchel::pipeline
