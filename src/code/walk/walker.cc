// Directories are read one after the other, each with all its names at once, and sorted so that
// files come out in the order of their paths: "a.b" is before "a/b", which is before "a0". The
// stack holds the open directories above the one being read; whatever is renamed meanwhile, no
// step leads anywhere but one name down.

#include "code/walk/walker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fmt/format.h>

#include "base/directory.h"
#include "code/walk/file_stamp.h"
#include "code/walk/git_place.h"
#include "code/walk/owned.h"
#include "code/walk/rule_stack.h"
#include "code/walk/secret_files.h"
#include "text/safe_text.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostPathBytes = 4'096;

struct Entry {
  std::uint32_t begin = 0;  // of its name in Level::names
  std::uint16_t size = 0;
  unsigned char type = DT_UNKNOWN;
};

struct Level {
  Descriptor directory{-1};
  std::string names;
  std::vector<Entry> entries;
  std::size_t next = 0;
  std::size_t path_bytes = 0;  // of the path to here, with its slash
  bool tracked_only = false;   // git ignores the directory
  bool has_git = false;
  bool has_git_rules = false;
  bool has_satchel_rules = false;

  std::string_view name(const Entry& entry) const {
    return std::string_view(names).substr(entry.begin, entry.size);
  }
};

bool IsReadableName(std::string_view name) {
  const bool plain = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
  return plain || (name.find_first_of("\r\n") == name.npos && text::IsValidUtf8(name));
}

class Walker {
 public:
  Walker(const WalkOptions& options, const Deadline& deadline)
      : options_(options), deadline_(deadline), buffer_(kBufferBytes) {}

  Result<WalkResult> Run(const std::filesystem::path& root) {
    Descriptor opened(::open(root.c_str(), kOpen & ~O_NOFOLLOW));
    if (!opened.ok()) {
      return Fail(errno == ENOENT || errno == ENOTDIR ? Errc::kNotFound : Errc::kUnavailable,
                  fmt::format("cannot read the directory {}: {}", root.string(),
                              std::generic_category().message(errno)));
    }
    Enter(std::move(opened), false);
    while (depth_ > 0) {
      Level& level = levels_[depth_ - 1];
      if (level.next == level.entries.size()) {
        Leave();
        continue;
      }
      if (level.next % kCheckEvery == 0) {
        SATCHEL_TRY(deadline_.Check("walk the files"));
      }
      const Entry entry = level.entries[level.next++];
      path_.resize(level.path_bytes);
      path_ += level.name(entry);
      if (options_.only.empty() || LeadsToOne(entry)) Take(level, entry);
    }
    return std::move(result_);
  }

 private:
  static constexpr int kOpen = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  static constexpr std::size_t kBufferBytes = 64U << 10U;
  static constexpr std::size_t kCheckEvery = 1'024;

  void Skip(SkipReason reason) { result_.skipped.Add(reason, path_); }
  void SkipDirectory(SkipReason reason) {
    path_ += '/';
    Skip(reason);
  }

  // Of WalkOptions::only.
  bool LeadsToOne(const Entry& entry) const {
    if (entry.type != DT_DIR) return std::ranges::binary_search(options_.only, path_);
    const std::string below = path_ + '/';
    const auto first = std::ranges::lower_bound(options_.only, below);
    return first != options_.only.end() && first->starts_with(below);
  }

  // `path_` is the path to the directory, without its slash.
  void Enter(Descriptor directory, bool tracked_only) {
    if (depth_ == levels_.size()) levels_.emplace_back();
    Level& level = levels_[depth_];
    level.directory = std::move(directory);
    level.next = 0;
    level.tracked_only = tracked_only;
    if (!path_.empty()) path_ += '/';
    level.path_bytes = path_.size();
    Tell(level.directory.get(), DirectorySink::Kind::kCode);
    if (!Read(level)) {
      level.directory = Descriptor(-1);
      return;
    }
    ++depth_;
    ++result_.directories;
    ReadRulesOf(level);
  }

  void Tell(int directory, DirectorySink::Kind kind) {
    if (options_.directories != nullptr) options_.directories->Enter(directory, path_, kind);
  }

  void Leave() {
    --depth_;
    levels_[depth_].directory = Descriptor(-1);
    rules_.Pop(depth_);
  }

  bool Read(Level& level) {
    level.names.clear();
    level.entries.clear();
    level.has_git = level.has_git_rules = level.has_satchel_rules = false;
    for (;;) {
      const ssize_t got = ::getdents64(level.directory.get(), buffer_.data(), buffer_.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        Skip(SkipReason::kUnreadable);
        return false;
      }
      if (got == 0) break;
      AddNames(level, static_cast<std::size_t>(got));
      // The names come in no order, so that half a directory would be any half.
      if (result_.entries + level.entries.size() > options_.max_entries) {
        result_.entries = options_.max_entries;
        Skip(SkipReason::kLimit);
        return false;
      }
    }
    result_.entries += level.entries.size();
    Sort(level);
    return true;
  }

  void AddNames(Level& level, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes;) {
      // The kernel aligns them.
      const auto* found = reinterpret_cast<const dirent64*>(buffer_.data() + at);
      at += found->d_reclen;
      const std::string_view name = found->d_name;
      if (name.starts_with('.')) {
        if (name == "." || name == "..") continue;
        if (name == ".git") {
          level.has_git = true;
          continue;
        }
        if (name == ".gitignore") level.has_git_rules = true;
        if (name == ".satchelignore") level.has_satchel_rules = true;
      }
      level.entries.push_back({.begin = static_cast<std::uint32_t>(level.names.size()),
                               .size = static_cast<std::uint16_t>(name.size()),
                               .type = found->d_type});
      level.names += name;
      if (found->d_type == DT_UNKNOWN) FindType(level);
    }
  }

  // Some file systems do not tell it with the name.
  static void FindType(Level& level) {
    Entry& entry = level.entries.back();
    struct stat facts{};
    const std::string name(level.name(entry));
    if (::fstatat(level.directory.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0) {
      entry.type = static_cast<unsigned char>(IFTODT(facts.st_mode));
    }
  }

  static void Sort(Level& level) {
    const char* names = level.names.data();
    std::ranges::sort(level.entries, [names](const Entry& a, const Entry& b) {
      const std::size_t common = std::min(a.size, b.size);
      const int order = std::memcmp(names + a.begin, names + b.begin, common);
      if (order != 0) return order < 0;
      const auto end = [&](const Entry& entry) {
        if (entry.size > common)
          return static_cast<int>(static_cast<unsigned char>(names[entry.begin + common]));
        return entry.type == DT_DIR ? static_cast<int>('/') : -1;
      };
      return end(a) < end(b);
    });
  }

  void ReadRulesOf(Level& level) {
    const int directory = level.directory.get();
    const bool repository = level.has_git && EnterRepository(level);
    if (level.has_git_rules && (!level.tracked_only || repository)) {
      AddRules(RuleStack::Kind::kGit, ReadRules(directory, ".gitignore"), ".gitignore");
    }
    if (level.has_satchel_rules) {
      AddRules(RuleStack::Kind::kSatchel, ReadRules(directory, ".satchelignore"), ".satchelignore");
    }
  }

  bool EnterRepository(Level& level) {
    auto place = GitPlace::Find(level.directory.get());
    if (!place) return false;
    level.tracked_only = false;
    Tell(place->own(), DirectorySink::Kind::kGit);
    if (const Descriptor info = place->OpenInfo(); info.ok()) {
      Tell(info.get(), DirectorySink::Kind::kGitInfo);
    }
    IgnoreRules exclude = place->ReadExclude();
    rules_.PushRepository(depth_ - 1, level.path_bytes, *std::move(place));
    AddRules(RuleStack::Kind::kGit, std::move(exclude), ".git/info/exclude");
    return true;
  }

  void AddRules(RuleStack::Kind kind, IgnoreRules rules, std::string_view name) {
    std::string file = path_ + std::string(name);
    const bool cut = rules.cut();
    const bool taken = rules_.Push(kind, depth_ - 1, path_.size(), file, std::move(rules));
    if (cut || !taken) result_.skipped.Add(SkipReason::kRules, file);
  }

  void Take(Level& level, const Entry& entry) {
    const std::string_view name = level.name(entry);
    const bool is_directory = entry.type == DT_DIR;
    if (IsOwned(path_, name, is_directory)) {
      return is_directory ? SkipDirectory(SkipReason::kOwned) : Skip(SkipReason::kOwned);
    }
    // Most files are tracked, and to look that up costs less than to try every pattern.
    const bool is_tracked = !is_directory && IsTracked(false);
    const RuleStack::Verdict verdict = rules_.Judge(path_, is_directory, is_tracked);
    for (const std::string& file : rules_.TakeGivenUp()) {
      result_.skipped.Add(SkipReason::kRules, file);
    }
    bool ignored = verdict == RuleStack::Verdict::kGitIgnored ||
                   (level.tracked_only && verdict != RuleStack::Verdict::kSatchelIgnored);
    if (ignored && (is_tracked || IsTracked(is_directory))) ignored = false;
    if (is_directory) return TakeDirectory(level, verdict, ignored);
    if (verdict == RuleStack::Verdict::kSatchelIgnored) return Skip(SkipReason::kSatchelIgnored);
    if (ignored) return Skip(SkipReason::kGitIgnored);
    TakeFile(level, entry);
  }

  bool IsTracked(bool is_directory) {
    bool unreadable = false;
    const bool tracked = rules_.IsTracked(path_, is_directory, unreadable);
    if (unreadable) {
      result_.skipped.Add(SkipReason::kRules,
                          path_.substr(0, rules_.repository_bytes()) + ".git/index");
    }
    return tracked;
  }

  void TakeDirectory(Level& level, RuleStack::Verdict verdict, bool ignored) {
    if (verdict == RuleStack::Verdict::kSatchelIgnored) {
      return SkipDirectory(SkipReason::kSatchelIgnored);
    }
    if (ignored) return SkipDirectory(SkipReason::kGitIgnored);
    const std::string_view name = std::string_view(path_).substr(level.path_bytes);
    if (!IsReadableName(name)) return SkipDirectory(SkipReason::kName);
    if (depth_ >= options_.max_depth || path_.size() >= kMostPathBytes) {
      return SkipDirectory(SkipReason::kDepth);
    }
    Descriptor opened(::openat(level.directory.get(), path_.c_str() + level.path_bytes, kOpen));
    if (!opened.ok()) {
      if (errno != ENOENT) SkipDirectory(SkipReason::kUnreadable);
      return;
    }
    const bool tracked_only = level.tracked_only || verdict == RuleStack::Verdict::kGitIgnored;
    Enter(std::move(opened), tracked_only);
  }

  void TakeFile(const Level& level, const Entry& entry) {
    if (!IsReadableName(level.name(entry))) return Skip(SkipReason::kName);
    if (entry.type == DT_LNK) return Skip(SkipReason::kLink);
    if (entry.type != DT_REG && entry.type != DT_UNKNOWN) return Skip(SkipReason::kSpecial);
    if (path_.size() > kMostPathBytes) return Skip(SkipReason::kDepth);
    if (text::HoldsSecret(path_) || (!options_.with_secrets && IsSecretFile(path_))) {
      return Skip(SkipReason::kSecret);
    }
    struct stat facts{};
    if (::fstatat(level.directory.get(), path_.c_str() + level.path_bytes, &facts,
                  AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno != ENOENT) Skip(SkipReason::kUnreadable);
      return;
    }
    if (!S_ISREG(facts.st_mode)) {
      return Skip(S_ISLNK(facts.st_mode) ? SkipReason::kLink : SkipReason::kSpecial);
    }
    result_.files.push_back({.path = path_, .stamp = StampOf(facts)});
  }

  const WalkOptions& options_;
  const Deadline& deadline_;
  std::vector<char> buffer_;
  std::vector<Level> levels_;  // kept for the next directory of the same depth
  std::size_t depth_ = 0;
  std::string path_;
  RuleStack rules_;
  WalkResult result_;
};

}  // namespace

Result<WalkResult> Walk(const std::filesystem::path& root, const WalkOptions& options,
                        const Deadline& deadline) {
  return Walker(options, deadline).Run(root);
}

}  // namespace satchel::code
