// Any prompt is read within its bounds, and what it suggests was typed in it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "memory/propose/own_words.h"
#include "memory/propose/proposal.h"

using satchel::fuzz::Require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view prompt(reinterpret_cast<const char*>(data), size);
  const auto sentences = satchel::memory::OwnSentences(prompt);
  Require(sentences.size() <= 200);
  for (const auto& sentence : sentences) {
    Require(!sentence.text.empty() && !sentence.text.contains('\n'));
    Require(prompt.contains(sentence.text));
    Require(sentence.words.starts_with(' ') && sentence.words.ends_with(' '));
  }
  const auto reading = satchel::memory::ReadPromptForMemories(prompt);
  Require(reading.proposals.size() <= 5);
  for (const auto& proposal : reading.proposals) {
    Require(proposal.text.size() >= 12 && proposal.text.size() <= 600);
    Require(!proposal.text.contains('\n'));
    Require(std::ranges::any_of(
        sentences, [&](const auto& sentence) { return proposal.text.ends_with(sentence.text); }));
  }
  // Nothing in a fence is the user's.
  const std::string fenced = "```\n" + std::string(prompt.substr(0, prompt.find("```"))) + "\n";
  Require(satchel::memory::ReadPromptForMemories(fenced).proposals.empty());
  return 0;
}
