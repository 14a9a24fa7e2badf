#pragma once

#include "sources/code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kKotlinRules;

}  // namespace satchel::code
