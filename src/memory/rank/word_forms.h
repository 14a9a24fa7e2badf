#pragma once

#include <span>
#include <string>
#include <string_view>

namespace satchel::rank {

// The other forms of an English word that no stem brings together: took and taken for take. All are
// terms as the analyser makes them; empty for most words.
std::span<const std::string> OtherForms(std::string_view term);

}  // namespace satchel::rank
