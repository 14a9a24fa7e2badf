#pragma once

#include <string_view>

#include "llm/embedder.h"

namespace satchel::llm {

// What a model wants before a text, by the model's name as servers have it
// ("nomic-embed-text:v1.5", "intfloat/multilingual-e5-small"). Empty for a model that wants
// nothing, or that is not known. The view is of a literal.
std::string_view PrefixOf(std::string_view model, Purpose purpose);

}  // namespace satchel::llm
