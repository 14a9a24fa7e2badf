#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kTypeScriptRules;
extern const LanguageRules kTsxRules;

}  // namespace satchel::code
