#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace satchel::notes {

// "2026-01-02", "2026-01-02-101112", "2026-01-02 10:11" (all UTC) or RFC 3339. What has no
// digits may follow a date. Nothing: it is none of them, or no such moment exists.
std::optional<Time> ParseNoteDate(std::string_view text);

// Whether it begins like a date: four digits and a hyphen.
bool LooksLikeDate(std::string_view text);

struct DatedHeading {
  std::optional<Time> time;  // nothing: the date does not exist
  std::string_view title;    // may be empty
};

// "[2026-01-02] Title", "[2026-01-02-101112] Title", "2026-01-02: Title",
// "2026-01-02 - Title". Nothing: no date at its beginning. A date in brackets only has to
// look like one; without brackets it must have one of the first two forms.
std::optional<DatedHeading> ParseDatedHeading(std::string_view heading);

}  // namespace satchel::notes
