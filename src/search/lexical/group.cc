#include "search/lexical/group.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "base/hash.h"

namespace satchel::lexical {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFFU;
constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kMostDocuments = 1U << 20U;
constexpr std::size_t kMostTerms = 1U << 24U;

}  // namespace

// Terms are numbered in the order in which they come up, by an open table of their numbers; the
// frequencies of the current document stand under those numbers.
class GroupWriter::Impl {
 public:
  explicit Impl(std::size_t fields) : fields_(fields), slots_(kFirstSlots, kFree) {}

  void Add(std::size_t field, std::string_view term) {
    const std::uint32_t number = NumberOf(term);
    if (counts_[number] == 0) met_.push_back(number);
    counts_[number] = OneMore(counts_[number], field);
    ++lengths_[field];
  }

  void EndDocument() {
    ++documents_;
    for (std::size_t field = 0; field < fields_; ++field) {
      body_.Number(std::min<std::uint64_t>(lengths_[field], 0xFFFFFFFFU));
    }
    body_.Number(met_.size());
    for (const std::uint32_t number : met_) {
      body_.Number(number);
      WriteFrequencies(body_, counts_[number]);
      counts_[number] = 0;
    }
    met_.clear();
    lengths_ = {};
  }

  std::string Take() {
    ByteWriter out;
    out.Number(fields_);
    out.Number(documents_);
    out.Number(ends_.size());
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      out.String(std::string_view(texts_).substr(begin, end - begin));
      begin = end;
    }
    out.Raw(body_.bytes());
    body_.Clear();
    texts_.clear();
    ends_.clear();
    hashes_.clear();
    counts_.clear();
    documents_ = 0;
    slots_.assign(kFirstSlots, kFree);
    return out.Take();
  }

 private:
  std::string_view TermAt(std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::string_view(texts_).substr(begin, ends_[number] - begin);
  }

  std::uint32_t NumberOf(std::string_view term) {
    const std::uint64_t hash = StableHash(term);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != kFree) {
      const std::uint32_t number = slots_[slot];
      if (hashes_[number] == hash && TermAt(number) == term) return number;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    const auto number = static_cast<std::uint32_t>(ends_.size());
    slots_[slot] = number;
    texts_ += term;
    ends_.push_back(texts_.size());
    hashes_.push_back(hash);
    counts_.push_back(0);
    if (ends_.size() * 2 > slots_.size()) Grow();
    return number;
  }

  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::uint32_t number = 0; number < hashes_.size(); ++number) {
      std::size_t slot = hashes_[number] & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  std::size_t fields_;
  std::vector<std::uint32_t> slots_;
  std::string texts_;
  std::vector<std::size_t> ends_;  // of the terms in texts_
  std::vector<std::uint64_t> hashes_;
  std::vector<Frequencies> counts_;
  std::vector<std::uint32_t> met_;
  PerField lengths_{};
  std::size_t documents_ = 0;
  ByteWriter body_;
};

GroupWriter::GroupWriter(std::size_t fields) : impl_(std::make_unique<Impl>(fields)) {}
GroupWriter::~GroupWriter() = default;
GroupWriter::GroupWriter(GroupWriter&&) noexcept = default;
GroupWriter& GroupWriter::operator=(GroupWriter&&) noexcept = default;
void GroupWriter::Add(std::size_t field, std::string_view term) { impl_->Add(field, term); }
void GroupWriter::EndDocument() { impl_->EndDocument(); }
std::string GroupWriter::Take() { return impl_->Take(); }

std::size_t DocumentsIn(std::string_view bytes) {
  ByteReader in(bytes);
  in.Number();
  return in.Number(kMostDocuments);
}

Result<Group> ReadGroup(std::string_view bytes) {
  ByteReader in(bytes);
  Group group;
  group.fields = in.Number(kMostFields);
  // Each takes a byte at least: no more can be there than there are bytes.
  group.documents.resize(in.Number(std::min(kMostDocuments, in.left())));
  group.terms.resize(in.Number(std::min(kMostTerms, in.left())));
  for (std::string_view& term : group.terms) term = in.String();
  for (GroupDocument& document : group.documents) {
    for (std::size_t field = 0; field < group.fields; ++field) {
      document.lengths.at(field) = in.Small();
    }
    document.first = group.postings.size();
    const std::uint64_t postings =
        in.Number(std::min<std::uint64_t>(group.terms.size(), in.left()));
    for (std::uint64_t i = 0; i < postings && in.ok(); ++i) {
      const auto term = static_cast<std::uint32_t>(in.Number(group.terms.size() - 1));
      const Frequencies frequencies = ReadFrequencies(in);
      if (group.fields < kMostFields && frequencies >> BitsBefore(group.fields) != 0) in.Fail();
      group.postings.push_back({term, frequencies});
    }
    document.last = group.postings.size();
  }
  if (!in.AtEnd() || group.fields == 0) {
    return Fail(Errc::kCorrupt, "documents of the search index are damaged");
  }
  return group;
}

}  // namespace satchel::lexical
