#pragma once

#include <span>
#include <string_view>

namespace satchel::code {

// The language of a file by its name, its first line (`#!`) and, for headers, what is in it:
// "c", "python", "kotlin" (the table in language.cc has them all). Empty: none that is known, it
// is read by lines. Names are stable: rows and JSON have them.
// `head`: the first bytes of it, some ten thousand when there are so many.
std::string_view LanguageOf(std::string_view path, std::string_view head);

// All names, sorted.
std::span<const std::string_view> LanguageNames();
// The language that somebody means by its name or by the ending of its files, in letters of any
// size: `python`, `py`, `C++`. Empty: none.
std::string_view LanguageNamed(std::string_view word);

// Whether a header is C++ rather than C: by what stands outside comments, literals and
// `#ifdef __cplusplus`.
bool LooksLikeCpp(std::string_view head);

}  // namespace satchel::code
