#pragma once

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kJavaRules;

}  // namespace satchel::code
