#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "llm/completer.h"

namespace satchel::test {

// Answers by a function of the request and keeps what it was asked.
class FakeModel final : public llm::Completer {
 public:
  using Answer = std::function<Json(const llm::CompletionRequest&)>;
  explicit FakeModel(Answer answer) : answer_(std::move(answer)) {}

  const std::string& model() const override { return name_; }
  llm::Called Call(const llm::CompletionRequest& request) const override {
    asked.push_back(request);
    return {.record = {.model = name_, .attempts = 1, .outcome = llm::Outcome::kAnswered},
            .completion = llm::Completion{.text = "", .value = answer_(request), .tokens = {}}};
  }

  mutable std::vector<llm::CompletionRequest> asked;

 private:
  const std::string name_ = "fake";
  const Answer answer_;
};

}  // namespace satchel::test
