#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"
#include "base/writer_lock.h"

// The directory of one namespace, held by one writer: files are replaced as a whole, and several of
// them with one wait for the disk. Paths are from that directory, with '/'; no link is followed and
// nothing outside is reached. What is made is private to the user; what is replaced keeps its
// permissions.
// Errors: kInvalidInput (a path, or a link or device in its place), kConflict (a new file is there
// already), kNotFound, kDeadline (another one went on writing), kSystem.
namespace satchel::engine {

class MemoryFiles {
 public:
  // The directory's own path may be a link where the user's word is taken for it.
  enum class Links : std::uint8_t { kFollow, kRefuse };
  // Makes the directory, takes its lock, and clears away what a killed writer left.
  static Result<MemoryFiles> Open(const std::filesystem::path& directory, Links links,
                                  const Deadline& deadline);

  // How the directory of a namespace is opened: those that are found are never reached by a link.
  static Links LinksOf(std::string_view space);
  // How many drafts a namespace has now, whoever they belong to.
  static std::size_t CountDrafts(const std::filesystem::path& directory);
  // How many Open() has cleared away.
  std::size_t cleared() const { return cleared_; }

  MemoryFiles(MemoryFiles&&) noexcept = default;
  MemoryFiles& operator=(MemoryFiles&&) noexcept = default;
  ~MemoryFiles();

  Result<std::string> Read(std::string_view path, std::size_t most) const;
  // Whether anything has that name; a link counts as itself.
  bool Exists(std::string_view path) const;

  // Writes a file under a name that no reader takes; Commit() gives all of them their own names, in
  // the order in which they were staged. Without it nothing was written.
  enum class As : std::uint8_t { kNew, kReplacement };
  Status Stage(std::string_view path, std::string_view bytes, As as);
  Status Commit();

  // At once, and durable; one that is gone is no error.
  Status Remove(std::string_view path) const;

 private:
  struct Staged {
    std::string draft;
    std::string path;
    As as = As::kNew;
  };
  MemoryFiles(std::filesystem::path directory, Descriptor top, Descriptor drafts, WriterLock lock);

  enum class Missing : std::uint8_t { kFail, kMake, kMakeDurably };
  // The directory that a path's last name is in.
  Result<Descriptor> OpenParent(std::string_view path, Missing missing) const;
  Status Rename(const Staged& staged, bool durable) const;
  void ClearDrafts();
  std::unexpected<Error> Cannot(std::string_view doing, std::string_view path, int error) const;

  std::filesystem::path directory_;
  Descriptor top_;
  Descriptor drafts_;
  WriterLock lock_;
  std::vector<Staged> staged_;
  std::size_t cleared_ = 0;
};

}  // namespace satchel::engine
