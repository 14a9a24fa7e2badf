#pragma once

#include <string>
#include <string_view>
#include <vector>

// Names that a query writes so that they can hardly be English words: `pay()`, `Cart.pay`,
// `pay_all`, `PayAll`, or in backticks. Query::names has these and capitalised words.
namespace satchel::ask {

struct CodeName {
  std::string text;
  bool alone = false;                   // it stands at least once without a qualifier
  std::vector<std::string> containers;  // its qualifiers, each once: Cart of `Cart.pay`
};

// Returns each name once, in the order of the text. REQUIRES: as of ReadQuery().
std::vector<CodeName> ReadCodeNames(std::string_view text);

}  // namespace satchel::ask
