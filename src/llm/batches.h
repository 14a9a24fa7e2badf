#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "llm/http_call.h"

namespace satchel::llm {

// What one request may hold.
struct BatchLimits {
  std::size_t texts = 32;            // what Text Embeddings Inference takes where nobody set more
  std::size_t bytes = 256U * 1024U;  // of texts; one text may always go alone
};

// Some of the texts, next to each other.
struct Batch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Asks for all of the texts, in their order, one batch after the other. A batch that the server
// finds too large (413) is halved, and so are those behind it; one that it does not answer in its
// time is sent in eighths. One with a text that is longer than
// the model reads goes text by text, and such a text is cut by a quarter, between characters, until
// it is taken: what is sent of a text depends on that text and the server alone. Ends with the
// first that fails; attempts are those of all. REQUIRES: there is a text.
HttpCall::Ended AskInBatches(std::span<std::string> texts, const BatchLimits& limits,
                             const std::function<HttpCall::Ended(const Batch&)>& ask);

}  // namespace satchel::llm
