#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "tests/support/http_double.h"

namespace satchel::test {

// What a model's server does with one request.
struct ModelTurn {
  enum class Manner : std::uint8_t {
    kAnswer,
    kTruncated,    // the answer ends at the limit of tokens
    kErrorInside,  // status 200 with an error in the body
    kStatus,       // `status` with an error in the server's form, and `headers`
    kInvalidJson,  // status 200 with a body that is no JSON
    kBody,         // status 200 with `content` as the body
    kStall,
    kReset,
    kHalfLine,
    kDrip,
    kHuge,
    kRedirect,  // to `content`, an address
  };
  Manner manner = Manner::kAnswer;
  std::string content = R"({"ok":true})";  // what the model says; of errors: the message
  int status = 500;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Numbers that a vector of the double has.
inline constexpr std::size_t kDoubleDimensions = 32;

// What the double embeds a text as: how often it has each word, by a hash of the word. Texts that
// share words are near each other. Not of length 1.
std::vector<double> VectorOf(std::string_view text);

// What the double says about a document: how many different words of the query it has.
double RelevanceOf(std::string_view query, std::string_view document);

// A server of models that checks what it is asked as real ones do, and fails on demand:
//   completions  Ollama's /api/chat, OpenAI's /v1/chat/completions
//   embeddings   Ollama's /api/embed, OpenAI's /v1/embeddings (the last text first), TEI's /embed
//   reranking    Cohere's /v2/rerank and /v1/rerank, TEI's /rerank; best first, as those do
class ModelDouble {
 public:
  // The turns are taken in order; behind the last one the server answers `otherwise`.
  explicit ModelDouble(std::deque<ModelTurn> turns = {}, ModelTurn otherwise = {});

  std::string OllamaUrl() const { return http_.Url(""); }
  std::string OpenAiUrl() const { return http_.Url("/v1"); }
  std::string TeiUrl() const { return http_.Url(""); }
  std::string CohereUrl() const { return http_.Url("/v2"); }
  int connections() const { return http_.connections(); }
  // What was asked, in order.
  std::vector<HttpSeen> seen() const { return http_.seen(); }

 private:
  HttpReply Reply(const HttpSeen& seen);
  ModelTurn NextTurn();

  std::mutex mutex_;
  std::deque<ModelTurn> turns_;  // by mutex_
  const ModelTurn otherwise_;
  HttpDouble http_;  // last: it calls the others
};

}  // namespace satchel::test
