#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "text/analyser.h"

namespace satchel::ask {

struct Query;

// What a question says as a task.
struct TaskQuery {
  std::string title;                  // its first line
  std::vector<std::string> keywords;  // distinct words that are no stop words, in order
  std::string task_type;              // bug_fix, feature, refactor, test, docs, unknown
  std::string intent;                 // what is wanted: change, explain, locate
  std::vector<std::string> files;     // paths it names, a line behind `:` where it names one
  std::vector<std::string> symbols;   // names that look like code
  std::vector<std::string> modules;   // `a.b.c` as a/b/c
  std::vector<std::string> error_signatures;  // lines that say what went wrong
  std::vector<std::string> concepts;          // keywords that are no part of those names
  friend bool operator==(const TaskQuery&, const TaskQuery&) = default;
};

// `words`: all of the text. `read`: the text as a search of the code reads it.
TaskQuery ReadTask(std::string_view text, std::span<const text::Term> words, const Query& read);

Json ToJson(const TaskQuery& query);
Result<TaskQuery> QueryFromJson(const Json& json);

}  // namespace satchel::ask
