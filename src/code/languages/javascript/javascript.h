#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kJavaScriptRules;

}  // namespace satchel::code
