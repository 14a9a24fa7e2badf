#include "llm/run_completer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/finish.h"

namespace satchel::llm {
namespace {

constexpr std::int64_t kPercentOfRun = 60;
constexpr std::chrono::seconds kWithoutLimit{30};

}  // namespace

Deadline ModelDeadline(const Deadline& run) {
  const auto left = run.Remaining();
  if (!left) return run.Within(kWithoutLimit);
  return run.Within(*left / 100 * kPercentOfRun);
}

RunCompleter::RunCompleter(const Completer& model, ModelNeed need, const Deadline& run)
    : model_(model), need_(need), until_(need == ModelNeed::kOptional ? ModelDeadline(run) : run) {}

Called RunCompleter::Call(const CompletionRequest& request) const {
  {
    const std::scoped_lock lock(mutex_);
    if (failed_) {
      CallRecord record = *failed_;
      record.error = "it is not asked again in this run, because it could not be asked before";
      Called called = Finish(std::move(record), nullptr);
      called.skipped = true;
      return called;
    }
  }
  CompletionRequest bounded = request;
  if (need_ == ModelNeed::kOptional) bounded.retry_unreachable = false;
  if (const auto left = until_.Remaining()) bounded.deadline = bounded.deadline.Within(*left);
  Called called = model_.Call(bounded);
  if (called.completion || IsUnusableAnswer(called.record.outcome) ||
      called.record.outcome == Outcome::kInvalidRequest ||
      called.record.outcome == Outcome::kNotRecorded) {
    return called;
  }
  const std::scoped_lock lock(mutex_);
  if (!failed_) {
    failed_ = CallRecord{.model = called.record.model, .outcome = called.record.outcome};
  }
  return called;
}

}  // namespace satchel::llm
