#include "code/index/parse_cache.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <span>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/directory.h"
#include "base/hash.h"
#include "base/sha256.h"
#include "code/facts/facts_codec.h"
#include "code/parse/parser.h"
#include "code/parse/rules.h"

// A pack: the entries' bytes one after the other, then a table of key, place, size and hash of
// each, sorted by key, then a trailer with the table's own place and hash. A pack is written under
// another name and renamed, so that one with its name is whole; a machine that stops may still
// leave one with holes, which the hashes show. Whoever writes holds a lock on its draft; one that
// nobody holds was left by a process that was ended.
namespace satchel::code {
namespace {

constexpr std::string_view kMagic = "SATPACK1";
constexpr std::size_t kTrailer = 8 + 8 + 8 + 8;  // offset, count, hash, magic
constexpr std::size_t kEntry = 16 + 8 + 4 + 8;   // key, offset, size, hash
constexpr std::uint64_t kSmallPack = 4U << 20U;  // joined with the next one
constexpr int kAttempts = 8;
constexpr std::uint64_t kMostEntries = 1U << 24U;
constexpr std::uint32_t kMostEntryBytes = 64U << 20U;

struct PackEntry {
  std::size_t pack = 0;
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  std::uint64_t hash = 0;
};

template <class Number>
void Append(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out += static_cast<char>((value >> (8 * i)) & 0xFFU);
  }
}

template <class Number>
Number NumberAt(std::string_view bytes, std::size_t at) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    value |= static_cast<Number>(Number{static_cast<unsigned char>(bytes[at + i])} << (8 * i));
  }
  return value;
}

bool ReadAt(int file, std::uint64_t offset, std::span<char> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got =
        pread(file, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

Result<Descriptor> OpenDraft(const std::filesystem::path& draft) {
  Descriptor file(open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  struct stat facts{};
  if (file.ok() && flock(file.get(), LOCK_EX | LOCK_NB) == 0 && fstat(file.get(), &facts) == 0) {
    if (facts.st_nlink > 0) return file;
    errno = ENOENT;  // somebody took it for one that was left, before the lock
  }
  return Fail(Errc::kUnavailable, fmt::format("cannot write {}: {}", draft.string(),
                                              std::generic_category().message(errno)));
}

void RemoveIfLeft(const std::filesystem::path& draft) {
  const Descriptor file(open(draft.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.ok() && flock(file.get(), LOCK_EX | LOCK_NB) == 0) unlink(draft.c_str());
}

struct KeyHash {
  std::size_t operator()(const ParseCache::Key& key) const {
    std::size_t value = 0;
    std::memcpy(&value, key.data(), sizeof value);
    return value;
  }
};

}  // namespace

struct ParseCache::State {
  struct Pack {
    std::filesystem::path path;
    Descriptor file{-1};
    std::uint64_t size = 0;
  };

  std::filesystem::path directory;
  std::uint64_t most = 0;
  std::vector<std::filesystem::path> paths;   // of packs, oldest first
  std::vector<std::filesystem::path> drafts;  // that were there
  std::once_flag loaded;  // of what follows, which a run without a change spares
  std::vector<Pack> packs;
  std::unordered_map<Key, PackEntry, KeyHash> known;

  // Everything above is fixed after loading, so that finding needs no lock.
  std::mutex mutex;  // of what follows
  std::map<Key, std::string> added;
  std::uint64_t next = 1;
  std::uint64_t written_bytes = 0;
  bool joined = false;

  void Load();
  void LoadPack(const std::filesystem::path& path);
  std::optional<std::string> ReadEntry(const PackEntry& entry) const;
  Status Write(const std::map<Key, std::string>& entries);
  void RemoveOldest();
};

void ParseCache::State::Load() {
  std::call_once(loaded, [this] {
    for (const auto& path : paths) LoadPack(path);
  });
}

void ParseCache::State::LoadPack(const std::filesystem::path& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat facts{};
  if (!file.ok() || fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  std::array<char, kTrailer> trailer{};
  if (size < kTrailer || !ReadAt(file.get(), size - kTrailer, trailer)) return;
  const std::string_view end(trailer.data(), trailer.size());
  const auto offset = NumberAt<std::uint64_t>(end, 0);
  const auto count = NumberAt<std::uint64_t>(end, 8);
  if (!end.ends_with(kMagic) || count > kMostEntries || offset > size - kTrailer ||
      size - kTrailer - offset != count * kEntry) {
    return;
  }
  std::string table(count * kEntry, '\0');
  if (!ReadAt(file.get(), offset, table) || StableHash(table) != NumberAt<std::uint64_t>(end, 16)) {
    return;
  }
  const std::size_t pack = packs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view row = std::string_view(table).substr(i * kEntry, kEntry);
    Key key{};
    std::memcpy(key.data(), row.data(), key.size());
    const PackEntry entry{pack, NumberAt<std::uint64_t>(row, 16), NumberAt<std::uint32_t>(row, 24),
                          NumberAt<std::uint64_t>(row, 28)};
    if (entry.size > kMostEntryBytes || entry.offset > offset ||
        entry.size > offset - entry.offset) {
      continue;
    }
    known.insert_or_assign(key, entry);
  }
  packs.push_back({path, std::move(file), size});
}

std::optional<std::string> ParseCache::State::ReadEntry(const PackEntry& entry) const {
  std::string data(entry.size, '\0');
  if (!ReadAt(packs[entry.pack].file.get(), entry.offset, data)) return std::nullopt;
  if (StableHash(data) != entry.hash) return std::nullopt;
  return data;
}

Status ParseCache::State::Write(const std::map<Key, std::string>& entries) {
  std::string bytes;
  std::string table;
  for (const auto& [key, data] : entries) {
    table.append(key.data(), key.size());
    Append<std::uint64_t>(table, bytes.size());
    Append<std::uint32_t>(table, static_cast<std::uint32_t>(data.size()));
    Append<std::uint64_t>(table, StableHash(data));
    bytes += data;
  }
  const std::uint64_t offset = bytes.size();
  bytes += table;
  Append<std::uint64_t>(bytes, offset);
  Append<std::uint64_t>(bytes, entries.size());
  Append<std::uint64_t>(bytes, StableHash(table));
  bytes += kMagic;

  static std::atomic<unsigned> serial = 0;
  std::filesystem::path draft;
  Result<Descriptor> file = Descriptor(-1);
  // A process of another container may have the same number.
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    draft = directory / fmt::format("{:016x}-{}-{}.tmp", next, getpid(), serial++);
    file = OpenDraft(draft);
    if (file) break;
  }
  if (!file) return std::unexpected(file.error());
  const std::filesystem::path path = std::filesystem::path(draft).replace_extension(".pack");
  auto written = WriteAll(file->get(), bytes);
  if (written && rename(draft.c_str(), path.c_str()) != 0) {
    written = Fail(Errc::kUnavailable, fmt::format("cannot name {}: {}", path.string(),
                                                   std::generic_category().message(errno)));
  }
  if (!written) {
    unlink(draft.c_str());
    return written;
  }
  ++next;
  written_bytes += bytes.size();
  return {};
}

void ParseCache::State::RemoveOldest() {
  std::uint64_t total = written_bytes;
  for (const Pack& pack : packs) total += pack.size;
  for (const Pack& pack : packs) {
    if (total <= most) break;
    unlink(pack.path.c_str());  // who has it open reads on
    total -= pack.size;
  }
}

ParseCache::Key ParseCache::KeyOf(std::string_view digest, const LanguageRules* rules,
                                  int redaction) {
  std::string text = fmt::format("{}/{}/{}/{}", digest, kFactsVersion, redaction, kParseLimits);
  if (rules != nullptr) text += fmt::format("/{}/{}", rules->name, rules->version);
  const Digest hash = Sha256Of(text);
  Key key{};
  std::memcpy(key.data(), hash.bytes.data(), key.size());
  return key;
}

Result<ParseCache> ParseCache::Open(const std::filesystem::path& directory, std::uint64_t most) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  auto state = std::make_unique<State>();
  state->directory = directory;
  state->most = most;
  std::vector<std::filesystem::path>& paths = state->paths;
  for (auto entry = std::filesystem::directory_iterator(directory, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".pack") paths.push_back(entry->path());
    if (entry->path().extension() == ".tmp") state->drafts.push_back(entry->path());
  }
  if (error) {
    return Fail(Errc::kUnavailable, fmt::format("cannot use the parse cache {}: {}",
                                                directory.string(), error.message()));
  }
  std::ranges::sort(paths);
  for (const auto& path : paths) {
    std::uint64_t number = 0;
    const std::string name = path.filename().string().substr(0, 16);
    if (std::from_chars(name.data(), name.data() + name.size(), number, 16).ec != std::errc()) {
      continue;  // not a name of ours
    }
    state->next = std::max(state->next, number + 1);
  }
  return ParseCache(std::move(state));
}

ParseCache::ParseCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
ParseCache::ParseCache(ParseCache&&) noexcept = default;
ParseCache& ParseCache::operator=(ParseCache&&) noexcept = default;
ParseCache::~ParseCache() = default;

std::optional<std::string> ParseCache::Find(const Key& key) const {
  state_->Load();
  const auto found = state_->known.find(key);
  if (found == state_->known.end()) return std::nullopt;
  return state_->ReadEntry(found->second);
}

void ParseCache::Add(const Key& key, std::string_view data) {
  const std::lock_guard lock(state_->mutex);
  state_->added.try_emplace(key, data);
}

Status ParseCache::Flush() {
  const std::lock_guard lock(state_->mutex);
  auto added = std::exchange(state_->added, {});
  if (added.empty()) return {};
  state_->Load();
  // Small packs are joined, or a thousand edits would be a thousand files.
  std::vector<std::filesystem::path> joined;
  if (!std::exchange(state_->joined, true)) {
    for (const auto& [key, entry] : state_->known) {
      if (state_->packs[entry.pack].size >= kSmallPack) continue;
      if (auto data = state_->ReadEntry(entry)) added.try_emplace(key, *std::move(data));
    }
    for (const auto& pack : state_->packs) {
      if (pack.size < kSmallPack) joined.push_back(pack.path);
    }
  }
  for (const auto& draft : std::exchange(state_->drafts, {})) RemoveIfLeft(draft);
  SATCHEL_TRY(state_->Write(added));
  for (const auto& path : joined) unlink(path.c_str());
  state_->RemoveOldest();
  return {};
}

std::size_t ParseCache::entries() const {
  state_->Load();
  return state_->known.size();
}

std::uint64_t ParseCache::bytes() const {
  state_->Load();
  std::uint64_t total = 0;
  for (const auto& pack : state_->packs) total += pack.size;
  return total;
}

}  // namespace satchel::code
