#pragma once

#include "sources/code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kCssRules;

}  // namespace satchel::code
