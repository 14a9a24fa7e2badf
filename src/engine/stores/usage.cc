#include "engine/stores/usage.h"

#include <sys/stat.h>
#include <system_error>

namespace satchel::engine {
namespace fs = std::filesystem;

DiskUsage MeasureDirectory(const fs::path& directory) {
  constexpr std::uint64_t kMostEntries = 1'000'000;
  DiskUsage usage;
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(directory, error))) return usage;
  std::uint64_t entries = 0;
  fs::recursive_directory_iterator entry(directory, fs::directory_options::skip_permission_denied,
                                         error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (++entries > kMostEntries) break;
    struct stat facts{};
    if (::lstat(entry->path().c_str(), &facts) != 0) {
      usage.complete = false;
    } else if (!S_ISDIR(facts.st_mode)) {
      ++usage.files;
      usage.bytes += static_cast<std::uint64_t>(facts.st_size);
    }
  }
  if (error || entries > kMostEntries) usage.complete = false;
  return usage;
}

}  // namespace satchel::engine
