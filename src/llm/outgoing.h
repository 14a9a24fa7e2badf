#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "llm/completer.h"

namespace satchel::llm {

// Takes secrets out of texts on their way to a model, from it, and into errors: those that the
// redactor knows, and the key that the server is called with, whatever it looks like. Fixed after
// construction and shared by all threads.
class Outgoing {
 public:
  explicit Outgoing(std::string api_key = "") : api_key_(std::move(api_key)) {}

  std::string Clean(std::string_view text) const;
  // The same, and its beginning alone, cut between characters. Secrets go first: a cut through one
  // would leave a half that nobody knows any more.
  std::string CleanBeginning(std::string_view text, std::size_t most_bytes) const;

  // The request as it may be sent. kInvalidInput: it has a schema that cannot be checked or that
  // holds a secret (there is no way to take one out of a schema), or is out of bounds.
  Result<CompletionRequest> Prepare(const CompletionRequest& request) const;

 private:
  std::string api_key_;
};

// Whether a text has nothing to send: no byte but white space.
bool IsBlank(std::string_view text);

// What a recording knows a request by: the SHA-256 of model, system, prompt and schema, as they are
// sent. REQUIRES: the request is one that Prepare() has returned.
std::string RequestKey(std::string_view model, const CompletionRequest& request);

}  // namespace satchel::llm
