#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::code {

// What a commit says of a file that it changed. Views are of the run's own.
struct FileCommit {
  std::string_view title;
  std::string_view body;
  std::size_t changed = 1;  // files of the commit
};

// All that commits say of a file from now on; none: nothing any more.
struct FileHistory {
  std::string_view path;
  std::vector<FileCommit> commits;  // newest first
  bool is_new = false;              // the sink has nothing of this path
};

// Where the messages of commits go besides the rows: the index of words, which this source does
// not know.
class HistorySink {
 public:
  HistorySink() = default;
  HistorySink(const HistorySink&) = delete;
  HistorySink& operator=(const HistorySink&) = delete;
  virtual ~HistorySink() = default;

  // By which rules it reads: everything is put again when they are others.
  virtual std::string version() const = 0;
  virtual Status Put(store::Transaction& transaction, std::span<const FileHistory> files) = 0;
  // Outside of a transaction: what many Put() have left behind is brought in order.
  virtual Status Tidy(store::Database& curated, const store::Scope& scope) = 0;
  virtual Status Clear(store::Transaction& transaction) = 0;
};

}  // namespace satchel::code
