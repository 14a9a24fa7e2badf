#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "code/index/indexed_file.h"
#include "code/index/indexer.h"
#include "store/code.h"
#include "store/database.h"
#include "text/redactor.h"

namespace satchel::code {

// Names the rules that decide what is stored of a file. Files are read again when it changes.
// `redaction`: of the redactor; a test gives another one.
std::string RulesState(const ParseLimits& limits, const ChunkSink* chunks,
                       int redaction = text::kRedactionVersion);

// What became of one file that was to be read.
struct Outcome {
  std::optional<SkipReason> skipped;
  bool same = false;  // the content that the store has
  IndexedFile file;
};

// What a run over a work tree and one over a commit share: what the store had, what becomes of
// each file, and the end. Confined to the calling thread, but for FromContent().
class IndexRun {
 public:
  IndexRun(store::Database& curated, const store::Scope& scope, ParseCache* cache,
           const IndexOptions& options)
      : curated_(curated), scope_(scope), cache_(cache), options_(options) {}

  // By which rules the store was read, and whether a run was cut off. First of all. When all files
  // are to be read, what search has of them is taken out.
  Status ReadStates();
  bool rules_changed() const { return rules_changed_; }
  // Only looks: whether a run by the rules of now came to its end.
  Result<bool> IsComplete() const;

  // What the store has of all files, or of some.
  Status LoadAll();
  Status LoadSome(std::span<const std::string> paths);
  const std::vector<store::FileRow>& rows() const { return rows_; }
  const store::FileRow* Stored(std::string_view path) const;
  // Whether the store's row of a file is of the same stat data and can be left as it is.
  bool IsKnown(std::string_view path, std::string_view stat) const;

  // From any thread. `size`: of the whole file, of which `bytes` may be the beginning.
  Outcome FromContent(FactsReader& facts, const std::string& path, std::string_view bytes,
                      std::uint64_t size, std::string stat) const;

  void SetTotal(std::size_t files) { total_ = files; }
  // One that IsKnown() said yes to.
  void TakeKnown(const std::string& path);
  // In the order of paths. Writes when enough has come together.
  Status Take(const std::string& path, Outcome outcome);
  // Reads files on several threads with readers of their own, and takes what comes of each in
  // order, up to the first failure. `size`: of the file, as far as is known.
  struct ToRead {
    std::string path;
    std::uint64_t size = kUnknownSize;
  };
  // One whose size nobody has asked for counts as a large one.
  static constexpr std::uint64_t kUnknownSize = 256U << 10U;
  Status TakeAll(std::span<const ToRead> files,
                 const std::function<Outcome(FactsReader& facts, std::size_t i)>& read);
  void AddGone(const std::string& path) { gone_.push_back(path); }
  // One whose stat data alone are others.
  void AddSame(IndexedFile file) { same_.push_back(std::move(file)); }

  // Writes the rest, takes out what is gone, resolves imports. `read`: a file's bytes.
  using ReadBytes = std::function<std::optional<std::string>(const std::string& path)>;
  Result<IndexSummary> Finish(const ReadBytes& read);

  IndexSummary& summary() { return summary_; }
  const IndexOptions& options() const { return options_; }
  const store::Scope& scope() const { return scope_; }

 private:
  unsigned Threads(std::size_t files) const;
  std::size_t CostOf(const ToRead& file) const;
  Status BeginAnew();
  void SetRows(std::vector<store::FileRow> rows);
  Status WriteChanges();
  Status RemoveGone();
  Status Resolve(const ReadBytes& read);
  Status PutRulesState();

  store::Database& curated_;
  const store::Scope& scope_;
  ParseCache* cache_;
  const IndexOptions& options_;

  IndexSummary summary_;
  bool rules_changed_ = false;
  bool cut_off_ = false;
  std::string rules_;
  std::vector<store::FileRow> rows_;
  std::unordered_map<std::string_view, const store::FileRow*> stored_;
  std::vector<IndexedFile> changes_;
  std::size_t change_bytes_ = 0;
  std::size_t writes_ = 0;
  std::vector<IndexedFile> same_;
  std::vector<std::string> gone_;     // paths in the store that are none of the code now
  std::vector<std::string> changed_;  // paths whose content is another
  bool set_changed_ = false;          // files came or went
  bool configuration_changed_ = false;
  std::int64_t pending_ = 0;  // imports
  std::size_t done_ = 0;
  std::size_t total_ = 0;
};

}  // namespace satchel::code
