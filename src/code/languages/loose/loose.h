#pragma once

#include <span>

#include "code/parse/rules.h"

namespace satchel::code {

// Languages without a grammar, by name: what their definitions look like, line by line.
std::span<const LanguageRules> LooseLanguages();

}  // namespace satchel::code
