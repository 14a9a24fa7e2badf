#include "code/walk/satchel_rules.h"

#include <utility>

namespace satchel::code {
namespace {

constexpr std::uint64_t kStepsOfAPath = 1'000;

}  // namespace

void SatchelRules::Add(std::string directory, IgnoreRules rules) {
  if (!rules.empty()) rules_.insert_or_assign(std::move(directory), std::move(rules));
}

bool SatchelRules::Ignores(std::string_view file) {
  if (rules_.empty() || gave_up()) return false;
  max_steps_ += kStepsOfAPath;
  for (std::size_t at = file.find('/'); at != file.npos; at = file.find('/', at + 1)) {
    if (Judge(file.substr(0, at), true) == IgnoreRules::Verdict::kIgnored) return true;
  }
  return Judge(file, false) == IgnoreRules::Verdict::kIgnored;
}

IgnoreRules::Verdict SatchelRules::Judge(std::string_view path, bool is_directory) {
  // From the directory it is in upwards.
  for (std::size_t base = path.rfind('/') + 1;; base = path.rfind('/', base - 2) + 1) {
    if (const auto found = rules_.find(path.substr(0, base)); found != rules_.end()) {
      const auto verdict = found->second.Match(path.substr(base), is_directory, steps_, max_steps_);
      if (verdict != IgnoreRules::Verdict::kNone) return verdict;
    }
    if (base < 2) return IgnoreRules::Verdict::kNone;
  }
}

}  // namespace satchel::code
