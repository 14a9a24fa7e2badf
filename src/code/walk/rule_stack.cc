#include "code/walk/rule_stack.h"

#include <utility>

namespace satchel::code {
namespace {

// A hundred patterns with wildcards take some hundred steps for a path; a step some nanoseconds.
constexpr std::uint64_t kStepsOfAPath = 4'000;
// For what is left when rules were given up.
constexpr std::uint64_t kStepsAfterwards = 100'000;

}  // namespace

bool RuleStack::Push(Kind kind, std::size_t depth, std::size_t base, std::string file,
                     IgnoreRules rules) {
  if (rules.empty()) return true;
  if (rules.size() > kMostInForce - in_force_) return false;
  in_force_ += rules.size();
  auto& stack = kind == Kind::kGit ? git_ : satchel_;
  stack.push_back(
      {.depth = depth, .base = base, .file = std::move(file), .rules = std::move(rules)});
  return true;
}

void RuleStack::PushRepository(std::size_t depth, std::size_t base, GitPlace place) {
  repositories_.push_back({.depth = depth,
                           .base = base,
                           .first_rules = git_.size(),
                           .place = std::move(place),
                           .index = std::nullopt});
}

void RuleStack::Pop(std::size_t depth) {
  for (auto* stack : {&git_, &satchel_}) {
    while (!stack->empty() && stack->back().depth >= depth) {
      in_force_ -= stack->back().rules.size();
      stack->pop_back();
    }
  }
  while (!repositories_.empty() && repositories_.back().depth >= depth) repositories_.pop_back();
}

IgnoreRules::Verdict RuleStack::Ask(std::vector<Rules>& stack, std::size_t first,
                                    std::string_view path, bool is_directory) {
  for (std::size_t at = stack.size(); at > first; --at) {
    Rules& level = stack[at - 1];
    if (level.given_up) continue;
    const auto verdict =
        level.rules.Match(path.substr(level.base), is_directory, steps_, max_steps_);
    if (steps_ > max_steps_) {
      level.given_up = true;
      given_up_.push_back(level.file);
      max_steps_ = steps_ + kStepsAfterwards;
    }
    if (verdict != IgnoreRules::Verdict::kNone) return verdict;
  }
  return IgnoreRules::Verdict::kNone;
}

std::vector<std::string> RuleStack::TakeGivenUp() { return std::exchange(given_up_, {}); }

RuleStack::Verdict RuleStack::Judge(std::string_view path, bool is_directory, bool is_tracked) {
  max_steps_ += kStepsOfAPath;
  const auto own = Ask(satchel_, 0, path, is_directory);
  if (own != IgnoreRules::Verdict::kNone) {
    return own == IgnoreRules::Verdict::kIgnored ? Verdict::kSatchelIgnored : Verdict::kNone;
  }
  if (is_tracked && !is_directory) return Verdict::kNone;
  const std::size_t first = repositories_.empty() ? 0 : repositories_.back().first_rules;
  return Ask(git_, first, path, is_directory) == IgnoreRules::Verdict::kIgnored
             ? Verdict::kGitIgnored
             : Verdict::kNone;
}

bool RuleStack::IsTracked(std::string_view path, bool is_directory, bool& unreadable) {
  if (repositories_.empty()) return false;
  Repository& repository = repositories_.back();
  if (!repository.index) {
    auto index = repository.place.ReadIndex();
    unreadable = !index;
    repository.index = index ? *std::move(index) : GitIndex();
  }
  path.remove_prefix(repository.base);
  return is_directory ? repository.index->HasBelow(path) : repository.index->Has(path);
}

std::size_t RuleStack::repository_bytes() const {
  return repositories_.empty() ? 0 : repositories_.back().base;
}

}  // namespace satchel::code
