#pragma once

#include <string_view>

// What is said to an agent between tasks. No search can show what such a prompt is about, so none
// is made.
namespace satchel::pipeline {

// "thanks, looks good", "yes, go on", "no, try the other one once more". All its words say yes, no
// or how to go on, none says about what.
bool IsChatter(std::string_view prompt);

}  // namespace satchel::pipeline
