#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "code/facts/facts.h"

namespace satchel::code {

struct LanguageRules;

// What one file may cost. A file beyond a limit is read by lines.
struct ParseLimits {
  std::size_t bytes = 1U << 20U;
  std::size_t memory = 192U << 20U;
  // What the parser does, in its own steps. There is no limit of time: a file meets the same limits
  // on every machine, however busy it is, and whatever was read before.
  std::uint64_t steps = 20'000'000;
};

// Raised when a file can meet other limits than before: facts that are cached were read under
// these.
inline constexpr int kParseLimits = 2;

// How much memory the parser may take for a file of so many bytes: as much as any code that people
// write takes, twice, and no more than the limit. Depends on nothing else, so that a file meets it
// everywhere or nowhere.
std::size_t MemoryFor(const ParseLimits& limits, std::size_t bytes);

// Reads files of all languages. All parsers of the process share a budget of memory: one waits
// while others have taken it. Confined to one thread.
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
