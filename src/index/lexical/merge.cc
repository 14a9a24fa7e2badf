#include "index/lexical/merge.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/lexical/change.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/rows.h"
#include "index/lexical/segment_scan.h"
#include "index/lexical/segment_writer.h"
#include "index/lexical/source_lock.h"
#include "store/segments.h"

// A merge is a sequence of short transactions, so that nobody waits for long:
//
//   Begin      writes a row for the new segment that hides it, and notes what the old ones hold
//   Flush      writes rows of the new segment, a batch at a time
//   Publish    shows the new segment and hides the old ones, in one transaction
//   RemoveOld  removes the rows of what is hidden now
//
// A process can be killed between any two of them. Readers see the old segments before Publish and
// the new one after it, never both and never neither. What is left behind is hidden either way, and
// the next Tidy() removes it. The row that hides the new segment is written before any of its other
// rows, because rows without it would never be found again.
//
// Others go on changing the index meanwhile, and may merge the same segments. Begin, Flush and
// Publish hold the source's lock, and the latter two look first whether the old segments are still
// shown and the new one still exists. If not, this merge gives way. Publish also asks which groups
// were removed from the old segments since Begin, and removes them from the new one; it finds them
// by their keys, because groups and documents have other numbers there.
//
// Memory holds the keys and lengths of all documents, but never all postings: segments have their
// terms in the order of hashes, so that the terms of all inputs are read and written as a stream.
namespace satchel::lexical {
namespace {

constexpr std::uint32_t kGone = 0xFFFFFFFFU;
constexpr std::int64_t kTierBits = 3;  // eight times as large: the next tier

struct Input {
  store::SegmentInfo info;
  Segment segment;
  std::set<std::uint32_t> dead;        // groups
  std::vector<std::uint32_t> numbers;  // new ones, of its documents
};

Result<std::vector<GroupPlace>> DeadPlaces(store::Transaction& transaction, std::string_view source,
                                           const Segment& segment, std::int64_t generation) {
  auto rows = SATCHEL_TRY(ReadAllRows(transaction, source, segment.id, RowKind::kDead));
  return ReadDead(segment, generation, rows);
}

std::int64_t Tier(std::int64_t documents) {
  return static_cast<std::int64_t>(
             std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(documents, 1)))) /
         kTierBits;
}

class Merger {
 public:
  Merger(store::Database& curated, const store::Scope& scope, std::string_view source,
         const Ranking& ranking, const MergeOptions& options)
      : curated_(curated), scope_(scope), source_(source), ranking_(ranking), options_(options) {}

  Result<bool> Run(std::span<const std::int64_t> ids) {
    auto ready = Begin(ids);
    if (!ready || !*ready) return ready;
    const auto made = Make();
    if (!made) {
      // Rows that are missing may be those that somebody else has merged meanwhile.
      auto overtaken = IsOvertaken();
      if (!overtaken || !*overtaken) return std::unexpected(made.error());
      SATCHEL_TRY(RemoveOld(false));
      return false;
    }
    auto published = SATCHEL_TRY(Publish(*made));
    SATCHEL_TRY(RemoveOld(published));
    return published;
  }

  std::uint64_t documents() const { return documents_.size(); }

 private:
  // The new segment's number, with a row that says it is being made, and the old ones as they are.
  Result<bool> Begin(std::span<const std::int64_t> ids) {
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kWrite));
    auto number = SATCHEL_TRY(LockSource(*transaction, source_));
    number_ = number;
    auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source_));
    for (store::SegmentInfo& info : infos) {
      if (std::ranges::find(ids, info.id) == ids.end() || IsHidden(info)) continue;
      auto segment = SATCHEL_TRY(SegmentOf(info, ranking_));
      Input input;
      input.segment = std::move(segment);
      auto dead = SATCHEL_TRY(DeadPlaces(*transaction, source_, input.segment, info.generation));
      for (const GroupPlace& place : dead) input.dead.insert(place.group);
      input.info = std::move(info);
      inputs_.push_back(std::move(input));
    }
    if (inputs_.size() != ids.size()) return false;
    const store::SegmentInfo making{.source = source_, .id = number_, .generation = kHidden};
    SATCHEL_TRY(store::PutSegment(*transaction, making));
    SATCHEL_TRY(transaction->Commit({}));
    return true;
  }

  // None: no document is left.
  Result<std::optional<store::SegmentInfo>> Make() {
    SATCHEL_TRY(PlaceDocuments());
    if (documents_.size() == 0) return std::nullopt;
    auto written = SATCHEL_TRY(WriteRows());
    return written;
  }

  // The old ones as they were, and the new one not taken for left behind.
  bool AllThere(std::span<const store::SegmentInfo> infos) const {
    std::size_t there = 0;
    for (const store::SegmentInfo& info : infos) {
      if (info.id == number_) ++there;
      for (const Input& input : inputs_) {
        if (info.id == input.info.id && !IsHidden(info)) ++there;
      }
    }
    return there == inputs_.size() + 1;
  }

  Result<bool> IsOvertaken() {
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
    auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source_));
    return !AllThere(infos);
  }

  // Groups of all inputs in the order of keys.
  Status PlaceDocuments() {
    documents_.lengths.resize(ranking_.fields);
    std::vector<std::vector<GroupPlace>> groups;
    std::vector<std::vector<std::vector<std::uint8_t>>> lengths;
    for (Input& input : inputs_) {
      SegmentScan scan(curated_, scope_, source_, input.segment);
      auto of_groups = SATCHEL_TRY(scan.Groups());
      groups.push_back(std::move(of_groups));
      auto of_lengths = SATCHEL_TRY(scan.Lengths());
      lengths.push_back(std::move(of_lengths));
      input.numbers.assign(input.segment.summary.documents, kGone);
    }
    std::vector<std::size_t> at(inputs_.size());
    for (;;) {
      std::optional<std::size_t> least;
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        while (at[i] < groups[i].size() && inputs_[i].dead.contains(groups[i][at[i]].group))
          ++at[i];
        if (at[i] == groups[i].size()) continue;
        if (!least || groups[i][at[i]].key < groups[*least][at[*least]].key) least = i;
      }
      if (!least) return {};
      GroupPlace& place = groups[*least][at[*least]++];
      for (std::uint32_t i = place.first; i < place.first + place.documents; ++i) {
        inputs_[*least].numbers[i] = documents_.size();
        for (std::size_t field = 0; field < ranking_.fields; ++field) {
          documents_.lengths[field].push_back(lengths[*least][field][i]);
        }
      }
      documents_.groups.push_back(
          {.key = std::move(place.key), .documents = place.documents, .lengths = place.lengths});
    }
  }

  CodeCounts Counts() const {
    std::map<Frequencies, std::uint64_t> sums;
    for (const Input& input : inputs_) {
      const SegmentSummary& summary = input.segment.summary;
      for (std::size_t i = 0; i < summary.codes.size(); ++i) {
        sums[summary.codes[i]] += summary.code_counts[i];
      }
    }
    return {sums.begin(), sums.end()};
  }

  Result<store::SegmentInfo> WriteRows() {
    std::size_t terms = 0;
    std::vector<std::unique_ptr<SegmentScan>> scans;
    for (const Input& input : inputs_) {
      // Inputs share most of their terms, so the largest one tells about how many there will be.
      terms = std::max<std::size_t>(terms, input.segment.summary.terms);
      auto scan = std::make_unique<SegmentScan>(curated_, scope_, source_, input.segment);
      auto more = SATCHEL_TRY(scan->Next());
      scans.push_back(more ? std::move(scan) : nullptr);
    }
    SegmentWriter writer(number_, ranking_, documents_, terms, Counts(),
                         [this](store::SegmentRow row) { return Put(std::move(row)); });
    std::vector<DocumentPosting> postings;
    for (;;) {
      const SegmentScan* least = nullptr;
      for (const auto& scan : scans) {
        if (scan == nullptr) continue;
        const auto& term = scan->term();
        if (least == nullptr ||
            std::pair(term.hash, std::string_view(term.text)) <
                std::pair(least->term().hash, std::string_view(least->term().text))) {
          least = scan.get();
        }
      }
      if (least == nullptr) break;
      const std::uint64_t hash = least->term().hash;
      const std::string text = least->term().text;
      postings.clear();
      for (std::size_t i = 0; i < scans.size(); ++i) {
        if (scans[i] == nullptr || scans[i]->term().text != text) continue;
        for (const DocumentPosting& posting : scans[i]->term().postings) {
          const std::uint32_t number = inputs_[i].numbers[posting.document];
          if (number != kGone) postings.push_back({number, posting.frequencies});
        }
        auto more = SATCHEL_TRY(scans[i]->Next());
        if (!more) scans[i] = nullptr;
      }
      if (postings.empty()) continue;
      // Groups of the inputs stand between each other now, and so do the new numbers.
      std::ranges::sort(postings, {}, &DocumentPosting::document);
      SATCHEL_TRY(writer.AddTerm(hash, text, postings));
    }
    auto info = SATCHEL_TRY(writer.Finish());
    SATCHEL_TRY(Flush());
    return info;
  }

  Status Put(store::SegmentRow row) {
    bytes_ += row.data.size();
    rows_.push_back(std::move(row));
    return bytes_ < options_.batch_bytes ? Status() : Flush();
  }

  Status Flush() {
    if (rows_.empty()) return {};
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kWrite));
    // No row without its segment, which others may have removed: the lock keeps them out.
    SATCHEL_TRY(LockSource(*transaction, source_));
    auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source_));
    if (!AllThere(infos)) return Fail(Errc::kConflict, "another process merges the same segments");
    SATCHEL_TRY(store::PutSegmentRows(*transaction, source_, rows_));
    SATCHEL_TRY(transaction->Commit({}));
    rows_.clear();
    bytes_ = 0;
    return {};
  }

  // The new segment takes the place of the old ones. What was removed from those meanwhile is
  // removed from it.
  Result<bool> Publish(const std::optional<store::SegmentInfo>& made) {
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kWrite));
    auto generation = SATCHEL_TRY(LockSource(*transaction, source_));
    auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source_));
    if (!AllThere(infos)) return false;
    store::SegmentInfo changes{.source = source_, .id = kChanges};
    for (const store::SegmentInfo& info : infos) {
      if (info.id == kChanges) changes = info;
    }
    if (made) {
      SATCHEL_TRY(PutMade(*transaction, *made, infos, generation));
    }
    for (const Input& input : inputs_) {
      store::SegmentInfo old = input.info;
      old.generation = kHidden;
      old.summary.clear();
      SATCHEL_TRY(store::PutSegment(*transaction, old));
    }
    // Readers that hold a snapshot look at this number alone.
    changes.generation = generation;
    SATCHEL_TRY(store::PutSegment(*transaction, changes));
    SATCHEL_TRY(transaction->Commit({}));
    return true;
  }

  Status PutMade(store::Transaction& transaction, store::SegmentInfo made,
                 std::span<const store::SegmentInfo> infos, std::int64_t generation) {
    std::vector<std::string> keys;
    RowCache none(0);
    RowReader reader(transaction, source_, ranking_, none);
    for (const Input& input : inputs_) {
      const auto now = std::ranges::find(infos, input.info.id, &store::SegmentInfo::id);
      if (now->generation == input.info.generation) continue;
      auto dead = SATCHEL_TRY(DeadPlaces(transaction, source_, input.segment, now->generation));
      for (const GroupPlace& place : dead) {
        if (input.dead.contains(place.group)) continue;
        const std::uint32_t row = place.group / kGroupsInARow;
        auto groups = SATCHEL_TRY(reader.ReadGroups(input.segment, {&row, 1}));
        keys.push_back(groups.front()->groups[place.group % kGroupsInARow].key);
      }
    }
    made.source = source_;
    // Its own number: nothing was removed from it.
    made.generation = number_;
    if (!keys.empty()) {
      auto segment = SATCHEL_TRY(SegmentOf(made, ranking_));
      auto places = SATCHEL_TRY(reader.FindGroups(segment, keys));
      const store::SegmentRow row =
          SealedRow(number_, RowKind::kDead, LongKey(static_cast<std::uint64_t>(generation)), 0,
                    WriteDead(number_, places, ranking_.fields));
      SATCHEL_TRY(store::PutSegmentRows(transaction, source_, {&row, 1}));
      made.generation = generation;
    }
    return store::PutSegment(transaction, made);
  }

  Status RemoveOld(bool published) {
    std::vector<std::int64_t> ids;
    if (published) {
      for (const Input& input : inputs_) ids.push_back(input.info.id);
    }
    if (!published || documents_.size() == 0) ids.push_back(number_);
    for (const std::int64_t id : ids) {
      auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kWrite));
      SATCHEL_TRY(store::RemoveSegments(*transaction, source_, {&id, 1}));
      SATCHEL_TRY(transaction->Commit({}));
    }
    return {};
  }

  store::Database& curated_;
  const store::Scope& scope_;
  const std::string source_;
  const Ranking& ranking_;
  const MergeOptions& options_;
  std::int64_t number_ = 0;
  std::vector<Input> inputs_;
  SegmentDocuments documents_;
  std::vector<store::SegmentRow> rows_;
  std::size_t bytes_ = 0;
};

// What a merge that was cut off left behind.
Status CleanUp(store::Database& curated, const store::Scope& scope, std::string_view source) {
  const auto leftovers = [](std::span<const store::SegmentInfo> infos) {
    std::vector<std::int64_t> ids;
    for (const store::SegmentInfo& info : infos) {
      if (IsHidden(info)) ids.push_back(info.id);
    }
    return ids;
  };
  // Most of the time there is nothing, and nobody is kept out to find that.
  auto seen = SATCHEL_TRY(store::SegmentReader(curated).Segments(scope, source));
  if (leftovers(seen).empty()) return {};
  auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
  // Keeps out who is about to publish one of them.
  SATCHEL_TRY(LockSource(*transaction, source));
  auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source));
  // One of them may still be made by somebody. That merge finds its segment gone when it writes the
  // next rows, and gives way.
  const std::vector<std::int64_t> ids = leftovers(infos);
  if (ids.empty()) return {};
  SATCHEL_TRY(store::RemoveSegments(*transaction, source, ids));
  auto done = transaction->Commit({});
  return done ? Status() : std::unexpected(done.error());
}

// Segments to be merged next; none: all is well.
Result<std::vector<std::int64_t>> Choose(store::Database& curated, const store::Scope& scope,
                                         std::string_view source, const Ranking& ranking,
                                         const MergeOptions& options) {
  auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kRead));
  auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source));
  std::map<std::int64_t, std::vector<std::int64_t>> tiers;
  for (const store::SegmentInfo& info : infos) {
    if (info.id == kChanges || IsHidden(info)) continue;
    tiers[Tier(info.documents)].push_back(info.id);
    if (info.generation == info.id) continue;
    auto segment = SATCHEL_TRY(SegmentOf(info, ranking));
    auto places = SATCHEL_TRY(DeadPlaces(*transaction, source, segment, info.generation));
    std::map<std::uint32_t, std::uint32_t> dead;
    std::uint64_t gone = 0;
    for (const GroupPlace& place : places) {
      if (dead.emplace(place.group, place.documents).second) gone += place.documents;
    }
    if (gone * options.removed_share > segment.summary.documents) {
      return std::vector<std::int64_t>{info.id};
    }
  }
  for (auto& [tier, ids] : tiers) {
    if (ids.size() < options.segments) continue;
    return ids;
  }
  return std::vector<std::int64_t>();
}

}  // namespace

Result<bool> Merge(store::Database& curated, const store::Scope& scope, std::string_view source,
                   const Ranking& ranking, std::span<const std::int64_t> segments,
                   const MergeOptions& options) {
  return Merger(curated, scope, source, ranking, options).Run(segments);
}

Result<MergeReport> Tidy(store::Database& curated, const store::Scope& scope,
                         std::string_view source, const Ranking& ranking,
                         const MergeOptions& options) {
  MergeReport report;
  SATCHEL_TRY(CleanUp(curated, scope, source));
  for (;;) {
    auto chosen = SATCHEL_TRY(Choose(curated, scope, source, ranking, options));
    if (chosen.empty()) return report;
    Merger merger(curated, scope, source, ranking, options);
    auto merged = SATCHEL_TRY(merger.Run(chosen));
    if (!merged) return report;
    ++report.merges;
    report.documents += merger.documents();
  }
}

}  // namespace satchel::lexical
