#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace satchel::test {

// A process of its own that runs a function and tells its parent through a pipe. Started while
// nothing of SQLite is open here: a connection must not cross a fork.
class Child {
 public:
  // The function gets the writing end; what it returns is the exit code.
  explicit Child(const std::function<int(int)>& run) {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::close(ends[0]);
      ::_exit(run(ends[1]));
    }
    ::close(ends[1]);
    read_end_ = ends[0];
  }
  ~Child() {
    if (read_end_ >= 0) ::close(read_end_);
    Kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool running() const { return pid_ > 0; }
  int read_end() const { return read_end_; }

  void Kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

  // The exit code, -1 when a signal ended it.
  int Wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // All that was told until the other end closed.
  std::string Told() const {
    std::string told;
    char bytes[4096];
    for (ssize_t size = 0; (size = ::read(read_end_, bytes, sizeof bytes)) > 0;) {
      told.append(bytes, static_cast<std::size_t>(size));
    }
    return told;
  }

 private:
  pid_t pid_ = -1;
  int read_end_ = -1;
};

}  // namespace satchel::test
