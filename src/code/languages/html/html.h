#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kHtmlRules;

}  // namespace satchel::code
