#include "code/index/index_run.h"

#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "code/facts/facts_codec.h"
#include "code/index/file_change.h"
#include "code/index/file_stat.h"
#include "code/index/import_pass.h"
#include "code/index/ordered_work.h"
#include "code/languages/languages.h"
#include "code/parse/parse_budget.h"
#include "code/parse/rejected_lines.h"
#include "code/parse/rules.h"
#include "code/resolve/project.h"
#include "code/walk/content.h"
#include "code/walk/language.h"
#include "code/walk/role.h"
#include "store/curated.h"

namespace satchel::code {
namespace {

constexpr std::size_t kFilesInAChange = 2000;
constexpr std::size_t kChangesInOrder = 16;  // after so many, the sink's are brought in order
constexpr std::size_t kBytesInAChange = 32U << 20U;  // of facts in memory
constexpr WorkWindow kAhead = {.results = 256, .weight = 16U << 20U, .cost = ParseBudget::kBytes};
// What a byte of a file may take that no grammar reads, facts and words for search together.
constexpr std::size_t kMemoryByLines = 16;
constexpr std::size_t kMemoryLoosely = 64;
constexpr std::size_t kMostExamples = 20;
constexpr std::size_t kFewFiles = 8;  // not worth a second thread
// By which rules the store was read; files are read again when they are others.
constexpr std::string_view kRulesState = "code.rules";

}  // namespace

std::string RulesState(const ParseLimits& limits, const ChunkSink* chunks, int redaction) {
  std::string state =
      fmt::format("{}/{}/{}/{}/{}/{}/{}", kFactsVersion, kResolverVersion, kRolesVersion, redaction,
                  limits.bytes, limits.memory, limits.steps);
  if (chunks != nullptr) state += "/" + chunks->version();
  for (const LanguageRules* rules : Languages()) {
    state += fmt::format("/{}={}", rules->name, rules->version);
  }
  return Sha256Of(state).Hex().substr(0, 16);
}

Status IndexRun::ReadStates() {
  const std::array<std::string, 2> names = {std::string(kRulesState), std::string(kPendingState)};
  auto states = SATCHEL_TRY(store::CuratedReader(curated_).State(scope_, names));
  rules_ = RulesState(options_.limits, options_.chunks);
  rules_changed_ = states[std::string(kRulesState)] != rules_;
  // A run that was cut off left imports pending in files that have not changed since.
  cut_off_ = !states[std::string(kPendingState)].empty();
  if (options_.chunks == nullptr || (!rules_changed_ && !options_.full)) return {};
  return BeginAnew();
}

Result<bool> IndexRun::IsComplete() const {
  const std::array<std::string, 1> names = {std::string(kRulesState)};
  auto states = SATCHEL_TRY(store::CuratedReader(curated_).State(scope_, names));
  return states[std::string(kRulesState)] == RulesState(options_.limits, options_.chunks);
}

// From here on, whatever ends this run, all files are read until one has come to its end.
Status IndexRun::BeginAnew() {
  rules_changed_ = true;
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
  SATCHEL_TRY(change.PutState(kRulesState, ""));
  SATCHEL_TRY(options_.chunks->Clear(change.transaction()));
  return std::move(change).Commit();
}

void IndexRun::SetRows(std::vector<store::FileRow> rows) {
  stored_.clear();
  rows_ = std::move(rows);
  stored_.reserve(rows_.size());
  for (const store::FileRow& row : rows_) stored_.emplace(row.path, &row);
}

Status IndexRun::LoadAll() {
  auto rows = SATCHEL_TRY(AllFiles(curated_, scope_));
  SetRows(std::move(rows));
  return {};
}

Status IndexRun::LoadSome(std::span<const std::string> paths) {
  auto rows = SATCHEL_TRY(store::CodeReader(curated_).FilesByPath(scope_, paths));
  SetRows(std::move(rows));
  return {};
}

const store::FileRow* IndexRun::Stored(std::string_view path) const {
  const auto found = stored_.find(path);
  return found == stored_.end() ? nullptr : found->second;
}

bool IndexRun::IsKnown(std::string_view path, std::string_view stat) const {
  if (options_.full || rules_changed_ || stat.empty()) return false;
  const store::FileRow* row = Stored(path);
  return row != nullptr && row->stat == stat;
}

unsigned IndexRun::Threads(std::size_t files) const {
  if (files < kFewFiles) return 1;
  return options_.threads != 0 ? options_.threads
                               : std::max(1U, std::thread::hardware_concurrency());
}

Outcome IndexRun::FromContent(FactsReader& facts, const std::string& path, std::string_view bytes,
                              std::uint64_t size, std::string stat) const {
  Outcome outcome;
  outcome.skipped = SkipByContent(path, bytes);
  std::string digest_bytes = ContentDigest(bytes, size);
  const store::FileRow* known = Stored(path);
  if (known != nullptr && known->digest == digest_bytes && !options_.full && !rules_changed_) {
    outcome.same = true;
    outcome.file.path = path;
    outcome.file.digest = std::move(digest_bytes);
  } else if (outcome.skipped) {
    outcome.file.path = path;
    outcome.file.digest = std::move(digest_bytes);
    outcome.file.size = size;
    outcome.file.left_out = Name(*outcome.skipped);
  } else {
    outcome.file = facts.Read(path, bytes, std::move(digest_bytes));
    outcome.file.size = size;
  }
  outcome.file.stat = std::move(stat);
  return outcome;
}

void IndexRun::TakeKnown(const std::string& path) {
  const store::FileRow* row = Stored(path);
  if (row != nullptr && store::IsLeftOut(*row)) {
    const bool packet = row->reading == Name(SkipReason::kPacket);
    summary_.skipped.Add(packet ? SkipReason::kPacket : SkipReason::kBinary, path);
    return;
  }
  ++summary_.seen;
  ++summary_.unchanged;
}

Status IndexRun::Take(const std::string& path, Outcome outcome) {
  ++done_;
  if (options_.progress) options_.progress({.done = done_, .total = total_});
  SATCHEL_TRY(scope_.deadline.Check("index"));
  const store::FileRow* known = Stored(path);
  IndexedFile& file = outcome.file;
  if (outcome.same) {
    TakeKnown(path);
    if (known->stat != file.stat) same_.push_back(std::move(file));
    return {};
  }
  if (outcome.skipped) {
    summary_.skipped.Add(*outcome.skipped, path);
    if (file.left_out.empty()) {
      if (known != nullptr) gone_.push_back(path);
      return {};
    }
    set_changed_ = set_changed_ || known == nullptr;
    changes_.push_back(std::move(file));
    return changes_.size() < kFilesInAChange ? Status() : WriteChanges();
  }
  ++summary_.seen;
  summary_.bytes += file.size;
  ++(file.cached ? summary_.cached : summary_.parsed);
  if (file.facts.reading == Reading::kDamaged && file.facts.limit == kLost) ++summary_.damaged;
  if (file.facts.reading == Reading::kLimit) {
    ++summary_.limited;
    if (summary_.limits.size() < kMostExamples) {
      summary_.limits.emplace_back(file.path, file.facts.limit);
    }
  }
  set_changed_ = set_changed_ || known == nullptr;
  configuration_changed_ = configuration_changed_ || Project::Wants(file.path);
  changed_.push_back(file.path);
  change_bytes_ += file.Weight();
  changes_.push_back(std::move(file));
  if (changes_.size() < kFilesInAChange && change_bytes_ < kBytesInAChange) return {};
  return WriteChanges();
}

Status IndexRun::WriteChanges() {
  const auto counts = SATCHEL_TRY(PutFiles(curated_, scope_, changes_, options_.chunks));
  summary_.stale += static_cast<std::size_t>(counts.stale);
  pending_ += counts.pending;
  changes_.clear();
  change_bytes_ = 0;
  if (++writes_ % kChangesInOrder == 0 && options_.chunks != nullptr) {
    SATCHEL_TRY(options_.chunks->Tidy(curated_, scope_));
  }
  // So that a run that is cut off has not parsed in vain. At the end it is tried once more, and
  // said.
  if (cache_ != nullptr) static_cast<void>(cache_->Flush());
  return {};
}

Status IndexRun::RemoveGone() {
  std::ranges::sort(gone_);
  set_changed_ = set_changed_ || !gone_.empty();
  for (std::size_t begin = 0; begin < gone_.size(); begin += kFilesInAChange) {
    const auto some =
        std::span(gone_).subspan(begin, std::min(kFilesInAChange, gone_.size() - begin));
    const auto counts = SATCHEL_TRY(RemoveFiles(curated_, scope_, some, options_.chunks));
    summary_.removed += static_cast<std::size_t>(counts.removed);
  }
  return {};
}

Status IndexRun::Resolve(const ReadBytes& read) {
  // The same files and no new import: each leads where it led. New rules of resolving are part
  // of the state of the rules.
  const bool wanted = set_changed_ || configuration_changed_ || pending_ > 0 || cut_off_;
  if (!wanted && !rules_changed_) return {};
  SetRows({});  // what the store had is of no use any more
  std::ranges::sort(changed_);
  const auto pass = SATCHEL_TRY(ResolveImports(
      curated_, scope_, cut_off_ ? std::nullopt : std::optional(std::move(changed_)), read));
  summary_.imports_resolved = static_cast<std::size_t>(pass.resolved);
  if (pass.manifests_beyond_limits > 0) {
    summary_.remarks.push_back(fmt::format(
        "{} of the files that say where imports lead (package.json, Cargo.toml and the like) are "
        "larger or more than is read; imports were resolved without them",
        pass.manifests_beyond_limits));
  }
  return {};
}

Status IndexRun::PutRulesState() {
  if (!rules_changed_) return {};
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
  SATCHEL_TRY(change.PutState(kRulesState, rules_));
  return std::move(change).Commit();
}

// How much memory it may take to read it, what comes of it included: that is far less than the
// parser takes, and is there when the parser has given its own back.
std::size_t IndexRun::CostOf(const ToRead& file) const {
  const std::size_t bytes = std::min<std::uint64_t>(file.size, options_.limits.bytes);
  const std::size_t most = MemoryFor(options_.limits, bytes);
  if (bytes < kUnknownSize) return most;
  const LanguageRules* rules = FindLanguage(LanguageOf(file.path, {}));
  if (rules != nullptr && rules->grammar != nullptr) return most;
  return std::min(most, bytes * (rules == nullptr ? kMemoryByLines : kMemoryLoosely));
}

Status IndexRun::TakeAll(std::span<const ToRead> files,
                         const std::function<Outcome(FactsReader& facts, std::size_t i)>& read) {
  Status status;
  WorkInOrder<Outcome>(
      files.size(), Threads(files.size()), kAhead,
      [&] {
        auto facts = std::make_shared<FactsReader>(options_.limits, cache_, options_.chunks);
        return [&read, facts](std::size_t i) { return read(*facts, i); };
      },
      [&](std::size_t i) { return CostOf(files[i]); },
      [](const Outcome& outcome) { return outcome.file.Weight(); },
      [&](std::size_t i, Outcome outcome) {
        status = Take(files[i].path, std::move(outcome));
        return status.has_value();
      });
  // Somebody who stopped it will ask again.
  if (!status && cache_ != nullptr) static_cast<void>(cache_->Flush());
  return status;
}

Result<IndexSummary> IndexRun::Finish(const ReadBytes& read) {
  SATCHEL_TRY(WriteChanges());
  SATCHEL_TRY(PutStats(curated_, scope_, same_));
  SATCHEL_TRY(RemoveGone());
  SATCHEL_TRY(Resolve(read));
  SATCHEL_TRY(PutRulesState());
  if (cache_ != nullptr) {
    // Without it the next one parses again, nothing worse.
    if (auto flushed = cache_->Flush(); !flushed) {
      summary_.remarks.push_back("the parse cache was not written: " + flushed.error().text());
    }
  }
  return std::move(summary_);
}

}  // namespace satchel::code
