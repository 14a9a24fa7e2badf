#include "evaluation/repositories.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "code/requests/code_index.h"

namespace satchel::evaluation {
namespace {

// Of the line "committer name <address> SECONDS ZONE".
std::int64_t CommitTime(std::string_view commit) {
  const std::size_t begin = commit.find("\ncommitter ");
  if (begin == commit.npos) return 0;
  std::string_view line = commit.substr(begin + 1);
  line = line.substr(0, line.find('\n'));
  const std::size_t end = line.rfind('>');
  if (end == line.npos || end + 2 > line.size()) return 0;
  line.remove_prefix(end + 2);
  std::int64_t seconds = 0;
  std::from_chars(line.data(), line.data() + line.size(), seconds);
  return seconds;
}

}  // namespace

std::optional<GitStore> FindRepository(const std::filesystem::path& directory,
                                       std::string_view repository) {
  std::string joined(repository);
  std::ranges::replace(joined, '/', '+');
  for (const auto& place : {directory / joined / "repo", directory / repository}) {
    if (auto found = OwnRepository(place)) return found;
  }
  return std::nullopt;
}

std::optional<GitStore> OwnRepository(const std::filesystem::path& directory) {
  std::error_code error;
  if (engine::IsBareRepository(directory)) {
    return GitStore{.directory = directory, .bare = true};
  }
  if (!std::filesystem::exists(directory / ".git", error)) return std::nullopt;
  return GitStore{.directory = directory};
}

Result<std::map<std::string, std::int64_t>> CommitTimes(const Git& git, const GitStore& repository,
                                                        std::span<const std::string> commits,
                                                        const Deadline& deadline) {
  std::map<std::string, std::int64_t> times;
  SATCHEL_TRY(GitObjects(git, repository)
                  .Read(
                      commits, GitObjects::Want::kBytes,
                      [&](std::size_t at, const GitObject& object) {
                        if (object.type == "commit") {
                          times.emplace(commits[at], CommitTime(object.bytes));
                        }
                        return Status();
                      },
                      deadline));
  return times;
}

Result<std::vector<bool>> AreFiles(const Git& git, const GitStore& repository,
                                   const std::string& commit, std::span<const std::string> paths,
                                   const Deadline& deadline) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(fmt::format("{}:{}", commit, path));
  std::vector<bool> are(paths.size());
  SATCHEL_TRY(GitObjects(git, repository)
                  .Read(
                      names, GitObjects::Want::kSize,
                      [&are](std::size_t at, const GitObject& object) {
                        are[at] = object.type == "blob";
                        return Status();
                      },
                      deadline));
  return are;
}

}  // namespace satchel::evaluation
