#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "sources/code/facts.h"

namespace satchel::code {

struct LanguageRules;

// What one file may cost. A file beyond a limit is read by lines.
struct ParseLimits {
  std::size_t bytes = 1U << 20U;
  std::size_t memory = 256U << 20U;
  // Work is counted in the parser's own steps, so that a file meets the limit on every machine
  // or on none; the seconds of CPU stop what the steps do not see.
  std::uint64_t steps = 40'000'000;
  std::uint64_t seconds = 2;
};

// Reads files of all languages. Confined to one thread.
class Parser {
 public:
  explicit Parser(const ParseLimits& limits = {});
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // `rules`: null for a file without a grammar. Any bytes are welcome.
  FileFacts Read(std::string_view content, const LanguageRules* rules);

 private:
  struct State;
  std::unique_ptr<State> state_;
  ParseLimits limits_;
};

}  // namespace satchel::code
