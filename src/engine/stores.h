#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/store_place.h"
#include "store/database.h"

namespace satchel::engine {

// The directory for a workspace's data, with a .gitignore of its own; may be repeated.
Status PreparePlace(const std::filesystem::path& directory);

// A workspace's curated, raw and session stores, on whichever engine it has.
// Confined to one thread; the databases inside are shared by all.
class Stores {
 public:
  enum class Use : std::uint8_t {
    kRead,      // curated read-only; the log and sessions are still written
    kWrite,     // everything
    kReadOnly,  // nothing is written, created or migrated
  };

  // kNotFound with the next step when the workspace has no stores yet.
  static Result<Stores> Open(const StorePlace& place, Use use, const Deadline& deadline);
  // Makes what is missing; may be repeated.
  static Result<Stores> Create(const StorePlace& place, std::string_view name, Time now,
                               const Deadline& deadline);

  store::Database& curated() { return *curated_; }
  store::Database& raw() { return *raw_; }
  // The store of a task's session; made when it is missing, unless kReadOnly.
  Result<store::Database*> Session(std::string_view task, Time now, const Deadline& deadline);
  // SQLite: the files of all sessions. Empty on a server, where they are rows.
  Result<std::vector<std::filesystem::path>> SessionFiles() const;
  // One of those files.
  Result<std::unique_ptr<store::Database>> OpenSessionFile(const std::filesystem::path& file) const;

  const StorePlace& place() const { return place_; }
  WorkspaceId workspace() const { return workspace_; }
  store::Scope scope(const Deadline& deadline, store::StoreCount* count = nullptr) const {
    return {.workspace = workspace_, .deadline = deadline, .count = count};
  }

 private:
  Stores(StorePlace place, Use use) : place_(std::move(place)), use_(use) {}

  StorePlace place_;
  Use use_ = Use::kRead;
  WorkspaceId workspace_;
  std::shared_ptr<store::Database> curated_;  // on a server the same one as raw_
  std::shared_ptr<store::Database> raw_;
  std::map<std::string, std::unique_ptr<store::Database>, std::less<>> sessions_;
};

}  // namespace satchel::engine
