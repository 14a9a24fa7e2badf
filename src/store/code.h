#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

// Files of the code source. What the bytes of facts mean is the source's business; names and
// imports are also rows, because they are looked for across files.
namespace satchel::store {

struct FileRow {
  std::int64_t id = 0;
  std::string path;
  std::string digest;
  std::int64_t size = 0;
  std::string stat;
  std::string language;
  std::string role;
  std::string reading;
  std::string remark;
  std::string package;
  friend bool operator==(const FileRow&, const FileRow&) = default;
};

// Whether the code source knows of the file and leaves it out, by what is in it.
bool IsLeftOut(const FileRow& file);

struct FactsRow {
  std::int64_t file = 0;
  std::int64_t version = 0;
  std::string data;
  friend bool operator==(const FactsRow&, const FactsRow&) = default;
};

struct SymbolRow {
  std::string name;
  std::int64_t file = 0;
  std::int64_t ordinal = 0;
  std::string kind;
  std::string container;
  std::string visibility;
  std::int64_t first_line = 0;
  std::int64_t last_line = 0;
  std::int64_t flags = 0;
  friend bool operator==(const SymbolRow&, const SymbolRow&) = default;
};
inline constexpr std::int64_t kDeclaredOnly = 1;
inline constexpr std::int64_t kStaleSymbol = 2;

// A name by its hash, and a file that uses it.
struct NameUse {
  std::int64_t name_hash = 0;
  std::int64_t file = 0;
  friend auto operator<=>(const NameUse&, const NameUse&) = default;
};

struct ImportRow {
  std::int64_t file = 0;
  std::int64_t ordinal = 0;
  std::string kind;
  std::int64_t line = 0;
  std::string module;
  std::string name;
  std::string alias;
  std::string target;
  std::string rule;
  friend bool operator==(const ImportRow&, const ImportRow&) = default;
};

// That a file imports another one.
struct ImportTarget {
  std::int64_t file = 0;
  std::string path;
};

struct MetadataRow {
  std::string path;
  std::string digest;
  std::string purpose;
  std::string module;
  std::string domain;
  std::string concepts;  // JSON
  std::string public_surface;
  std::string complexity;
  friend bool operator==(const MetadataRow&, const MetadataRow&) = default;
};

struct CodeCounts {
  std::int64_t files = 0;  // without those that are left out
  std::int64_t bytes = 0;
  std::int64_t symbols = 0;
  std::int64_t imports = 0;
  std::int64_t metadata = 0;
};

// Each call is one round trip, whatever the number of keys. Keys that are not there are left
// out of the answer, which is in the order of the table's key.
class CodeReader {
 public:
  // The database must outlive the reader.
  explicit CodeReader(Database& database) : database_(database) {}

  Result<std::vector<FileRow>> FilesById(const Scope& scope,
                                         std::span<const std::int64_t> ids) const;
  Result<std::vector<FileRow>> FilesByPath(const Scope& scope,
                                           std::span<const std::string> paths) const;
  // At most `most` files with ids above `after`: a page of all of them.
  Result<std::vector<FileRow>> Files(const Scope& scope, std::int64_t after,
                                     std::int64_t most) const;
  Result<std::vector<FactsRow>> Facts(const Scope& scope,
                                      std::span<const std::int64_t> files) const;
  Result<std::vector<SymbolRow>> SymbolsNamed(const Scope& scope,
                                              std::span<const std::string> names) const;
  // Names from `from` on, in the order of names: a page, or what begins with a prefix.
  Result<std::vector<SymbolRow>> SymbolsFrom(const Scope& scope, std::string_view from,
                                             std::int64_t most) const;
  Result<std::vector<NameUse>> Users(const Scope& scope,
                                     std::span<const std::int64_t> name_hashes) const;
  // At most `most` behind `after`: a page of all of them.
  Result<std::vector<NameUse>> NameUses(const Scope& scope, const NameUse& after,
                                        std::int64_t most) const;
  Result<std::vector<ImportRow>> Imports(const Scope& scope,
                                         std::span<const std::int64_t> files) const;
  Result<std::vector<ImportRow>> Importers(const Scope& scope,
                                           std::span<const std::string> targets) const;
  Result<std::vector<MetadataRow>> Metadata(const Scope& scope,
                                            std::span<const std::string> paths) const;
  Result<CodeCounts> Counts(const Scope& scope) const;

 private:
  Database& database_;
};

// The same inside the caller's transaction: all that is read is of one state.
class CodeView {
 public:
  // The transaction must outlive the view.
  explicit CodeView(Transaction& transaction) : transaction_(transaction) {}

  Result<std::vector<FileRow>> FilesById(std::span<const std::int64_t> ids);
  Result<std::vector<FileRow>> FilesByPath(std::span<const std::string> paths);
  Result<std::vector<FactsRow>> Facts(std::span<const std::int64_t> files);
  // As the last call of the transaction, which is over then: ending it takes no round trip more.
  Result<std::vector<FactsRow>> FactsAtLast(std::span<const std::int64_t> files);
  Result<std::vector<SymbolRow>> SymbolsNamed(std::span<const std::string> names);
  Result<std::vector<SymbolRow>> SymbolsFrom(std::string_view from, std::int64_t most);
  Result<std::vector<ImportRow>> Imports(std::span<const std::int64_t> files);
  // Of each import that leads to a file.
  Result<std::vector<ImportTarget>> ImportTargets(std::span<const std::int64_t> files);
  // In the order of target, file and ordinal.
  Result<std::vector<ImportRow>> Importers(std::span<const std::string> targets);
  // Behind `after`, in the order of paths: a page of all of them.
  Result<std::vector<MetadataRow>> MetadataPage(const std::string& after, std::int64_t most);

 protected:
  Transaction& transaction() { return transaction_; }

 private:
  Transaction& transaction_;
};

// Reads and writes inside the caller's transaction. Everything of one kind in one call.
class CodeWriter : public CodeView {
 public:
  using CodeView::CodeView;

  // `count` new ids; the first. From then on others who want some wait for the end of this change.
  Result<std::int64_t> AllotFileIds(std::int64_t count);

  Status PutFiles(std::span<const FileRow> rows);
  Status PutFacts(std::span<const FactsRow> rows);
  Status PutSymbols(std::span<const SymbolRow> rows);
  Status PutNameUses(std::span<const NameUse> rows);
  Status PutImports(std::span<const ImportRow> rows);
  Status PutMetadata(std::span<const MetadataRow> rows);

  // Files with their facts and imports; their names are taken out by RemoveNames().
  Status RemoveFiles(std::span<const std::int64_t> files);
  Status RemoveFacts(std::span<const std::int64_t> files);
  Status RemoveImports(std::span<const std::int64_t> files);
  // What one file defines and uses.
  struct Names {
    std::int64_t file = 0;
    bool known = true;  // false: whatever there is, by a scan of all names
    std::vector<std::string> defined = {};
    std::vector<std::int64_t> used = {};
  };
  Status RemoveNames(std::span<const Names> names);
};

std::span<const Statement* const> CodeStatements();

}  // namespace satchel::store
