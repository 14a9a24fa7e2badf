#include "index/lexical/segment_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "index/lexical/rows.h"

// Documents are looked at in windows of 256. Every term has, for each window, a bound: what it can
// give there at most. The sum of the bounds says which windows can hold one of the best documents
// at all. The few with the largest sums come first, since they raise the mark that all others are
// held against; the rest follow in order of documents. Inside a window terms are added one by one,
// and it is left as soon as what is still to come cannot lift its best document over the mark.
//
// Bounds were made with the average length of documents at that time. t / (t + K) grows at most
// as fast as the average does, so they hold when multiplied by that growth.
namespace satchel::lexical {
namespace {

constexpr std::uint32_t kFirstWindows = 64;
constexpr std::uint32_t kFirstRows = 4;  // then twice as many each time: few round trips
// Bounds and scores are rounded at different steps. These two keep a bound above every score that
// it stands for, and the first mark below the score that it promises.
constexpr float kSlack = 1.00001F;
constexpr Units kRounding = 2;

struct Better {
  bool operator()(const Found& left, const Found& right) const {
    return left.units != right.units ? left.units > right.units : left.document < right.document;
  }
};

// The best so far.
class Best {
 public:
  Best(std::size_t limit, Units mark) : limit_(limit), mark_(mark) {}

  Units mark() const { return mark_; }
  void Raise(Units mark) { mark_ = std::max(mark_, mark); }
  void Add(Found found) {
    if (heap_.size() == limit_) {
      if (!Better()(found, heap_.front())) return;
      std::ranges::pop_heap(heap_, Better());
      heap_.back() = found;
    } else {
      heap_.push_back(found);
    }
    std::ranges::push_heap(heap_, Better());
    if (heap_.size() == limit_) Raise(heap_.front().units);
  }
  std::vector<Found> Take() {
    std::ranges::sort(heap_, Better());
    return std::move(heap_);
  }

 private:
  std::size_t limit_;
  Units mark_;
  std::vector<Found> heap_;
};

// A term on its way through the windows.
struct Cursor {
  const CachedTerm* term = nullptr;
  float weight = 0;
  Units most = 0;             // bound of all windows
  std::vector<Units> bounds;  // of each
  // Of a list: its documents, and where those of each window begin.
  std::vector<Found> postings;
  std::vector<std::uint32_t> starts;
  // Of a dense one: its rows, as far as they were read.
  std::vector<std::shared_ptr<const CachedWindows>> rows;

  bool dense() const { return term->form == TermEntry::Form::kDense; }
};

class Search {
 public:
  Search(RowReader& reader, const LiveSegment& live, const Saturation& saturation,
         const SegmentQuery& query)
      : reader_(reader),
        live_(live),
        segment_(*live.segment),
        saturation_(saturation),
        query_(query),
        windows_(segment_.summary.windows()),
        sums_(windows_),
        best_(query.limit, std::max<Units>(query.at_least, 1)) {}

  Result<std::vector<Found>> Run() {
    SATCHEL_TRY(Prepare());
    if (cursors_.empty()) return best_.Take();
    std::ranges::sort(cursors_, [](const Cursor& left, const Cursor& right) {
      return left.most != right.most ? left.most > right.most : left.term->term < right.term->term;
    });
    std::vector<std::uint32_t> first = HighestWindows();
    SATCHEL_TRY(ReadRows(first));
    std::vector<bool> seen(windows_);
    for (const std::uint32_t window : first) {
      seen[window] = true;
      Visit(window);
    }
    const std::uint32_t rows = (windows_ + kWindowsInARow - 1) / kWindowsInARow;
    std::uint32_t step = kFirstRows;
    std::vector<std::uint32_t> rest;
    for (std::uint32_t row = 0; row < rows; row += step, step *= 2) {
      rest.clear();
      const std::uint32_t end = std::min(windows_, (row + step) * kWindowsInARow);
      for (std::uint32_t window = row * kWindowsInARow; window < end; ++window) {
        if (!seen[window] && Wanted(window)) rest.push_back(window);
      }
      SATCHEL_TRY(ReadRows(rest));
      for (const std::uint32_t window : rest) Visit(window);
    }
    return best_.Take();
  }

 private:
  bool Wanted(std::uint32_t window) const {
    return sums_[window] >= best_.mark() && sums_[window] > 0;
  }

  Status Prepare() {
    const SegmentSummary& summary = segment_.summary;
    const bool bounded = summary.ranking == reader_.ranking();
    const auto change = static_cast<float>(saturation_.average() / summary.average);
    const float growth = std::max(1.0F, change) * kSlack;
    for (const WeighedTerm& term : query_.terms) {
      if (term.kept->documents == 0 || term.weight == 0) continue;
      Cursor cursor{.term = term.kept.get(), .weight = term.weight};
      cursor.bounds.resize(windows_);
      if (cursor.dense()) {
        SetBounds(cursor, bounded ? growth : 0);
      } else
        SATCHEL_TRY(ReadList(cursor));
      for (std::uint32_t window = 0; window < windows_; ++window) {
        sums_[window] += cursor.bounds[window];
        cursor.most = std::max(cursor.most, cursor.bounds[window]);
      }
      if (bounded && cursor.term->form != TermEntry::Form::kInline) {
        SetMark(cursor, std::min(1.0F, change));
      }
      cursors_.push_back(std::move(cursor));
    }
    return {};
  }

  // `growth` 0: the bounds were made by other weights, and a saturation is at most 1.
  void SetBounds(Cursor& cursor, float growth) const {
    const auto* stored = reinterpret_cast<const std::uint8_t*>(cursor.term->data.data());
    const float one =
        std::min(cursor.weight, cursor.weight * cursor.term->head.most / 255 * growth);
    const Units all = static_cast<Units>(cursor.weight) + kRounding;
    for (std::uint32_t window = 0; window < windows_; ++window) {
      const Units bound = growth == 0
                              ? all
                              : static_cast<Units>(static_cast<std::int32_t>(
                                    one * static_cast<float>(std::int32_t{stored[window]}))) +
                                    kRounding;
      cursor.bounds[window] = stored[window] == 0 ? 0 : std::min(bound, all);
    }
    cursor.rows.resize((windows_ + kWindowsInARow - 1) / kWindowsInARow);
  }

  // So many documents reach this score by one term alone, dead ones not counted.
  void SetMark(const Cursor& cursor, float shrinkage) {
    const std::size_t needed = query_.limit + live_.dead_documents;
    const float best = needed <= 20    ? cursor.term->head.best20
                       : needed <= 100 ? cursor.term->head.best100
                                       : 0;
    const float least = cursor.weight * best * shrinkage / kSlack;
    if (least > kRounding) best_.Raise(static_cast<Units>(least) - kRounding);
  }

  Status ReadList(Cursor& cursor) {
    cursor.postings.reserve(cursor.term->documents);
    const std::uint8_t* lengths = live_.lengths->data();
    const std::size_t codes = segment_.summary.codes.size();
    bool known = true;
    const bool sound = ForEachInList(
        cursor.term->data, cursor.term->documents, segment_.summary.documents,
        [&](std::uint32_t document, std::uint8_t code, Frequencies frequencies) {
          if (code > codes) {
            known = false;
            return;
          }
          const float saturated =
              code != 0 ? live_.table->Of(code, lengths[document])
                        : saturation_.Of(WeighedFrequency(reader_.ranking(), frequencies),
                                         lengths[document]);
          const Units units = Contribution(cursor.weight, saturated);
          cursor.postings.push_back({units, document});
          Units& bound = cursor.bounds[document / kWindow];
          bound = std::max(bound, units);
        });
    if (!sound || !known) return Damaged(segment_.id, "a list of postings");
    cursor.starts.resize(windows_ + 1);
    std::uint32_t at = 0;
    for (std::uint32_t window = 0; window <= windows_; ++window) {
      while (at < cursor.postings.size() && cursor.postings[at].document < window * kWindow) ++at;
      cursor.starts[window] = at;
    }
    return {};
  }

  std::vector<std::uint32_t> HighestWindows() const {
    std::vector<std::uint32_t> windows;
    for (std::uint32_t window = 0; window < windows_; ++window) {
      if (Wanted(window)) windows.push_back(window);
    }
    const auto higher = [this](std::uint32_t left, std::uint32_t right) {
      return sums_[left] != sums_[right] ? sums_[left] > sums_[right] : left < right;
    };
    if (windows.size() > kFirstWindows) {
      std::ranges::nth_element(windows, windows.begin() + kFirstWindows, higher);
      windows.resize(kFirstWindows);
    }
    std::ranges::sort(windows, higher);
    return windows;
  }

  // Whatever rows these windows need and are not at hand, in one round trip.
  Status ReadRows(std::span<const std::uint32_t> windows) {
    std::vector<RowReader::WindowsKey> keys;
    std::vector<std::shared_ptr<const CachedWindows>*> places;
    for (Cursor& cursor : cursors_) {
      if (!cursor.dense()) continue;
      std::uint32_t last = 0xFFFFFFFFU;
      marked_.assign(cursor.rows.size(), false);
      for (const std::uint32_t window : windows) {
        const std::uint32_t row = window / kWindowsInARow;
        if (row == last || cursor.bounds[window] == 0) continue;
        last = row;
        if (cursor.rows[row] != nullptr || marked_[row]) continue;
        marked_[row] = true;
        keys.push_back({cursor.term->number, row});
        places.push_back(&cursor.rows[row]);
      }
    }
    if (keys.empty()) return {};
    auto rows = SATCHEL_TRY(reader_.ReadWindows(segment_, keys));
    std::uint8_t most_code = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      most_code = std::max(most_code, rows[i]->row.most_code());
      *places[i] = std::move(rows[i]);
    }
    most_code_ = std::max(most_code_, most_code);
    table_ = live_.table->UpTo(most_code_);
    return {};
  }

  void Visit(std::uint32_t window) {
    if (!Wanted(window)) return;
    Units rest = sums_[window];
    Units top = 0;
    units_.fill(0);
    const std::uint8_t* lengths = live_.lengths->data() + (std::size_t{window} * kWindow);
    for (const Cursor& cursor : cursors_) {
      const Units bound = cursor.bounds[window];
      if (bound == 0) continue;
      if (top + rest < best_.mark()) return;
      rest -= bound;
      top = std::max(
          top, cursor.dense() ? AddRun(cursor, window, lengths) : AddPostings(cursor, window));
    }
    if (top < best_.mark()) return;
    for (std::uint32_t i = 0; i < kWindow; ++i) {
      if (units_[i] < best_.mark() || units_[i] == 0) continue;
      const std::uint32_t document = (window * kWindow) + i;
      if (!live_.IsDead(document)) best_.Add({units_[i], document});
    }
  }

  Units AddPostings(const Cursor& cursor, std::uint32_t window) {
    Units top = 0;
    for (std::uint32_t i = cursor.starts[window]; i < cursor.starts[window + 1]; ++i) {
      Units& units = units_[cursor.postings[i].document % kWindow];
      units += cursor.postings[i].units;
      top = std::max(top, units);
    }
    return top;
  }

  Units AddRun(const Cursor& cursor, std::uint32_t window, const std::uint8_t* lengths) {
    const WindowRow& row = cursor.rows[window / kWindowsInARow]->row;
    const WindowRow::Run run = row.At(window % kWindowsInARow);
    Units top = 0;
    for (std::uint32_t i = 0; i < run.size; ++i) {
      const std::uint8_t place = run.places[i];
      const float saturated = table_[(std::size_t{run.codes[i]} * 256) + lengths[place]];
      const Units units = units_[place] + Contribution(cursor.weight, saturated);
      units_[place] = units;
      top = std::max(top, units);
    }
    if (row.escapes().empty()) return top;
    auto escape =
        std::ranges::lower_bound(row.escapes(), run.first, {}, &WindowRow::Escape::posting);
    for (; escape != row.escapes().end() && escape->posting < run.first + run.size; ++escape) {
      const std::uint8_t place = run.places[escape->posting - run.first];
      const float weighed = WeighedFrequency(reader_.ranking(), escape->frequencies);
      units_[place] += Contribution(cursor.weight, saturation_.Of(weighed, lengths[place]));
      top = std::max(top, units_[place]);
    }
    return top;
  }

  RowReader& reader_;
  const LiveSegment& live_;
  const Segment& segment_;
  const Saturation& saturation_;
  const SegmentQuery& query_;
  const std::uint32_t windows_;
  std::vector<Units> sums_;  // of bounds, of each window
  Best best_;
  std::vector<Cursor> cursors_;
  std::vector<bool> marked_;
  const float* table_ = nullptr;
  std::uint8_t most_code_ = 0;
  alignas(64) std::array<Units, kWindow> units_{};
};

}  // namespace

Result<std::vector<Found>> SearchSegment(RowReader& reader, const LiveSegment& live,
                                         const Saturation& saturation, const SegmentQuery& query) {
  if (query.limit == 0) return std::vector<Found>();
  return Search(reader, live, saturation, query).Run();
}

Result<std::uint32_t> CountDead(RowReader& reader, const LiveSegment& live,
                                const CachedTerm& term) {
  if (live.dead_bits.empty() || term.documents == 0) return 0U;
  std::uint32_t dead = 0;
  if (term.form != TermEntry::Form::kDense) {
    const bool sound = ForEachInList(
        term.data, term.documents, live.segment->summary.documents,
        [&](std::uint32_t document, std::uint8_t, Frequencies) { dead += live.IsDead(document); });
    if (!sound) return Damaged(live.segment->id, "a list of postings");
    return dead;
  }
  {
    const std::lock_guard lock(live.dead_counts->mutex);
    const auto counted = live.dead_counts->by_number.find(term.number);
    if (counted != live.dead_counts->by_number.end()) return counted->second;
  }
  std::vector<std::uint32_t> windows;  // with dead documents and with the term
  for (std::uint32_t window = 0; window < live.segment->summary.windows(); ++window) {
    const auto begin = live.dead_bits.begin() + (window * (kWindow / 64));
    const auto words = std::min<std::ptrdiff_t>(kWindow / 64, live.dead_bits.end() - begin);
    const bool any =
        std::any_of(begin, begin + words, [](std::uint64_t word) { return word != 0; });
    if (any && term.data[window] != 0) windows.push_back(window);
  }
  std::vector<RowReader::WindowsKey> keys;
  for (const std::uint32_t window : windows) {
    const std::uint32_t row = window / kWindowsInARow;
    if (keys.empty() || keys.back().row != row) keys.push_back({term.number, row});
  }
  auto rows = SATCHEL_TRY(reader.ReadWindows(*live.segment, keys));
  std::size_t at = 0;
  for (const std::uint32_t window : windows) {
    while (keys[at].row != window / kWindowsInARow) ++at;
    const WindowRow::Run run = rows[at]->row.At(window % kWindowsInARow);
    for (std::uint32_t i = 0; i < run.size; ++i) {
      dead += live.IsDead((window * kWindow) + run.places[i]);
    }
  }
  const std::lock_guard lock(live.dead_counts->mutex);
  live.dead_counts->by_number.emplace(term.number, dead);
  return dead;
}

Result<TermInDocument> LookAt(RowReader& reader, const LiveSegment& live,
                              const Saturation& saturation, const WeighedTerm& term,
                              std::uint32_t document) {
  TermInDocument found;
  const std::vector<Frequencies>& codes = live.segment->summary.codes;
  if (term.kept->documents == 0) return found;
  if (term.kept->form != TermEntry::Form::kDense) {
    const bool sound = ForEachInList(
        term.kept->data, term.kept->documents, live.segment->summary.documents,
        [&](std::uint32_t at, std::uint8_t code, Frequencies frequencies) {
          if (at != document) return;
          found.frequencies = code == 0 ? frequencies : code <= codes.size() ? codes[code - 1] : 0;
        });
    if (!sound) return Damaged(live.segment->id, "a list of postings");
  } else if (term.kept->data[document / kWindow] != 0) {
    const RowReader::WindowsKey key{term.kept->number, document / kDocumentsInARow};
    auto rows = SATCHEL_TRY(reader.ReadWindows(*live.segment, {&key, 1}));
    const WindowRow& row = rows.front()->row;
    const WindowRow::Run run = row.At((document / kWindow) % kWindowsInARow);
    const auto place = static_cast<std::uint8_t>(document % kWindow);
    const auto* at = std::lower_bound(run.places, run.places + run.size, place);
    if (at != run.places + run.size && *at == place) {
      const auto i = static_cast<std::uint32_t>(at - run.places);
      found.frequencies =
          run.codes[i] == 0 ? row.FrequenciesAt(run.first + i) : codes[run.codes[i] - 1];
    }
  }
  if (found.frequencies != 0) {
    const float weighed = WeighedFrequency(reader.ranking(), found.frequencies);
    found.units = Contribution(term.weight, saturation.Of(weighed, (*live.lengths)[document]));
  }
  return found;
}

}  // namespace satchel::lexical
