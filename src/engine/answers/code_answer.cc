#include "engine/answers/code_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const CodeStatus& status) {
  const CodeFreshness& code = status.files;
  const SearchIndexStatus& search = status.search;
  Json languages = Json::array();
  for (const LanguageShare& share : code.languages) {
    languages.push_back({{"language", share.language},
                         {"level", share.level},
                         {"files", share.files},
                         {"bytes", share.bytes}});
  }
  Json json = {{"files", code.files},
               {"bytes", code.bytes},
               {"tree", code.tree},
               {"languages", std::move(languages)},
               {"damaged", code.damaged},
               {"limited", code.limited},
               {"changed", code.changed},
               {"added", code.added},
               {"gone", code.gone},
               {"search",
                {{"documents", search.documents},
                 {"segments", search.segments},
                 {"pending", search.pending},
                 {"removed", search.removed},
                 {"bytes", search.bytes}}}};
  if (status.vectors) {
    json["vectors"] = {{"model", status.vectors->model}, {"documents", status.vectors->documents}};
  }
  return json;
}

}  // namespace satchel::engine
