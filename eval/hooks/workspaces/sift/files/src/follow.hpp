#pragma once
#include <functional>
#include <string>

namespace sift {

// Calls `on_text` with what is appended to a file; notices rotation by inode and truncation by size.
class Follower {
 public:
  Follower(std::string path, std::function<void(const std::string&)> on_text);
  void poll();

 private:
  bool rotated() const;

  std::string path_;
  std::function<void(const std::string&)> on_text_;
  unsigned long inode_ = 0;
  long offset_ = 0;
};

}  // namespace sift
