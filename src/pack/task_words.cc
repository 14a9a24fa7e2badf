#include "pack/task_words.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "text/analyser.h"

namespace satchel::pipeline {
namespace {

constexpr Score kBodyWorth = Score::FromMillionths(800'000);
constexpr std::size_t kFewWords = 2;

}  // namespace

TaskWords::TaskWords(const ask::Question& task) {
  for (const text::Term& term : task.terms()) {
    words_.try_emplace(term.text, words_.size());
  }
  texts_with_.resize(words_.size());
}

std::size_t TaskWords::Read(std::string_view title, std::string_view body) {
  Text text;
  std::set<std::size_t> title_words;
  std::set<std::size_t> body_words;
  const auto read = [&](std::string_view part, std::set<std::size_t>& found) {
    analyser_.ForEach(part, [&](std::string_view term, text::ByteRange, text::TermKind) {
      text.hashes.push_back(StableHash(term));
      const auto word = words_.find(term);
      if (word != words_.end()) found.insert(word->second);
    });
  };
  read(title, title_words);
  read(body, body_words);
  for (const std::size_t word : title_words) body_words.erase(word);
  for (const auto* found : {&title_words, &body_words}) {
    for (const std::size_t word : *found) ++texts_with_[word];
  }
  std::ranges::sort(text.hashes);
  const auto repeated = std::ranges::unique(text.hashes);
  text.hashes.erase(repeated.begin(), repeated.end());
  text.in_title.assign(title_words.begin(), title_words.end());
  text.in_body.assign(body_words.begin(), body_words.end());
  texts_.push_back(std::move(text));
  return texts_.size() - 1;
}

void TaskWords::Weigh() { share_ = rank::WordShare(texts_with_, texts_.size()); }

Score TaskWords::WorthOf(std::size_t text) const {
  const Text& one = texts_[text];
  const std::size_t shared = one.in_title.size() + one.in_body.size();
  if (shared == 0 || (shared == 1 && words_.size() > kFewWords)) return {};
  Score sum;
  for (const std::size_t word : one.in_title) sum += share_.weight(word);
  for (const std::size_t word : one.in_body) sum += share_.weight(word).Times(kBodyWorth);
  return share_.Of(sum);
}

bool TaskWords::CanTell() const {
  std::size_t foreign = 0;  // of another script, and in no text
  for (const auto& [word, index] : words_) {
    const bool ascii =
        std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
    if (!ascii && texts_with_[index] == 0) ++foreign;
  }
  return 2 * foreign <= words_.size();
}

bool TaskWords::IsPartOf(std::size_t text, std::size_t other, Score part) const {
  const std::vector<std::uint64_t>& own = texts_[text].hashes;
  const std::vector<std::uint64_t>& others = texts_[other].hashes;
  const std::int64_t size = static_cast<std::int64_t>(own.size());
  std::int64_t spare = size * (Score::kOne - part.millionths()) / Score::kOne;
  if (own.empty()) return false;
  auto at = others.begin();
  for (const std::uint64_t hash : own) {
    while (at != others.end() && *at < hash) ++at;
    if ((at == others.end() || *at != hash) && --spare < 0) return false;
  }
  return true;
}

}  // namespace satchel::pipeline
