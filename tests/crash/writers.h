#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/crash/child.h"

namespace satchel::test {

// Eight processes that write at once until they are killed. Each tells what it has done, a line
// each; a line that begins with '!' is a failure of the test.
class Writers {
 public:
  static constexpr std::size_t kWriters = 8;
  // Writes under a number of its own and tells it.
  using Write = std::function<int(std::size_t number, int told)>;

  Writers(std::chrono::seconds patience, Write write)
      : patience_(patience), write_(std::move(write)) {
    for (auto& child : children_) child = Start();
  }

  // One more line from anyone.
  void TakeSome() {
    std::array<pollfd, kWriters> polled{};
    for (std::size_t i = 0; i < kWriters; ++i) {
      polled[i] = {.fd = children_[i]->read_end(), .events = POLLIN};
    }
    const std::chrono::milliseconds wait = patience_;
    if (::poll(polled.data(), polled.size(), static_cast<int>(wait.count())) <= 0) {
      ADD_FAILURE() << "nobody has written for " << patience_.count() << " seconds";
      failed_ = true;
      return;
    }
    for (std::size_t i = 0; i < kWriters; ++i) {
      if (polled[i].revents == 0) continue;
      char bytes[4096];
      const ssize_t size = ::read(polled[i].fd, bytes, sizeof bytes);
      if (size > 0) Take(std::string_view(bytes, static_cast<std::size_t>(size)));
    }
  }
  void Replace(std::size_t which) {
    End(which);
    children_[which] = Start();
  }
  void EndAll() {
    for (std::size_t i = 0; i < kWriters; ++i) End(i);
  }

  const std::vector<std::string>& acknowledged() const { return acknowledged_; }
  bool failed() const { return failed_; }

 private:
  std::unique_ptr<Child> Start() {
    const std::size_t number = next_++;
    return std::make_unique<Child>([this, number](int told) { return write_(number, told); });
  }
  void End(std::size_t which) {
    children_[which]->Kill();
    Take(children_[which]->Told());
  }
  // A write below PIPE_BUF is not torn, so every chunk is whole lines.
  void Take(std::string_view told) {
    while (!told.empty()) {
      const auto end = std::min(told.find('\n'), told.size());
      const std::string line(told.substr(0, end));
      told.remove_prefix(std::min(end + 1, told.size()));
      if (line.starts_with('!')) {
        ADD_FAILURE() << line;
        failed_ = true;
      } else {
        acknowledged_.push_back(line);
      }
    }
  }

  const std::chrono::seconds patience_;
  const Write write_;
  std::array<std::unique_ptr<Child>, kWriters> children_;
  std::size_t next_ = 0;
  std::vector<std::string> acknowledged_;
  bool failed_ = false;
};

}  // namespace satchel::test
