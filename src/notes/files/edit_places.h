#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "notes/files/edit.h"

// Where something new goes in a file of notes.
namespace satchel::notes {

// A list of items that are not interrupted by anything else.
struct ListPlace {
  bool has_task = false;
  bool has_open_task = false;
  bool is_loose = false;  // a blank line before its last item
  std::string marker;     // that the next item has, its indentation included: "- ", "4. "
  std::size_t end = 0;    // behind its last line
};
std::vector<ListPlace> FindLists(std::string_view file);

struct EntryPlace {
  std::size_t begin = 0;  // of its heading
  std::size_t level = 2;
  std::optional<Time> time;
};
struct EntryPlaces {
  std::vector<EntryPlace> entries;
  bool separated = false;      // a thematic break stands between entries
  bool ends_in_break = false;  // and one at the end of the file
  bool oldest_first = false;   // most of them are newer than the one before
};
EntryPlaces FindEntries(std::string_view file);

// Puts lines in front of the line that begins at `at`, or at the end, with the line ends of the
// line before. A file without a line end at its end still has none.
struct Insertion {
  std::string_view lines;  // separated by line feeds, without one at the end
  bool blank_before = false;
  bool blank_after = false;
};
Splice InsertLines(std::string_view file, std::size_t at, const Insertion& insertion);

}  // namespace satchel::notes
