#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "llm/call_record.h"

namespace satchel::llm {

// What a text is to its vector. Some models want another prefix for each; the embedder knows which.
enum class Purpose : std::uint8_t {
  kDocument,  // something to be found
  kQuery,     // what is looked for
};

struct EmbeddingRequest {
  // In UTF-8; none may be blank. A text beyond the embedder's bound is cut there. An embedder asks
  // in as many requests as its server needs; a call is answered whole or not at all, so who has
  // thousands of texts asks for some hundred at once and keeps what came.
  std::vector<std::string> texts;
  Purpose purpose = Purpose::kDocument;
  // Numbers that each vector must have, as those have that are stored; 0: whatever the model gives.
  std::size_t dimensions = 0;
  Deadline deadline = Deadline::Never();
};

// One vector a text, in their order: all of one dimension (1 to 16,384), every number finite, the
// length 1 within what a float can hold.
struct Embeddings {
  std::vector<std::vector<float>> vectors;
  TokenCount tokens;  // of all requests together; nothing when one did not say
};

// What a call came to, and what the log keeps of it: how many texts and bytes, not the texts, which
// the store has.
struct Embedded {
  CallRecord record;
  Result<Embeddings> embeddings;
};

// Turns texts into vectors. Shared by all threads; calls that are too many at once wait for their
// turn. Secrets are taken out of what is sent, as of a Completer.
class Embedder {
 public:
  virtual ~Embedder() = default;

  // Who answers, as records have it.
  virtual const std::string& model() const = 0;

  // Which vectors can be compared: those of one space, and no others. It holds the model's name and
  // a digest of whatever else decides on a vector (prefixes, the bound of a text). Stored beside
  // vectors: with another space they are to be made anew. On one line, at most 300 bytes.
  virtual const std::string& space() const = 0;

  // One call with the requests and tries it takes, within the request's deadline. No texts are
  // answered with no vectors, and nobody is asked. The record is whole also when the call failed;
  // CodeOf() says which error an outcome is.
  virtual Embedded Call(const EmbeddingRequest& request) const = 0;

  // The same for who does not keep the record.
  Result<Embeddings> Embed(const EmbeddingRequest& request) const {
    return Call(request).embeddings;
  }
};

}  // namespace satchel::llm
