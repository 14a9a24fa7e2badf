#pragma once

#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "surfaces/library/satchel.h"

// Between the types that callers see and those of the engine.
namespace satchel {

struct CancelToken::State {
  CancelSource source;
};

namespace library {

struct Access {
  static Deadline DeadlineOf(const Limits& limits);
};

// What stopped a request that was cancelled says nothing to whoever cancelled it.
Failure FailureOf(const Error& error, const Limits& limits);

// Redacts and escapes remarks: they quote names and errors.
void MakeSafe(std::vector<std::string>& sentences);

}  // namespace library
}  // namespace satchel
