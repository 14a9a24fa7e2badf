#include "graph/files/folder.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/sha256.h"

namespace satchel::graph {
namespace {

// A file that changed so shortly before it was read may change again without its facts
// telling: clocks of file systems tick slowly.
constexpr auto kSettled = std::chrono::milliseconds(50);

std::array<std::string, 4> LogNames() {
  std::array<std::string, 4> names;
  for (const Layer layer : kLayers) names[IndexOf(layer)] = LogName(layer);
  names.back() = kCommitLog;
  return names;
}

std::string Why(const ReadFailure& failure) {
  switch (failure.kind) {
    case ReadFailure::Kind::kLink:
      return "it is a symbolic link, which is not followed";
    case ReadFailure::Kind::kWrongKind:
      return "it is not what belongs there";
    case ReadFailure::Kind::kTooLarge:
      return fmt::format("it has more than {} bytes", kMostLogBytes);
    case ReadFailure::Kind::kAbsent:
    case ReadFailure::Kind::kSystem:
      break;
  }
  return failure.SystemText();
}

std::unexpected<Error> CannotOpen(const std::filesystem::path& path, const ReadFailure& failure) {
  const bool theirs =
      failure.kind == ReadFailure::Kind::kLink || failure.kind == ReadFailure::Kind::kWrongKind;
  return Fail(theirs ? Errc::kInvalidInput : Errc::kSystem,
              fmt::format("cannot open {}: {}", path.string(), Why(failure)),
              theirs ? "the folder of the graphs is a plain directory below the workspace" : "");
}

std::vector<std::string> PartsOf(std::string_view folder) {
  std::vector<std::string> parts;
  while (!folder.empty()) {
    const auto end = std::min(folder.find('/'), folder.size());
    const std::string_view part = folder.substr(0, end);
    if (!part.empty() && part != ".") parts.emplace_back(part);
    folder.remove_prefix(std::min(end + 1, folder.size()));
  }
  return parts;
}

}  // namespace

Result<std::string> FolderName(std::string_view folder) {
  const std::vector<std::string> parts = PartsOf(folder);
  const bool leaves = folder.starts_with('/') || folder.find('\0') != folder.npos ||
                      std::ranges::find(parts, "..") != parts.end();
  if (parts.empty() || leaves) {
    return Fail(Errc::kInvalidInput,
                fmt::format("'{}' is no directory below the workspace", folder),
                "name it from the workspace's root, such as graphs or docs/graphs");
  }
  return fmt::format("{}", fmt::join(parts, "/"));
}

Result<std::optional<Directory>> OpenFolder(const std::filesystem::path& root,
                                            std::string_view folder) {
  const auto name = SATCHEL_TRY(FolderName(folder));
  auto directory = Directory::Open(root);
  if (!directory) return CannotOpen(root, directory.error());
  for (const std::string& part : PartsOf(name)) {
    auto inner = directory->OpenDirectory(part);
    if (!inner && inner.error().kind == ReadFailure::Kind::kAbsent) return std::nullopt;
    if (!inner) return CannotOpen(root / name, inner.error());
    directory = std::move(inner);
  }
  return *std::move(directory);
}

Result<Directory> MakeFolder(const std::filesystem::path& root, std::string_view folder) {
  const auto name = SATCHEL_TRY(FolderName(folder));
  auto directory = Directory::Open(root);
  if (!directory) return CannotOpen(root, directory.error());
  for (const std::string& part : PartsOf(name)) {
    auto inner = directory->MakeDirectory(part);
    if (!inner) return CannotOpen(root / name, inner.error());
    directory = std::move(inner);
  }
  return *std::move(directory);
}

Loaded LoadGraph(const Directory& directory) {
  Loaded loaded{.exists = true};
  Logs logs;
  const std::array<std::string, 4> names = LogNames();
  // The commits first: what is committed in between is then at worst a change without one.
  for (std::size_t i = names.size(); i-- > 0;) {
    std::string& bytes = i < logs.nodes.size() ? logs.nodes[i] : logs.commits;
    auto read = directory.ReadFile(names[i], kMostLogBytes);
    if (read) {
      bytes = *std::move(read);
    } else if (read.error().kind != ReadFailure::Kind::kAbsent) {
      loaded.unreadable.push_back(
          {.file = names[i], .problem = Problem::kUnreadable, .text = Why(read.error())});
    }
    logs.digests[i] = Sha256Of(bytes).Hex();
  }
  std::ranges::reverse(loaded.unreadable);
  loaded.graph = Graph::Read(std::move(logs));
  return loaded;
}

Result<Loaded> LoadGraph(const std::filesystem::path& root, std::string_view folder) {
  const auto directory = SATCHEL_TRY(OpenFolder(root, folder));
  if (!directory) return Loaded{.graph = Graph::Read({})};
  return LoadGraph(*directory);
}

Result<Loaded> GraphCache::Load(const std::filesystem::path& root, std::string_view folder) {
  const auto directory = SATCHEL_TRY(OpenFolder(root, folder));
  if (!directory) return Loaded{.graph = Graph::Read({})};
  const std::string key = (root / folder).string();
  Entry entry{.key = key};
  const std::array<std::string, 4> names = LogNames();
  for (std::size_t i = 0; i < names.size(); ++i) entry.facts[i] = directory->FactsOf(names[i]);
  {
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find(entries_, key, &Entry::key);
    if (known != entries_.end() && known->facts == entry.facts) {
      std::rotate(entries_.begin(), known, known + 1);
      return entries_.front().loaded;
    }
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch() - kSettled;
  const auto settled = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  entry.loaded = LoadGraph(*directory);
  // A link has no facts, so nothing would tell that it went.
  const bool keeps =
      entry.loaded.unreadable.empty() && std::ranges::all_of(entry.facts, [&](const auto& facts) {
        return !facts || facts->changed < settled;
      });
  Loaded loaded = entry.loaded;
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_, [&](const Entry& old) { return old.key == key; });
  if (keeps) entries_.insert(entries_.begin(), std::move(entry));
  if (entries_.size() > kMostEntries) entries_.pop_back();
  return loaded;
}

}  // namespace satchel::graph
