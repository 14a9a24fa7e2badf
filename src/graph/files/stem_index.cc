#include "graph/files/stem_index.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "graph/files/node_ids.h"
#include "text/analyser.h"
#include "text/stop_words.h"

// Texts repeat their words, so each piece between blanks is analysed once and its stems are
// looked up from then on: the analyser treats a blank as a border, so nothing is lost by it.
namespace satchel::graph {
namespace {

constexpr std::size_t kMostPieces = 1U << 20U;  // remembered; then the rest is analysed anew
constexpr std::string_view kBlanks = " \n\t\r";

}  // namespace

std::size_t StemIndex::Hash::operator()(std::string_view text) const { return StableHash(text); }

StemIndex::StemIndex(std::span<const std::string> texts) {
  text::Analyser analyser;
  std::unordered_map<std::string, std::vector<std::uint32_t>, Hash, std::equal_to<>> pieces;
  std::vector<std::uint32_t> last_text;  // by stem: the last text that had it, plus 1
  std::vector<std::uint32_t> unknown;
  const auto stems_of = [&](std::string_view piece) -> const std::vector<std::uint32_t>& {
    const auto known = pieces.find(piece);
    if (known != pieces.end()) return known->second;
    unknown.clear();
    analyser.ForEach(piece, [&](std::string_view stem, text::ByteRange, text::TermKind) {
      const auto number = numbers_.try_emplace(std::string(stem), texts_.size());
      if (number.second) {
        texts_.emplace_back();
        last_text.push_back(0);
      }
      unknown.push_back(number.first->second);
    });
    if (pieces.size() >= kMostPieces) return unknown;
    return pieces.emplace(std::string(piece), unknown).first->second;
  };
  sizes_.resize(texts.size());
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    std::string_view rest = texts[i];
    while (!rest.empty()) {
      const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
      if (end > 0) {
        for (const std::uint32_t stem : stems_of(rest.substr(0, end))) {
          if (last_text[stem] == i + 1) continue;
          last_text[stem] = i + 1;
          texts_[stem].push_back(i);
          ++sizes_[i];
        }
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

std::span<const std::uint32_t> StemIndex::TextsWith(std::string_view stem) const {
  const auto found = numbers_.find(stem);
  if (found == numbers_.end()) return {};
  return texts_[found->second];
}

std::vector<std::string> RequestStems(const ask::Question& request) {
  std::vector<std::string> stems;
  // A question of nothing but stop words has these as its terms.
  const auto is_stop_word = [](const text::Term& word) { return text::IsStopWord(word.text); };
  if (std::ranges::all_of(request.words(), is_stop_word)) return stems;
  const std::vector<text::ByteRange> ids = IdPlacesIn(request.text());
  const auto is_of_id = [&ids](text::ByteRange range) {
    const auto id = std::ranges::upper_bound(ids, range.begin, {}, &text::ByteRange::end);
    return id != ids.end() && id->begin < range.end;
  };
  std::unordered_set<std::string_view> seen;
  for (const text::Term& term : request.terms()) {
    if (!is_of_id(term.range) && seen.insert(term.text).second) stems.push_back(term.text);
  }
  return stems;
}

}  // namespace satchel::graph
