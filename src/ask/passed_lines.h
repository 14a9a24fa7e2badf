#pragma once

#include <string>
#include <string_view>

namespace satchel::ask {

// A log of a build or of tests without the lines that report progress or success, such as
// `[INFO] Building…` of Maven next to an error, `test a ... ok`, `✓ a`, `--- PASS: a`. Their names
// would crowd out the failure. Returns any other text, and a log of success alone, as it is.
std::string WithoutPassedLines(std::string_view log);

}  // namespace satchel::ask
