#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kRustRules;

}  // namespace satchel::code
