#include "pack/built_in.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "code/pack/sections.h"
#include "code/pack/source.h"
#include "graph/pack/sections.h"
#include "graph/pack/source.h"
#include "memory/pack/sections.h"
#include "memory/pack/source.h"
#include "notes/pack/sections.h"
#include "notes/pack/source.h"
#include "pack/recipe.h"

namespace satchel::pipeline {
namespace {

struct BuiltInSource {
  std::unique_ptr<const Source> (*make)();
  PackPart (*part)();
};

// In the order in which a search names them.
constexpr std::array kSources = {
    BuiltInSource{MakeNotesSource, NotesPart},
    BuiltInSource{MakeGraphSource, GraphPart},
    BuiltInSource{MakeCodeSource, CodePart},
    BuiltInSource{MakeMemorySource, MemoryPart},
};

}  // namespace

const Catalog& BuiltIn() {
  static const Catalog kBuiltIn = [] {
    Catalog catalog;
    for (const BuiltInSource& source : kSources) catalog.Add(source.make());
    catalog.Add(MakePackShare());
    catalog.Add(PackRecipe());
    return catalog;
  }();
  return kBuiltIn;
}

std::span<const PackPart> PackParts() {
  static const std::vector<PackPart> kParts = [] {
    std::vector<PackPart> parts;
    for (const BuiltInSource& source : kSources) parts.push_back(source.part());
    std::ranges::sort(parts, {}, &PackPart::order);
    return parts;
  }();
  return kParts;
}

}  // namespace satchel::pipeline
