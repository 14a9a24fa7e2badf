#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/database.h"

namespace satchel::engine {

// The files of sessions that were used last, kept open for the next request on the same task. One
// that has to make room is closed when nobody uses it any more. Shared by all threads.
class OpenSessions {
 public:
  // An open file takes descriptors and a page cache of its own.
  static constexpr std::size_t kMost = 16;

  // Null: it is not open.
  std::shared_ptr<store::Database> Find(std::string_view file);
  // The one to use: `opened`, or that of a thread which was quicker.
  std::shared_ptr<store::Database> Add(std::string_view file,
                                       std::shared_ptr<store::Database> opened);
  // Lets go of one, so that it is closed unless it is in use.
  void Forget(std::string_view file);

 private:
  using Entry = std::pair<std::string, std::shared_ptr<store::Database>>;

  std::shared_ptr<store::Database> FindLocked(std::string_view file);

  std::mutex mutex_;
  std::vector<Entry> entries_;  // locked by mutex_; the one used last is in front
};

}  // namespace satchel::engine
