#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "graph/files/deltas.h"
#include "graph/files/entities.h"
#include "graph/files/folder.h"
#include "graph/files/intent.h"

namespace satchel::graph {

// What a request asks of a graph: everything that does not depend on the clock. Fixed once it
// is made; safe to share between threads.
struct Question {
  Loaded loaded;
  IntentVerdict intent;
  Entities entities;
  Anchor anchor;

  const Graph& graph() const { return *loaded.graph; }
};

struct Asked {
  ask::Question text;
  std::optional<Intent> intent;          // nothing: found out from the text
  std::optional<std::string> commit_id;  // of the anchor
  std::optional<PriorPack> prior;
};

// Fails when the commit that was asked for is not there.
Result<Question> MakeQuestion(Loaded loaded, const Asked& asked);

}  // namespace satchel::graph
