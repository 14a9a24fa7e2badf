#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/score.h"
#include "index/texts/word_share.h"
#include "text/analyser.h"

namespace satchel::pipeline {

// What texts of different sources are worth to one task, by its words, on one scale: the part of
// what the task says that a text says too (rank::WordShare). All texts are read before the first is
// judged, since only all of them tell which words are rare. No source's own score is used: they are
// of different scales.
class TaskWords {
 public:
  explicit TaskWords(const ask::Question& task);

  // Reads a text. Its number counts from 0.
  std::size_t Read(std::string_view title, std::string_view body);
  // Settles what each word counts, when all texts are read.
  void Weigh();

  // From 0 to 1. A single word that both have is chance, unless the task has hardly more.
  Score WorthOf(std::size_t text) const;
  // Whether words can tell anything: a task in Russian has few in common with texts in English, and
  // may be about them all the same.
  bool CanTell() const;
  // Whether another text has such a part of the words of this one; 1: all.
  bool IsPartOf(std::size_t text, std::size_t other, Score part) const;

 private:
  struct Text {
    std::vector<std::size_t> in_title;  // of the task's words, ascending
    std::vector<std::size_t> in_body;   // those that are in the body alone
    std::vector<std::uint64_t> hashes;  // of all its words, ascending
  };

  text::Analyser analyser_;
  std::map<std::string, std::size_t, std::less<>> words_;
  std::vector<std::uint64_t> texts_with_;  // by word
  rank::WordShare share_;
  std::vector<Text> texts_;
};

}  // namespace satchel::pipeline
