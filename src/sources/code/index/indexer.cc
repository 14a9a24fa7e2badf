#include "sources/code/index/indexer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <expected>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "sources/code/facts_codec.h"
#include "sources/code/index/file_change.h"
#include "sources/code/index/import_pass.h"
#include "sources/code/index/indexed_file.h"
#include "sources/code/index/ordered_work.h"
#include "sources/code/languages/languages.h"
#include "sources/code/resolve/project.h"
#include "sources/code/walk/content.h"
#include "sources/code/walk/file_reader.h"
#include "store/code.h"
#include "store/curated.h"

namespace satchel::code {
namespace {

constexpr std::int64_t kRowsInAPage = 20'000;
constexpr std::size_t kFilesInAChange = 2000;
constexpr std::size_t kBytesInAChange = 32U << 20U;  // of facts in memory
constexpr WorkWindow kAhead = {.results = 256, .weight = 32U << 20U};
constexpr std::size_t kMostExamples = 20;
// By which rules the store was read; files are read again when they are others.
constexpr std::string_view kRulesState = "code.rules";

// A file that changed this shortly before it was read may change again with the same stamp.
constexpr std::int64_t kUnsure = 2'000'000'000;

std::string RulesState(const ParseLimits& limits) {
  std::string state =
      fmt::format("{}/{}/{}/{}", kFactsVersion, limits.bytes, limits.memory, limits.steps);
  for (const LanguageRules* rules : Languages()) {
    state += fmt::format("/{}={}", rules->name, rules->version);
  }
  return Sha256Of(state).Hex().substr(0, 16);
}

std::string StatOf(const FileStamp& stamp, std::int64_t unsure_from) {
  if (stamp.modified >= unsure_from || stamp.changed >= unsure_from) return {};
  std::string bytes;
  for (const std::uint64_t number :
       {stamp.size, static_cast<std::uint64_t>(stamp.modified),
        static_cast<std::uint64_t>(stamp.changed), stamp.inode, stamp.device}) {
    for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xFFU);
  }
  return bytes;
}

std::int64_t NanosNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Result<std::vector<store::FileRow>> AllFiles(store::Database& curated, const store::Scope& scope) {
  std::vector<store::FileRow> all;
  const store::CodeReader reader(curated);
  for (std::int64_t after = 0;;) {
    auto page = reader.Files(scope, after, kRowsInAPage);
    if (!page) return std::unexpected(page.error());
    if (page->empty()) return all;
    after = page->back().id;
    std::ranges::move(*page, std::back_inserter(all));
    if (page->size() < static_cast<std::size_t>(kRowsInAPage)) return all;
  }
}

// What became of one file that was to be read.
struct Outcome {
  std::optional<SkipReason> skipped;
  bool same = false;  // the content that the store has
  IndexedFile file;
};

class Run {
 public:
  Run(const std::filesystem::path& root, store::Database& curated, const store::Scope& scope,
      ParseCache* cache, const IndexOptions& options)
      : root_(root), curated_(curated), scope_(scope), cache_(cache), options_(options) {}

  // Nothing: all files below the root.
  Result<IndexSummary> Index(const std::optional<std::span<const std::string>>& paths);

 private:
  Status ReadStates();
  Status Plan();
  Status PlanOnly(std::span<const std::string> paths);
  Status ReadChanged(const FileReader& reader);
  Outcome ReadOne(const FileReader& reader, FactsReader& facts, const WalkedFile& walked) const;
  Status Take(Outcome outcome);
  Status WriteChanges();
  Status RemoveGone();
  Status Resolve(const FileReader& reader);
  Status PutRulesState();

  const std::filesystem::path& root_;
  store::Database& curated_;
  const store::Scope& scope_;
  ParseCache* cache_;
  const IndexOptions& options_;

  IndexSummary summary_;
  std::int64_t unsure_from_ = 0;
  bool rules_changed_ = false;
  bool cut_off_ = false;
  std::string rules_;
  std::vector<WalkedFile> walked_;
  std::vector<const WalkedFile*> todo_;
  std::unordered_map<std::string_view, const store::FileRow*> stored_;
  std::vector<store::FileRow> rows_;
  std::vector<IndexedFile> changes_;
  std::size_t change_bytes_ = 0;
  std::vector<IndexedFile> same_;
  std::vector<std::string> gone_;     // paths in the store that are none of the code now
  std::vector<std::string> changed_;  // paths whose content is another
  bool set_changed_ = false;          // files came or went
  bool configuration_changed_ = false;
  std::int64_t pending_ = 0;  // imports
};

Status Run::ReadStates() {
  const std::array<std::string, 2> names = {std::string(kRulesState), std::string(kPendingState)};
  auto states = store::CuratedReader(curated_).State(scope_, names);
  if (!states) return std::unexpected(states.error());
  rules_ = RulesState(options_.limits);
  rules_changed_ = (*states)[std::string(kRulesState)] != rules_;
  // A run that was cut off left imports pending in files that have not changed since.
  cut_off_ = !(*states)[std::string(kPendingState)].empty();
  unsure_from_ = NanosNow() - kUnsure;
  return {};
}

// Of some files, those that the store has: whoever is gone is seen when it is read.
Status Run::PlanOnly(std::span<const std::string> paths) {
  auto rows = store::CodeReader(curated_).FilesByPath(scope_, paths);
  if (!rows) return std::unexpected(rows.error());
  rows_ = *std::move(rows);
  for (const store::FileRow& row : rows_) {
    stored_.emplace(row.path, &row);
    walked_.push_back({.path = row.path, .stamp = {}});
  }
  for (const std::string& path : paths) {
    if (!stored_.contains(path)) summary_.unknown.push_back(path);
  }
  for (const WalkedFile& file : walked_) todo_.push_back(&file);
  return {};
}

// Which files are to be read and which are gone.
Status Run::Plan() {
  auto walk = Walk(root_, options_.walk, scope_.deadline);
  if (!walk) return std::unexpected(walk.error());
  walked_ = std::move(walk->files);
  summary_.skipped = walk->skipped;

  auto rows = AllFiles(curated_, scope_);
  if (!rows) return std::unexpected(rows.error());
  rows_ = *std::move(rows);
  stored_.reserve(rows_.size());
  for (const store::FileRow& row : rows_) stored_.emplace(row.path, &row);

  std::unordered_map<std::string_view, bool> present;
  present.reserve(walked_.size());
  for (const WalkedFile& file : walked_) {
    present.emplace(file.path, true);
    const auto known = stored_.find(file.path);
    if (known != stored_.end() && !options_.full && !rules_changed_ &&
        !known->second->stat.empty() && known->second->stat == StatOf(file.stamp, unsure_from_)) {
      ++summary_.seen;
      ++summary_.unchanged;
      continue;
    }
    todo_.push_back(&file);
  }
  for (const store::FileRow& row : rows_) {
    if (!present.contains(row.path)) gone_.push_back(row.path);
  }
  return {};
}

Outcome Run::ReadOne(const FileReader& reader, FactsReader& facts, const WalkedFile& walked) const {
  Outcome outcome;
  auto read = reader.Read(walked.path, options_.limits.bytes + 1);
  if (!read) {
    outcome.skipped = read.error();
    return outcome;
  }
  outcome.skipped = SkipByContent(read->bytes);
  if (outcome.skipped) return outcome;
  // Of a file that is not read to its end the size is part of what it is known by.
  Digest digest =
      read->cut ? Sha256Of(fmt::format("{} {}", Sha256Of(read->bytes).Hex(), read->stamp.size))
                : Sha256Of(read->bytes);
  std::string digest_bytes(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  const auto known = stored_.find(walked.path);
  if (known != stored_.end() && known->second->digest == digest_bytes && !options_.full &&
      !rules_changed_) {
    outcome.same = true;
    outcome.file.path = walked.path;
    outcome.file.digest = std::move(digest_bytes);
  } else {
    outcome.file = facts.Read(walked.path, read->bytes, std::move(digest_bytes));
    outcome.file.size = read->stamp.size;
  }
  outcome.file.stat = StatOf(read->stamp, unsure_from_);
  return outcome;
}

Status Run::Take(Outcome outcome) {
  IndexedFile& file = outcome.file;
  ++summary_.seen;
  if (outcome.same) {
    ++summary_.unchanged;
    const auto known = stored_.find(file.path);
    if (known->second->stat != file.stat) same_.push_back(std::move(file));
    return {};
  }
  summary_.bytes += file.size;
  ++(file.cached ? summary_.cached : summary_.parsed);
  if (file.facts.reading == Reading::kDamaged) ++summary_.damaged;
  if (file.facts.reading == Reading::kLimit) {
    ++summary_.limited;
    if (summary_.limits.size() < kMostExamples) {
      summary_.limits.emplace_back(file.path, file.facts.limit);
    }
  }
  set_changed_ = set_changed_ || !stored_.contains(file.path);
  configuration_changed_ = configuration_changed_ || Project::Wants(file.path);
  changed_.push_back(file.path);
  change_bytes_ += file.facts.Weight();
  changes_.push_back(std::move(file));
  if (changes_.size() < kFilesInAChange && change_bytes_ < kBytesInAChange) return {};
  return WriteChanges();
}

Status Run::WriteChanges() {
  const auto counts = PutFiles(curated_, scope_, changes_);
  if (!counts) return std::unexpected(counts.error());
  summary_.stale += static_cast<std::size_t>(counts->stale);
  pending_ += counts->pending;
  changes_.clear();
  change_bytes_ = 0;
  return {};
}

Status Run::ReadChanged(const FileReader& reader) {
  const unsigned threads =
      options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
  Status status;
  WorkInOrder<Outcome>(
      todo_.size(), todo_.size() < 8 ? 1 : threads, kAhead,
      [&] {
        auto facts = std::make_shared<FactsReader>(options_.limits, cache_);
        return [this, &reader, facts](std::size_t i) { return ReadOne(reader, *facts, *todo_[i]); };
      },
      [](const Outcome& outcome) { return outcome.file.facts.Weight(); },
      [&](std::size_t i, Outcome outcome) {
        if (outcome.skipped) {
          summary_.skipped.Add(*outcome.skipped, todo_[i]->path);
          if (stored_.contains(todo_[i]->path)) gone_.push_back(todo_[i]->path);
        } else {
          status = Take(std::move(outcome));
        }
        if (options_.progress) options_.progress({.done = i + 1, .total = todo_.size()});
        if (status) status = scope_.deadline.Check("index");
        return status.has_value();
      });
  if (status) status = WriteChanges();
  if (status) status = PutStats(curated_, scope_, same_);
  return status;
}

Status Run::RemoveGone() {
  std::ranges::sort(gone_);
  set_changed_ = set_changed_ || !gone_.empty();
  for (std::size_t begin = 0; begin < gone_.size(); begin += kFilesInAChange) {
    const auto some =
        std::span(gone_).subspan(begin, std::min(kFilesInAChange, gone_.size() - begin));
    const auto counts = RemoveFiles(curated_, scope_, some);
    if (!counts) return std::unexpected(counts.error());
    summary_.removed += static_cast<std::size_t>(counts->removed);
  }
  return {};
}

Status Run::Resolve(const FileReader& reader) {
  // The same files and no new import: each leads where it led. New rules of resolving are part
  // of the state of the rules.
  const bool wanted = set_changed_ || configuration_changed_ || pending_ > 0 || cut_off_;
  if (!wanted && !rules_changed_) return {};
  auto rows = AllFiles(curated_, scope_);
  if (!rows) return std::unexpected(rows.error());
  stored_.clear();
  rows_ = *std::move(rows);
  std::ranges::sort(changed_);
  const auto pass =
      ResolveImports(curated_, scope_, rows_, cut_off_ ? std::nullopt : std::optional(changed_),
                     [this, &reader](const std::string& path) -> std::optional<std::string> {
                       auto read = reader.Read(path, options_.limits.bytes);
                       if (!read) return std::nullopt;
                       return std::move(read->bytes);
                     });
  if (!pass) return std::unexpected(pass.error());
  summary_.imports_resolved = static_cast<std::size_t>(pass->resolved);
  return {};
}

Status Run::PutRulesState() {
  if (!rules_changed_) return {};
  auto transaction = curated_.Begin(scope_, store::Access::kWrite);
  if (!transaction) return std::unexpected(transaction.error());
  if (auto put = store::PutState(**transaction, kRulesState, rules_); !put) return put;
  const auto done = (*transaction)->Commit({});
  return done ? Status() : std::unexpected(done.error());
}

Result<IndexSummary> Run::Index(const std::optional<std::span<const std::string>>& paths) {
  if (auto read = ReadStates(); !read) return std::unexpected(read.error());
  // With other rules all files are to be read.
  const bool only = paths && !rules_changed_;
  if (auto planned = only ? PlanOnly(*paths) : Plan(); !planned) {
    return std::unexpected(planned.error());
  }
  const auto reader = FileReader::Open(root_);
  if (!reader) return std::unexpected(reader.error());
  if (auto read = ReadChanged(*reader); !read) return std::unexpected(read.error());
  if (auto removed = RemoveGone(); !removed) return std::unexpected(removed.error());
  if (auto resolved = Resolve(*reader); !resolved) return std::unexpected(resolved.error());
  if (auto put = PutRulesState(); !put) return std::unexpected(put.error());
  if (cache_ != nullptr) {
    // Without it the next one parses again, nothing worse.
    if (auto flushed = cache_->Flush(); !flushed) {
      summary_.remarks.push_back("the parse cache was not written: " +
                                 std::string(flushed.error().text()));
    }
  }
  return std::move(summary_);
}

}  // namespace

Result<IndexSummary> IndexTree(const std::filesystem::path& root, store::Database& curated,
                               const store::Scope& scope, ParseCache* cache,
                               const IndexOptions& options) {
  return Run(root, curated, scope, cache, options).Index(std::nullopt);
}

Result<IndexSummary> IndexFiles(const std::filesystem::path& root, store::Database& curated,
                                const store::Scope& scope, ParseCache* cache,
                                const IndexOptions& options, std::span<const std::string> paths) {
  return Run(root, curated, scope, cache, options).Index(paths);
}

}  // namespace satchel::code
