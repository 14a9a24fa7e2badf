#include "index/lexical/index.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/sort_unique.h"
#include "index/lexical/rows.h"
#include "index/lexical/segment_search.h"
#include "store/segments.h"

// A search has three steps. Every term gets a weight, from the number of documents that have it at
// this moment: those of the segments without the dead ones, and those that wait in changes. Then
// the waiting documents and the segments are scored one after the other, the largest segment first.
// Each hands over its best, and the score that is needed to be among the best so far is the mark
// that the next one is held against. At last the documents that are left get their keys.
//
// A document's number means something inside its segment only. Documents of two segments that have
// equal scores can therefore be ordered by nothing but their keys, and these are read last. So all
// that are equal to the last one of the best stay until then. If they were cut earlier, the answer
// would depend on how documents are spread over segments.
//
// Readers share a snapshot. Every change, fold and merge puts a new number into the row of segment
// 0, so this one number says whether the snapshot still holds. It is compared in the transaction
// that also reads the rows: that transaction sees one moment, and the rows of the segments that the
// snapshot names are there as long as it lasts, even if a merge removes them meanwhile.
namespace satchel::lexical {
namespace {

// In place of a segment: among the pending documents, which are in none.
constexpr std::int32_t kPending = -1;

// A document that may be among the best.
struct ScoredDocument {
  Units units = 0;
  std::int32_t segment = kPending;
  std::uint32_t document = 0;
};

// Keeps the best and all that are equal to the last of them; what is below the mark is out.
class BestDocuments {
 public:
  explicit BestDocuments(std::size_t limit) : limit_(limit) {}

  Units mark() const { return mark_; }
  void Add(std::span<const ScoredDocument> more) {
    all_.insert(all_.end(), more.begin(), more.end());
    if (limit_ == 0 || all_.size() <= limit_) return;
    std::vector<Units> units;
    for (const ScoredDocument& scored : all_) units.push_back(scored.units);
    const auto last = units.begin() + static_cast<std::ptrdiff_t>(limit_ - 1);
    std::ranges::nth_element(units, last, std::ranges::greater());
    mark_ = *last;
    std::erase_if(all_, [this](const ScoredDocument& one) { return one.units < mark_; });
  }
  const std::vector<ScoredDocument>& all() const { return all_; }

 private:
  std::size_t limit_;
  Units mark_ = 0;
  std::vector<ScoredDocument> all_;
};

// One search over a snapshot. Confined to one thread.
class Search {
 public:
  Search(RowReader& reader, const Snapshot& snapshot, std::span<const QueryTerm> terms,
         const SearchOptions& options)
      : reader_(reader),
        snapshot_(snapshot),
        query_(terms),
        options_(options),
        saturation_(reader.ranking(), snapshot.statistics.AverageLength(reader.ranking())),
        best_(options.limit) {}

  Result<SearchResult> Run() {
    SearchResult result;
    result.statistics = snapshot_.statistics;
    SATCHEL_TRY(WeighTerms(result.documents));
    result.all_groups = snapshot_.groups;
    // Then only what the terms are worth is asked for.
    if (options_.limit == 0) return result;
    ScorePending();
    for (const std::size_t s : LargestFirst()) {
      auto found = SATCHEL_TRY(
          SearchSegment(reader_, snapshot_.segments[s], saturation_,
                        {.terms = terms_[s], .limit = options_.limit, .at_least = best_.mark()}));
      std::vector<ScoredDocument> more;
      for (const Found& one : found) {
        more.push_back({one.units, static_cast<std::int32_t>(s), one.document});
      }
      best_.Add(more);
    }
    auto hits = SATCHEL_TRY(Name());
    result.hits = std::move(hits);
    if (options_.groups > 0) {
      auto groups = SATCHEL_TRY(Gather(BestGroups(result.hits)));
      result.groups = std::move(groups);
    }
    return result;
  }

  // Of these keys, in their order; those that are not there are left out.
  Result<std::vector<GroupEvidence>> Look(std::span<const std::string> keys) {
    std::vector<std::uint64_t> documents;
    SATCHEL_TRY(WeighTerms(documents));
    std::vector<FoundGroup> wanted(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found = std::ranges::lower_bound(snapshot_.pending.keys(), keys[i]);
      if (found != snapshot_.pending.keys().end() && *found == keys[i]) {
        wanted[i] =
            PendingGroup(static_cast<std::uint32_t>(found - snapshot_.pending.keys().begin()));
      }
    }
    std::map<std::string_view, std::size_t> at;
    for (std::size_t i = 0; i < keys.size(); ++i) at.emplace(keys[i], i);
    auto places = SATCHEL_TRY(reader_.FindGroups(Segments(), keys));
    for (std::size_t s = 0; s < places.size(); ++s) {
      // A key that a change has is dead in every segment, so nothing found here takes the place of
      // a group among the pending.
      for (GroupPlace& place : places[s]) {
        if (place.documents == 0 || snapshot_.segments[s].IsDead(place.first)) continue;
        FoundGroup& into = wanted[at.at(place.key)];
        into = {static_cast<std::int32_t>(s), std::move(place)};
      }
    }
    std::erase_if(wanted, [](const FoundGroup& found) { return found.group.documents == 0; });
    return Gather(wanted);
  }

 private:
  // A group, and the segment that it is in.
  struct FoundGroup {
    std::int32_t segment = kPending;
    GroupPlace group;
  };

  std::vector<const Segment*> Segments() const {
    std::vector<const Segment*> segments;
    for (const LiveSegment& live : snapshot_.segments) segments.push_back(live.segment.get());
    return segments;
  }

  FoundGroup PendingGroup(std::uint32_t key) const {
    const Pending::DocumentRange& range = snapshot_.pending.ranges()[key];
    return {kPending,
            {.key = snapshot_.pending.keys()[key],
             .group = key,
             .first = range.first,
             .documents = range.documents,
             .lengths = range.lengths}};
  }

  std::vector<FoundGroup> BestGroups(std::span<const Hit> hits) const {
    std::vector<FoundGroup> best;
    std::set<std::string_view> known;
    for (const Hit& hit : hits) {
      if (best.size() == options_.groups) break;
      if (known.insert(hit.key).second) best.push_back(group_of_key_.at(hit.key));
    }
    return best;
  }

  Result<std::vector<GroupEvidence>> Gather(std::span<const FoundGroup> wanted) {
    std::vector<GroupEvidence> evidence;
    evidence.reserve(wanted.size());
    std::map<std::int32_t, std::vector<std::size_t>> by_segment;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const GroupPlace& group = wanted[i].group;
      evidence.push_back({group.key, group.documents, group.lengths, {}});
      by_segment[wanted[i].segment].push_back(i);
    }
    for (auto& [segment, numbers] : by_segment) {
      std::ranges::sort(numbers, {}, [&](std::size_t i) { return wanted[i].group.first; });
      std::vector<GroupPlace> groups;
      std::vector<GroupEvidence*> into;
      for (const std::size_t i : numbers) {
        groups.push_back(wanted[i].group);
        into.push_back(&evidence[i]);
      }
      if (segment == kPending) {
        GatherPending(groups, into);
        continue;
      }
      const auto s = static_cast<std::size_t>(segment);
      std::vector<WeighedTerm> terms = terms_[s];
      for (std::size_t t = 0; t < terms.size(); ++t) terms[t].weight = once_[t];
      SATCHEL_TRY(GatherEvidence(reader_, snapshot_.segments[s], saturation_, terms, groups, into));
    }
    for (GroupEvidence& one : evidence) {
      std::ranges::sort(one.occurrences, {}, [](const Occurrence& occurrence) {
        return std::pair(occurrence.ordinal, occurrence.term);
      });
    }
    return evidence;
  }

  void GatherPending(std::span<const GroupPlace> groups, std::span<GroupEvidence* const> into) {
    for (std::uint32_t t = 0; t < query_.size(); ++t) {
      const std::span<const DocumentPosting> postings =
          snapshot_.pending.PostingsOf(query_[t].text);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        auto at =
            std::ranges::lower_bound(postings, groups[g].first, {}, &DocumentPosting::document);
        for (; at != postings.end() && at->document < groups[g].first + groups[g].documents; ++at) {
          into[g]->occurrences.push_back({at->document - groups[g].first, t, at->frequencies,
                                          PendingUnits(once_[t], *at),
                                          snapshot_.pending.documents()[at->document].length});
        }
      }
    }
  }

  // How many documents there are with each term decides what it is worth.
  Status WeighTerms(std::vector<std::uint64_t>& documents) {
    const std::vector<const Segment*> segments = Segments();
    std::vector<std::string> texts;
    for (const QueryTerm& term : query_) texts.push_back(term.text);
    auto kept = SATCHEL_TRY(reader_.ReadTerms(segments, texts));
    terms_.resize(segments.size());
    for (std::size_t t = 0; t < query_.size(); ++t) {
      std::uint64_t with_term = snapshot_.pending.PostingsOf(query_[t].text).size();
      for (std::size_t s = 0; s < segments.size(); ++s) {
        const CachedTerm& term = *kept[s][t];
        auto dead = SATCHEL_TRY(CountDead(reader_, snapshot_.segments[s], term));
        with_term += term.documents - dead;
      }
      documents.push_back(with_term);
      once_.push_back(TermWeight(reader_.ranking(), snapshot_.statistics.documents, with_term));
      weights_.push_back(once_.back() * static_cast<float>(query_[t].times));
      for (std::size_t s = 0; s < segments.size(); ++s) {
        terms_[s].push_back({std::move(kept[s][t]), weights_.back()});
      }
    }
    return {};
  }

  void ScorePending() {
    const auto& documents = snapshot_.pending.documents();
    std::vector<Units> units(documents.size());
    for (std::size_t t = 0; t < query_.size(); ++t) {
      for (const DocumentPosting& posting : snapshot_.pending.PostingsOf(query_[t].text)) {
        units[posting.document] += PendingUnits(weights_[t], posting);
      }
    }
    std::vector<ScoredDocument> more;
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      if (units[i] > 0) more.push_back({units[i], kPending, i});
    }
    best_.Add(more);
  }

  Units PendingUnits(float weight, const DocumentPosting& posting) const {
    const float weighed = WeighedFrequency(reader_.ranking(), posting.frequencies);
    return Contribution(
        weight, saturation_.Of(weighed, snapshot_.pending.documents()[posting.document].length));
  }

  // They raise the mark for the others.
  std::vector<std::size_t> LargestFirst() const {
    std::vector<std::size_t> order(snapshot_.segments.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    const auto documents = [this](std::size_t s) {
      return snapshot_.segments[s].segment->summary.documents;
    };
    std::ranges::sort(order, [&documents](std::size_t left, std::size_t right) {
      return documents(left) != documents(right) ? documents(left) > documents(right)
                                                 : left < right;
    });
    return order;
  }

  // The keys of the best, their order, and the cut.
  Result<std::vector<Hit>> Name() {
    struct Named {
      Hit hit;
      const ScoredDocument* from = nullptr;
    };
    std::vector<Named> named;
    SATCHEL_TRY(ReadKeys());
    for (const ScoredDocument& scored : best_.all()) {
      auto hit = SATCHEL_TRY(NameOne(scored));
      named.push_back({std::move(hit), &scored});
    }
    std::ranges::sort(named, [](const Named& left, const Named& right) {
      if (left.hit.units != right.hit.units) return left.hit.units > right.hit.units;
      if (left.hit.key != right.hit.key) return left.hit.key < right.hit.key;
      return left.hit.ordinal < right.hit.ordinal;
    });
    if (named.size() > options_.limit) named.resize(options_.limit);
    std::vector<Hit> hits;
    for (Named& one : named) {
      if (options_.explain) {
        SATCHEL_TRY(Explain(*one.from, one.hit));
      }
      hits.push_back(std::move(one.hit));
    }
    return hits;
  }

  static std::uint32_t RowOfKey(const Segment& segment, std::uint32_t document) {
    const auto& firsts = segment.summary.first_documents;
    return static_cast<std::uint32_t>(std::ranges::upper_bound(firsts, document) - firsts.begin() -
                                      1);
  }

  // The rows with the keys of all of them, in one round trip.
  Status ReadKeys() {
    std::map<std::int32_t, std::vector<std::uint32_t>> rows;
    for (const ScoredDocument& scored : best_.all()) {
      if (scored.segment == kPending) continue;
      const Segment& segment =
          *snapshot_.segments[static_cast<std::size_t>(scored.segment)].segment;
      rows[scored.segment].push_back(RowOfKey(segment, scored.document));
    }
    std::vector<SegmentRows> wanted;
    for (auto& [segment, numbers] : rows) {
      SortUnique(numbers);
      wanted.push_back(
          {.segment = snapshot_.segments[static_cast<std::size_t>(segment)].segment.get(),
           .rows = numbers});
    }
    const auto groups = SATCHEL_TRY(reader_.ReadGroups(wanted));
    std::size_t at = 0;
    for (const auto& [segment, numbers] : rows) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        keys_[{segment, numbers[i]}] = groups[at][i];
      }
      ++at;
    }
    return {};
  }

  Result<Hit> NameOne(const ScoredDocument& scored) {
    if (scored.segment == kPending) {
      const Pending::Document& document = snapshot_.pending.documents()[scored.document];
      if (options_.groups > 0) Remember(PendingGroup(document.key));
      return Hit{snapshot_.pending.keys()[document.key], document.ordinal, scored.units};
    }
    const Segment& segment = *snapshot_.segments[static_cast<std::size_t>(scored.segment)].segment;
    const auto& places = keys_.at({scored.segment, RowOfKey(segment, scored.document)})->groups;
    const auto after = std::ranges::upper_bound(places, scored.document, {}, &GroupPlace::first);
    if (after == places.begin()) return Damaged(segment.id, "a row of keys");
    const GroupPlace& place = *std::prev(after);
    if (scored.document - place.first >= place.documents) {
      return Damaged(segment.id, "a row of keys");
    }
    if (options_.groups > 0) Remember({scored.segment, place});
    return Hit{place.key, scored.document - place.first, scored.units};
  }

  void Remember(FoundGroup found) {
    if (group_of_key_.contains(found.group.key)) return;
    std::string key = found.group.key;
    group_of_key_.emplace(std::move(key), std::move(found));
  }

  Status Explain(const ScoredDocument& scored, Hit& hit) {
    for (std::uint32_t t = 0; t < query_.size(); ++t) {
      if (scored.segment == kPending) {
        for (const DocumentPosting& posting : snapshot_.pending.PostingsOf(query_[t].text)) {
          if (posting.document != scored.document) continue;
          hit.terms.push_back({t, posting.frequencies, PendingUnits(weights_[t], posting)});
        }
        continue;
      }
      const auto s = static_cast<std::size_t>(scored.segment);
      auto found = SATCHEL_TRY(
          LookAt(reader_, snapshot_.segments[s], saturation_, terms_[s][t], scored.document));
      if (found.frequencies != 0) hit.terms.push_back({t, found.frequencies, found.units});
    }
    return {};
  }

  RowReader& reader_;
  const Snapshot& snapshot_;
  std::span<const QueryTerm> query_;
  const SearchOptions& options_;
  const Saturation saturation_;
  std::vector<float> once_;                      // what a term is worth
  std::vector<float> weights_;                   // the same, times how often the query has it
  std::vector<std::vector<WeighedTerm>> terms_;  // of each segment
  BestDocuments best_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::shared_ptr<const CachedGroups>> keys_;
  std::map<std::string, FoundGroup, std::less<>> group_of_key_;  // of the hits
};

}  // namespace

Index::Index(store::Database& curated, std::string_view source, const Ranking& ranking,
             std::size_t cache_bytes)
    : curated_(curated), source_(source), ranking_(ranking), cache_(cache_bytes) {}

Result<std::shared_ptr<const Snapshot>> Index::Current(RowReader& reader) {
  auto infos = SATCHEL_TRY(store::ReadSegments(reader.transaction(), source_));
  std::int64_t generation = Snapshot::kNeverChanged;
  for (const store::SegmentInfo& info : infos) {
    if (info.id == kChanges) generation = info.generation;
  }
  std::shared_ptr<const Snapshot> before;
  {
    const std::lock_guard lock(mutex_);
    before = snapshot_;
  }
  if (before != nullptr && before->generation == generation) return before;
  auto loaded = SATCHEL_TRY(LoadSnapshot(reader, infos, before));
  const std::lock_guard lock(mutex_);
  // A reader that began earlier must not take the place of what is newer.
  if (snapshot_ == nullptr || snapshot_->generation <= loaded->generation) snapshot_ = loaded;
  return loaded;
}

IndexView::IndexView(Index& index, store::Transaction& transaction)
    : index_(index), reader_(transaction, index.source_, index.ranking_, index.cache_) {}

Result<const Snapshot*> IndexView::Current() {
  if (snapshot_ == nullptr) snapshot_ = SATCHEL_TRY(index_.Current(reader_));
  return snapshot_.get();
}

Result<SearchResult> IndexView::Search(std::span<const QueryTerm> terms,
                                       const SearchOptions& options) {
  std::uint64_t times = 0;
  for (const QueryTerm& term : terms) times += term.times;
  if (times > kMostTimes) {
    return Fail(Errc::kInvalidInput, fmt::format("a query has more than {} words", kMostTimes));
  }
  const auto* snapshot = SATCHEL_TRY(Current());
  return lexical::Search(reader_, *snapshot, terms, options).Run();
}

Result<std::vector<GroupEvidence>> IndexView::Look(std::span<const QueryTerm> terms,
                                                   std::span<const std::string> keys) {
  const auto* snapshot = SATCHEL_TRY(Current());
  return lexical::Search(reader_, *snapshot, terms, {}).Look(keys);
}

satchel::Status IndexView::VisitTerms(const RowReader::VisitTerm& visit) {
  const auto* snapshot = SATCHEL_TRY(Current());
  for (const auto& [term, postings] : snapshot->pending.terms()) visit(term, postings.size());
  for (const LiveSegment& live : snapshot->segments) {
    SATCHEL_TRY(reader_.VisitTerms(*live.segment, visit));
  }
  return {};
}

Result<IndexStatus> IndexView::Status() {
  const auto* snapshot = SATCHEL_TRY(Current());
  IndexStatus status;
  status.segments = snapshot->segments.size();
  status.documents = snapshot->statistics.documents;
  status.pending = snapshot->pending.documents().size();
  for (const LiveSegment& live : snapshot->segments) {
    status.removed += live.dead_documents;
    status.bytes += static_cast<std::uint64_t>(live.segment->size);
  }
  return status;
}

Result<std::vector<std::string>> IndexView::Keys() {
  const auto* snapshot = SATCHEL_TRY(Current());
  std::vector<std::string> keys;
  for (const Pending::Document& document : snapshot->pending.documents()) {
    if (document.ordinal == 0) keys.push_back(snapshot->pending.keys()[document.key]);
  }
  for (const LiveSegment& live : snapshot->segments) {
    std::vector<std::uint32_t> rows(live.segment->summary.first_documents.size());
    for (std::uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
    auto groups = SATCHEL_TRY(reader_.ReadGroups(*live.segment, rows));
    std::size_t dead = 0;
    for (const auto& row : groups) {
      for (const GroupPlace& place : row->groups) {
        while (dead < live.dead.size() && live.dead[dead].group < place.group) ++dead;
        const bool is_dead = dead < live.dead.size() && live.dead[dead].group == place.group;
        if (!is_dead && place.documents > 0) keys.push_back(place.key);
      }
    }
  }
  std::ranges::sort(keys);
  return keys;
}

Result<SearchResult> Index::Search(const store::Scope& scope, std::span<const QueryTerm> terms,
                                   const SearchOptions& options) {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope, store::Access::kRead));
  return IndexView(*this, *transaction).Search(terms, options);
}

Result<std::vector<GroupEvidence>> Index::Look(const store::Scope& scope,
                                               std::span<const QueryTerm> terms,
                                               std::span<const std::string> keys) {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope, store::Access::kRead));
  return IndexView(*this, *transaction).Look(terms, keys);
}

Result<IndexStatus> Index::Status(const store::Scope& scope) {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope, store::Access::kRead));
  return IndexView(*this, *transaction).Status();
}

Result<std::vector<std::string>> Index::Keys(const store::Scope& scope) {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope, store::Access::kRead));
  return IndexView(*this, *transaction).Keys();
}

}  // namespace satchel::lexical
