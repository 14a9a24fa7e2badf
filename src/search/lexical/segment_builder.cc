#include "search/lexical/segment_builder.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "search/lexical/byte_slices.h"
#include "search/lexical/length_byte.h"

namespace satchel::lexical {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFFU;
constexpr std::size_t kFirstSlots = 1U << 12U;
constexpr std::uint32_t kNoDocument = 0xFFFFFFFFU;

struct TermState {
  std::uint64_t hash = 0;
  std::size_t text = 0;  // where it begins
  std::uint32_t text_size = 0;
  std::uint32_t last = kNoDocument;  // document that has it
  std::uint32_t postings = 0;
  ByteSlices::Chain chain;
};

}  // namespace

class SegmentBuilder::Impl {
 public:
  explicit Impl(const Ranking& ranking) : ranking_(ranking), slots_(kFirstSlots, kFree) {
    documents_.lengths.resize(ranking.fields);
  }

  Status Add(std::string_view key, const Group& group) {
    if (group.fields != ranking_.fields) {
      return Fail(Errc::kCorrupt, "documents of the search index have other fields");
    }
    numbers_.clear();
    for (const std::string_view term : group.terms) numbers_.push_back(NumberOf(term));
    SegmentDocuments::Group added{.key = std::string(key),
                                  .documents = static_cast<std::uint32_t>(group.documents.size())};
    for (const GroupDocument& document : group.documents) {
      const std::uint32_t number = documents_.size();
      for (std::size_t i = document.first; i < document.last; ++i) {
        TermState& term = terms_[numbers_[group.postings[i].term]];
        if (term.last == number) {
          return Fail(Errc::kCorrupt, "a document of the search index has a term twice");
        }
        slices_.AddNumber(term.chain, term.last == kNoDocument ? number : number - term.last);
        slices_.AddNumber(term.chain, CombinationOf(group.postings[i].frequencies));
        term.last = number;
        ++term.postings;
      }
      for (std::size_t field = 0; field < ranking_.fields; ++field) {
        documents_.lengths[field].push_back(LengthByte(document.lengths.at(field)));
        added.lengths.at(field) += document.lengths.at(field);
      }
    }
    documents_.groups.push_back(std::move(added));
    return {};
  }

  std::uint32_t documents() const { return documents_.size(); }

  std::size_t bytes() const {
    return slices_.bytes() + (terms_.capacity() * sizeof(TermState)) + texts_.capacity() +
           (slots_.size() * sizeof(std::uint32_t));
  }

  Result<store::SegmentInfo> Write(std::int64_t segment, const SegmentWriter::Put& put) {
    CodeCounts counts;
    for (std::size_t i = 0; i < combinations_.size(); ++i) {
      counts.emplace_back(combinations_[i], combination_counts_[i]);
    }
    SegmentWriter writer(segment, ranking_, documents_, terms_.size(), std::move(counts), put);
    std::vector<std::uint32_t> order(terms_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [this](std::uint32_t left, std::uint32_t right) {
      const TermState& l = terms_[left];
      const TermState& r = terms_[right];
      return l.hash != r.hash ? l.hash < r.hash : TextOf(l) < TextOf(r);
    });
    std::string bytes;
    std::vector<DocumentPosting> postings;
    for (const std::uint32_t number : order) {
      const TermState& term = terms_[number];
      if (term.postings == 0) continue;
      slices_.Copy(term.chain, bytes);
      ByteReader in(bytes);
      postings.resize(term.postings);
      std::uint32_t document = 0;
      for (DocumentPosting& posting : postings) {
        document += in.Small();
        posting = {document, combinations_[in.Small()]};
      }
      SATCHEL_TRY(writer.AddTerm(term.hash, TextOf(term), postings));
    }
    return writer.Finish();
  }

 private:
  std::string_view TextOf(const TermState& term) const {
    return std::string_view(texts_).substr(term.text, term.text_size);
  }

  std::uint32_t NumberOf(std::string_view text) {
    const std::uint64_t hash = TermHash(text);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const TermState& term = terms_[slots_[slot]];
      if (term.hash == hash && TextOf(term) == text) return slots_[slot];
    }
    const auto number = static_cast<std::uint32_t>(terms_.size());
    slots_[slot] = number;
    terms_.push_back({.hash = hash,
                      .text = texts_.size(),
                      .text_size = static_cast<std::uint32_t>(text.size()),
                      .chain = {}});
    texts_ += text;
    if (terms_.size() * 2 > slots_.size()) Grow();
    return number;
  }

  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::uint32_t number = 0; number < terms_.size(); ++number) {
      std::size_t slot = terms_[number].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  std::uint32_t CombinationOf(Frequencies frequencies) {
    const auto next = static_cast<std::uint32_t>(combinations_.size());
    const auto [at, is_new] = combination_numbers_.try_emplace(frequencies, next);
    if (is_new) {
      combinations_.push_back(frequencies);
      combination_counts_.push_back(0);
    }
    ++combination_counts_[at->second];
    return at->second;
  }

  Ranking ranking_;
  SegmentDocuments documents_;
  std::vector<std::uint32_t> slots_;
  std::vector<TermState> terms_;
  std::string texts_;
  ByteSlices slices_;
  std::vector<Frequencies> combinations_;
  std::vector<std::uint64_t> combination_counts_;
  std::unordered_map<Frequencies, std::uint32_t> combination_numbers_;
  std::vector<std::uint32_t> numbers_;  // of the group's terms
};

SegmentBuilder::SegmentBuilder(const Ranking& ranking) : impl_(std::make_unique<Impl>(ranking)) {}
SegmentBuilder::~SegmentBuilder() = default;
SegmentBuilder::SegmentBuilder(SegmentBuilder&&) noexcept = default;
SegmentBuilder& SegmentBuilder::operator=(SegmentBuilder&&) noexcept = default;
Status SegmentBuilder::Add(std::string_view key, const Group& group) {
  return impl_->Add(key, group);
}
std::uint32_t SegmentBuilder::documents() const { return impl_->documents(); }
std::size_t SegmentBuilder::bytes() const { return impl_->bytes(); }
Result<store::SegmentInfo> SegmentBuilder::Write(std::int64_t segment,
                                                 const SegmentWriter::Put& put) {
  return impl_->Write(segment, put);
}

}  // namespace satchel::lexical
