#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "ask/question.h"
#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "packet/packet.h"
#include "packet/plan.h"
#include "packet/policy.h"

namespace satchel::llm {
class Completer;
}

namespace satchel::pipeline {

class Reading;

// What stages work with. Everything is read-only and as it was when the request
// began; it outlives the run.
struct Services {
  // The request's task as it is read. The runner sees to it that it is that of the request.
  ask::Question question;
  // What the recipe's sources have read, one each.
  std::span<const std::unique_ptr<const Reading>> readings = {};
  Deadline deadline = Deadline::Never();
  // Null: without a model. Required: a run ends when it cannot be asked; otherwise it goes on
  // without.
  const llm::Completer* model = nullptr;
  bool model_required = false;
  // Of the recipe; the runner sets them.
  std::span<const packet::SectionPolicy> sections;
  // What is packed so far; never null while a stage runs: the runner sets it.
  const packet::Packet* packed = nullptr;
  // For the log, beside decisions: a model call with its input, output and cost. May be
  // empty; the runner sets it.
  std::function<void(std::string_view kind, const Json& body)> log;

  // Whether the recipe shows it. A source has sections that only its own packet shows.
  bool HasSection(packet::SectionKey key) const {
    return std::ranges::any_of(
        sections, [key](const packet::SectionPolicy& policy) { return KeyOf(policy) == key; });
  }

  // What a stage's own source has read. kInternal when the recipe does not have that source.
  template <class SourceReading>
  Result<const SourceReading*> Need() const {
    for (const auto& reading : readings) {
      if (const auto* own = dynamic_cast<const SourceReading*>(reading.get())) return own;
    }
    return Fail(Errc::kInternal, "a source of the recipe was not read");
  }
};

}  // namespace satchel::pipeline
