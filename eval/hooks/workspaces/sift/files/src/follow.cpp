#include "follow.hpp"

#include <sys/stat.h>

#include <fstream>
#include <iterator>

namespace sift {

Follower::Follower(std::string path, std::function<void(const std::string&)> on_text)
    : path_(std::move(path)), on_text_(std::move(on_text)) {}

bool Follower::rotated() const {
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) return false;
  return status.st_ino != inode_ || status.st_size < offset_;
}

void Follower::poll() {
  if (rotated()) {
    struct stat status {};
    stat(path_.c_str(), &status);
    inode_ = status.st_ino;
    offset_ = 0;
  }
  std::ifstream in(path_, std::ios::binary);
  in.seekg(offset_);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  offset_ += static_cast<long>(text.size());
  if (!text.empty()) on_text_(text);
}

}  // namespace sift
