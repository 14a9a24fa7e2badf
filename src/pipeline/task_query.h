#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace satchel::pipeline {

// What the task's text says by itself, before any source is asked.
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

TaskQuery Analyse(std::string_view task);

Json ToJson(const TaskQuery& query);
Result<TaskQuery> QueryFromJson(const Json& json);

// What the one who works with a packet misses in it. Another program may write it
// into the session; the field names are those of specification 003.
struct Refinement {
  std::string reason;
  std::vector<std::string> missing_files;
  std::vector<std::string> missing_symbols;
  std::vector<std::string> missing_tests;
  std::vector<std::string> error_signatures;
  friend bool operator==(const Refinement&, const Refinement&) = default;
};

Json ToJson(const Refinement& refinement);
Result<Refinement> RefinementFromJson(const Json& json);

}  // namespace satchel::pipeline
