#include "base/git_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fmt/format.h>

#include "base/ascii.h"
#include "base/files.h"
#include "base/trimmed.h"

// Names are looked at, nothing is opened but small files that lead on. A repository that changes
// while git runs can still show it another file; then git's limits end it.
namespace satchel {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostParents = 2'048;
constexpr std::size_t kMostEntries = 2'000'000;
constexpr std::size_t kMostSmallFile = 1U << 20U;
constexpr int kMostDepth = 32;

// Of a repository's directory, or of the one that its work trees share.
constexpr std::array<std::string_view, 8> kFiles = {
    "HEAD", "config", "config.worktree", "commondir", "packed-refs", "shallow", "index", "gitdir"};
constexpr std::array<std::string_view, 5> kTrees = {"objects", "refs", "info", "logs", "reftable"};

// Empty if git cannot read it either. One that is too large to be looked at is an error.
Result<std::string> ReadText(const fs::path& file) {
  auto bytes = ReadSmallFile(file, kMostSmallFile);
  if (!bytes && bytes.error().code() == Errc::kInvalidInput) {
    return std::unexpected(std::move(bytes).error());
  }
  return bytes && *bytes ? **std::move(bytes) : std::string();
}

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// What stands in the brackets of a section's line; takes it off the line. A subsection in quotation
// marks may have brackets of its own.
std::string_view TakeSection(std::string_view& line) {
  bool quoted = false;
  std::size_t end = 1;
  for (; end < line.size() && (quoted || line[end] != ']'); ++end) {
    if (quoted && line[end] == '\\') ++end;
    if (end < line.size() && line[end] == '"') quoted = !quoted;
  }
  const std::string_view section = line.substr(1, end - 1);
  line.remove_prefix(std::min(end + 1, line.size()));
  return section;
}

// A value as git reads it: without quotation marks, escapes and the comment at its end. nullopt: it
// goes on in the next line.
std::optional<std::string> ValueOf(std::string_view text) {
  std::string value;
  bool quoted = false;
  std::size_t size = 0;  // without the blanks at the end
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      if (++i == text.size()) return std::nullopt;
      value += text[i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else {
      value += c;
    }
    if (quoted || !IsBlank(c)) size = value.size();
  }
  value.resize(size);
  return value;
}

// The paths of `[include]` and `[includeIf …]`, whatever the condition. kInvalidInput: a path that
// is written over several lines.
Result<std::vector<std::string>> IncludesOf(std::string_view config) {
  std::vector<std::string> paths;
  bool inside = false;
  while (!config.empty()) {
    std::string_view line = Trimmed(TakeLine(config));
    if (line.starts_with('[')) {
      constexpr std::string_view kInclude = "include";
      inside = SameButCase(TakeSection(line).substr(0, kInclude.size()), kInclude);
    }
    const auto equals = line.find('=');
    if (!inside || equals == line.npos || !SameButCase(Trimmed(line.substr(0, equals)), "path")) {
      continue;
    }
    auto path = ValueOf(Trimmed(line.substr(equals + 1)));
    if (!path) {
      return Fail(
          Errc::kInvalidInput,
          "a path that git's configuration includes is written over several lines, which is "
          "not supported");
    }
    if (!path->empty()) paths.push_back(*std::move(path));
  }
  return paths;
}

class Checker {
 public:
  // Whether git takes this for a repository's own directory.
  Result<bool> CheckRepository(const fs::path& own) {
    std::error_code error;
    SATCHEL_TRY(CheckFile(own / "HEAD"));
    if (!fs::exists(fs::symlink_status(own / "HEAD", error))) return false;
    SATCHEL_TRY(CheckFile(own / "commondir"));
    const std::string pointer = SATCHEL_TRY(ReadText(own / "commondir"));
    const fs::path common = own / Trimmed(pointer);
    for (const fs::path& place : {own, common}) {
      for (const std::string_view name : kFiles) SATCHEL_TRY(CheckFile(place / name));
      SATCHEL_TRY(CheckConfig(place / "config", 0));
      SATCHEL_TRY(CheckConfig(place / "config.worktree", 0));
    }
    if (!fs::is_directory(common / "objects", error) || !fs::is_directory(common / "refs", error)) {
      return false;
    }
    for (const fs::path& place : {own, common}) {
      for (const std::string_view name : kTrees) SATCHEL_TRY(CheckTree(place / name, 0));
    }
    SATCHEL_TRY(CheckAlternates(common / "objects", 0));
    return true;
  }

  // One that is not there, or that a broken link names, passes: git goes on at once.
  static Status CheckFile(const fs::path& file) {
    struct stat facts{};
    if (::stat(file.c_str(), &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) {
      return {};
    }
    return Refuse(file);
  }

 private:
  static std::unexpected<Error> Refuse(const fs::path& file) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} is not a regular file, so git is not run there", file.string()),
                "remove it, or replace it with a regular file");
  }

  // Whether this is there and was not looked at before, under whatever name.
  bool IsNew(const fs::path& path) {
    struct stat facts{};
    return ::stat(path.c_str(), &facts) == 0 && seen_.insert({facts.st_dev, facts.st_ino}).second;
  }

  Status CheckConfig(const fs::path& config, int depth) {
    SATCHEL_TRY(CheckFile(config));
    if (depth > kMostDepth || !IsNew(config)) return {};
    const std::string text = SATCHEL_TRY(ReadText(config));
    const auto includes = SATCHEL_TRY(IncludesOf(text));
    for (const std::string& path : includes) {
      SATCHEL_TRY(CheckConfig(config.parent_path() / path, depth + 1));
    }
    return {};
  }

  // Everything in a directory. Links are followed, each directory is looked at once.
  Status CheckTree(const fs::path& directory, int depth) {
    struct stat facts{};
    if (::stat(directory.c_str(), &facts) != 0) return {};
    if (!S_ISDIR(facts.st_mode)) return CheckFile(directory);
    if (depth > kMostDepth || !directories_.insert({facts.st_dev, facts.st_ino}).second) return {};
    const std::unique_ptr<DIR, int (*)(DIR*)> opened(::opendir(directory.c_str()), &::closedir);
    if (!opened) return {};  // then git cannot read it either
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread has this directory
    while (const dirent* entry = ::readdir(opened.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++entries_ > kMostEntries) {
        return Fail(Errc::kInvalidInput,
                    fmt::format("{} holds more than {} files, so git is not run there",
                                directory.string(), kMostEntries));
      }
      if (entry->d_type == DT_REG) continue;
      const fs::path path = directory / name;
      if (entry->d_type == DT_DIR || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) {
        SATCHEL_TRY(CheckTree(path, depth + 1));
      } else {
        return Refuse(path);
      }
    }
    return {};
  }

  // Directories of objects of other repositories, which name further ones.
  Status CheckAlternates(const fs::path& objects, int depth) {
    const std::string text = SATCHEL_TRY(ReadText(objects / "info/alternates"));
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::string_view line = TakeLine(rest);
      if (line.empty() || line.starts_with('#')) continue;
      if (line.starts_with('"')) {
        return Fail(Errc::kInvalidInput,
                    fmt::format("{} names a directory in quotation marks, which is not supported",
                                (objects / "info/alternates").string()));
      }
      const fs::path alternate = objects / line;
      if (depth > kMostDepth || !IsNew(alternate)) continue;
      SATCHEL_TRY(CheckTree(alternate, 0));
      SATCHEL_TRY(CheckAlternates(alternate, depth + 1));
    }
    return {};
  }

  using FileId = std::pair<std::uint64_t, std::uint64_t>;
  std::set<FileId> seen_;  // configurations and alternates
  std::set<FileId> directories_;
  std::size_t entries_ = 0;
};

// The directory that a file `.git` names; nothing if it names none.
Result<std::optional<fs::path>> NamedBy(const fs::path& file) {
  constexpr std::string_view kKey = "gitdir:";
  const std::string text = SATCHEL_TRY(ReadText(file));
  if (!text.starts_with(kKey)) return std::nullopt;
  return file.parent_path() / Trimmed(std::string_view(text).substr(kKey.size()));
}

// The repository's own directory, if this one is the top of a work tree.
Result<std::optional<fs::path>> CheckWorkTree(Checker& checker, const fs::path& top) {
  const fs::path git = top / ".git";
  std::error_code error;
  SATCHEL_TRY(Checker::CheckFile(git));
  fs::path own = git;
  if (fs::is_regular_file(git, error)) {
    const auto named = SATCHEL_TRY(NamedBy(git));
    if (!named) return std::nullopt;
    own = *named;
  } else if (!fs::is_directory(git, error)) {
    return std::nullopt;
  }
  SATCHEL_TRY(Checker::CheckFile(top / ".gitattributes"));
  const bool is_repository = SATCHEL_TRY(checker.CheckRepository(own));
  return is_repository ? std::optional(own) : std::nullopt;
}

}  // namespace

Result<std::optional<GitWorkTree>> CheckGitFiles(const fs::path& directory, bool bare) {
  Checker checker;
  std::error_code error;
  const fs::path start = fs::canonical(directory, error);
  if (error) return std::nullopt;
  fs::path at = start;
  for (std::size_t i = 0; i < kMostParents; ++i) {
    if (!bare) {
      auto git = SATCHEL_TRY(CheckWorkTree(checker, at));
      if (git) {
        const fs::path below = at == start ? fs::path() : start.lexically_relative(at);
        return GitWorkTree{.git = *std::move(git), .below = below};
      }
    }
    // Git looks whether the directory is itself a repository, beginning with HEAD.
    const bool is_repository = SATCHEL_TRY(checker.CheckRepository(at));
    if (is_repository || bare || at == at.parent_path()) return std::nullopt;
    at = at.parent_path();
  }
  return std::nullopt;
}

}  // namespace satchel
