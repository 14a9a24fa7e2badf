#include "index/lexical/row_reader.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/sort_unique.h"
#include "index/lexical/rows.h"

// A round trip to a server takes longer than reading many rows. So each call first gathers all that
// the cache does not have, and asks for it by one statement. Terms take a second one, because only
// the row of terms says which of them have rows of their own.
//
// No row is trusted. It has to pass its check, and what it says is held against the segment's
// summary. Rows of windows are checked as a whole when they are read, because scoring goes through
// them again and again without a check of its own; lists are checked while they are gone through. A
// row that should be there and is not is damage too, never an empty answer: rows of terms and of
// keys exist for every value of the leading bits.
//
// A term or a key that a segment does not have is kept in the cache as well. Otherwise it would be
// asked for again with each query.
namespace satchel::lexical {
namespace {

using store::SegmentRow;
using store::SegmentRowQuery;

constexpr std::int64_t kRowsInAPage = 1000;
constexpr std::int64_t kTermRowsInAPage = 8000;          // some 6 MB
constexpr std::uint32_t kEveryTerm = ~std::uint32_t{0};  // the part that all terms are kept under
constexpr std::uint32_t kAskedForEveryTerm = kEveryTerm - 1;
constexpr std::size_t kMostTermBytes = std::size_t{16} << 20;  // of the 64 MB that a cache has

RowCacheKey KeyOf(const Segment& segment, RowKind kind, std::uint64_t number,
                  std::uint32_t part = 0) {
  return {segment.id, number, part, static_cast<std::uint32_t>(kind)};
}

SegmentRowQuery QueryFor(const Segment& segment, RowKind kind) {
  return {.segment = segment.id, .kind = static_cast<std::int64_t>(kind), .keys = {}};
}

Result<std::vector<std::uint32_t>> GroupNumbers(const Segment& segment, std::string_view data) {
  std::vector<std::uint32_t> groups;
  ByteReader in(data);
  while (in.ok() && in.left() > 0) {
    const std::uint64_t group = in.Number();
    if (!in.ok() || group >= segment.summary.groups ||
        (!groups.empty() && group <= groups.back())) {
      return Damaged(segment.id, "a row of keys");
    }
    groups.push_back(static_cast<std::uint32_t>(group));
  }
  return groups;
}

bool IsSound(const TermHead& head) {
  return std::ranges::all_of(std::array{head.most, head.best20, head.best100},
                             [](float part) { return part >= 0 && part <= 1; });
}

}  // namespace

Result<std::vector<SegmentRow>> ReadAllRows(store::Transaction& transaction,
                                            std::string_view source, std::int64_t segment,
                                            RowKind kind, std::string after) {
  std::vector<SegmentRow> all;
  for (;;) {
    auto page = SATCHEL_TRY(store::ReadSegmentPage(
        transaction, source, segment, static_cast<std::int64_t>(kind), after, kRowsInAPage));
    const bool last = page.size() < static_cast<std::size_t>(kRowsInAPage);
    for (SegmentRow& row : page) all.push_back(std::move(row));
    if (last) return all;
    after = all.back().key;
  }
}

Result<Segment> SegmentOf(const store::SegmentInfo& info, const Ranking& ranking) {
  auto summary = SATCHEL_TRY(ReadSummary(info.id, info.summary));
  if (summary.ranking.fields != ranking.fields) {
    return Damaged(info.id, "a summary with other fields");
  }
  return Segment{.id = info.id, .size = info.size, .summary = std::move(summary)};
}

std::size_t CachedGroups::bytes() const {
  std::size_t sum = sizeof(*this) + (groups.capacity() * sizeof(GroupPlace));
  for (const GroupPlace& place : groups) sum += place.key.capacity();
  return sum;
}

std::size_t CachedKey::bytes() const {
  return sizeof(*this) + key.capacity() + (place ? place->key.capacity() : 0);
}

Status ReadGroupRow(const Segment& segment, std::uint32_t row, std::string_view data,
                    CachedGroups& kept) {
  ByteReader in(data);
  const std::vector<std::uint32_t>& firsts = segment.summary.first_documents;
  std::uint32_t group = row * kGroupsInARow;
  const std::uint32_t expected = std::min(kGroupsInARow, segment.summary.groups - group);
  std::uint64_t first = firsts.at(row);
  const std::uint64_t end = row + 1 < firsts.size() ? firsts[row + 1] : segment.summary.documents;
  std::string key;
  while (in.ok() && in.left() > 0 && kept.groups.size() < expected) {
    key.resize(in.Number(key.size()));
    key += in.String();
    GroupPlace place{.key = key, .group = group++, .first = static_cast<std::uint32_t>(first)};
    place.documents = static_cast<std::uint32_t>(in.Number(segment.summary.documents));
    for (std::size_t field = 0; field < segment.summary.ranking.fields; ++field) {
      place.lengths.at(field) = in.Number();
    }
    first += place.documents;
    if (first > end) in.Fail();
    kept.groups.push_back(std::move(place));
  }
  // The groups have to fill the documents of this row exactly. Otherwise all documents after a
  // wrong number would be found under the key of another group.
  if (!in.AtEnd() || kept.groups.size() != expected || first != end) {
    return Damaged(segment.id, "a row of keys");
  }
  return {};
}

std::uint32_t DocumentsInRow(const Segment& segment, std::uint32_t row) {
  const std::uint32_t first = row * kDocumentsInARow;
  return first >= segment.summary.documents
             ? 0
             : std::min(kDocumentsInARow, segment.summary.documents - first);
}

// The first round trip: which terms there are, from the rows that their hashes name.
Status RowReader::FindTerms(std::span<const Segment* const> segments,
                            std::span<const std::string> terms,
                            std::vector<std::vector<std::shared_ptr<CachedTerm>>>& found,
                            const Terms& kept) {
  std::vector<SegmentRowQuery> queries;
  std::vector<std::size_t> asked;  // segments
  for (std::size_t s = 0; s < segments.size(); ++s) {
    SegmentRowQuery query = QueryFor(*segments[s], RowKind::kTerms);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (kept[s][t] != nullptr) continue;
      found[s][t] = std::make_shared<CachedTerm>();
      found[s][t]->term = terms[t];
      query.keys.push_back(NumberKey(RowOf(TermHash(terms[t]), segments[s]->summary.term_bits)));
    }
    if (query.keys.empty()) continue;
    SortUnique(query.keys);
    queries.push_back(std::move(query));
    asked.push_back(s);
  }
  auto rows = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, queries));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::size_t s = asked[i];
    std::map<std::string_view, std::string_view> data;
    for (const SegmentRow& row : rows[i]) {
      auto bytes = SATCHEL_TRY(Unsealed(row));
      data.emplace(row.key, bytes);
    }
    for (const std::shared_ptr<CachedTerm>& term : found[s]) {
      if (term == nullptr) continue;
      const auto row =
          data.find(NumberKey(RowOf(TermHash(term->term), segments[s]->summary.term_bits)));
      if (row == data.end()) return Damaged(segments[s]->id, "a missing row of terms");
      const bool sound =
          ForEachTerm(row->second, [&](std::string_view text, const TermEntry& entry) {
            if (text != term->term) return false;
            term->form = entry.form;
            term->documents = entry.documents;
            term->number = entry.number;
            term->data = entry.list;
            return true;
          });
      if (!sound || term->documents > segments[s]->summary.documents) {
        return Damaged(segments[s]->id, "a row of terms");
      }
    }
  }
  return {};
}

// The second: lists and bounds of those that have rows of their own.
Status RowReader::ReadOwnRows(std::span<const Segment* const> segments,
                              std::vector<std::vector<std::shared_ptr<CachedTerm>>>& found) {
  using enum TermEntry::Form;
  std::vector<SegmentRowQuery> queries;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    SegmentRowQuery lists = QueryFor(*segments[s], RowKind::kList);
    SegmentRowQuery bounds = QueryFor(*segments[s], RowKind::kBounds);
    for (const auto& term : found[s]) {
      if (term == nullptr || term->documents == 0) continue;
      if (term->form == kList) lists.keys.push_back(NumberKey(term->number));
      if (term->form == kDense) bounds.keys.push_back(NumberKey(term->number));
    }
    for (SegmentRowQuery* query : {&lists, &bounds}) {
      if (!query->keys.empty()) queries.push_back(std::move(*query));
    }
  }
  auto rows = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, queries));
  // Lists and bounds share one sequence of numbers, so a number is that of one term.
  std::map<std::pair<std::int64_t, std::uint64_t>, const SegmentRow*> by_number;
  for (const auto& answer : rows) {
    for (const SegmentRow& row : answer) by_number[{row.segment, KeyNumber(row.key)}] = &row;
  }
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (const auto& term : found[s]) {
      if (term == nullptr || term->documents == 0 || term->form == kInline) continue;
      const auto row = by_number.find({segments[s]->id, term->number});
      if (row == by_number.end()) return Damaged(segments[s]->id, "a missing row");
      auto bytes = SATCHEL_TRY(Unsealed(*row->second));
      ByteReader in(bytes);
      term->head = {in.Fixed<float>(), in.Fixed<float>(), in.Fixed<float>()};
      const bool sized = term->form == kList || in.left() == segments[s]->summary.windows();
      if (!in.ok() || !sized || !IsSound(term->head)) {
        return Damaged(segments[s]->id, "a term's row");
      }
      term->data = in.Raw(in.left());
    }
  }
  return {};
}

Result<RowReader::Terms> RowReader::ReadTerms(std::span<const Segment* const> segments,
                                              std::span<const std::string> terms) {
  Terms kept(segments.size());
  std::vector<std::vector<std::shared_ptr<CachedTerm>>> found(segments.size());
  bool complete = true;
  std::vector<RowCacheKey> keys(terms.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (std::size_t t = 0; t < terms.size(); ++t) {
      keys[t] = KeyOf(*segments[s], RowKind::kTerms, TermHash(terms[t]));
    }
    found[s].resize(terms.size());
    kept[s].resize(terms.size());
    const auto cached = cache_.Find(keys);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      auto term = std::static_pointer_cast<const CachedTerm>(cached[t]);
      // Two terms can have the same hash, and the cache then has the one that was read last.
      if (term != nullptr && term->term == terms[t]) {
        kept[s][t] = std::move(term);
      } else {
        complete = false;
      }
    }
  }
  if (complete) return kept;
  SATCHEL_TRY(FindTerms(segments, terms, found, kept));
  SATCHEL_TRY(ReadOwnRows(segments, found));
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (found[s][t] == nullptr) continue;
      kept[s][t] = found[s][t];
      cache_.Put(KeyOf(*segments[s], RowKind::kTerms, TermHash(terms[t])), found[s][t]);
    }
  }
  return kept;
}

Result<std::vector<std::shared_ptr<const CachedWindows>>> RowReader::ReadWindows(
    const Segment& segment, std::span<const WindowsKey> keys) {
  std::vector<RowCacheKey> wanted;
  wanted.reserve(keys.size());
  for (const WindowsKey& key : keys) {
    wanted.push_back(KeyOf(segment, RowKind::kWindows, key.number, key.row));
  }
  const auto cached = cache_.Find(wanted);
  std::vector<std::shared_ptr<const CachedWindows>> found(keys.size());
  SegmentRowQuery query = QueryFor(segment, RowKind::kWindows);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    found[i] = std::static_pointer_cast<const CachedWindows>(cached[i]);
    if (found[i] != nullptr) continue;
    query.keys.push_back(NumberKey(keys[i].number));
    query.parts.push_back(keys[i].row);
  }
  if (query.keys.empty()) return found;
  SortUnique(query.keys);
  SortUnique(query.parts);
  auto answers = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, {&query, 1}));
  // The query asks for all keys in all parts. Rows that nobody wanted may come with it, and are
  // kept like the others.
  std::map<std::pair<std::uint64_t, std::int64_t>, std::shared_ptr<const CachedWindows>> read;
  for (const SegmentRow& row : answers.front()) {
    auto bytes = SATCHEL_TRY(Unsealed(row));
    const auto part = static_cast<std::uint32_t>(row.part);
    auto windows =
        SATCHEL_TRY(WindowRow::Read(segment.id, std::string(bytes), DocumentsInRow(segment, part)));
    if (windows.most_code() > segment.summary.codes.size()) {
      return Damaged(segment.id, "a row of postings");
    }
    auto kept = std::make_shared<const CachedWindows>(std::move(windows));
    cache_.Put(KeyOf(segment, RowKind::kWindows, KeyNumber(row.key), part), kept);
    read[{KeyNumber(row.key), row.part}] = std::move(kept);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (found[i] != nullptr) continue;
    const auto row = read.find({keys[i].number, keys[i].row});
    if (row == read.end()) return Damaged(segment.id, "a missing row of postings");
    found[i] = row->second;
  }
  return found;
}

Result<std::vector<std::uint8_t>> RowReader::ReadLengths(const Segment& segment) {
  std::vector<std::uint8_t> lengths;
  SegmentRowQuery query = QueryFor(segment, RowKind::kLengths);
  for (std::uint32_t row = 0; DocumentsInRow(segment, row) > 0; ++row) {
    query.keys.push_back(NumberKey(row));
  }
  if (query.keys.empty()) return lengths;
  auto answers = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, {&query, 1}));
  if (answers.front().size() != query.keys.size()) {
    return Damaged(segment.id, "a missing row of lengths");
  }
  const LengthWeights weights(ranking_);
  // Only now: that many documents are there.
  lengths.resize(std::size_t{segment.summary.windows()} * kWindow);
  std::size_t at = 0;
  for (const SegmentRow& row : answers.front()) {
    auto bytes = SATCHEL_TRY(Unsealed(row));
    const std::uint32_t documents =
        DocumentsInRow(segment, static_cast<std::uint32_t>(KeyNumber(row.key)));
    if (bytes.size() != std::size_t{documents} * ranking_.fields) {
      return Damaged(segment.id, "a row of lengths");
    }
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    weights.OfAll(data, documents, lengths.data() + at);
    at += documents;
  }
  return lengths;
}

Result<RowReader::Groups> RowReader::ReadGroups(std::span<const SegmentRows> wanted) {
  Groups found(wanted.size());
  std::vector<SegmentRowQuery> queries;
  std::vector<std::size_t> asked;  // of `wanted`
  std::vector<RowCacheKey> keys;
  for (std::size_t s = 0; s < wanted.size(); ++s) {
    keys.clear();
    for (const std::uint32_t row : wanted[s].rows) {
      keys.push_back(KeyOf(*wanted[s].segment, RowKind::kGroups, row));
    }
    SegmentRowQuery query = QueryFor(*wanted[s].segment, RowKind::kGroups);
    const auto cached = cache_.Find(keys);
    for (std::size_t i = 0; i < cached.size(); ++i) {
      found[s].push_back(std::static_pointer_cast<const CachedGroups>(cached[i]));
      if (found[s].back() == nullptr) query.keys.push_back(NumberKey(wanted[s].rows[i]));
    }
    if (query.keys.empty()) continue;
    SortUnique(query.keys);
    queries.push_back(std::move(query));
    asked.push_back(s);
  }
  const auto answers = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, queries));
  for (std::size_t a = 0; a < asked.size(); ++a) {
    const std::size_t s = asked[a];
    const Segment& segment = *wanted[s].segment;
    std::map<std::uint64_t, std::shared_ptr<const CachedGroups>> by_number;
    for (const SegmentRow& row : answers[a]) {
      const auto bytes = SATCHEL_TRY(Unsealed(row));
      const std::uint64_t number = KeyNumber(row.key);
      auto kept = std::make_shared<CachedGroups>();
      SATCHEL_TRY(ReadGroupRow(segment, static_cast<std::uint32_t>(number), bytes, *kept));
      cache_.Put(KeyOf(segment, RowKind::kGroups, number), kept);
      by_number.emplace(number, std::move(kept));
    }
    for (std::size_t i = 0; i < found[s].size(); ++i) {
      if (found[s][i] != nullptr) continue;
      const auto row = by_number.find(wanted[s].rows[i]);
      if (row == by_number.end()) return Damaged(segment.id, "a missing row of keys");
      found[s][i] = row->second;
    }
  }
  return found;
}

Result<std::vector<std::shared_ptr<const CachedGroups>>> RowReader::ReadGroups(
    const Segment& segment, std::span<const std::uint32_t> rows) {
  const SegmentRows wanted{.segment = &segment, .rows = {rows.begin(), rows.end()}};
  auto groups = SATCHEL_TRY(ReadGroups({&wanted, 1}));
  return std::move(groups.front());
}

// The first round trip: which groups may have the keys, by their hashes.
Status RowReader::ReadGroupNumbers(std::span<const std::string> keys,
                                   std::span<MissingKeys> missing) {
  const auto row_of = [&](const MissingKeys& in, std::size_t k) {
    return NumberKey(RowOf(KeyHash(keys[k]), in.segment->summary.group_bits));
  };
  std::vector<SegmentRowQuery> queries;
  for (const MissingKeys& in : missing) {
    SegmentRowQuery& query = queries.emplace_back(QueryFor(*in.segment, RowKind::kGroupsAt));
    for (const std::size_t k : in.keys) query.keys.push_back(row_of(in, k));
    SortUnique(query.keys);
  }
  const auto answers = SATCHEL_TRY(store::ReadSegmentRows(transaction_, source_, queries));
  for (std::size_t i = 0; i < missing.size(); ++i) {
    std::map<std::string_view, std::vector<std::uint32_t>> groups_at;
    for (const SegmentRow& row : answers[i]) {
      const auto bytes = SATCHEL_TRY(Unsealed(row));
      groups_at[row.key] = SATCHEL_TRY(GroupNumbers(*missing[i].segment, bytes));
    }
    for (const std::size_t k : missing[i].keys) {
      const auto at = groups_at.find(row_of(missing[i], k));
      if (at == groups_at.end()) return Damaged(missing[i].segment->id, "a missing row of keys");
      missing[i].groups.push_back(at->second);
    }
  }
  return {};
}

Result<std::vector<std::vector<GroupPlace>>> RowReader::FindGroups(
    std::span<const Segment* const> segments, std::span<const std::string> keys) {
  std::vector<std::vector<std::shared_ptr<const CachedKey>>> found(segments.size());
  std::vector<MissingKeys> missing;
  std::vector<std::size_t> asked;  // of `segments`
  std::vector<RowCacheKey> cache_keys(keys.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      cache_keys[k] = KeyOf(*segments[s], RowKind::kGroupsAt, KeyHash(keys[k]));
    }
    MissingKeys lacks{.segment = segments[s], .keys = {}, .groups = {}};
    const auto cached = cache_.Find(cache_keys);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      auto kept = std::static_pointer_cast<const CachedKey>(cached[k]);
      // Two keys can have the same hash, and the cache then has the one that was read last.
      if (kept == nullptr || kept->key != keys[k]) {
        kept = nullptr;
        lacks.keys.push_back(k);
      }
      found[s].push_back(std::move(kept));
    }
    if (lacks.keys.empty()) continue;
    missing.push_back(std::move(lacks));
    asked.push_back(s);
  }
  SATCHEL_TRY(ReadGroupNumbers(keys, missing));
  std::vector<SegmentRows> rows;
  for (const MissingKeys& in : missing) {
    SegmentRows& wanted = rows.emplace_back(in.segment);
    for (const std::vector<std::uint32_t>& groups : in.groups) {
      for (const std::uint32_t group : groups) wanted.rows.push_back(group / kGroupsInARow);
    }
    SortUnique(wanted.rows);
  }
  const auto groups = SATCHEL_TRY(ReadGroups(rows));
  for (std::size_t m = 0; m < missing.size(); ++m) {
    for (std::size_t i = 0; i < missing[m].keys.size(); ++i) {
      const std::string& key = keys[missing[m].keys[i]];
      auto kept = std::make_shared<CachedKey>();
      kept->key = key;
      for (const std::uint32_t group : missing[m].groups[i]) {
        const auto row = static_cast<std::size_t>(
            std::ranges::lower_bound(rows[m].rows, group / kGroupsInARow) - rows[m].rows.begin());
        const GroupPlace& place = groups[m][row]->groups[group % kGroupsInARow];
        if (place.key == key) kept->place = place;
      }
      cache_.Put(KeyOf(*missing[m].segment, RowKind::kGroupsAt, KeyHash(key)), kept);
      found[asked[m]][missing[m].keys[i]] = std::move(kept);
    }
  }
  std::vector<std::vector<GroupPlace>> places(segments.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (const auto& kept : found[s]) {
      if (kept->place) places[s].push_back(*kept->place);
    }
  }
  return places;
}

Result<std::vector<GroupPlace>> RowReader::FindGroups(const Segment& segment,
                                                      std::span<const std::string> keys) {
  const Segment* one = &segment;
  auto places = SATCHEL_TRY(FindGroups({&one, 1}, keys));
  return std::move(places.front());
}

Status RowReader::ReadEveryTerm(const Segment& segment, const VisitTerm& visit) {
  std::string after;
  for (;;) {
    auto page = SATCHEL_TRY(store::ReadSegmentPage(transaction_, source_, segment.id,
                                                   static_cast<std::int64_t>(RowKind::kTerms),
                                                   after, kTermRowsInAPage));
    for (const SegmentRow& row : page) {
      const auto data = SATCHEL_TRY(Unsealed(row));
      const bool sound = ForEachTerm(data, [&visit](std::string_view term, const TermEntry& entry) {
        visit(term, entry.documents);
        return false;
      });
      if (!sound) return Damaged(segment.id, "a row of terms");
    }
    if (page.size() < static_cast<std::size_t>(kTermRowsInAPage)) return {};
    after = std::move(page.back().key);
  }
}

Status RowReader::VisitTerms(const Segment& segment, const VisitTerm& visit) {
  const RowCacheKey key = KeyOf(segment, RowKind::kTerms, 0, kEveryTerm);
  if (const auto cached = cache_.Find(key)) {
    const auto& list = static_cast<const CachedTermList&>(*cached);
    std::size_t begin = 0;
    for (const CachedTermList::Entry& entry : list.entries) {
      visit(std::string_view(list.texts).substr(begin, entry.end - begin), entry.documents);
      begin = entry.end;
    }
    return {};
  }
  // They are kept when they are asked for again, which most processes never do.
  const RowCacheKey mark = KeyOf(segment, RowKind::kTerms, 0, kAskedForEveryTerm);
  if (cache_.Find(mark) == nullptr) {
    cache_.Put(mark, std::make_shared<CachedTermList>());
    return ReadEveryTerm(segment, visit);
  }
  auto list = std::make_shared<CachedTermList>();
  SATCHEL_TRY(ReadEveryTerm(segment, [&](std::string_view term, std::uint64_t documents) {
    visit(term, documents);
    if (list == nullptr) return;
    list->texts += term;
    list->entries.push_back({.end = static_cast<std::uint32_t>(list->texts.size()),
                             .documents = static_cast<std::uint32_t>(documents)});
    if (list->bytes() > kMostTermBytes) list = nullptr;
  }));
  if (list == nullptr) return {};
  list->texts.shrink_to_fit();
  list->entries.shrink_to_fit();
  cache_.Put(key, std::move(list));
  return {};
}

}  // namespace satchel::lexical
