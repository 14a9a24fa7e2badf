#include "code/history/branch_changes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/directory.h"
#include "base/git_objects.h"
#include "base/sha1.h"
#include "base/sha256.h"
#include "code/resolve/workspace_path.h"
#include "code/walk/file_reader.h"
#include "code/walk/git_index.h"

// `git status` would run the filters that a repository names to compare contents, and this runs
// without anybody having asked for it. So the stat data of the index are compared here, and a
// content is hashed as it is.
namespace satchel::code {
namespace {

// In a larger repository the start of a session would wait too long.
constexpr std::size_t kMostTracked = 500'000;
constexpr std::size_t kMostOutput = 4U << 20U;
// Of the files that look changed, so many are compared by their content.
constexpr std::size_t kMostHashed = 200;
constexpr std::size_t kMostHashedBytes = 1U << 20U;
constexpr std::uint32_t kKindMask = 0170000;
constexpr std::uint32_t kRegular = 0100000;
constexpr std::string_view kHead = "HEAD";
constexpr std::array<std::string_view, 5> kDefaultBranches = {
    "refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master", "refs/remotes/origin/main",
    "refs/remotes/origin/master"};

struct Heads {
  std::string head;                // empty: there is no commit yet
  std::set<std::string> defaults;  // of the default branches
};

Result<Heads> ReadHeads(const Git& git, const GitStore& store, const Deadline& deadline) {
  std::vector<std::string> names = {std::string(kHead)};
  names.insert(names.end(), kDefaultBranches.begin(), kDefaultBranches.end());
  Heads heads;
  const auto take = [&heads](std::size_t at, const GitObject& object) -> Status {
    if (object.type != "commit" || !IsObjectId(object.id)) return {};
    if (at == 0) {
      heads.head = object.id;
    } else {
      heads.defaults.insert(object.id);
    }
    return {};
  };
  SATCHEL_TRY(GitObjects(git, store).Read(names, GitObjects::Want::kSize, take, deadline));
  return heads;
}

// Names that end with a zero.
std::vector<std::string> SplitNames(std::string_view out) {
  std::vector<std::string> names;
  while (!out.empty()) {
    const std::size_t end = std::min(out.find('\0'), out.size());
    // `log` puts a new line before the names of a commit.
    std::string_view name = out.substr(0, end);
    while (name.starts_with('\n')) name.remove_prefix(1);
    if (IsWorkspacePath(name)) names.emplace_back(name);
    out.remove_prefix(std::min(end + 1, out.size()));
  }
  return names;
}

Result<std::vector<std::string>> ReadStaged(const Git& git, const GitStore& store,
                                            const Deadline& deadline) {
  Git::Call call = CallIn(store, Git::Command::kStaged);
  call.below = true;
  call.max_output = kMostOutput;
  call.args = {"--name-only", "-z", std::string(kHead), "--"};
  return SplitNames(SATCHEL_TRY(git.Run(call, deadline)));
}

// Of the commits that only this branch has; merges are left to the branches that they bring in.
Result<std::vector<std::string>> ReadCommitted(const Git& git, const GitStore& store,
                                               const Heads& heads, const Deadline& deadline) {
  if (heads.defaults.empty() || heads.defaults.contains(heads.head)) {
    return std::vector<std::string>();
  }
  Git::Call call = CallIn(store, Git::Command::kLog);
  call.below = true;
  call.max_output = kMostOutput;
  call.args = {"--name-only", "-z",           "--format=",
               "--no-merges", "--no-renames", "--ignore-submodules=all",
               "--no-color",  "--no-notes",   fmt::format("--max-count={}", kMostBranchCommits),
               heads.head,    "--not"};
  call.args.insert(call.args.end(), heads.defaults.begin(), heads.defaults.end());
  call.args.emplace_back("--");
  return SplitNames(SATCHEL_TRY(git.Run(call, deadline)));
}

Result<std::vector<GitIndexFile>> ReadTracked(const std::filesystem::path& git) {
  const auto directory = Directory::Open(git);
  if (!directory) return Fail(Errc::kUnavailable, "the git directory cannot be opened");
  const auto bytes = directory->ReadFile("index", GitIndex::kMostBytes);
  if (!bytes && bytes.error().kind == ReadFailure::Kind::kAbsent) {
    return std::vector<GitIndexFile>();
  }
  if (!bytes) return Fail(Errc::kUnavailable, "the git index cannot be read");
  return ReadGitIndexFiles(*bytes, kMostTracked);
}

// Tells whether files differ from what the index has of them.
class Comparing {
 public:
  Comparing(const std::filesystem::path& root, const FileReader& reader)
      : root_(root), reader_(&reader) {}

  bool IsChanged(const GitIndexFile& file, const std::string& path) {
    if (file.conflict || file.only_named) return true;
    if (file.unwatched || (file.mode & kKindMask) != kRegular) return false;
    struct stat facts{};
    if (::lstat((root_ / path).c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return true;
    const auto size = static_cast<std::uint32_t>(facts.st_size);
    const bool as_written = file.seconds == static_cast<std::uint32_t>(facts.st_mtim.tv_sec) &&
                            (file.nanoseconds == 0 ||
                             file.nanoseconds == static_cast<std::uint32_t>(facts.st_mtim.tv_nsec));
    if (as_written && size == file.size) return false;
    if (file.size != 0 && size != file.size) return true;
    return !HasContent(path, file.id);
  }

 private:
  bool HasContent(const std::string& path, std::string_view id) {
    if (hashed_ == kMostHashed) return false;
    ++hashed_;
    const auto read = reader_->Read(path, kMostHashedBytes);
    if (!read || read->cut) return false;
    std::string blob = fmt::format("blob {}", read->bytes.size());
    blob += '\0';
    blob += read->bytes;
    const auto same = [id](const auto& digest) {
      return std::ranges::equal(digest, id, {}, {},
                                [](char c) { return static_cast<std::uint8_t>(c); });
    };
    return id.size() == Digest().bytes.size() ? same(Sha256Of(blob).bytes) : same(Sha1Of(blob));
  }

  std::filesystem::path root_;
  const FileReader* reader_;
  std::size_t hashed_ = 0;
};

// Adds what differs from the index, and what it does not have.
Status AddEdited(const std::filesystem::path& root, const GitWorkTree& tree,
                 std::span<const std::string> known, std::set<std::string>& changed,
                 const Deadline& deadline) {
  const auto files = SATCHEL_TRY(ReadTracked(tree.git));
  const auto reader = SATCHEL_TRY(FileReader::Open(root));
  Comparing comparing(root, reader);
  const std::string prefix = tree.below.empty() ? "" : tree.below.generic_string() + "/";
  std::unordered_set<std::string_view> tracked;
  tracked.reserve(files.size());
  constexpr std::size_t kCheckEvery = 1'000;
  for (std::size_t at = 0; at < files.size(); ++at) {
    if (at % kCheckEvery == 0) SATCHEL_TRY(deadline.Check("compare files with the git index"));
    const GitIndexFile& file = files[at];
    if (!file.path.starts_with(prefix)) continue;
    const std::string_view path = std::string_view(file.path).substr(prefix.size());
    if (!IsWorkspacePath(path)) continue;
    tracked.insert(path);
    std::string name(path);
    if (comparing.IsChanged(file, name)) changed.insert(std::move(name));
  }
  for (const std::string& path : known) {
    if (!tracked.contains(path)) changed.insert(path);
  }
  return {};
}

}  // namespace

Result<BranchChanges> ReadBranchChanges(const Git& git, const std::filesystem::path& root,
                                        std::span<const std::string> known,
                                        const Deadline& deadline) {
  const auto tree = SATCHEL_TRY(git.Check(root, false));
  if (!tree) {
    return Fail(Errc::kNotFound, fmt::format("{} is in no Git repository", root.string()));
  }
  const GitStore store{.directory = root};
  const Heads heads = SATCHEL_TRY(ReadHeads(git, store, deadline));
  BranchChanges changes;
  if (heads.head.empty()) return changes;
  const auto staged = SATCHEL_TRY(ReadStaged(git, store, deadline));
  std::set<std::string> uncommitted(staged.begin(), staged.end());
  SATCHEL_TRY(AddEdited(root, *tree, known, uncommitted, deadline));
  std::unordered_set<std::string> seen(uncommitted.begin(), uncommitted.end());
  for (std::string& path : SATCHEL_TRY(ReadCommitted(git, store, heads, deadline))) {
    if (seen.insert(path).second) changes.committed.push_back(std::move(path));
  }
  changes.uncommitted.assign(uncommitted.begin(), uncommitted.end());
  return changes;
}

}  // namespace satchel::code
