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
  return {{"files", code.files},
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
}

}  // namespace satchel::engine
