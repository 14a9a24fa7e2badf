#include "index/lexical/segment_scan.h"

#include <utility>

#include "index/lexical/rows.h"
#include "store/segments.h"

namespace satchel::lexical {
namespace {

using store::SegmentRow;
using store::SegmentRowQuery;

constexpr std::int64_t kRowsInAPage = 32;  // of terms: about 1,500

}  // namespace

Result<std::vector<GroupPlace>> SegmentScan::Groups() {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
  RowCache none(0);
  RowReader reader(*transaction, source_, segment_.summary.ranking, none);
  std::vector<std::uint32_t> rows(segment_.summary.first_documents.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
  auto kept = SATCHEL_TRY(reader.ReadGroups(segment_, rows));
  std::vector<GroupPlace> groups;
  for (const auto& row : kept) groups.insert(groups.end(), row->groups.begin(), row->groups.end());
  return groups;
}

Result<std::vector<std::vector<std::uint8_t>>> SegmentScan::Lengths() {
  const std::size_t fields = segment_.summary.ranking.fields;
  std::vector<std::vector<std::uint8_t>> lengths(fields);
  SegmentRowQuery query{
      .segment = segment_.id, .kind = static_cast<std::int64_t>(RowKind::kLengths), .keys = {}};
  for (std::uint32_t row = 0; DocumentsInRow(segment_, row) > 0; ++row) {
    query.keys.push_back(NumberKey(row));
  }
  auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
  auto answers = SATCHEL_TRY(store::ReadSegmentRows(*transaction, source_, {&query, 1}));
  if (answers.front().size() != query.keys.size()) {
    return Damaged(segment_.id, "a missing row of lengths");
  }
  for (const SegmentRow& row : answers.front()) {
    auto bytes = SATCHEL_TRY(Unsealed(row));
    const std::uint32_t documents =
        DocumentsInRow(segment_, static_cast<std::uint32_t>(KeyNumber(row.key)));
    if (bytes.size() != documents * fields) return Damaged(segment_.id, "a row of lengths");
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    for (std::size_t field = 0; field < fields; ++field) {
      lengths[field].insert(lengths[field].end(), data + (field * documents),
                            data + ((field + 1) * documents));
    }
  }
  return lengths;
}

Result<bool> SegmentScan::Next() {
  if (began_ && !terms_.empty()) terms_.pop_front();
  began_ = true;
  while (terms_.empty() && !ended_) {
    SATCHEL_TRY(ReadPage());
  }
  return !terms_.empty();
}

Status SegmentScan::ReadPage() {
  auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
  auto page = SATCHEL_TRY(store::ReadSegmentPage(*transaction, source_, segment_.id,
                                                 static_cast<std::int64_t>(RowKind::kTerms), after_,
                                                 kRowsInAPage));
  ended_ = page.size() < static_cast<std::size_t>(kRowsInAPage);
  SegmentRowQuery lists{
      .segment = segment_.id, .kind = static_cast<std::int64_t>(RowKind::kList), .keys = {}};
  SegmentRowQuery windows{
      .segment = segment_.id, .kind = static_cast<std::int64_t>(RowKind::kWindows), .keys = {}};
  std::vector<std::string_view> pages;
  for (const SegmentRow& row : page) {
    after_ = row.key;
    auto bytes = SATCHEL_TRY(Unsealed(row));
    if (KeyNumber(row.key) != rows_++) return Damaged(segment_.id, "a missing row of terms");
    pages.push_back(bytes);
    const bool sound = ForEachTerm(bytes, [&](std::string_view, const TermEntry& entry) {
      if (entry.form == TermEntry::Form::kList) lists.keys.push_back(NumberKey(entry.number));
      if (entry.form == TermEntry::Form::kDense) windows.keys.push_back(NumberKey(entry.number));
      return false;
    });
    if (!sound) return Damaged(segment_.id, "a row of terms");
  }
  if (ended_ && rows_ != std::uint64_t{1} << segment_.summary.term_bits) {
    return Damaged(segment_.id, "a missing row of terms");
  }
  const std::vector<SegmentRowQuery> queries = {std::move(lists), std::move(windows)};
  auto answers = SATCHEL_TRY(store::ReadSegmentRows(*transaction, source_, queries));
  std::map<std::uint64_t, std::vector<const SegmentRow*>> rows;
  for (const auto& answer : answers) {
    for (const SegmentRow& row : answer) rows[KeyNumber(row.key)].push_back(&row);
  }
  for (const std::string_view bytes : pages) {
    Status added;
    ForEachTerm(bytes, [&](std::string_view text, const TermEntry& entry) {
      added = AddTerm(text, entry, rows);
      return !added;
    });
    if (!added) return added;
  }
  return {};
}

Result<Frequencies> SegmentScan::FrequenciesOf(std::uint8_t code, Frequencies written) const {
  if (code == 0) return written;
  if (code > segment_.summary.codes.size()) return Damaged(segment_.id, "a row of postings");
  return segment_.summary.codes[code - 1];
}

Status SegmentScan::AddTerm(std::string_view text, const TermEntry& entry,
                            const std::map<std::uint64_t, std::vector<const SegmentRow*>>& rows) {
  Term term{.hash = TermHash(text), .text = std::string(text), .postings = {}};
  std::pair next(term.hash, term.text);
  if (entry.documents > segment_.summary.documents || (last_ && next <= *last_)) {
    return Damaged(segment_.id, "a row of terms");
  }
  last_ = std::move(next);
  term.postings.reserve(entry.documents);
  bool known = true;
  const auto add = [&](std::uint32_t document, std::uint8_t code, Frequencies written) {
    const auto frequencies = FrequenciesOf(code, written);
    const bool ascends = term.postings.empty() || document > term.postings.back().document;
    known = known && frequencies.has_value() && ascends;
    term.postings.push_back({document, frequencies.value_or(0)});
  };
  const auto own = rows.find(entry.number);
  if (entry.form != TermEntry::Form::kInline && own == rows.end()) {
    return Damaged(segment_.id, "a missing row of postings");
  }
  if (entry.form == TermEntry::Form::kDense) {
    for (const SegmentRow* row : own->second) {
      auto bytes = SATCHEL_TRY(Unsealed(*row));
      const auto part = static_cast<std::uint32_t>(row->part);
      auto windows = SATCHEL_TRY(
          WindowRow::Read(segment_.id, std::string(bytes), DocumentsInRow(segment_, part)));
      for (std::uint32_t window = 0; window < kWindowsInARow; ++window) {
        const WindowRow::Run run = windows.At(window);
        for (std::uint32_t i = 0; i < run.size; ++i) {
          add((part * kDocumentsInARow) + (window * kWindow) + run.places[i], run.codes[i],
              run.codes[i] == 0 ? windows.FrequenciesAt(run.first + i) : 0);
        }
      }
    }
  } else {
    std::string_view list = entry.list;
    if (entry.form == TermEntry::Form::kList) {
      auto bytes = SATCHEL_TRY(Unsealed(*own->second.front()));
      if (bytes.size() < kTermHeadBytes) return Damaged(segment_.id, "a list of postings");
      list = bytes.substr(kTermHeadBytes);
    }
    if (!ForEachInList(list, entry.documents, segment_.summary.documents, add)) {
      return Damaged(segment_.id, "a list of postings");
    }
  }
  if (!known || term.postings.size() != entry.documents) {
    return Damaged(segment_.id, "a row of postings");
  }
  terms_.push_back(std::move(term));
  return {};
}

}  // namespace satchel::lexical
