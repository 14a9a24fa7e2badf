#pragma once

#include "sources/code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kHtmlRules;

}  // namespace satchel::code
