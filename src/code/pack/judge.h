#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "pipeline/services.h"
#include "pipeline/stage_context.h"

// The model's part of code retrieval: specification 003. Candidates are numbered and shown in
// batches; the answer lists numbers under labels and is checked against a schema. What an answer
// does not list is denied, and so is a whole batch whose answer cannot be used. Every call is in
// the log.
namespace satchel::pipeline {

// What is asked about a batch.
struct Question {
  std::string_view stage;                    // for the log
  std::string_view instruction;              // what the labels mean
  std::span<const std::string_view> labels;  // keys of the answer
  std::string_view task;
  std::string_view intent;  // may be empty
  // What is known of the file of each candidate, a line each or empty. A batch says each line once.
  std::span<const std::string> files = {};
};

// Of each candidate the index of its label; nothing: denied. The whole is nothing when there is no
// model, or when one that may be done without could not be asked, which is then a notice.
using Verdicts = std::optional<std::vector<std::optional<std::size_t>>>;
Result<Verdicts> Judge(const Services& services, const Question& question,
                       std::span<const std::string> candidates, StageContext& context);

// What a model makes of the task, before anything is looked for. Nothing is known without a model.
struct ModelAnalysis {
  std::string intent;                 // a sentence or two; empty: there is none
  std::vector<std::string> concepts;  // words
};
Result<ModelAnalysis> AnalyseWithModel(const Services& services, StageContext& context);

}  // namespace satchel::pipeline
