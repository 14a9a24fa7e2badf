#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace satchel {

// What a program may take. Zero means no limit. A limit that this process itself has stays.
struct ProcessLimits {
  std::size_t address_space = 1U << 30U;  // bytes
  // Bytes of heap and other private memory. Files that are mapped do not count, so this bounds
  // what is resident more tightly than the address space can.
  std::size_t data = 0;
  std::chrono::seconds cpu{120};
  std::chrono::seconds wall{300};  // for RunProcess()

  static ProcessLimits None() {
    return {.address_space = 0, .data = 0, .cpu = std::chrono::seconds(0), .wall = {}};
  }
};

// A program that runs. It has three open files and no signal handlers, and it never dumps core.
// The kernel ends it when the thread that started it ends, so that thread must outlive it: start,
// wait and destroy on one thread. Destroying it kills the program.
class Child {
 public:
  struct Start {
    std::filesystem::path program;
    std::vector<std::string> args;         // without the program's name
    std::vector<std::string> environment;  // "NAME=value"
    int in = 0;
    int out = 1;
    int err = 2;
    ProcessLimits limits = {};
    int with_parent = SIGKILL;   // the signal that it gets when the parent ends; 0: none
    bool in_spare_time = false;  // at the lowest priority, in a session of its own
  };
  // An errno if it cannot be run.
  static std::expected<Child, int> Run(const Start& start);
  // One that goes on after this process has ended: nobody waits for it. An errno, or 0.
  static int RunAlone(Start start);

  ~Child();
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void Kill() const;

  struct End {
    int code = -1;   // -1 if a signal ended it
    int signal = 0;  // 0 if none did
  };
  // Waits until it ends. REQUIRES: not called before.
  End Wait();

 private:
  explicit Child(pid_t pid) : pid_(pid) {}

  pid_t pid_;  // -1: it has ended
};

}  // namespace satchel
