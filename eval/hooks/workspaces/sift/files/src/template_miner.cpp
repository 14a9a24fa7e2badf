#include "template_miner.hpp"

#include <algorithm>
#include <cctype>

namespace sift {
namespace {

bool is_variable(std::string_view word) {
  if (word.starts_with("0x")) return true;
  const auto digits = std::count_if(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
  return digits > 0 && digits * 2 >= static_cast<long>(word.size());
}

}  // namespace

std::string TemplateMiner::mask(std::string_view line) {
  std::string masked;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    const auto word = line.substr(at, end - at);
    masked += is_variable(word) ? std::string_view("<*>") : word;
    masked += ' ';
    at = end + 1;
  }
  return masked;
}

void TemplateMiner::add(std::string_view line) { ++counts_[mask(line)]; }

std::vector<Template> TemplateMiner::rarest(std::size_t most) const {
  std::vector<Template> all;
  for (const auto& [text, count] : counts_) all.push_back({text, count});
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
  all.resize(std::min(most, all.size()));
  return all;
}

}  // namespace sift
