#include "settings/trust.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/files.h"
#include "base/sha256.h"

namespace satchel::settings {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostRecordBytes = 8'192;
constexpr std::size_t kMostRecords = 10'000;
constexpr std::string_view kHeader = "satchel-trust 1\n";

// Three lines: header, digest, root. A root may hold any byte but NUL, a line
// break too, so it comes last and runs to the end.
std::optional<TrustRecord> ParseRecord(std::string_view key, std::string_view bytes) {
  constexpr std::size_t kDigits = 64;
  if (!bytes.starts_with(kHeader)) return std::nullopt;
  bytes.remove_prefix(kHeader.size());
  if (bytes.size() < kDigits + 2 || bytes[kDigits] != '\n' || !bytes.ends_with('\n')) {
    return std::nullopt;
  }
  return TrustRecord{.key = std::string(key),
                     .sha256 = std::string(bytes.substr(0, kDigits)),
                     .root = std::string(bytes.substr(kDigits + 1, bytes.size() - kDigits - 2))};
}

std::optional<TrustRecord> ReadRecord(const fs::path& file) {
  const auto bytes = ReadSmallFile(file, kMostRecordBytes);
  if (!bytes || !*bytes) return std::nullopt;
  return ParseRecord(file.filename().string(), **bytes);
}

}  // namespace

bool IsTrusted(const Directories& directories, const Workspace& workspace,
               std::string_view config_bytes) {
  if (!directories.state) return false;
  const auto record = ReadRecord(*directories.state / "trust" / workspace.key);
  return record && record->root == workspace.root.native() &&
         record->sha256 == Sha256Of(config_bytes).Hex();
}

Status Trust(const Directories& directories, const Workspace& workspace,
             std::string_view config_bytes) {
  const auto state = SATCHEL_TRY(Require(directories.state, "XDG_STATE_HOME"));
  const fs::path folder = state / "trust";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return Fail(Errc::kSystem,
                fmt::format("cannot create {}: {}", folder.string(), error.message()));
  }
  // Nobody else may decide what this user trusts.
  fs::permissions(folder, fs::perms::owner_all, error);
  return WriteFileAtomically(
      folder / workspace.key,
      fmt::format("{}{}\n{}\n", kHeader, Sha256Of(config_bytes).Hex(), workspace.root.native()));
}

Result<bool> RevokeTrust(const Directories& directories, const Workspace& workspace) {
  if (!directories.state) return false;
  const fs::path file = *directories.state / "trust" / workspace.key;
  std::error_code error;
  const bool removed = fs::remove(file, error);
  if (error) {
    return Fail(Errc::kSystem, fmt::format("cannot remove {}: {}", file.string(), error.message()));
  }
  return removed;
}

Result<std::vector<TrustRecord>> ListTrust(const Directories& directories) {
  std::vector<TrustRecord> records;
  if (!directories.state) return records;
  std::error_code error;
  for (fs::directory_iterator entry(*directories.state / "trust", error), end;
       !error && entry != end && records.size() < kMostRecords; entry.increment(error)) {
    if (auto record = ReadRecord(entry->path())) records.push_back(*std::move(record));
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Fail(Errc::kSystem,
                fmt::format("cannot list the records of trust: {}", error.message()));
  }
  std::ranges::sort(records, {}, &TrustRecord::root);
  return records;
}

}  // namespace satchel::settings
