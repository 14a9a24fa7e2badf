#include "memory/files/look.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <sys/stat.h>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "memory/files/folder_rules.h"
#include "memory/files/front_matter.h"
#include "memory/files/spaces.h"
#include "text/safe_text.h"
#include "text/utf8.h"

// Asking the kernel for the facts of a file takes about a microsecond, so that with many files this
// is what a look costs. They are therefore asked for straight from the kept bytes, by several
// threads where there are many, and nothing is made of a directory that is as it was.
namespace satchel::memory {
namespace {

// How the id of a memory is kept.
enum class IdForm : std::uint8_t { kNone, kName, kOther };
constexpr std::size_t kFilesOfAThread = 8'000;
constexpr std::size_t kMostThreads = 4;
constexpr std::size_t kUsualFileBytes = 64;  // that a file takes in kept bytes, about

std::string_view StemOf(std::string_view name) { return name.substr(0, name.size() - 3); }

void WriteFacts(const Directory::Facts& facts, ByteWriter& writer) {
  writer.Number(facts.inode);
  writer.Number(facts.size);
  writer.Fixed(facts.changed);
}

Directory::Facts ReadFacts(std::uint64_t device, ByteReader& reader) {
  Directory::Facts facts{.device = device};
  facts.inode = reader.Number();
  facts.size = reader.Number();
  facts.changed = reader.Fixed<std::int64_t>();
  return facts;
}

std::string DigestOf(const LookedDirectory& directory) {
  DirectoryDigest digest;
  for (const LookedFile& file : directory.files) {
    if (!file.digest.empty()) digest.Add(file.name, file.digest);
  }
  return digest.empty() ? std::string() : digest.Finish();
}

// What stands before the files.
struct Head {
  std::uint64_t device = 0;
  Directory::Facts facts;
  std::string_view digest;  // empty: there is no file to read
  std::vector<Finding> findings;
  std::vector<std::string> directories;
  std::uint64_t files = 0;
};

Head ReadHead(ByteReader& reader) {
  Head head;
  head.device = reader.Number();
  head.facts = ReadFacts(head.device, reader);
  head.digest = reader.String();
  for (std::uint64_t left = reader.Number(reader.left()); reader.ok() && left > 0; --left) {
    Finding& finding = head.findings.emplace_back();
    finding.path = reader.String();
    finding.text = reader.String();
  }
  for (std::uint64_t left = reader.Number(reader.left()); reader.ok() && left > 0; --left) {
    head.directories.emplace_back(reader.String());
  }
  head.files = reader.Number(reader.left());
  return head;
}

struct FileView {
  std::string_view name;
  Directory::Facts facts;
  std::string_view digest;
  std::string_view id;
};

FileView ReadFile(std::uint64_t device, ByteReader& reader) {
  FileView file;
  file.name = reader.String();
  file.facts = ReadFacts(device, reader);
  file.digest = reader.String();
  switch (static_cast<IdForm>(reader.Byte())) {
    case IdForm::kNone:
      break;
    case IdForm::kName:
      if (file.name.size() <= 3) reader.Fail();
      if (reader.ok()) file.id = StemOf(file.name);
      break;
    case IdForm::kOther:
      file.id = reader.String();
      break;
    default:
      reader.Fail();
  }
  return file;
}

std::unexpected<Error> Damaged() {
  return Fail(Errc::kCorrupt, "the record of the directories of memories is damaged");
}

std::string Below(const std::string& directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

class Looker {
 public:
  Looker(const std::filesystem::path& directory, const std::string& space,
         const KnownDirectories& known, const Deadline& deadline, const FolderLimits& limits,
         const DirectoryMarks* only)
      : directory_(directory),
        space_(space),
        known_(known),
        deadline_(deadline),
        limits_(limits),
        only_(only) {}

  Result<FolderLook> Look() {
    const bool trusted = space_.empty() || space_ == kDefaultSpace || space_ == kSharedSpace;
    auto top = trusted ? Directory::Open(directory_) : Directory::OpenItself(directory_);
    if (!top && top.error().kind != ReadFailure::Kind::kAbsent) return Refused(top.error());
    if (top) {
      look_.exists = true;
      SATCHEL_TRY(Compare(*top));
      SATCHEL_TRY(Walk(*top, "", 0));
      ReadProfile(*top);
      ReadState(*top);
    }
    SATCHEL_TRY(Finish());
    return std::move(look_);
  }

 private:
  std::unexpected<Error> Refused(const ReadFailure& failure) const {
    return Fail(failure.kind == ReadFailure::Kind::kSystem ? Errc::kSystem : Errc::kInvalidInput,
                fmt::format("cannot read {}: {}", directory_.string(), Why(failure)));
  }

  static std::optional<Directory> OpenBelow(const Directory& top, const std::string& path) {
    std::optional<Directory> at;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      auto next = (at ? *at : top).OpenDirectory(path.substr(begin, end - begin));
      if (!next) return std::nullopt;
      at.emplace(*std::move(next));
      begin = end + 1;
    }
    return at;
  }

  // What tells whether names in a directory have come or gone. The path is the user's; that it may
  // be another directory by now does no harm, since its facts are others then.
  std::optional<Directory::Facts> FactsOf(const std::string& path) const {
    struct stat facts{};
    const std::filesystem::path whole = path.empty() ? directory_ : directory_ / path;
    if (::stat(whole.c_str(), &facts) != 0) return std::nullopt;
    constexpr std::int64_t kSecond = 1'000'000'000;
    return Directory::Facts{.device = facts.st_dev,
                            .inode = facts.st_ino,
                            .size = static_cast<std::uint64_t>(facts.st_size),
                            .changed = facts.st_ctim.tv_sec * kSecond + facts.st_ctim.tv_nsec};
  }

  bool IsSame(const Directory& directory, const std::string& path, std::string_view bytes) const {
    ByteReader reader(bytes);
    const Head head = ReadHead(reader);
    if (!reader.ok() || FactsOf(path) != head.facts) return false;
    std::string name;
    for (std::uint64_t left = head.files; left > 0; --left) {
      const FileView file = ReadFile(head.device, reader);
      if (!reader.ok()) return false;
      name = file.name;
      if (directory.FactsOf(name) != file.facts) return false;
    }
    return true;
  }

  // Which of the known directories are as they were, with all their files.
  Status Compare(const Directory& top) {
    std::size_t bytes = 0;
    for (const auto& [path, kept] : known_) {
      const bool may_differ = only_ == nullptr || only_->contains(path);
      entries_.push_back({.path = &path, .bytes = &kept, .same = !may_differ});
      if (may_differ) bytes += kept.size();
    }
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < entries_.size(); i = next++) {
        if (!deadline_.Check("look at the memories")) return;
        Entry& entry = entries_[i];
        if (entry.same) continue;
        if (entry.path->empty()) {
          entry.same = IsSame(top, *entry.path, *entry.bytes);
        } else if (const auto opened = OpenBelow(top, *entry.path)) {
          entry.same = IsSame(*opened, *entry.path, *entry.bytes);
        }
      }
    };
    const std::size_t threads =
        std::min({kMostThreads, std::size_t{std::max(1U, std::thread::hardware_concurrency())},
                  (bytes / kUsualFileBytes / kFilesOfAThread) + 1});
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work);
      work();
    }
    return deadline_.Check("look at the memories");
  }

  struct Entry {
    const std::string* path = nullptr;
    const std::string* bytes = nullptr;
    bool same = false;
    bool seen = false;
  };

  Entry* Known(std::string_view path) {
    const auto found = std::ranges::lower_bound(
        entries_, path, {}, [](const Entry& entry) -> std::string_view { return *entry.path; });
    return found == entries_.end() || *found->path != path ? nullptr : &*found;
  }

  Status Walk(const Directory& directory, const std::string& path, std::size_t depth) {
    SATCHEL_TRY(deadline_.Check("look at the memories"));
    Entry* known = Known(path);
    if (known != nullptr) known->seen = true;
    std::vector<std::string> below;
    if (known != nullptr && known->same) {
      ByteReader reader(*known->bytes);
      Head head = ReadHead(reader);
      seen_ += head.files + head.directories.size();
      Keep(path, head.digest, head.findings);
      // Directories that are as they were need not be opened again.
      for (std::string& name : head.directories) {
        const Entry* inner = Known(Below(path, name));
        if (inner == nullptr || !inner->same || HasDirectories(*inner)) {
          below.push_back(std::move(name));
        } else {
          SATCHEL_TRY(WalkSame(Below(path, name)));
        }
      }
    } else {
      auto names = SATCHEL_TRY(Scan(directory, path, depth, known));
      below = std::move(names);
    }
    if (depth + 1 > kMostDirectoryDepth) return {};
    for (const std::string& name : below) {
      const auto inner = directory.OpenDirectory(name);
      if (inner) SATCHEL_TRY(Walk(*inner, Below(path, name), depth + 1));
    }
    return {};
  }

  static bool HasDirectories(const Entry& entry) {
    ByteReader reader(*entry.bytes);
    return !ReadHead(reader).directories.empty();
  }

  Status WalkSame(const std::string& path) {
    Entry* known = Known(path);
    known->seen = true;
    ByteReader reader(*known->bytes);
    const Head head = ReadHead(reader);
    seen_ += head.files;
    Keep(path, head.digest, head.findings);
    return {};
  }

  void Keep(const std::string& path, std::string_view digest,
            const std::vector<Finding>& findings) {
    if (!digest.empty()) digests_.emplace(path, digest);
    look_.findings.insert(look_.findings.end(), findings.begin(), findings.end());
  }

  // Reads a directory anew, with those of its files that are not as they were. The directories in
  // it.
  Result<std::vector<std::string>> Scan(const Directory& directory, const std::string& path,
                                        std::size_t depth, const Entry* known) {
    LookedDirectory before;
    if (known != nullptr) before = SATCHEL_TRY(LookedDirectoryFrom(*known->bytes));
    LookedDirectory now{.path = path};
    if (const auto facts = FactsOf(path)) now.facts = *facts;
    if (now.facts.changed >= settled_) now.facts.changed = 0;
    const auto names = directory.List(limits_.files);
    if (!names) {
      if (depth == 0) return Refused(names.error());
      if (names.error().kind == ReadFailure::Kind::kTooLarge) look_.too_large = true;
      Report(now, path, Why(names.error()));
      now.facts.changed = 0;
    }
    for (const std::string& name : names ? *names : std::vector<std::string>()) {
      if (IsPassing(name) || (depth == 0 && IsReserved(name))) continue;
      const std::string below = Below(path, name);
      switch (directory.Look(name)) {
        case Directory::Entry::kNone:
          break;
        case Directory::Entry::kFile:
          if (!IsMarkdown(name) || below == kProfileFile || !HasRoom(now, below, name)) break;
          AddFile(directory, name, below, before, now);
          break;
        case Directory::Entry::kDirectory:
          if (!HasRoom(now, below, name)) break;
          if (depth + 1 > kMostDirectoryDepth) {
            Report(now, below, fmt::format("deeper than {} directories", kMostDirectoryDepth));
          } else if (const auto inner = directory.OpenDirectory(name); inner) {
            now.directories.push_back(name);
          } else {
            if (inner.error().kind != ReadFailure::Kind::kAbsent) {
              Report(now, below, Why(inner.error()));
            }
            now.facts.changed = 0;  // that it can be read one day is not seen here
          }
          break;
        case Directory::Entry::kOther:
          Report(now, below, "a link or a device, which is not followed");
          break;
      }
    }
    for (const LookedFile& file : before.files) {
      const auto there = std::ranges::lower_bound(now.files, file.name, {}, &LookedFile::name);
      const bool is_there = there != now.files.end() && there->name == file.name;
      if (!is_there) Lose(path, file);
    }
    std::ranges::sort(now.findings, {},
                      [](const Finding& finding) -> const std::string& { return finding.path; });
    Keep(path, DigestOf(now), now.findings);
    std::vector<std::string> below = now.directories;
    look_.changed.push_back(std::move(now));
    return below;
  }

  bool HasRoom(LookedDirectory& directory, const std::string& path, const std::string& name) {
    ++seen_;
    if (IsUsableName(name)) return true;
    --seen_;
    Report(directory, path, "a name with control characters or not in UTF-8");
    return false;
  }

  void Lose(const std::string& directory, const LookedFile& file) {
    if (!file.id.empty()) look_.lost.push_back({Below(directory, file.name), file.id});
  }

  void AddFile(const Directory& directory, const std::string& name, const std::string& path,
               const LookedDirectory& before, LookedDirectory& now) {
    const auto facts = directory.FactsOf(name);
    if (!facts) return;  // gone since it was listed
    const auto known = std::ranges::lower_bound(before.files, name, {}, &LookedFile::name);
    const bool is_known = known != before.files.end() && known->name == name;
    const auto keep_findings = [&] {
      const std::string repaired = text::RepairUtf8(path).text;
      for (const Finding& finding : before.findings) {
        if (finding.path == repaired) now.findings.push_back(finding);
      }
    };
    if (is_known && known->facts == *facts) {
      now.files.push_back(*known);
      return keep_findings();
    }
    LookedFile file{.name = name, .facts = *facts, .digest = "", .id = ""};
    auto bytes = directory.ReadFile(name, limits_.file_bytes, Directory::Names::kOne);
    if (!bytes) {
      if (bytes.error().kind == ReadFailure::Kind::kAbsent) return;
      Report(now, path, Why(bytes.error()));
      if (bytes.error().kind == ReadFailure::Kind::kSystem) {
        file.facts.changed = bytes.error().error == EMLINK ? file.facts.changed : 0;
      }
    } else {
      file.digest = FileDigest(*bytes);
    }
    const auto after = directory.FactsOf(name);
    if (after != facts || facts->changed >= settled_) file.facts.changed = 0;
    if (is_known && bytes && known->digest == file.digest) {
      // The same again, such as a file that was only touched.
      file.id = known->id;
      now.files.push_back(std::move(file));
      return keep_findings();
    }
    if (is_known) Lose(now.path, *known);
    if (bytes) Take(path, *bytes, file, now);
    now.files.push_back(std::move(file));
  }

  void Take(const std::string& path, const std::string& bytes, LookedFile& file,
            LookedDirectory& now) {
    // The rows of the store hold no secret. The file's digest is that of its own bytes.
    std::string masked = text::MaskSecrets(bytes).text;
    auto read = MemoryFromFile(masked, path);
    if (!read) return Report(now, path, read.error().text());
    for (std::string& fault : read->faults) Report(now, path, std::move(fault));
    read->memory.space = space_;
    file.id = read->memory.id;
    look_.read.push_back({.bytes = std::move(masked),
                          .memory = std::make_shared<const Memory>(std::move(read->memory))});
  }

  static void Report(LookedDirectory& directory, const std::string& path, std::string text) {
    directory.findings.push_back({.path = text::RepairUtf8(path).text, .text = std::move(text)});
  }
  void Report(const std::string& path, std::string text) {
    look_.findings.push_back({.path = path, .text = std::move(text)});
  }

  void ReadProfile(const Directory& top) {
    const std::string name(kProfileFile);
    if (top.Look(name) != Directory::Entry::kFile) return;
    const auto bytes = top.ReadFile(name, limits_.file_bytes, Directory::Names::kOne);
    if (!bytes) {
      if (bytes.error().kind != ReadFailure::Kind::kAbsent) Report(name, Why(bytes.error()));
      return;
    }
    profile_ = FileDigest(*bytes);
    auto text = ProfileText(*bytes);
    if (!text) return Report(name, "it is not UTF-8");
    look_.profile = *std::move(text);
  }

  void ReadState(const Directory& top) {
    const auto state = top.OpenDirectory(std::string(kStateDirectory));
    if (!state) {
      if (state.error().kind != ReadFailure::Kind::kAbsent) {
        Report(std::string(kStateDirectory), Why(state.error()));
      }
      return;
    }
    const std::string name(kNegativesFile);
    if (state->Look(name) == Directory::Entry::kNone) return;
    const std::string path = fmt::format("{}/{}", kStateDirectory, kNegativesFile);
    const auto bytes = state->ReadFile(name, kMostNegativeBytes, Directory::Names::kOne);
    if (!bytes) {
      if (bytes.error().kind != ReadFailure::Kind::kAbsent) Report(path, Why(bytes.error()));
      return;
    }
    negatives_ = FileDigest(*bytes);
    auto read = NegativesFromJson(*bytes);
    if (!read) return Report(path, read.error().text());
    look_.negatives = std::move(read->hits);
    for (std::string& fault : read->faults) Report(path, std::move(fault));
  }

  Status Finish() {
    std::size_t bytes = 0;
    for (const Entry& entry : entries_) {
      if (entry.seen) continue;
      look_.gone.push_back(*entry.path);
      const auto before = SATCHEL_TRY(LookedDirectoryFrom(*entry.bytes));
      for (const LookedFile& file : before.files) Lose(*entry.path, file);
    }
    for (const FolderLook::ReadFile& file : look_.read) bytes += file.bytes.size();
    look_.too_large = look_.too_large || seen_ > limits_.files || bytes > limits_.total_bytes;
    std::ranges::sort(look_.findings, {},
                      [](const Finding& finding) -> const std::string& { return finding.path; });
    look_.digest = FolderDigest(digests_, profile_, negatives_);
    look_.memories = FolderDigest(digests_, "", "");
    return {};
  }

  const std::filesystem::path& directory_;
  const std::string& space_;
  const KnownDirectories& known_;
  const Deadline& deadline_;
  const FolderLimits& limits_;
  const DirectoryMarks* only_;
  const std::int64_t settled_ = SettledBefore();
  std::vector<Entry> entries_;                  // by path
  std::map<std::string, std::string> digests_;  // of directories, by path
  std::string profile_;                         // digests
  std::string negatives_;
  std::size_t seen_ = 0;
  FolderLook look_;
};

}  // namespace

std::string BytesOf(const LookedDirectory& directory) {
  ByteWriter writer;
  writer.Number(directory.facts.device);
  WriteFacts(directory.facts, writer);
  writer.String(DigestOf(directory));
  writer.Number(directory.findings.size());
  for (const Finding& finding : directory.findings) {
    writer.String(finding.path);
    writer.String(finding.text);
  }
  writer.Number(directory.directories.size());
  for (const std::string& name : directory.directories) writer.String(name);
  writer.Number(directory.files.size());
  for (const LookedFile& file : directory.files) {
    writer.String(file.name);
    WriteFacts(file.facts, writer);
    writer.String(file.digest);
    const bool named = file.name.size() > 3 && file.id == StemOf(file.name);
    const IdForm form = file.id.empty() ? IdForm::kNone : named ? IdForm::kName : IdForm::kOther;
    writer.Byte(static_cast<std::uint8_t>(form));
    if (form == IdForm::kOther) writer.String(file.id);
  }
  return writer.Take();
}

Result<LookedDirectory> LookedDirectoryFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  Head head = ReadHead(reader);
  LookedDirectory directory{.path = "",
                            .facts = head.facts,
                            .directories = std::move(head.directories),
                            .files = {},
                            .findings = std::move(head.findings)};
  for (std::uint64_t left = head.files; reader.ok() && left > 0; --left) {
    const FileView file = ReadFile(head.device, reader);
    directory.files.push_back({.name = std::string(file.name),
                               .facts = file.facts,
                               .digest = std::string(file.digest),
                               .id = std::string(file.id)});
  }
  if (!reader.AtEnd()) return Damaged();
  return directory;
}

Result<FolderLook> LookAtFolder(const std::filesystem::path& directory, const std::string& space,
                                const KnownDirectories& known, const Deadline& deadline,
                                const FolderLimits& limits, const DirectoryMarks* only) {
  return Looker(directory, space, known, deadline, limits, only).Look();
}

}  // namespace satchel::memory
