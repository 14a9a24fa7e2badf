#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"
#include "code/history/changed_lines.h"
#include "evaluation/package_judge.h"

namespace satchel::evaluation {

// The functions of a file, as it was before a commit, whose lines the commit changed, in the order
// of the file; of one inside another the inner one. Lines that were put in count for the function
// that has lines on both sides of them: what is put in behind its last line is another one.
std::vector<GoldFunction> ChangedFunctions(const std::string& path, std::string_view language,
                                           const code::FileFacts& facts,
                                           std::span<const code::OldLines> changed);

}  // namespace satchel::evaluation
