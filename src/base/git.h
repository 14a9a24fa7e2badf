#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"

namespace satchel {

// Git, for reading the history of a repository that is not trusted: only these three commands,
// without the user's and the machine's configuration, and with everything switched off by which a
// repository's own could run a program or reach the network. Safe to share between threads.
class Git {
 public:
  enum class Command : std::uint8_t { kLog, kRevList, kCatFile };

  // The program in `search_path`, which is the user's PATH; only absolute parts count.
  // kNotFound: it is not installed.
  static Result<Git> Find(std::string_view search_path);

  struct Call {
    Command command = Command::kLog;
    std::filesystem::path directory;  // in the repository
    // `directory` is a repository without a work tree. Never found by looking upwards, since any
    // directory of a work tree can be made to look like one; it must belong to the user.
    bool bare = false;
    std::vector<std::string> args;
    std::string input;
    std::size_t max_output = 64U << 20U;
  };
  // What it prints. kNotFound: the directory is in no repository, or is none.
  Result<std::string> Run(const Call& call, const Deadline& deadline) const;

 private:
  explicit Git(std::filesystem::path program) : program_(std::move(program)) {}
  std::filesystem::path program_;
};

// The whole id of a commit or another object, SHA-1 or SHA-256, as Git prints it.
bool IsObjectId(std::string_view text);

}  // namespace satchel
