#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "sources/code/languages/languages.h"
#include "sources/code/parse/parser.h"
#include "tests/support/facts_problem.h"

// The first byte chooses the language; beyond the last one there is none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using satchel::code::FileFacts;
  if (size == 0) return 0;
  const std::string_view content(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto languages = satchel::code::Languages();
  const std::size_t chosen = data[0] % (languages.size() + 1);
  const auto* rules = chosen < languages.size() ? languages[chosen] : nullptr;
  static satchel::code::Parser parser;
  const FileFacts facts = parser.Read(content, rules);
  satchel::fuzz::Require(satchel::code::FactsProblem(content, facts).empty());
  satchel::fuzz::Require(parser.Read(content, rules) == facts);
  return 0;
}
