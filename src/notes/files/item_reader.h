#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "notes/files/file_report.h"
#include "notes/files/notes.h"

namespace satchel::notes {

// An item of a list with what belongs to it.
struct Item {
  std::string text;
  std::string phase;
  std::string lead;
  TaskState state = TaskState::kOpen;
  std::size_t line = 0;
};

// What counts as an item of its own.
enum class ItemRule : std::uint8_t {
  kBullets,  // every one that is not nested
  kTasks,    // every one with a check box whose text is not part of an open task above it
};

// Where text beside the items goes.
enum class ProseRule : std::uint8_t {
  kEach,   // a finding a paragraph
  kItems,  // where no list is below its heading, or a deeper one, each paragraph is an item; else
           // kEach
};

// The items of a file in its order; everything else that is no heading is reported.
std::vector<Item> ReadItems(std::string_view text, ItemRule items, ProseRule prose,
                            FileReport& report);

}  // namespace satchel::notes
