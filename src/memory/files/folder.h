#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"
#include "memory/files/memory.h"

// The directory of one namespace, as engram lays it out: profile.md, facts/, corrections/,
// artifacts/, boxes/, entities/, archive/ and whatever else has Markdown with front matter below
// it. `state/` and `namespaces/` are not memories. Links are not followed.
namespace satchel::memory {

struct Finding {
  std::string path;
  std::string text;
};

struct FolderLimits {
  std::size_t file_bytes = 1U << 20U;
  std::size_t files = 400'000;
  std::size_t total_bytes = 1U << 30U;
};

// How often a memory was shown and called wrong: state/negative_examples.json.
using NegativeHits = std::map<std::string, std::int64_t, std::less<>>;

struct Folder {
  bool exists = false;
  std::vector<std::shared_ptr<const Memory>> memories;  // by path
  std::string profile;                                  // the text of profile.md; empty: none
  NegativeHits negatives;
  std::vector<Finding> findings;  // files that are there and could not be used, whole or in part
  std::string digest;             // of all that was read
};

// Files of an earlier reading, taken again when size, time and inode are as they were. Safe to
// share between threads.
class FolderCache {
 public:
  struct Entry {
    Directory::Facts facts;
    std::string digest;
    std::shared_ptr<const Memory> memory;  // null: a file that cannot be used
    std::vector<std::string> faults;
  };
  std::optional<Entry> Find(const std::string& path) const;
  void Put(const std::string& path, Entry entry);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;  // by the whole path
};

// The hits in the bytes of negative_examples.json: engram's {"ID": {"notUseful": 2}}, also with
// `hits` or `notUsefulCount`, with plain numbers, or all of it below `examples`.
// kInvalidInput: it is none of that. `faults`: entries left out.
struct ReadNegatives {
  NegativeHits hits;
  std::vector<std::string> faults;
};
Result<ReadNegatives> NegativesFromJson(std::string_view json);

// `space` is the namespace that the memories get. A directory that is missing is an empty folder.
// An error when the directory itself cannot be read or the time is over; what is wrong with a file
// is a finding.
Result<Folder> LoadFolder(const std::filesystem::path& directory, const std::string& space,
                          FolderCache* cache, const Deadline& deadline,
                          const FolderLimits& limits = {});

}  // namespace satchel::memory
