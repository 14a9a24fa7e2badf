// Every decoder of the lexical index's rows. The first byte says which one, a few bytes after it
// what the row stands in; the rest is the row without its check, which no chance would meet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "fuzz/require.h"
#include "index/lexical/change.h"
#include "index/lexical/group.h"
#include "index/lexical/postings.h"
#include "index/lexical/ranking.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/rows.h"
#include "index/lexical/segment_writer.h"
#include "index/lexical/summary.h"

namespace satchel::lexical {
namespace {

using fuzz::Require;

constexpr std::array<Frequencies, 4> kCodes = {1, 2, 0x10000, 0x10001};

const CodeTable& Codes() {
  static const CodeTable kTable(kCodes);
  return kTable;
}

// What a code or an escape means; 0 for no such code.
Frequencies Meant(std::uint8_t code, Frequencies written) {
  if (code == 0) return written;
  return code <= kCodes.size() ? kCodes.at(code - 1U) : 0;
}

Segment SmallSegment(ByteReader& in) {
  Segment segment{.id = 7};
  segment.summary.ranking.fields = 1 + (in.Byte() % kMostFields);
  segment.summary.documents = in.Byte();
  segment.summary.groups = 1 + (in.Byte() % kGroupsInARow);
  segment.summary.first_documents = {0};
  return segment;
}

std::string WriteGroup(const Group& group) {
  ByteWriter out;
  out.Number(group.fields);
  out.Number(group.documents.size());
  out.Number(group.terms.size());
  for (const std::string_view term : group.terms) out.String(term);
  for (const GroupDocument& document : group.documents) {
    for (std::size_t field = 0; field < group.fields; ++field) {
      out.Number(document.lengths.at(field));
    }
    out.Number(document.last - document.first);
    for (std::size_t i = document.first; i < document.last; ++i) {
      out.Number(group.postings[i].term);
      WriteFrequencies(out, group.postings[i].frequencies);
    }
  }
  return out.Take();
}

void CheckGroup(std::string_view bytes) {
  const auto group = ReadGroup(bytes);
  if (!group) return;
  Require(DocumentsIn(bytes) == group->documents.size());
  const std::string written = WriteGroup(*group);
  const auto again = ReadGroup(written);
  Require(again && again->terms == group->terms && again->documents == group->documents &&
          again->postings == group->postings);
}

void CheckChanges(std::string_view bytes) {
  const auto changes = ReadChanges(bytes);
  if (!changes) return;
  const auto again = ReadChanges(WriteChanges(*changes));
  Require(again && *again == *changes);
  Require(CountChanges(*changes).bytes <= static_cast<std::int64_t>(bytes.size()));
}

void CheckDead(const Segment& segment, std::string_view bytes) {
  constexpr std::int64_t kNumber = 9;
  const auto row_of = [&](std::string data) {
    return SealedRow(segment.id, RowKind::kDead, LongKey(kNumber), 0, std::move(data));
  };
  const store::SegmentRow row = row_of(std::string(bytes));
  const auto dead = ReadDead(segment, kNumber, {&row, 1});
  if (!dead) return;
  for (const GroupPlace& place : *dead) {
    Require(place.group < segment.summary.groups);
    Require(place.first + place.documents <= segment.summary.documents);
  }
  const store::SegmentRow written =
      row_of(WriteDead(segment.id, *dead, segment.summary.ranking.fields));
  const auto again = ReadDead(segment, kNumber, {&written, 1});
  Require(again && *again == *dead);
}

bool ReadList(std::string_view bytes, std::uint32_t count, std::uint32_t documents,
              std::vector<DocumentPosting>& postings) {
  return ForEachInList(bytes, count, documents,
                       [&](std::uint32_t document, std::uint8_t code, Frequencies written) {
                         Require(document < documents);
                         Require(postings.empty() || document > postings.back().document);
                         postings.push_back({document, Meant(code, written)});
                       });
}

bool AllKnown(const std::vector<DocumentPosting>& postings) {
  for (const DocumentPosting& posting : postings) {
    if (posting.frequencies == 0) return false;
  }
  return true;
}

void CheckList(std::uint32_t count, std::uint32_t documents, std::string_view bytes) {
  std::vector<DocumentPosting> postings;
  if (!ReadList(bytes, count, documents, postings)) return;
  Require(postings.size() == count);
  if (!AllKnown(postings)) return;
  ByteWriter out;
  WriteList(out, postings, Codes());
  std::vector<DocumentPosting> again;
  Require(ReadList(out.bytes(), count, documents, again) && again == postings);
}

std::vector<DocumentPosting> PostingsOf(const WindowRow& row) {
  std::vector<DocumentPosting> postings;
  postings.reserve(row.size());
  for (std::uint32_t window = 0; window < kWindowsInARow; ++window) {
    const WindowRow::Run run = row.At(window);
    for (std::uint32_t i = 0; i < run.size; ++i) {
      const Frequencies written = run.codes[i] == 0 ? row.FrequenciesAt(run.first + i) : 0;
      Require(run.codes[i] != 0 || written != 0);
      postings.push_back({(window * kWindow) + run.places[i], Meant(run.codes[i], written)});
    }
  }
  return postings;
}

void CheckWindows(std::uint32_t documents, std::string_view bytes) {
  const auto row = WindowRow::Read(7, std::string(bytes), documents);
  if (!row) return;
  const std::vector<DocumentPosting> postings = PostingsOf(*row);
  for (const DocumentPosting& posting : postings) Require(posting.document < documents);
  if (!AllKnown(postings)) return;
  const auto again = WindowRow::Read(7, WriteWindows(postings, 0, Codes()), documents);
  Require(again && PostingsOf(*again) == postings);
}

struct Term {
  std::string_view text;
  TermEntry entry;
};

bool ReadTerms(std::string_view bytes, std::vector<Term>& terms) {
  return ForEachTerm(bytes, [&](std::string_view text, const TermEntry& entry) {
    terms.push_back({text, entry});
    return false;
  });
}

void CheckTerms(std::string_view bytes) {
  std::vector<Term> terms;
  if (!ReadTerms(bytes, terms)) return;
  ByteWriter out;
  for (const auto& [text, entry] : terms) {
    out.String(text);
    out.Number((std::uint64_t{entry.documents} << 2U) | static_cast<std::uint64_t>(entry.form));
    if (entry.form == TermEntry::Form::kInline) {
      out.String(entry.list);
    } else {
      out.Number(entry.number);
    }
  }
  std::vector<Term> again;
  Require(ReadTerms(out.bytes(), again) && again.size() == terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    Require(again[i].text == terms[i].text && again[i].entry.form == terms[i].entry.form &&
            again[i].entry.documents == terms[i].entry.documents &&
            again[i].entry.number == terms[i].entry.number &&
            again[i].entry.list == terms[i].entry.list);
  }
}

void CheckSummary(std::string_view bytes) {
  constexpr std::int64_t kSegment = 7;
  std::string sealed(bytes);
  const std::uint64_t check = StableHash(bytes, kSegment);
  sealed.append(reinterpret_cast<const char*>(&check), sizeof check);
  const auto summary = ReadSummary(kSegment, sealed);
  if (!summary) return;
  Require(summary->first_documents.empty() ||
          summary->first_documents.back() <= summary->documents);
  const std::string written = summary->Bytes(kSegment);
  const auto again = ReadSummary(kSegment, written);
  Require(again && again->Bytes(kSegment) == written && again->ranking == summary->ranking);
}

void CheckGroupRow(const Segment& segment, std::string_view bytes) {
  CachedGroups kept;
  if (!ReadGroupRow(segment, 0, bytes, kept)) return;
  Require(kept.groups.size() == segment.summary.groups);
  ByteWriter out;
  std::uint32_t first = 0;
  for (const GroupPlace& place : kept.groups) {
    Require(place.first == first);
    first += place.documents;
    out.Number(0);
    out.String(place.key);
    out.Number(place.documents);
    for (std::size_t field = 0; field < segment.summary.ranking.fields; ++field) {
      out.Number(place.lengths.at(field));
    }
  }
  Require(first == segment.summary.documents);
  CachedGroups again;
  Require(ReadGroupRow(segment, 0, out.bytes(), again).has_value() && again.groups == kept.groups);
}

void CheckRanking(std::string_view bytes) {
  const auto ranking = ReadRanking(bytes);
  if (!ranking) return;
  const auto again = ReadRanking(ranking->Bytes());
  Require(again && *again == *ranking);
}

void CheckOne(ByteReader& in) {
  switch (in.Byte() % 9) {
    case 0:
      return CheckGroup(in.Raw(in.left()));
    case 1:
      return CheckChanges(in.Raw(in.left()));
    case 2: {
      const Segment segment = SmallSegment(in);
      return CheckDead(segment, in.Raw(in.left()));
    }
    case 3: {
      const std::uint32_t count = in.Byte();
      const std::uint32_t documents = in.Fixed<std::uint16_t>();
      return CheckList(count, documents, in.Raw(in.left()));
    }
    case 4: {
      const std::uint32_t documents = in.Fixed<std::uint16_t>() % (kDocumentsInARow + 1);
      return CheckWindows(documents, in.Raw(in.left()));
    }
    case 5:
      return CheckTerms(in.Raw(in.left()));
    case 6:
      return CheckSummary(in.Raw(in.left()));
    case 7: {
      const Segment segment = SmallSegment(in);
      return CheckGroupRow(segment, in.Raw(in.left()));
    }
    default:
      return CheckRanking(in.Raw(in.left()));
  }
}

}  // namespace
}  // namespace satchel::lexical

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::ByteReader in(std::string_view(reinterpret_cast<const char*>(data), size));
  satchel::lexical::CheckOne(in);
  return 0;
}
