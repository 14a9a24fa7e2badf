#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "packet/packet.h"

namespace satchel::pipeline {

class Reading;

// What stages work with. Everything is read-only and as it was when the request
// began; it outlives the run.
struct Services {
  // What the recipe's sources have read, one each.
  std::span<const std::unique_ptr<const Reading>> readings;
  Deadline deadline = Deadline::Never();
  // What is packed so far; never null while a stage runs: the runner sets it.
  const packet::Packet* packed = nullptr;
  // For the log, beside decisions: a model call with its input, output and cost. May be
  // empty; the runner sets it.
  std::function<void(std::string_view kind, const Json& body)> log;

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
