#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kCSharpRules;

}  // namespace satchel::code
