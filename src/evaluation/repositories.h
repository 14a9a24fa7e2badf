#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"

// The repositories that a data set names, and their commits.
namespace satchel::evaluation {

// `owner/name` below a directory, as `owner+name/repo` or `owner/name`, bare or with a work tree.
std::optional<GitStore> FindRepository(const std::filesystem::path& directory,
                                       std::string_view repository);

// The repository at a directory; nothing when there is none.
std::optional<GitStore> OwnRepository(const std::filesystem::path& directory);

// Those that are there, with the seconds since 1970 at which they were made.
Result<std::map<std::string, std::int64_t>> CommitTimes(const Git& git, const GitStore& repository,
                                                        std::span<const std::string> commits,
                                                        const Deadline& deadline);

// Which of the paths are files of a commit.
Result<std::vector<bool>> AreFiles(const Git& git, const GitStore& repository,
                                   const std::string& commit, std::span<const std::string> paths,
                                   const Deadline& deadline);

}  // namespace satchel::evaluation
