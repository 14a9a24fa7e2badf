#pragma once

#include <string_view>
#include <vector>

#include "notes/files/file_report.h"
#include "notes/files/notes.h"

namespace satchel::notes {

// The entries of a file in its order, without ids and file numbers. What is in none
// of them is reported.
std::vector<Entry> ReadEntries(std::string_view text, FileReport& report);

}  // namespace satchel::notes
