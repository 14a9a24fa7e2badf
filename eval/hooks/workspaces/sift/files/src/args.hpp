#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace sift {

struct Options {
  std::chrono::seconds since{0};
  std::size_t top = 10;
  bool follow = false;
  bool json = false;
  std::vector<std::string> files;
};

// Throws std::invalid_argument with a sentence for the user.
Options parse_arguments(const std::vector<std::string>& words);

std::chrono::seconds parse_duration(const std::string& text);

}  // namespace sift
