#include "graph/files/question.h"

#include <utility>

namespace satchel::graph {

Result<Question> MakeQuestion(Loaded loaded, const Asked& asked) {
  auto anchor = SATCHEL_TRY(ChooseAnchor(*loaded.graph, asked.commit_id, asked.prior));
  IntentVerdict intent = asked.intent ? IntentVerdict{.intent = *asked.intent, .by_caller = true}
                                      : ClassifyIntent(asked.text);
  Entities entities = FindEntities(*loaded.graph, asked.text);
  return Question{.loaded = std::move(loaded),
                  .intent = std::move(intent),
                  .entities = std::move(entities),
                  .anchor = std::move(anchor)};
}

}  // namespace satchel::graph
