#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "memory/import/draft.h"

namespace satchel::memory {

// One memory per line, as people paste lists: list markers, code fences and a date in front are
// taken off, the date becomes `created`, and a line that is a heading becomes a tag of those after
// it. `origin` is the name of the list.
Status ReadLines(std::string_view text, std::string_view origin, ImportSink& sink);

// One memory per list item and paragraph of a Markdown text, with its headings as tags. A paragraph
// that is only bold (`**Work context**`) counts as a heading. `like` is what all of them have.
Status ReadBlocks(std::string_view text, const Draft& like, ImportSink& sink);

}  // namespace satchel::memory
