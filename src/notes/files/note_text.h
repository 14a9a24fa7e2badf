#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

// Texts that are to become notes: checked so that they read back as they were given.
namespace satchel::notes {

inline constexpr std::size_t kMostLineBytes = 4'096;
inline constexpr std::size_t kMostFieldBytes = 65'536;

// A task, a convention or a title, without white space around it. kInvalidInput, with `what` in
// the text ("the title"): it is empty, too long, no UTF-8, has several lines, or characters that
// cannot be seen.
Result<std::string> CheckLine(std::string_view what, std::string_view text);

// A field of an entry: "**Context**: …". May have several lines, which come back with line feeds
// only and without blank lines at either end. Refused as above, and where a line would end the
// entry, mark it as superseded, or hide something.
Result<std::string> CheckField(std::string_view what, std::string_view label,
                               std::string_view text);

// The whole body of an entry, checked for its characters and size only. Whether it reads back as it
// is, is proven when it is written.
Result<std::string> CheckBody(std::string_view what, std::string_view text);

// "2026-01-02-101112", UTC.
std::string FormatNoteTime(Time time);

}  // namespace satchel::notes
