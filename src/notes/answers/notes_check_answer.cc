#include "notes/answers/notes_check_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const NotesCheck& check) {
  Json issues = Json::array();
  for (const auto& issue : check.issues) {
    issues.push_back({{"kind", Name(issue.kind)},
                      {"path", issue.path},
                      {"line", issue.line},
                      {"id", issue.id},
                      {"text", issue.text},
                      {"subject", issue.subject},
                      {"fixable", issue.fixable}});
  }
  return {{"issues", std::move(issues)}, {"items", check.items},     {"unread", check.unread},
          {"fixed", check.fixed},        {"history", check.history}, {"ok", check.issues.empty()}};
}

}  // namespace satchel::engine
