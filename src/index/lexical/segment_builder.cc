#include "index/lexical/segment_builder.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "index/lexical/byte_slices.h"
#include "index/lexical/length_byte.h"
#include "index/lexical/string_table.h"

namespace satchel::lexical {
namespace {

constexpr std::uint32_t kNoDocument = 0xFFFFFFFFU;

struct TermState {
  std::uint32_t last = kNoDocument;  // document that has it
  std::uint32_t postings = 0;
  ByteSlices::Chain chain;
};

}  // namespace

class SegmentBuilder::Impl {
 public:
  explicit Impl(const Ranking& ranking) : ranking_(ranking) {
    documents_.lengths.resize(ranking.fields);
  }

  Status Add(std::string_view key, const Group& group) {
    if (group.fields != ranking_.fields) {
      return Fail(Errc::kCorrupt, "documents of the search index have other fields");
    }
    numbers_.clear();
    for (const std::string_view term : group.terms) {
      numbers_.push_back(terms_.Add(term, TermHash(term)).number);
    }
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

  Result<store::SegmentInfo> Write(std::int64_t segment, const SegmentWriter::Put& put) {
    CodeCounts counts;
    for (std::size_t i = 0; i < combinations_.size(); ++i) {
      counts.emplace_back(combinations_[i], combination_counts_[i]);
    }
    SegmentWriter writer(segment, ranking_, documents_, terms_.size(), std::move(counts), put);
    std::vector<std::uint32_t> order(terms_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [this](std::uint32_t left, std::uint32_t right) {
      const std::uint64_t l = terms_.HashOf(left);
      const std::uint64_t r = terms_.HashOf(right);
      return l != r ? l < r : terms_.TextOf(left) < terms_.TextOf(right);
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
      SATCHEL_TRY(writer.AddTerm(terms_.HashOf(number), terms_.TextOf(number), postings));
    }
    return writer.Finish();
  }

 private:
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
  StringTable<TermState> terms_;
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
Result<store::SegmentInfo> SegmentBuilder::Write(std::int64_t segment,
                                                 const SegmentWriter::Put& put) {
  return impl_->Write(segment, put);
}

}  // namespace satchel::lexical
