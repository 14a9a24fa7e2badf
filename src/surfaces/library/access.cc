#include "surfaces/library/access.h"

#include "text/safe_text.h"

namespace satchel::library {
namespace {

FailureCode CodeOf(Errc code) {
  switch (code) {
    case Errc::kInvalidInput:
      return FailureCode::kInvalidInput;
    case Errc::kNotFound:
      return FailureCode::kNotFound;
    case Errc::kConflict:
      return FailureCode::kConflict;
    case Errc::kUnavailable:
      return FailureCode::kUnavailable;
    case Errc::kSystem:
      return FailureCode::kSystem;
    case Errc::kDenied:
      return FailureCode::kDenied;
    case Errc::kDeadline:
      return FailureCode::kDeadline;
    case Errc::kCorrupt:
      return FailureCode::kCorrupt;
    case Errc::kForeign:
      return FailureCode::kForeign;
    case Errc::kInternal:
      break;
  }
  return FailureCode::kInternal;
}

// Errors quote what they were given.
std::string Safe(const std::string& text) { return text::SafeText(text).text(); }

}  // namespace

Deadline Access::DeadlineOf(const Limits& limits) {
  const Deadline deadline = limits.time ? Deadline::After(*limits.time) : Deadline::Never();
  return limits.cancel ? deadline.With(limits.cancel->state_->source) : deadline;
}

void MakeSafe(std::vector<std::string>& sentences) {
  for (std::string& sentence : sentences) sentence = Safe(sentence);
}

Failure FailureOf(const Error& error, const Limits& limits) {
  const bool waited = error.code() == Errc::kDeadline || error.code() == Errc::kUnavailable;
  if (waited && limits.cancel && limits.cancel->cancelled()) {
    return {FailureCode::kCancelled, "the request was cancelled", ""};
  }
  return {CodeOf(error.code()), Safe(error.text()), Safe(error.hint())};
}

}  // namespace satchel::library
