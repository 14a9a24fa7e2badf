#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
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

// A server of models that speaks Ollama's protocol at /api/chat and OpenAI's at
// /v1/chat/completions, checks what it is asked as those do, and fails on demand.
class ModelDouble {
 public:
  // The turns are taken in order; behind the last one the server answers `otherwise`.
  explicit ModelDouble(std::deque<ModelTurn> turns = {}, ModelTurn otherwise = {});

  std::string OllamaUrl() const { return http_.Url(""); }
  std::string OpenAiUrl() const { return http_.Url("/v1"); }
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
