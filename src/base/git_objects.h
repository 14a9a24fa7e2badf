#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/git.h"
#include "base/result.h"

namespace satchel {

// Where the objects are.
struct GitStore {
  std::filesystem::path directory;
  bool bare = false;
};
// What git is asked there, without arguments.
Git::Call CallIn(const GitStore& store, Git::Command command);

// What there is under a name; nothing there or broken when `type` is empty. `bytes` is empty when
// only the size was asked for.
struct GitObject {
  std::string id;
  std::string type;
  std::size_t size = 0;
  std::string bytes;
};

// Objects by `cat-file --batch`. One that git cannot read does not keep the others from being
// read. Safe to share between threads.
class GitObjects {
 public:
  GitObjects(const Git& git, GitStore store) : git_(&git), store_(std::move(store)) {}

  enum class Want : std::uint8_t { kBytes, kSize };
  using Take = std::function<Status(std::size_t at, GitObject object)>;

  // Calls `take` once for each name, in their order, and stops at its first error. Names are ids or
  // `ID^{tree}`. All bytes of one call are in memory together: at most `kMostBytes`, else the
  // names are asked for in two halves, and one that is too large alone is as if it was not there.
  Status Read(std::span<const std::string> names, Want want, const Take& take,
              const Deadline& deadline) const;

  static constexpr std::size_t kMostBytes = 64U << 20U;

 private:
  Status ReadPart(std::span<const std::string> names, std::size_t first, Want want,
                  const Take& take, const Deadline& deadline) const;

  const Git* git_;
  GitStore store_;
};

// The id of the commit that a name such as HEAD stands for; nothing when there is no such commit.
Result<std::optional<std::string>> FindCommit(const Git& git, const GitStore& store,
                                              const std::string& name, const Deadline& deadline);

}  // namespace satchel
