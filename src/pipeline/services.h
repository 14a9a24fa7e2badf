#pragma once

#include <functional>
#include <string_view>

#include "base/deadline.h"
#include "base/json.h"
#include "packet/layout.h"
#include "sources/graph/question.h"
#include "sources/notes/notes.h"

namespace satchel::pipeline {

// What stages work with. Everything is read-only and as it was when the request
// began; it outlives the run.
struct Services {
  const packet::Layout& layout;
  // Null when the recipe has no use for them.
  const notes::Notes* notes = nullptr;
  const graph::Question* graph = nullptr;
  Deadline deadline = Deadline::Never();
  // For the log, beside decisions: a model call with its input, output and cost. May be
  // empty; the runner sets it.
  std::function<void(std::string_view kind, const Json& body)> log;
};

}  // namespace satchel::pipeline
