#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace satchel::test {

// Some texts under one name, as tests/tokens/inputs.json describes them. make_expected.mjs makes
// the same bytes from the same description.
struct TokenInput {
  std::string name;
  std::vector<std::string> texts;
};

// A row of tests/tokens/expected.tsv: what gpt-tokenizer made of the input of that name.
struct ExpectedTokens {
  std::string name;
  std::size_t texts = 0;
  std::size_t bytes = 0;
  std::string bytes_digest;
  std::size_t o200k_tokens = 0;
  std::string o200k_digest;
  std::size_t cl100k_tokens = 0;
  std::string cl100k_digest;
};

// A path in the repository; its root comes from SATCHEL_SOURCE_DIR, which CMake sets for ctest.
std::string SourcePath(const std::string& path);
std::string ReadWholeFile(const std::string& path);

std::vector<TokenInput> MakeTokenInputs();
std::vector<ExpectedTokens> ReadExpectedTokens();

}  // namespace satchel::test
