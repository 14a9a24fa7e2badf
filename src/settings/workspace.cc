#include "settings/workspace.h"

#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "base/sha256.h"
#include "settings/owner.h"

namespace satchel::settings {
namespace fs = std::filesystem;
namespace {

// A path is at most 4,096 bytes, so this many parents end every search.
constexpr int kMostParents = 2'048;

std::optional<fs::path> GitTopLevel(fs::path directory) {
  for (int i = 0; i < kMostParents; ++i) {
    std::error_code error;
    const auto status = fs::status(directory / ".git", error);
    if (fs::is_directory(status) || fs::is_regular_file(status)) return directory;
    if (directory == directory.parent_path()) return std::nullopt;
    directory = directory.parent_path();
  }
  return std::nullopt;
}

bool SameFile(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// The nearest directory, from `directory` upwards, with a .satchel directory. One that somebody
// else owns is passed by: whoever may write into /tmp could otherwise take in the data of all who
// work below it. The search ends with the home directory and with the file system, so that neither
// `/home` nor what a network disk is mounted in becomes a workspace by accident.
std::optional<fs::path> NearestPlace(const std::optional<std::string>& home, fs::path directory) {
  struct stat start{};
  if (::stat(directory.c_str(), &start) != 0) return std::nullopt;
  struct stat home_is{};
  const bool has_home = home && ::stat(home->c_str(), &home_is) == 0;
  for (int i = 0; i < kMostParents; ++i) {
    struct stat here{};
    if (::stat(directory.c_str(), &here) != 0 || here.st_dev != start.st_dev) return std::nullopt;
    struct stat place{};
    const bool there = ::lstat((directory / ".satchel").c_str(), &place) == 0;
    if (there && S_ISDIR(place.st_mode) && place.st_uid == ::geteuid()) return directory;
    if (has_home && SameFile(here, home_is)) return std::nullopt;
    if (directory == directory.parent_path()) return std::nullopt;
    directory = directory.parent_path();
  }
  return std::nullopt;
}

bool Writable(const fs::path& path) { return ::access(path.c_str(), W_OK) == 0; }

Result<fs::path> StartOf(const Environment& environment, const std::optional<fs::path>& chosen) {
  if (chosen && chosen->is_absolute()) return *chosen;
  if (environment.working_directory.empty()) {
    return Fail(Errc::kNotFound, "the working directory no longer exists",
                "change to another directory, or name one with --workspace DIR");
  }
  return chosen ? environment.working_directory / *chosen : environment.working_directory;
}

void DescribePlace(const Directories& directories, Workspace& workspace) {
  const fs::path inside = workspace.root / ".satchel";
  std::error_code error;
  // A link or a file of that name is not ours: nothing is written through it.
  const auto status = fs::symlink_status(inside, error);
  const bool inside_exists = fs::is_directory(status);
  const bool usable = inside_exists        ? Writable(inside)
                      : fs::exists(status) ? false
                                           : Writable(workspace.root);
  if (usable || !directories.state) {
    workspace.place = inside;
    workspace.place_exists = inside_exists;
    return;
  }
  workspace.place = *directories.state / workspace.key;
  workspace.place_in_root = false;
  workspace.place_exists = fs::is_directory(fs::symlink_status(workspace.place, error));
}

}  // namespace

std::string_view Name(FoundBy found_by) {
  switch (found_by) {
    case FoundBy::kFlag:
      return "flag";
    case FoundBy::kGit:
      return "git";
    case FoundBy::kParent:
      return "parent";
    case FoundBy::kDirectory:
      return "directory";
  }
  return "directory";
}

Result<Workspace> FindWorkspace(const Environment& environment, const Directories& directories,
                                const std::optional<fs::path>& chosen) {
  const auto start = SATCHEL_TRY(StartOf(environment, chosen));

  std::error_code error;
  const fs::path real = fs::canonical(start, error);
  if (error || !fs::is_directory(real, error)) {
    return Fail(Errc::kNotFound,
                fmt::format("no directory {}{}", start.string(),
                            error ? ": " + error.message() : std::string(" (it is a file)")),
                "name an existing directory with --workspace DIR");
  }
  Workspace workspace;
  workspace.root = real;
  if (chosen) {
    workspace.found_by = FoundBy::kFlag;
  } else if (auto top = GitTopLevel(real)) {
    workspace.root = std::move(*top);
    workspace.found_by = FoundBy::kGit;
  } else if (auto parent = NearestPlace(environment.Find("HOME"), real);
             parent && *parent != real) {
    workspace.root = std::move(*parent);
    workspace.found_by = FoundBy::kParent;
  }
  SATCHEL_TRY(CheckGitOwner(environment, workspace.root));
  workspace.key = Sha256Of(workspace.root.native()).Hex().substr(0, 16);
  DescribePlace(directories, workspace);
  return workspace;
}

}  // namespace satchel::settings
