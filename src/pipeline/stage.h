#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pipeline/services.h"
#include "pipeline/stage_context.h"

namespace satchel::pipeline {

// One step of a recipe. Shared by every request in flight: Run() is const, and all
// per-request state is in the StageContext. A stage never calls another one and
// never formats.
class Stage {
 public:
  enum class Need : std::uint8_t {
    kRequired,  // its failure fails the request
    kOptional,  // its failure is recorded and the context goes on unchanged
  };

  virtual ~Stage() = default;

  // `recipe.stage`, stable: --stages, settings, log and metrics refer to a stage by
  // this name. Renaming one is a breaking change.
  virtual std::string_view name() const = 0;
  virtual Need need() const { return Need::kRequired; }

  // Whether there is anything to do. Called for every request: no input or output.
  virtual bool Applies(const StageContext& /*context*/) const { return true; }

  // Takes what the stages before it found and returns it refined: it offers candidates to
  // sections and packs nothing. Request, snapshot and task query stay as they are. Looks at
  // the deadline wherever it may take long.
  virtual Result<StageContext> Run(StageContext context, const Services& services) const = 0;
};

// Stages by name. Fixed after it is filled; then safe to share between threads.
class StageSet {
 public:
  void Add(std::unique_ptr<const Stage> stage) { stages_.push_back(std::move(stage)); }
  // Null when there is none of that name.
  const Stage* Find(std::string_view name) const;
  std::vector<std::string_view> Names() const;  // sorted

 private:
  std::vector<std::unique_ptr<const Stage>> stages_;
};

}  // namespace satchel::pipeline
