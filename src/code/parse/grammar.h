#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "code/parse/rules.h"

namespace satchel::code {

// A language's rules with the grammar's own numbers in place of words. Immutable.
class Grammar {
 public:
  explicit Grammar(const LanguageRules& rules);

  const LanguageRules& rules() const { return *rules_; }
  const TSLanguage* language() const { return language_; }

  static constexpr std::uint8_t kNothing = 0;
  static constexpr std::uint8_t kComment = 255;
  // The language's code for a type of node; kComment; kNothing for all others.
  std::uint8_t CodeOf(TSSymbol symbol) const {
    return symbol < codes_.size() ? codes_[symbol] : kNothing;
  }
  // Whether the walk shows nodes of this code to the rules.
  bool Visits(std::uint8_t code) const { return visits_[code]; }
  // 0: the grammar has no such field.
  TSFieldId FieldOf(std::uint8_t code) const { return fields_[code]; }
  // Words of the rules that the grammar does not have: our mistake, looked for by a test.
  const std::vector<std::string_view>& unknown() const { return unknown_; }

 private:
  const LanguageRules* rules_;
  const TSLanguage* language_;
  std::vector<std::uint8_t> codes_;  // by symbol
  std::array<bool, 256> visits_{};   // by code
  std::vector<TSFieldId> fields_;    // by the language's code
  std::vector<std::string_view> unknown_;
};

}  // namespace satchel::code
