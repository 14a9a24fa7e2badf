#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "base/deadline.h"
#include "llm/call_record.h"
#include "llm/completer.h"

namespace satchel::llm {

// How much a run depends on its model.
enum class ModelNeed : std::uint8_t {
  kRequired,  // it may take all the time that the run has
  kOptional,  // it must leave time to go on without it
};

// The time that all calls of an optional model may take together: 60 % of what the run has left, or
// 30 seconds where the run has no limit.
Deadline ModelDeadline(const Deadline& run);

// A model as one run asks it, in all of its stages: one span of time for all calls, and no further
// call after one that did not get through, so that a server that is down or stalled is waited for
// once. Where the model is optional, a server that cannot be reached is tried once, without waiting
// for it to come back. Safe to share between threads.
class RunCompleter final : public Completer {
 public:
  // The model must outlive it.
  RunCompleter(const Completer& model, ModelNeed need, const Deadline& run);

  const std::string& model() const override { return model_.model(); }
  Called Call(const CompletionRequest& request) const override;

 private:
  // Fixed after construction.
  const Completer& model_;
  const ModelNeed need_;
  const Deadline until_;

  mutable std::mutex mutex_;
  mutable std::optional<CallRecord>
      failed_;  // locked by mutex_; the first that did not get through
};

}  // namespace satchel::llm
