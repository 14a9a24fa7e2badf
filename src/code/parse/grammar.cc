#include "code/parse/grammar.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace satchel::code {

Grammar::Grammar(const LanguageRules& rules) : rules_(&rules), language_(rules.grammar()) {
  std::map<std::string_view, std::uint8_t> wanted;
  for (const GrammarWord& word : rules.nodes) wanted.emplace(word.name, word.code);
  for (const std::string_view comment : rules.comments) wanted.emplace(comment, kComment);

  // A word may have several symbols, where the grammar gives a node another name.
  const std::uint32_t count = ts_language_symbol_count(language_);
  codes_.assign(count, kNothing);
  std::map<std::string_view, bool> met;
  for (std::uint32_t symbol = 0; symbol < count; ++symbol) {
    if (ts_language_symbol_type(language_, static_cast<TSSymbol>(symbol)) != TSSymbolTypeRegular) {
      continue;
    }
    const std::string_view name = ts_language_symbol_name(language_, static_cast<TSSymbol>(symbol));
    const auto found = wanted.find(name);
    if (found == wanted.end()) continue;
    codes_[symbol] = found->second;
    met[name] = true;
  }
  for (const auto& [name, code] : wanted) {
    if (!met.contains(name)) unknown_.push_back(name);
  }

  visits_.fill(true);
  visits_[kNothing] = false;
  for (const std::uint8_t code : rules.asked) visits_.at(code) = false;

  for (const GrammarWord& field : rules.fields) {
    fields_.resize(std::max<std::size_t>(fields_.size(), field.code + 1U), 0);
    fields_[field.code] = ts_language_field_id_for_name(
        language_, field.name.data(), static_cast<std::uint32_t>(field.name.size()));
    if (fields_[field.code] == 0) unknown_.push_back(field.name);
  }
}

}  // namespace satchel::code
