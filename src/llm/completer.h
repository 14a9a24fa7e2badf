#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "llm/call_record.h"

namespace satchel::llm {

struct CompletionRequest {
  std::string system;  // empty: none is sent
  std::string prompt;
  // What the answer must look like, in the words of schema.h; null: any text will do.
  Json schema;
  std::int64_t max_tokens = 1024;  // of the answer
  Deadline deadline = Deadline::Never();
  // Whether a server that cannot be reached is tried again, as one that is busy is.
  bool retry_unreachable = true;
};

// A usable answer: complete, and as its schema wants it.
struct Completion {
  std::string text;
  Json value;  // `text` read as JSON; null when the request had no schema
  TokenCount tokens;
};

// What a call came to, and all that was said, for the log.
struct Called {
  CallRecord record;
  Result<Completion> completion;
  // Nothing was sent, because an earlier call of the run has failed: run_completer.h.
  bool skipped = false;
};

// Asks a model. Shared by all threads; calls that are too many at once wait for their turn.
//
// Secrets are taken out of what is sent and of what comes back (text/redactor.h), so neither a
// server nor a log sees them.
class Completer {
 public:
  virtual ~Completer() = default;

  // Who answers, as records and the keys of recordings have it.
  virtual const std::string& model() const = 0;

  // One call with the tries it takes, within the request's deadline. The record is whole also when
  // the call failed; CodeOf() says which error an outcome is.
  virtual Called Call(const CompletionRequest& request) const = 0;

  // The same for who does not keep the record.
  Result<Completion> Complete(const CompletionRequest& request) const {
    return Call(request).completion;
  }
};

}  // namespace satchel::llm
