#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/query.h"
#include "code/index/hit_files.h"
#include "code/rank/code_ranker.h"
#include "index/texts/place.h"

// Which part of a file that was found is shown, and which of its lines.
namespace satchel::retrieval {

// A query that is a path and nothing else, without the line behind it (`src/a.py:12`); with / for
// \. Empty: it is none.
std::string PathAskedFor(std::string_view query, const ask::Query& read);

// The chunks of a file in the order in which they are shown: those with the lines that are asked
// for, the beginning of a file that is asked for by its path, then the best. Import lines and
// what opens a namespace are no place for anything, unless a name stands on nothing else.
// `text`: null where it is not what was indexed.
std::vector<std::uint32_t> ChunksToShow(const rank::RankedFile& file, const HitFile& known,
                                        const ask::Query& query, bool asked_by_path,
                                        const std::string* text);

// The place of a chunk, without its lines.
void SetPlace(const HitFile& file, std::uint32_t ordinal, SearchPlace& place);
// What a file defines, outermost first.
void SetSymbols(const HitFile& file, SearchPlace& place);

// What is asked of the lines of a file.
struct AskedLines {
  std::vector<std::uint32_t> lines = {};  // that are asked for
  bool first = false;                     // the first that say something, whatever the words
};
// Sets the lines as LineChoice chooses them. A place that has no name, or only that of a namespace,
// then gets the name of the symbol that has the best line. `file` may be null: nothing is known of
// it.
void SetLines(const HitTexts::Text& text, const HitFile* file, const AskedLines& asked,
              SearchPlace& place);

}  // namespace satchel::retrieval
