#include "settings/owner.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/files.h"
#include "settings/directories.h"

// Another user who owns a repository decides what is in its `.git` and `.satchel` at any time. Git
// refuses to work there since 2.35.2, and so does Satchel, by the same rules: the work tree, the
// file `.git` and the repository's directory must belong to the user. For root, the user who called
// sudo counts too.
namespace satchel::settings {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostConfigFile = 1U << 20U;

std::string_view Trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// The values of safe.directory, in order. Includes are not followed.
void AddSafeDirectories(const fs::path& file, std::vector<std::string>& values) {
  const auto bytes = ReadSmallFile(file, kMostConfigFile);
  if (!bytes || !*bytes) return;
  bool in_section = false;
  std::string_view rest = **bytes;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    std::string_view line = Trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with('[')) {
      const auto close = line.find(']');
      in_section = close != line.npos && SameButCase(Trim(line.substr(1, close - 1)), "safe");
      line = close == line.npos ? std::string_view() : Trim(line.substr(close + 1));
    }
    const auto equals = line.find('=');
    if (!in_section || equals == line.npos) continue;
    if (!SameButCase(Trim(line.substr(0, equals)), "directory")) continue;
    std::string_view value = Trim(line.substr(equals + 1));
    if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
      value = value.substr(1, value.size() - 2);
    }
    values.emplace_back(value);
  }
}

bool IsNamedSafe(const Environment& environment, const fs::path& root) {
  std::vector<std::string> values;
  AddSafeDirectories("/etc/gitconfig", values);
  const auto home = environment.Find("HOME");
  const auto config = environment.Find("XDG_CONFIG_HOME");
  if (config) AddSafeDirectories(fs::path(*config) / "git/config", values);
  if (home && !config) AddSafeDirectories(fs::path(*home) / ".config/git/config", values);
  if (home) AddSafeDirectories(fs::path(*home) / ".gitconfig", values);
  bool safe = false;
  for (const std::string& value : values) {
    if (value.empty()) {
      safe = false;  // an empty value ends the list before it
      continue;
    }
    const std::string path = ExpandHome(environment, value).string();
    const bool below =
        path.ends_with("/*") && root.native().starts_with(path.substr(0, path.size() - 1));
    safe = safe || value == "*" || path == root.native() || below;
  }
  return safe;
}

bool IsOurs(const Environment& environment, const fs::path& path) {
  struct stat facts{};
  if (::lstat(path.c_str(), &facts) != 0) return true;  // it is not there
  if (facts.st_uid == ::geteuid()) return true;
  const auto sudo = environment.Find("SUDO_UID");
  if (::geteuid() != 0 || !sudo) return false;
  uid_t caller = 0;
  const auto read = std::from_chars(sudo->data(), sudo->data() + sudo->size(), caller);
  return read.ec == std::errc() && read.ptr == sudo->data() + sudo->size() &&
         facts.st_uid == caller;
}

}  // namespace

Status CheckGitOwner(const Environment& environment, const fs::path& root) {
  const fs::path git = root / ".git";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(git, error))) return {};
  std::vector<fs::path> parts = {root, git};
  constexpr std::string_view kKey = "gitdir: ";
  if (const auto file = ReadSmallFile(git, kMostConfigFile); file && *file) {
    const std::string_view named = Trim(std::string_view(**file).substr(0, (**file).find('\n')));
    if (named.starts_with(kKey)) parts.push_back(root / named.substr(kKey.size()));
  }
  const auto ours = [&](const fs::path& path) { return IsOurs(environment, path); };
  if (std::ranges::all_of(parts, ours) || IsNamedSafe(environment, root)) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("the repository {} belongs to another user", root.string()),
              fmt::format("if you trust it, run `git config --global --add safe.directory {}`",
                          root.string()));
}

}  // namespace satchel::settings
