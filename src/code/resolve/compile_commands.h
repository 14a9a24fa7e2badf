#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/resolve/path_set.h"

namespace satchel::code {

// Include directories from compile_commands.json. The file has absolute paths of the machine that
// made it; where the workspace was there is found by the files that are still in it.
class CompileCommands {
 public:
  // The first to name a file wins.
  void Add(const PathSet& paths, std::string_view path, std::string_view bytes);
  void Finish();

  // Directories of the workspace in the order they are searched. For a file that is not named, such
  // as a header, those of all files, the most used first.
  std::span<const std::string> For(const PathSet& paths, std::string_view from_path) const;
  bool empty() const { return lists_.empty(); }

 private:
  std::vector<std::vector<std::string>> lists_;
  std::vector<std::uint32_t> uses_;     // of each list
  std::vector<std::uint32_t> list_of_;  // by index of the file, plus one; 0 is none
  std::vector<std::string> all_;
};

// What a command's arguments are, as a POSIX shell would split them; no expansions.
std::vector<std::string> SplitCommand(std::string_view command);

}  // namespace satchel::code
