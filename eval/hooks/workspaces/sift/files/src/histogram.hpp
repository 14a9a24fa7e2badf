#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

namespace sift {

// Lines per interval, and the intervals that stand out.
class Histogram {
 public:
  explicit Histogram(std::chrono::seconds width) : width_(width.count()) {}
  void add(std::int64_t time) { ++bins_[time / width_]; }
  std::vector<std::int64_t> bursts(double sigmas) const;

 private:
  std::int64_t width_;
  std::map<std::int64_t, std::int64_t> bins_;
};

}  // namespace sift
