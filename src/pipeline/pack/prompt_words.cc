#include "pipeline/pack/prompt_words.h"

#include "base/ascii.h"

namespace satchel::pipeline {

std::vector<std::string> PromptWords(std::string_view folded) {
  std::vector<std::string> words(1);
  for (const char c : folded) {
    if (IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80U) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace satchel::pipeline
