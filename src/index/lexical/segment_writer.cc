#include "index/lexical/segment_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"

// Terms come in the order of their hashes and each is written as soon as it comes, so that the
// writer holds one row of terms and never all of them. How many postings a term has decides its
// form. Fewer than 20 stand inside the row of terms. More are a list in a row of its own. Terms in
// many documents have windows, and for each window a bound: what the term can give to a document
// there at most.
//
// Two things are fixed before the first term. The number of leading bits that name a row of terms
// comes from a guess at the number of terms; a wrong guess makes rows longer or shorter and does no
// other harm. The codes are the most frequent combinations of frequencies; a combination that has
// no code is written out beside its posting.
//
// Bounds and the best saturations are made with the average length of this segment's documents, and
// the search scales them to the average of the day. Bounds are rounded up: one that is too small
// would let the search pass over a window that holds one of the best documents. The summary is made
// last, since it counts what was written before it.
namespace satchel::lexical {
namespace {

constexpr std::size_t kTermsInARow = 48;
constexpr std::size_t kKeysInARow = 64;
constexpr std::size_t kMostInline = 20;  // postings; from then on there is a 20th best
constexpr std::uint64_t kTermSeed = 0x7465726D;
constexpr std::uint64_t kKeySeed = 0x6B657973;

std::uint8_t BitsFor(std::size_t things, std::size_t in_a_row) {
  return static_cast<std::uint8_t>(
      std::min(24, static_cast<int>(std::bit_width(things / in_a_row))));
}

std::vector<Frequencies> CodesOf(CodeCounts& counts) {
  std::ranges::sort(counts, [](const auto& left, const auto& right) {
    return left.second != right.second ? left.second > right.second : left.first < right.first;
  });
  if (counts.size() > 255) counts.resize(255);
  std::vector<Frequencies> codes;
  for (const auto& [code, count] : counts) codes.push_back(code);
  return codes;
}

void WriteHead(ByteWriter& out, const TermHead& head) {
  out.Fixed(head.most);
  out.Fixed(head.best20);
  out.Fixed(head.best100);
}

}  // namespace

std::uint64_t TermHash(std::string_view term) { return StableHash(term, kTermSeed); }
std::uint64_t KeyHash(std::string_view key) { return StableHash(key, kKeySeed); }
std::uint32_t RowOf(std::uint64_t hash, std::uint8_t bits) {
  return bits == 0 ? 0 : static_cast<std::uint32_t>(hash >> (64U - bits));
}

SegmentWriter::SegmentWriter(std::int64_t segment, const Ranking& ranking,
                             const SegmentDocuments& documents, std::size_t terms,
                             CodeCounts counts, Put put)
    : segment_(segment),
      documents_(documents),
      put_(std::move(put)),
      summary_{.ranking = ranking,
               .documents = documents.size(),
               .groups = static_cast<std::uint32_t>(documents.groups.size()),
               .term_bits = BitsFor(terms, kTermsInARow),
               .group_bits = BitsFor(documents.groups.size(), kKeysInARow),
               .codes = CodesOf(counts)},
      codes_(summary_.codes),
      saturation_(ranking, 1),
      weighed_(documents.size()) {
  for (const auto& [code, count] : counts) summary_.code_counts.push_back(count);
  Statistics statistics{.documents = summary_.documents};
  for (const SegmentDocuments::Group& group : documents.groups) {
    for (std::size_t field = 0; field < ranking.fields; ++field) {
      summary_.lengths.at(field) += group.lengths.at(field);
    }
  }
  statistics.lengths = summary_.lengths;
  summary_.average = statistics.AverageLength(ranking);
  saturation_ = Saturation(ranking, summary_.average);
  const LengthWeights weights(ranking);
  for (std::uint32_t i = 0; i < summary_.documents; ++i) {
    std::array<std::uint8_t, kMostFields> lengths{};
    for (std::size_t field = 0; field < ranking.fields; ++field) {
      lengths.at(field) = documents.lengths[field][i];
    }
    weighed_[i] = weights.Of(lengths.data(), 1);
  }
}

Status SegmentWriter::PutRow(RowKind kind, std::uint32_t key, std::int64_t part, std::string data) {
  store::SegmentRow row = SealedRow(segment_, kind, NumberKey(key), part, std::move(data));
  size_ += static_cast<std::int64_t>(row.key.size() + row.data.size());
  return put_(std::move(row));
}

void SegmentWriter::Saturate(std::span<const DocumentPosting> postings) {
  saturated_.resize(postings.size());
  for (std::size_t i = 0; i < postings.size(); ++i) {
    saturated_[i] = saturation_.Of(WeighedFrequency(summary_.ranking, postings[i].frequencies),
                                   weighed_[postings[i].document]);
  }
}

// A search for the best 20 or 100 begins with this as its mark, before it has seen any document.
float SegmentWriter::Best(std::size_t rank) {
  if (saturated_.size() < rank) return 0;
  sorted_ = saturated_;
  const auto at = sorted_.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(sorted_, at, std::greater<float>());
  return *at;
}

Status SegmentWriter::AddTerm(std::uint64_t hash, std::string_view term,
                              std::span<const DocumentPosting> postings) {
  SATCHEL_TRY(PutTermsBefore(RowOf(hash, summary_.term_bits)));
  ++summary_.terms;
  using enum TermEntry::Form;
  const auto form = postings.size() >= DenseFrom(summary_.documents) ? kDense
                    : postings.size() < kMostInline                  ? kInline
                                                                     : kList;
  terms_.String(term);
  terms_.Number((std::uint64_t{postings.size()} << 2U) | static_cast<std::uint64_t>(form));
  if (form == kInline) {
    ByteWriter list;
    WriteList(list, postings, codes_);
    terms_.String(list.bytes());
    return {};
  }
  const std::uint32_t number = next_number_++;
  terms_.Number(number);
  Saturate(postings);
  return form == kList ? PutLists(number, postings) : PutDense(number, postings);
}

Status SegmentWriter::PutLists(std::uint32_t number, std::span<const DocumentPosting> postings) {
  ByteWriter out;
  WriteHead(out, {std::ranges::max(saturated_), Best(20), Best(100)});
  WriteList(out, postings, codes_);
  return PutRow(RowKind::kList, number, 0, out.Take());
}

Status SegmentWriter::PutDense(std::uint32_t number, std::span<const DocumentPosting> postings) {
  const float most = std::ranges::max(saturated_);
  std::string bounds(summary_.windows(), '\0');
  std::size_t row_begin = 0;
  for (std::size_t i = 0; i < postings.size();) {
    const std::uint32_t window = postings[i].document / kWindow;
    float best = 0;
    for (; i < postings.size() && postings[i].document / kWindow == window; ++i) {
      best = std::max(best, saturated_[i]);
    }
    bounds[window] = static_cast<char>(
        static_cast<std::uint8_t>(std::min(255.0F, std::ceil(best / most * 255))));
    const std::uint32_t row = window / kWindowsInARow;
    if (i < postings.size() && postings[i].document / kDocumentsInARow == row) continue;
    SATCHEL_TRY(PutRow(
        RowKind::kWindows, number, row,
        WriteWindows(postings.subspan(row_begin, i - row_begin), row * kDocumentsInARow, codes_)));
    row_begin = i;
  }
  ByteWriter out;
  WriteHead(out, {most, Best(20), Best(100)});
  out.Raw(bounds);
  return PutRow(RowKind::kBounds, number, 0, out.Take());
}

// Also those that have no term: a row that is not there is damage.
Status SegmentWriter::PutTermsBefore(std::uint32_t bucket) {
  for (; bucket_ < bucket; ++bucket_) {
    SATCHEL_TRY(PutRow(RowKind::kTerms, bucket_, 0, terms_.Take()));
  }
  return {};
}

Status SegmentWriter::PutLengths() {
  for (std::uint32_t first = 0; first < summary_.documents; first += kDocumentsInARow) {
    const std::uint32_t count = std::min(kDocumentsInARow, summary_.documents - first);
    std::string data;
    for (std::size_t field = 0; field < summary_.ranking.fields; ++field) {
      data.append(reinterpret_cast<const char*>(documents_.lengths[field].data()) + first, count);
    }
    SATCHEL_TRY(PutRow(RowKind::kLengths, first / kDocumentsInARow, 0, std::move(data)));
  }
  return {};
}

Status SegmentWriter::PutGroups() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // row of hashes, group
  std::uint32_t first = 0;
  ByteWriter row;
  std::string_view before;
  for (std::uint32_t i = 0; i < documents_.groups.size(); ++i) {
    const SegmentDocuments::Group& group = documents_.groups[i];
    if (i % kGroupsInARow == 0) {
      summary_.first_documents.push_back(first);
      before = {};
    }
    const auto [mine, theirs] = std::ranges::mismatch(group.key, before);
    const auto shared = static_cast<std::size_t>(mine - group.key.begin());
    row.Number(shared);
    row.String(std::string_view(group.key).substr(shared));
    row.Number(group.documents);
    for (std::size_t field = 0; field < summary_.ranking.fields; ++field) {
      row.Number(group.lengths.at(field));
    }
    before = group.key;
    first += group.documents;
    places.emplace_back(RowOf(KeyHash(group.key), summary_.group_bits), i);
    if ((i + 1) % kGroupsInARow == 0 || i + 1 == documents_.groups.size()) {
      SATCHEL_TRY(PutRow(RowKind::kGroups, i / kGroupsInARow, 0, row.Take()));
    }
  }
  std::ranges::sort(places);
  std::size_t i = 0;
  for (std::uint32_t at = 0; at < 1U << summary_.group_bits; ++at) {
    ByteWriter groups;
    for (; i < places.size() && places[i].first == at; ++i) groups.Number(places[i].second);
    SATCHEL_TRY(PutRow(RowKind::kGroupsAt, at, 0, groups.Take()));
  }
  return {};
}

Result<store::SegmentInfo> SegmentWriter::Finish() {
  SATCHEL_TRY(PutTermsBefore(1U << summary_.term_bits));
  SATCHEL_TRY(PutLengths());
  SATCHEL_TRY(PutGroups());
  store::SegmentInfo info;
  info.id = segment_;
  info.documents = summary_.documents;
  info.summary = summary_.Bytes(segment_);
  info.size = size_ + static_cast<std::int64_t>(info.summary.size());
  return info;
}

}  // namespace satchel::lexical
