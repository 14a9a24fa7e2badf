#include "evaluation/grep_baseline.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "text/analyser.h"
#include "text/stop_words.h"

namespace satchel::evaluation {

std::vector<std::string> GrepWords(std::string_view text) {
  std::set<std::string> words;
  std::set<std::string> telling;
  for (text::Term& term : text::Words(text)) {
    if (!text::IsStopWord(term.text)) telling.insert(term.text);
    words.insert(std::move(term.text));
  }
  const std::set<std::string>& used = telling.empty() ? words : telling;
  return {used.begin(), used.end()};
}

GrepBaseline::GrepBaseline(const Git& git, GitStore repository, std::span<const std::string> words,
                           std::size_t most_bytes)
    : git_(&git), repository_(std::move(repository)), most_bytes_(most_bytes) {
  for (const std::string& word : words) {
    words_.emplace(word, static_cast<std::uint32_t>(words_.size()));
  }
}

GrepBaseline::Counts GrepBaseline::CountWords(std::string_view content) const {
  std::map<std::uint32_t, std::uint32_t> times;
  for (const text::Term& term : text::Words(content)) {
    const auto word = words_.find(term.text);
    if (word != words_.end()) ++times[word->second];
  }
  return {times.begin(), times.end()};
}

Status GrepBaseline::Use(std::span<const code::RevisionFile> files, const Deadline& deadline) {
  std::map<std::string, Counts, std::less<>> kept;
  std::vector<code::RevisionFile> unread;
  std::set<std::string_view> asked;
  files_.clear();
  for (const code::RevisionFile& file : files) {
    files_.emplace_back(file.path, file.blob);
    if (!asked.insert(file.blob).second) continue;
    const auto known = contents_.find(file.blob);
    if (known == contents_.end()) {
      unread.push_back(file);
    } else {
      kept.emplace(file.blob, std::move(known->second));
    }
  }
  contents_ = std::move(kept);
  return code::ReadRevision(
      *git_, repository_, unread, most_bytes_,
      [this](const code::RevisionFile& file,
             const std::expected<std::string, code::SkipReason>& bytes) {
        contents_.emplace(file.blob, bytes ? CountWords(*bytes) : Counts());
        return Status();
      },
      deadline);
}

std::vector<std::string> GrepBaseline::Rank(std::span<const std::string> words,
                                            std::size_t most) const {
  std::set<std::uint32_t> wanted;
  for (const std::string& word : words) {
    const auto found = words_.find(word);
    if (found != words_.end()) wanted.insert(found->second);
  }
  struct Ranked {
    std::size_t distinct = 0;
    std::uint64_t times = 0;
    const std::string* path = nullptr;
  };
  std::vector<Ranked> ranked;
  for (const auto& [path, blob] : files_) {
    Ranked one{.path = &path};
    const auto counts = contents_.find(blob);
    if (counts == contents_.end()) continue;
    for (const auto& [word, times] : counts->second) {
      if (!wanted.contains(word)) continue;
      ++one.distinct;
      one.times += times;
    }
    if (one.distinct > 0) ranked.push_back(one);
  }
  std::ranges::sort(ranked, [](const Ranked& left, const Ranked& right) {
    return std::tuple(right.distinct, right.times, std::string_view(*left.path)) <
           std::tuple(left.distinct, left.times, std::string_view(*right.path));
  });
  if (ranked.size() > most) ranked.resize(most);
  std::vector<std::string> paths;
  for (const Ranked& one : ranked) paths.push_back(*one.path);
  return paths;
}

}  // namespace satchel::evaluation
