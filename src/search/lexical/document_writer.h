#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/lexical/group.h"
#include "text/analyser.h"

namespace satchel::lexical {

// Texts into the bytes of a group: the terms are those of the analyser. Code says the same words
// over and over, so what a word was taken apart into is kept. Confined to one thread; made once and
// used for many groups.
class DocumentWriter {
 public:
  explicit DocumentWriter(std::size_t fields, const text::AnalyserOptions& options = {});

  // More text of a field of the current document.
  void Add(std::size_t field, std::string_view text);
  void EndDocument() { group_.EndDocument(); }
  std::string Take() { return group_.Take(); }

 private:
  struct Known {
    std::uint64_t hash = 0;
    std::uint32_t text = 0;  // where it begins in texts_
    std::uint32_t size = 0;
    std::uint32_t terms = 0;  // where they begin in numbers_
    std::uint32_t count = 0;
  };

  void AddWord(std::size_t field, std::string_view word);
  void Analyse(std::size_t field, std::string_view word);
  void Grow();
  void Forget();

  text::Analyser analyser_;
  GroupWriter group_;
  std::uint64_t epoch_ = 0;
  std::vector<std::uint32_t> slots_;
  std::vector<Known> known_;
  std::string texts_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace satchel::lexical
