#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/recipe.h"
#include "pipeline/source.h"
#include "pipeline/stage.h"

namespace satchel::pipeline {

// Sources with their stages, and recipes over them, by name. Fixed after it is filled; then safe
// to share between threads.
class Catalog {
 public:
  // With its stages and its own recipe.
  void Add(std::unique_ptr<const Source> source);
  // A recipe over several sources. It must outlive this.
  void Add(const Recipe& recipe) { recipes_.push_back(&recipe); }
  // A stage of no source.
  void Add(std::unique_ptr<const Stage> stage) { stages_.Add(std::move(stage)); }

  // Null when there is none of that name.
  const Source* FindSource(std::string_view name) const;
  const Recipe* FindRecipe(std::string_view name) const;
  const StageSet& stages() const { return stages_; }
  std::span<const std::unique_ptr<const Source>> sources() const { return sources_; }
  std::span<const Recipe* const> recipes() const { return recipes_; }

 private:
  std::vector<std::unique_ptr<const Source>> sources_;
  std::vector<const Recipe*> recipes_;
  StageSet stages_;
};

}  // namespace satchel::pipeline
