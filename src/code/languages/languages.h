#pragma once

#include <span>
#include <string_view>

#include "code/parse/rules.h"

namespace satchel::code {

// Every language with rules: those with a grammar by name, then those read loosely by name, then
// files that are no programs.
std::span<const LanguageRules* const> Languages();

// Null: none of that name; its files are read by lines.
const LanguageRules* FindLanguage(std::string_view name);

}  // namespace satchel::code
