#include "index/lexical/pending.h"

#include <array>
#include <map>

#include "index/lexical/group.h"
#include "index/lexical/length_byte.h"
#include "index/lexical/rows.h"

namespace satchel::lexical {

Result<Pending> Pending::From(std::span<const std::shared_ptr<const ChangeRow>> rows,
                              const Ranking& ranking) {
  std::map<std::string_view, const Change*> latest;
  for (const auto& row : rows) {
    for (const Change& change : row->changes) latest[change.key] = &change;
  }
  Pending pending;
  const LengthWeights weights(ranking);
  std::vector<std::vector<DocumentPosting>*> lists;
  for (const auto& [key, change] : latest) {
    pending.keys_.emplace_back(key);
    DocumentRange& range = pending.ranges_.emplace_back();
    range.first = static_cast<std::uint32_t>(pending.documents_.size());
    if (change->group.empty()) continue;
    auto group = SATCHEL_TRY(ReadGroup(change->group));
    if (group.fields != ranking.fields) return Damaged(kChanges, "a row of changes");
    lists.clear();
    for (const std::string_view term : group.terms) {
      lists.push_back(&pending.terms_[std::string(term)]);
    }
    range.documents = static_cast<std::uint32_t>(group.documents.size());
    for (std::size_t i = 0; i < group.documents.size(); ++i) {
      const GroupDocument& document = group.documents[i];
      const auto number = static_cast<std::uint32_t>(pending.documents_.size());
      std::array<std::uint8_t, kMostFields> lengths{};
      for (std::size_t field = 0; field < ranking.fields; ++field) {
        lengths.at(field) = LengthByte(document.lengths.at(field));
        pending.statistics_.lengths.at(field) += document.lengths.at(field);
        range.lengths.at(field) += document.lengths.at(field);
      }
      pending.documents_.push_back({.key = static_cast<std::uint32_t>(pending.keys_.size() - 1),
                                    .ordinal = static_cast<std::uint32_t>(i),
                                    .length = weights.Of(lengths.data(), 1)});
      for (std::size_t p = document.first; p < document.last; ++p) {
        lists[group.postings[p].term]->push_back({number, group.postings[p].frequencies});
      }
    }
  }
  pending.statistics_.documents = pending.documents_.size();
  return pending;
}

std::span<const DocumentPosting> Pending::PostingsOf(const std::string& term) const {
  const auto found = terms_.find(term);
  if (found == terms_.end()) return {};
  return found->second;
}

}  // namespace satchel::lexical
