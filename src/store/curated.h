#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

// What can be rebuilt from the sources: documents, and named values about them.
namespace satchel::store {

struct DocumentRow {
  std::string source;
  std::int64_t id = 0;
  std::string path;    // or another key inside the source
  std::string digest;  // SHA-256 of the content, 32 bytes
  std::string kind;
  std::string role;
  std::string language;
  std::string title;
  std::int64_t size = 0;
  std::optional<Time> time;
  std::string attributes;  // JSON of the source
  friend bool operator==(const DocumentRow&, const DocumentRow&) = default;
};

// Each call is one round trip, whatever the number of keys. Keys that are not
// there are left out of the answer, which is in the order of ids.
class CuratedReader {
 public:
  // The database must outlive the reader.
  explicit CuratedReader(Database& database) : database_(database) {}

  Result<std::vector<DocumentRow>> DocumentsById(const Scope& scope, std::string_view source,
                                                 std::span<const std::int64_t> ids) const;
  Result<std::vector<DocumentRow>> DocumentsByPath(const Scope& scope, std::string_view source,
                                                   std::span<const std::string> paths) const;
  // At most `most` documents with ids above `after`: a page of all of them.
  Result<std::vector<DocumentRow>> Documents(const Scope& scope, std::string_view source,
                                             std::int64_t after, std::int64_t most) const;
  Result<std::map<std::string, std::string>> State(const Scope& scope,
                                                   std::span<const std::string> names) const;

 private:
  Database& database_;
};

// The same inside the caller's transaction.
Result<std::map<std::string, std::string>> ReadState(Transaction& transaction,
                                                     std::span<const std::string> names);

// One change of the curated store: everything that is put and removed becomes
// visible together, or not at all. Confined to one thread.
class CuratedChange {
 public:
  static Result<CuratedChange> Begin(Database& database, const Scope& scope);

  // As CuratedReader has it, of this change.
  Result<std::vector<DocumentRow>> Documents(std::string_view source, std::int64_t after,
                                             std::int64_t most);

  // `count` new ids of documents of a source; the first one. From then on others who
  // want some wait for the end of this change.
  Result<std::int64_t> AllotDocumentIds(std::string_view source, std::int64_t count);
  Status PutDocuments(std::span<const DocumentRow> documents);
  Status RemoveDocuments(std::string_view source, std::span<const std::int64_t> ids);
  Status PutState(std::string_view name, std::string_view value);

  // For what else belongs into the same change: segment rows, code.
  Transaction& transaction() { return *transaction_; }

  Status Commit() &&;

 private:
  explicit CuratedChange(std::unique_ptr<Transaction> transaction)
      : transaction_(std::move(transaction)) {}

  std::unique_ptr<Transaction> transaction_;
};

// All statements of this file, for the check of the schema's rules.
std::span<const Statement* const> CuratedStatements();

}  // namespace satchel::store
