#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace satchel::pipeline {

// The words of a prompt that was folded, as they stand there: letters and digits of any script.
std::vector<std::string> PromptWords(std::string_view folded);

}  // namespace satchel::pipeline
