#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "code/languages/languages.h"
#include "code/parse/parser.h"
#include "fuzz/require.h"
#include "tests/support/facts_problem.h"

namespace {

using satchel::code::LanguageRules;

// Null: not only one.
const LanguageRules* OnlyLanguage() {
  const char* const only =
      std::getenv("SATCHEL_FUZZ_LANGUAGE");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (only == nullptr) return nullptr;
  const LanguageRules* const rules = satchel::code::FindLanguage(only);
  satchel::fuzz::Require(rules != nullptr);
  return rules;
}

}  // namespace

// The first byte chooses the language; beyond the last one there is none. Where the environment
// names one, all bytes are of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using satchel::code::FileFacts;
  if (size == 0) return 0;
  static const LanguageRules* const kOnly = OnlyLanguage();
  const auto languages = satchel::code::Languages();
  const std::size_t chosen = data[0] % (languages.size() + 1);
  const auto* rules = chosen < languages.size() ? languages[chosen] : nullptr;
  std::string_view content(reinterpret_cast<const char*>(data), size);
  if (kOnly == nullptr) {
    content.remove_prefix(1);
  } else {
    rules = kOnly;
  }
  static satchel::code::Parser parser;
  const FileFacts facts = parser.Read(content, rules);
  const std::string problem = satchel::code::FactsProblem(content, facts);
  if (!problem.empty()) std::fputs((problem + "\n").c_str(), stderr);
  satchel::fuzz::Require(problem.empty());
  // One in four is read again: an input is one of millions.
  if (size % 4 == 0) satchel::fuzz::Require(parser.Read(content, rules) == facts);
  return 0;
}
