#include "index/lexical/evidence.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "index/lexical/rows.h"

namespace satchel::lexical {
namespace {

// Which group a document is of, asked in the order of documents.
class GroupCursor {
 public:
  explicit GroupCursor(std::span<const GroupPlace> places) : places_(places) {}

  // The number of the group; places.size() when it is of none.
  std::size_t Of(std::uint32_t document) {
    while (at_ < places_.size() && document >= places_[at_].first + places_[at_].documents) ++at_;
    return at_ < places_.size() && document >= places_[at_].first ? at_ : places_.size();
  }

 private:
  std::span<const GroupPlace> places_;
  std::size_t at_ = 0;
};

class Gatherer {
 public:
  Gatherer(RowReader& reader, const LiveSegment& live, const Saturation& saturation,
           std::span<const GroupPlace> places, std::span<GroupEvidence* const> evidence)
      : reader_(reader),
        live_(live),
        saturation_(saturation),
        places_(places),
        evidence_(evidence),
        codes_(live.segment->summary.codes) {
    for (const GroupPlace& place : places_) {
      if (place.documents == 0) continue;
      const std::uint32_t last = (place.first + place.documents - 1) / kWindow;
      for (std::uint32_t window = place.first / kWindow; window <= last; ++window) {
        if (windows_.empty() || windows_.back() < window) windows_.push_back(window);
      }
    }
  }

  Status AddAll(std::span<const WeighedTerm> terms) {
    std::vector<RowReader::WindowsKey> keys;
    for (const WeighedTerm& term : terms) {
      if (!IsDense(term)) continue;
      for (const std::uint32_t window : windows_) {
        if (term.kept->data[window] == 0) continue;
        const std::uint32_t row = window / kWindowsInARow;
        if (keys.empty() || keys.back().number != term.kept->number || keys.back().row != row) {
          keys.push_back({term.kept->number, row});
        }
      }
    }
    auto rows = SATCHEL_TRY(reader_.ReadWindows(*live_.segment, keys));
    std::size_t at = 0;
    for (std::uint32_t t = 0; t < terms.size(); ++t) {
      if (terms[t].kept->documents == 0) continue;
      if (!IsDense(terms[t])) {
        SATCHEL_TRY(AddList(t, terms[t]));
        continue;
      }
      const std::size_t begin = at;
      while (at < keys.size() && keys[at].number == terms[t].kept->number) ++at;
      AddWindows(t, terms[t], std::span(keys).subspan(begin, at - begin),
                 std::span(rows).subspan(begin, at - begin));
    }
    return {};
  }

 private:
  static bool IsDense(const WeighedTerm& term) {
    return term.kept->documents > 0 && term.kept->form == TermEntry::Form::kDense;
  }

  void Add(std::size_t group, std::uint32_t document, std::uint32_t term, float weight,
           Frequencies frequencies) {
    const float weighed = WeighedFrequency(reader_.ranking(), frequencies);
    const Units units = Contribution(weight, saturation_.Of(weighed, (*live_.lengths)[document]));
    evidence_[group]->occurrences.push_back(
        {document - places_[group].first, term, frequencies, units, (*live_.lengths)[document]});
  }

  Status AddList(std::uint32_t number, const WeighedTerm& term) {
    GroupCursor groups(places_);
    bool known = true;
    const bool sound = ForEachInList(
        term.kept->data, term.kept->documents, live_.segment->summary.documents,
        [&](std::uint32_t document, std::uint8_t code, Frequencies frequencies) {
          known = known && code <= codes_.size();
          const std::size_t group = groups.Of(document);
          if (group == places_.size() || !known) return;
          Add(group, document, number, term.weight, code == 0 ? frequencies : codes_[code - 1]);
        });
    return sound && known ? Status() : Damaged(live_.segment->id, "a list of postings");
  }

  void AddWindows(std::uint32_t number, const WeighedTerm& term,
                  std::span<const RowReader::WindowsKey> keys,
                  std::span<const std::shared_ptr<const CachedWindows>> rows) {
    GroupCursor groups(places_);
    std::size_t at = 0;
    for (const std::uint32_t window : windows_) {
      if (term.kept->data[window] == 0) continue;
      while (keys[at].row != window / kWindowsInARow) ++at;
      const WindowRow& row = rows[at]->row;
      const WindowRow::Run run = row.At(window % kWindowsInARow);
      for (std::uint32_t i = 0; i < run.size; ++i) {
        const std::uint32_t document = (window * kWindow) + run.places[i];
        const std::size_t group = groups.Of(document);
        if (group == places_.size()) continue;
        Add(group, document, number, term.weight,
            run.codes[i] == 0 ? row.FrequenciesAt(run.first + i) : codes_[run.codes[i] - 1U]);
      }
    }
  }

  RowReader& reader_;
  const LiveSegment& live_;
  const Saturation& saturation_;
  std::span<const GroupPlace> places_;
  std::span<GroupEvidence* const> evidence_;
  std::span<const Frequencies> codes_;
  std::vector<std::uint32_t> windows_;  // that some group reaches into
};

}  // namespace

Status GatherEvidence(RowReader& reader, const LiveSegment& live, const Saturation& saturation,
                      std::span<const WeighedTerm> terms, std::span<const GroupPlace> places,
                      std::span<GroupEvidence* const> evidence) {
  if (places.empty()) return {};
  return Gatherer(reader, live, saturation, places, evidence).AddAll(terms);
}

}  // namespace satchel::lexical
