#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "index/lexical/group.h"
#include "index/lexical/index.h"
#include "index/lexical/length_byte.h"
#include "index/lexical/ranking.h"
#include "tests/support/random.h"

// Documents of random words, and their scores worked out one by one: what the index is held
// against.
namespace satchel::test {

using Words = std::vector<std::string>;

struct ModelDocument {
  std::vector<Words> fields;
  friend bool operator==(const ModelDocument&, const ModelDocument&) = default;
};

using ModelGroup = std::vector<ModelDocument>;

inline std::string Encode(const ModelGroup& group, std::size_t fields) {
  lexical::GroupWriter writer(fields);
  for (const ModelDocument& document : group) {
    for (std::size_t field = 0; field < fields; ++field) {
      for (const std::string& word : document.fields[field]) writer.Add(field, word);
    }
    writer.EndDocument();
  }
  return writer.Take();
}

// A few words are everywhere, most are rare.
inline std::string RandomWord(Random& random, std::uint64_t vocabulary) {
  const std::uint64_t within = 1 + random.Below(vocabulary);
  return fmt::format("w{}", random.Below(1 + random.Below(within)));
}

inline ModelGroup RandomGroup(Random& random, std::size_t fields, std::uint64_t vocabulary,
                              std::uint64_t most_documents) {
  ModelGroup group(1 + random.Below(most_documents));
  for (ModelDocument& document : group) {
    document.fields.resize(fields);
    for (Words& words : document.fields) {
      const std::uint64_t size = random.OneIn(20) ? random.Below(400) : random.Below(12);
      for (std::uint64_t i = 0; i < size; ++i) words.push_back(RandomWord(random, vocabulary));
      if (random.OneIn(200)) words.insert(words.end(), 300, RandomWord(random, vocabulary));
    }
  }
  return group;
}

class LexicalModel {
 public:
  explicit LexicalModel(const lexical::Ranking& ranking) : ranking_(ranking) {}

  void Put(const std::string& key, ModelGroup group) { groups_[key] = std::move(group); }
  void Remove(const std::string& key) { groups_.erase(key); }
  const std::map<std::string, ModelGroup>& groups() const { return groups_; }

  // Reads all documents; before Best().
  void Count() {
    documents_.clear();
    postings_.clear();
    statistics_ = {};
    const lexical::LengthWeights weights(ranking_);
    for (const auto& [key, group] : groups_) {
      for (std::uint32_t ordinal = 0; ordinal < group.size(); ++ordinal) {
        std::map<std::string, lexical::Frequencies> words;
        std::array<std::uint8_t, lexical::kMostFields> lengths{};
        for (std::size_t field = 0; field < ranking_.fields; ++field) {
          const Words& of = group[ordinal].fields[field];
          for (const std::string& word : of) words[word] = lexical::OneMore(words[word], field);
          lengths.at(field) = lexical::LengthByte(static_cast<std::uint32_t>(of.size()));
          statistics_.lengths.at(field) += of.size();
        }
        for (const auto& [word, frequencies] : words) {
          postings_[word].emplace_back(documents_.size(), frequencies);
        }
        documents_.push_back({key, ordinal, weights.Of(lengths.data(), 1)});
      }
    }
    statistics_.documents = documents_.size();
  }

  std::vector<lexical::Hit> Best(const std::vector<lexical::QueryTerm>& query,
                                 std::size_t limit) const {
    const lexical::Saturation saturation(ranking_, statistics_.AverageLength(ranking_));
    std::map<std::size_t, lexical::Hit> hits;
    for (std::uint32_t t = 0; t < query.size(); ++t) {
      const auto found = postings_.find(query[t].text);
      if (found == postings_.end()) continue;
      const float weight =
          lexical::TermWeight(ranking_, statistics_.documents, found->second.size()) *
          static_cast<float>(query[t].times);
      for (const auto& [document, frequencies] : found->second) {
        const lexical::Units units = lexical::Contribution(
            weight, saturation.Of(lexical::WeighedFrequency(ranking_, frequencies),
                                  documents_[document].length));
        lexical::Hit& hit = hits[document];
        hit.key = documents_[document].key;
        hit.ordinal = documents_[document].ordinal;
        hit.units += units;
        hit.terms.push_back({t, frequencies, units});
      }
    }
    std::vector<lexical::Hit> best;
    for (auto& [document, hit] : hits) {
      if (hit.units > 0) best.push_back(std::move(hit));
    }
    // Documents are in the order of keys and ordinals: the last resort of the order asked for.
    std::ranges::sort(best, [](const lexical::Hit& left, const lexical::Hit& right) {
      if (left.units != right.units) return left.units > right.units;
      return std::pair(left.key, left.ordinal) < std::pair(right.key, right.ordinal);
    });
    if (best.size() > limit) best.resize(limit);
    return best;
  }

  // All that a key has of the query, worked out from the best of everything.
  lexical::GroupEvidence Evidence(const std::vector<lexical::QueryTerm>& query,
                                  const std::string& key) const {
    const ModelGroup& group = groups_.at(key);
    lexical::GroupEvidence evidence{
        .key = key, .documents = static_cast<std::uint32_t>(group.size()), .occurrences = {}};
    for (const ModelDocument& document : group) {
      for (std::size_t field = 0; field < ranking_.fields; ++field) {
        evidence.lengths.at(field) += document.fields[field].size();
      }
    }
    std::vector<lexical::QueryTerm> once = query;
    for (lexical::QueryTerm& term : once) term.times = 1;
    for (const lexical::Hit& hit : Best(once, documents_.size())) {
      if (hit.key != key) continue;
      for (const lexical::HitTerm& term : hit.terms) {
        const auto document = std::ranges::find_if(documents_, [&hit](const Document& one) {
          return one.key == hit.key && one.ordinal == hit.ordinal;
        });
        evidence.occurrences.push_back(
            {hit.ordinal, term.term, term.frequencies, term.units, document->length});
      }
    }
    std::ranges::sort(evidence.occurrences);
    return evidence;
  }

  const lexical::Statistics& statistics() const { return statistics_; }

 private:
  struct Document {
    std::string key;
    std::uint32_t ordinal = 0;
    std::uint8_t length = 0;
  };

  lexical::Ranking ranking_;
  std::map<std::string, ModelGroup> groups_;
  std::vector<Document> documents_;
  std::map<std::string, std::vector<std::pair<std::size_t, lexical::Frequencies>>> postings_;
  lexical::Statistics statistics_;
};

inline std::vector<lexical::QueryTerm> RandomQuery(Random& random, std::uint64_t vocabulary) {
  std::map<std::string, std::uint32_t> terms;
  for (std::uint64_t i = 1 + random.Below(random.OneIn(10) ? 30 : 8); i > 0; --i) {
    terms[random.OneIn(20) ? "nowhere" : RandomWord(random, vocabulary)] =
        random.OneIn(4) ? static_cast<std::uint32_t>(1 + random.Below(3)) : 1;
  }
  std::vector<lexical::QueryTerm> query;
  for (const auto& [text, times] : terms) query.push_back({text, times});
  return query;
}

}  // namespace satchel::test
