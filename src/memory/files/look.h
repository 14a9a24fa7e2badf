#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"
#include "memory/files/folder.h"
#include "memory/files/memory.h"

// What has changed in the directory of a namespace since somebody looked at it. A directory whose
// own facts are as they were has the same names, so that it is not listed again; every file that it
// had is asked for its facts, since a file that is edited in place changes nothing around it. Only
// what differs is read. What LoadFolder() takes for a memory is one here, and the digest is the
// same.
namespace satchel::memory {

struct LookedFile {
  std::string name;
  Directory::Facts facts;  // `changed` is 0: they cannot be trusted yet
  std::string digest;      // FileDigest(); empty: it could not be read
  std::string id;          // empty: it is no memory
};

// A directory as it was. What it says of files goes with them.
struct LookedDirectory {
  std::string path;                      // from the namespace's, with '/'; empty: itself
  Directory::Facts facts;                // `changed` is 0: as with files
  std::vector<std::string> directories;  // names
  std::vector<LookedFile> files;         // by name
  std::vector<Finding> findings;
};

// To keep one. kCorrupt: it is none of these.
std::string BytesOf(const LookedDirectory& directory);
Result<LookedDirectory> LookedDirectoryFrom(std::string_view bytes);

// BytesOf() each, by path; empty: nobody has looked yet.
using KnownDirectories = std::map<std::string, std::string, std::less<>>;

struct FolderLook {
  bool exists = false;
  bool too_large = false;  // more than the limits allow: only LoadFolder() says what is left out
  std::vector<LookedDirectory> changed;
  std::vector<std::string> gone;  // directories

  struct ReadFile {
    std::string bytes;
    std::shared_ptr<const Memory> memory;  // with its path
  };
  std::vector<ReadFile> read;  // memories that are new or other than before
  struct Lost {
    std::string path;
    std::string id;
  };
  std::vector<Lost> lost;  // what was a memory, and is none or another now

  std::string profile;  // as in Folder, all of it
  NegativeHits negatives;
  std::vector<Finding> findings;  // by path; without those about two memories of one id
  std::string digest;             // of all, as Folder has it
  std::string memories;           // digest of what is looked at by directories

  bool same() const { return changed.empty() && gone.empty(); }
};

// Directories that may differ from what is known, each with a mark that its next event changes.
using DirectoryMarks = std::map<std::string, std::uint64_t, std::less<>>;

// As LoadFolder(). kCorrupt: what is known is damaged. `only`: the others are known to be as they
// were; null: nothing is.
Result<FolderLook> LookAtFolder(const std::filesystem::path& directory, const std::string& space,
                                const KnownDirectories& known, const Deadline& deadline,
                                const FolderLimits& limits = {},
                                const DirectoryMarks* only = nullptr);

}  // namespace satchel::memory
