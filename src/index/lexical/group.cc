#include "index/lexical/group.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "base/hash.h"
#include "index/lexical/string_table.h"

namespace satchel::lexical {
namespace {

// Between groups. There may be a writer for each of many threads, and each has met files that say
// another word in every line.
constexpr std::size_t kMostKept = 6U << 20U;  // bytes of terms
constexpr std::size_t kMostRoom = 1U << 20U;  // bytes of anything else
constexpr std::size_t kMostDocuments = 1U << 20U;
constexpr std::size_t kMostTerms = 1U << 24U;

}  // namespace

// Terms are numbered in the order in which they come up, over many groups; a group has numbers of
// its own for those it has. The frequencies of the current document stand under the latter.
class GroupWriter::Impl {
 public:
  explicit Impl(std::size_t fields) : fields_(fields) {}

  std::uint64_t epoch() const { return epoch_; }

  std::uint32_t NumberOf(std::string_view term) {
    return terms_.Add(term, StableHash(term)).number;
  }

  void Add(std::size_t field, std::uint32_t number) {
    Term& term = terms_[number];
    if (term.group != group_) {
      term.group = group_;
      term.place = static_cast<std::uint32_t>(here_.size());
      here_.push_back(number);
      counts_.push_back(0);
    }
    Frequencies& count = counts_[term.place];
    if (count == 0) met_.push_back(term.place);
    count = OneMore(count, field);
    ++lengths_[field];
  }

  void EndDocument() {
    ++documents_;
    for (std::size_t field = 0; field < fields_; ++field) {
      body_.Number(std::min<std::uint64_t>(lengths_[field], 0xFFFFFFFFU));
    }
    body_.Number(met_.size());
    for (const std::uint32_t place : met_) {
      body_.Number(place);
      WriteFrequencies(body_, counts_[place]);
      counts_[place] = 0;
    }
    met_.clear();
    lengths_ = {};
  }

  std::string Take() {
    ByteWriter out;
    out.Number(fields_);
    out.Number(documents_);
    out.Number(here_.size());
    for (const std::uint32_t number : here_) out.String(terms_.TextOf(number));
    out.Raw(body_.bytes());
    if (body_.size() > kMostRoom) body_.Take();
    body_.Clear();
    Clear(here_);
    Clear(counts_);
    documents_ = 0;
    ++group_;
    if (terms_.bytes() > kMostKept) {
      terms_.Clear();
      ++epoch_;
    }
    return out.Take();
  }

 private:
  struct Term {
    std::uint64_t group = 0;  // the last one that has it
    std::uint32_t place = 0;  // its number there
  };

  template <class Value>
  static void Clear(std::vector<Value>& values) {
    values.clear();
    if (values.capacity() * sizeof(Value) > kMostRoom) values.shrink_to_fit();
  }

  std::size_t fields_;
  StringTable<Term> terms_;
  std::uint64_t epoch_ = 0;
  // Of the current group.
  std::uint64_t group_ = 1;
  std::vector<std::uint32_t> here_;  // numbers of its terms
  std::vector<Frequencies> counts_;
  std::size_t documents_ = 0;
  ByteWriter body_;
  // Of the current document.
  std::vector<std::uint32_t> met_;
  PerField lengths_{};
};

GroupWriter::GroupWriter(std::size_t fields) : impl_(std::make_unique<Impl>(fields)) {}
GroupWriter::~GroupWriter() = default;
GroupWriter::GroupWriter(GroupWriter&&) noexcept = default;
GroupWriter& GroupWriter::operator=(GroupWriter&&) noexcept = default;
std::uint32_t GroupWriter::NumberOf(std::string_view term) { return impl_->NumberOf(term); }
std::uint64_t GroupWriter::epoch() const { return impl_->epoch(); }
void GroupWriter::AddNumber(std::size_t field, std::uint32_t number) { impl_->Add(field, number); }
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
