#include "index/lexical/summary.h"

#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "base/hash.h"
#include "index/lexical/rows.h"

namespace satchel::lexical {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::uint32_t kMostDocuments = 1U << 30U;
constexpr std::uint32_t kDenseShare = 128;  // two postings a window on average
constexpr std::uint32_t kDenseAtLeast = 64;
constexpr std::uint64_t kMostBits = 32;

}  // namespace

std::uint32_t DenseFrom(std::uint32_t documents) {
  return std::max(kDenseAtLeast, documents / kDenseShare);
}

std::uint32_t SegmentSummary::windows() const { return (documents + kWindow - 1) / kWindow; }

std::string SegmentSummary::Bytes(std::int64_t segment) const {
  ByteWriter out;
  out.Number(kVersion);
  out.String(ranking.Bytes());
  out.Fixed(average);
  out.Number(documents);
  out.Number(groups);
  out.Number(terms);
  out.Byte(term_bits);
  out.Byte(group_bits);
  for (std::size_t field = 0; field < ranking.fields; ++field) out.Number(lengths.at(field));
  out.Number(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    WriteFrequencies(out, codes[i]);
    out.Number(code_counts[i]);
  }
  out.Number(first_documents.size());
  std::uint32_t last = 0;
  for (const std::uint32_t first : first_documents) {
    out.Number(first - last);
    last = first;
  }
  out.Fixed(StableHash(out.bytes(), static_cast<std::uint64_t>(segment)));
  return out.Take();
}

Result<SegmentSummary> ReadSummary(std::int64_t segment, std::string_view bytes) {
  SegmentSummary summary;
  constexpr std::size_t kCheck = sizeof(std::uint64_t);
  if (bytes.size() < kCheck) return Damaged(segment, "the summary");
  const std::string_view body = bytes.substr(0, bytes.size() - kCheck);
  if (ByteReader(bytes.substr(body.size())).Fixed<std::uint64_t>() !=
      StableHash(body, static_cast<std::uint64_t>(segment))) {
    return Damaged(segment, "the summary");
  }
  ByteReader in(body);
  if (in.Number() != kVersion) in.Fail();
  auto ranking = ReadRanking(in.String());
  if (!ranking) return Damaged(segment, "the summary");
  summary.ranking = *ranking;
  summary.average = in.Fixed<double>();
  summary.documents = static_cast<std::uint32_t>(in.Number(kMostDocuments));
  summary.groups = static_cast<std::uint32_t>(in.Number(kMostDocuments));
  summary.terms = in.Small();
  summary.term_bits = in.Byte();
  summary.group_bits = in.Byte();
  for (std::size_t field = 0; field < ranking->fields; ++field) {
    summary.lengths.at(field) = in.Number();
  }
  summary.codes.resize(in.Number(255));
  for (Frequencies& code : summary.codes) {
    code = ReadFrequencies(in);
    summary.code_counts.push_back(in.Number());
  }
  summary.first_documents.resize(in.Number(in.left()));
  std::uint32_t last = 0;
  for (std::uint32_t& first : summary.first_documents) {
    first = last = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{last} + in.Number(kMostDocuments), kMostDocuments));
  }
  const auto& firsts = summary.first_documents;
  const bool placed = firsts.empty() ? summary.documents == 0
                                     : firsts.front() == 0 && firsts.back() <= summary.documents;
  const bool sound = in.AtEnd() && std::isfinite(summary.average) &&
                     summary.average >= 1.0 / Ranking::kOne && summary.term_bits <= kMostBits &&
                     summary.group_bits <= kMostBits && placed &&
                     firsts.size() == (summary.groups + kGroupsInARow - 1) / kGroupsInARow;
  if (!sound) return Damaged(segment, "the summary");
  return summary;
}

}  // namespace satchel::lexical
