#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

// The commits of the repository. What the bytes of changes and of numbers mean is the code source's
// business.
namespace satchel::store {

struct CommitRow {
  std::int64_t number = 0;
  std::string id;              // in hexadecimal digits
  std::int64_t committed = 0;  // seconds since 1970
  std::int64_t changed = 0;    // files
  std::string title;
  std::string body;
  std::string changes;
  friend bool operator==(const CommitRow&, const CommitRow&) = default;
};

struct HistoryPathRow {
  std::string path;     // as commits named it
  std::string now;      // what it is called since; empty: it is gone
  std::string commits;  // numbers
  friend bool operator==(const HistoryPathRow&, const HistoryPathRow&) = default;
};

// Reads inside the caller's transaction: all of it is of one state. Each call is one round trip.
// Keys that are not there are left out of the answer, which is in the order of the table's key.
class HistoryView {
 public:
  // The transaction must outlive the view.
  explicit HistoryView(Transaction& transaction) : transaction_(transaction) {}

  // By what they changed alone: without id, title and body, which may be long.
  Result<std::vector<CommitRow>> Changes(std::span<const std::int64_t> numbers);
  // At most `most` with numbers above `after`: a page of all of them.
  Result<std::vector<CommitRow>> CommitPage(std::int64_t after, std::int64_t most);
  // By what they are called now alone: without commits, which may be many.
  Result<std::vector<HistoryPathRow>> CurrentNames(std::span<const std::string> paths);
  Result<std::vector<HistoryPathRow>> PathPage(const std::string& after, std::int64_t most);
  // All names that files had which are called so now.
  Result<std::vector<HistoryPathRow>> NamesOf(std::span<const std::string> now);
  Result<std::int64_t> CountCommits();

 protected:
  Transaction& transaction() { return transaction_; }

 private:
  Transaction& transaction_;
};

// Reads and writes inside the caller's transaction. Everything of one kind in one call.
class HistoryWriter : public HistoryView {
 public:
  using HistoryView::HistoryView;

  // `count` new numbers; the first. From then on others who want some wait for the end of this
  // change.
  Result<std::int64_t> AllotNumbers(std::int64_t count);

  Status PutCommits(std::span<const CommitRow> rows);
  Status PutPaths(std::span<const HistoryPathRow> rows);
  Status RemoveCommits(std::span<const std::int64_t> numbers);
  Status RemovePaths(std::span<const std::string> paths);
  Status Clear();
};

std::span<const Statement* const> HistoryStatements();

}  // namespace satchel::store
