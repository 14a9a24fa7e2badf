#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/completer.h"
#include "llm/finish.h"

namespace satchel::test {

// A judge that decides about each numbered candidate of a prompt by its line, and fails on demand.
class PickingCompleter final : public llm::Completer {
 public:
  // The label of a candidate, such as "primary"; empty: it is not listed.
  using Pick = std::function<std::string(std::string_view candidate)>;

  explicit PickingCompleter(Pick pick, std::string name = "tiny")
      : pick_(std::move(pick)), name_(std::move(name)) {}

  const std::string& model() const override { return name_; }

  llm::Called Call(const llm::CompletionRequest& request) const override {
    {
      const std::scoped_lock lock(mutex_);
      prompts_.push_back(request.prompt);
    }
    llm::CallRecord record{.model = name_, .prompt = request.prompt, .attempts = 1};
    record.tokens = {.prompt = 11, .completion = 2};
    if (outcome_ != llm::Outcome::kAnswered) {
      record.outcome = outcome_;
      record.error = "told to fail";
      return llm::Finish(std::move(record), nullptr);
    }
    record.outcome = llm::Outcome::kAnswered;
    record.response = AnswerTo(request).dump();
    return llm::Finish(std::move(record), request.schema);
  }

  // How all further calls end.
  void Fail(llm::Outcome outcome) { outcome_ = outcome; }

  std::vector<std::string> prompts() const {
    const std::scoped_lock lock(mutex_);
    return prompts_;
  }
  // The prompts that ask for these labels; "relevant", "primary" or "intent".
  std::vector<std::string> PromptsFor(std::string_view label) const {
    std::vector<std::string> found;
    for (const std::string& prompt : prompts()) {
      const bool about = label == "intent" ? !prompt.contains("\nCandidates:\n")
                                           : prompt.contains(fmt::format("\"{}\"", label));
      if (about) found.push_back(prompt);
    }
    return found;
  }

 private:
  Json AnswerTo(const llm::CompletionRequest& request) const {
    Json answer = Json::object();
    for (const auto& [label, schema] : request.schema["properties"].items()) {
      answer[label] = schema["type"] == "string" ? Json("") : Json::array();
    }
    const std::size_t begin = request.prompt.find("\nCandidates:\n");
    if (begin == std::string::npos) return answer;
    std::string_view rest = std::string_view(request.prompt).substr(begin + 13);
    for (int number = 1; !rest.empty(); ++number) {
      const std::size_t end = rest.find('\n');
      const std::string label = pick_(rest.substr(0, end));
      if (answer.contains(label)) answer[label].push_back(number);
      rest.remove_prefix(end + 1);
    }
    return answer;
  }

  const Pick pick_;
  const std::string name_;
  llm::Outcome outcome_ = llm::Outcome::kAnswered;

  mutable std::mutex mutex_;
  mutable std::vector<std::string> prompts_;  // locked by mutex_
};

}  // namespace satchel::test
