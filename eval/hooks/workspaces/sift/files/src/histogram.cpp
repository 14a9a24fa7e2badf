#include "histogram.hpp"

#include <cmath>

namespace sift {

std::vector<std::int64_t> Histogram::bursts(double sigmas) const {
  double sum = 0, squares = 0;
  for (const auto& [bin, count] : bins_) {
    sum += static_cast<double>(count);
    squares += static_cast<double>(count) * static_cast<double>(count);
  }
  const double mean = bins_.empty() ? 0 : sum / static_cast<double>(bins_.size());
  const double deviation = bins_.empty() ? 0 : std::sqrt(squares / static_cast<double>(bins_.size()) - mean * mean);
  std::vector<std::int64_t> found;
  for (const auto& [bin, count] : bins_) {
    if (static_cast<double>(count) > mean + sigmas * deviation) found.push_back(bin * width_);
  }
  return found;
}

}  // namespace sift
