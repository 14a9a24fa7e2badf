#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/lexical/group.h"
#include "index/lexical/string_table.h"
#include "text/analyser.h"

namespace satchel::lexical {

// Texts into the bytes of a group: the terms are those of the analyser. Code says the same words
// over and over, so what a word was taken apart into is kept. Confined to one thread; made once and
// used for many groups.
class DocumentWriter {
 public:
  explicit DocumentWriter(std::size_t fields, const text::AnalyserOptions& options = {});

  // More text of a field of the current document, as if it stood there so many times.
  void Add(std::size_t field, std::string_view text, std::size_t times = 1);
  void EndDocument() { group_.EndDocument(); }
  std::string Take();

 private:
  // Where the terms of a word are in numbers_.
  struct Known {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void AddWord(std::size_t field, std::string_view word, std::size_t times);
  void Analyse(std::size_t field, std::string_view word, std::size_t times);
  void Forget();

  text::Analyser analyser_;
  GroupWriter group_;
  std::uint64_t epoch_ = 0;
  StringTable<Known> known_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace satchel::lexical
