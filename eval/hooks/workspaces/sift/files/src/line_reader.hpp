#pragma once
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace sift {

struct Line {
  std::int64_t time = 0;  // seconds since 1970
  std::string text;
};

// Reads lines of a file in blocks; a line longer than kMaxLine is cut.
class LineReader {
 public:
  static constexpr std::size_t kMaxLine = 64 * 1024;

  explicit LineReader(const std::string& path);
  std::optional<Line> next();

 private:
  bool fill();

  std::ifstream in_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace sift
