#include "code/walk/skipped.h"

namespace satchel::code {
namespace {

constexpr std::array<std::string_view, kSkipReasons> kNames = {
    "git_ignored", "satchel_ignored", "owned",  "secret", "link",    "special",
    "name",        "unreadable",      "depth",  "limit",  "rules",   "submodule",
    "object",      "too_large",       "binary", "packet", "changed", "gone"};

}  // namespace

std::string_view Name(SkipReason reason) { return kNames.at(static_cast<std::size_t>(reason)); }

void Skipped::Add(SkipReason reason, std::string_view path) {
  Kind& kind = kinds_.at(static_cast<std::size_t>(reason));
  ++kind.count;
  if (kind.examples.size() < kMostExamples) kind.examples.emplace_back(path);
}

void Skipped::Add(const Skipped& other) {
  for (std::size_t at = 0; at < kSkipReasons; ++at) {
    kinds_[at].count += other.kinds_[at].count;
    for (const std::string& path : other.kinds_[at].examples) {
      if (kinds_[at].examples.size() < kMostExamples) kinds_[at].examples.push_back(path);
    }
  }
}

}  // namespace satchel::code
