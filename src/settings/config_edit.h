#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/setting.h"

namespace satchel::settings {

// Changes a configuration file's text and leaves every other byte as it is:
// comments, order, blanks, line endings. The result is parsed again and returned
// only if it differs from the original in nothing but this setting; otherwise the
// error says at which line to edit by hand.
Result<std::string> SetInConfig(std::string_view text, const Setting& setting, const Value& value);

// Removes the setting's line. `name` need not be a setting that exists, so that
// an unknown one can be taken out. kNotFound when the file does not have it.
Result<std::string> UnsetInConfig(std::string_view text, std::string_view name);

}  // namespace satchel::settings
