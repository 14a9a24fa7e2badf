#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "memory/files/memory.h"

// The front matter of a memory's file: the part of YAML that engram writes, between two lines of
// `---`. Scalars plain or in quotes, lists in brackets or as `- item` lines, one level of nested
// keys. A line that is not understood is a finding and stays where it is.
namespace satchel::memory {

struct Field {
  std::string name;
  // One of a scalar; a list may have none, and so has what was not understood.
  std::vector<std::string> values;
  bool is_list = false;
  std::vector<std::pair<std::string, std::string>> nested;  // of `name:` with `key: value` below
  // Of a list whose items are maps (`links`): the fields of each.
  std::vector<std::vector<std::pair<std::string, std::string>>> items;
  std::size_t begin = 0;  // bytes of the file, whole lines
  std::size_t end = 0;
  // Where the comment behind a value in one line begins, with the blanks before it; 0: none.
  std::size_t comment = 0;
};

inline constexpr std::size_t kMostFrontMatter = 256UL << 10U;
inline constexpr std::size_t kMostFields = 1'000;

struct FrontMatter {
  std::vector<Field> fields;
  std::size_t begin = 0;            // the first byte behind the opening line
  std::size_t end = 0;              // the first byte of the closing line
  std::size_t body = 0;             // the first byte behind the closing line
  std::vector<std::string> faults;  // "line 4: …"; the file is used all the same

  // The last of that name; that there are several is a fault. Null: there is none.
  const Field* Find(std::string_view name) const;
};

// kInvalidInput: there is no front matter, or it has no end, is too large or is not UTF-8.
Result<FrontMatter> ReadFrontMatter(std::string_view file);

// The memory in a file. `path` decides what a field does not say: an artifact is below
// `artifacts/`, a box below `boxes/`, a correction below `corrections/`, an entity below
// `entities/`, what is archived below `archive/`; without `id` the name of the file is one. A value
// that is none (a time, a number, a name) is a fault and counts as missing.
struct ReadMemory {
  Memory memory;
  std::vector<std::string> faults;
};
Result<ReadMemory> MemoryFromFile(std::string_view file, std::string_view path);

// The body as it is compared and shown: lines end in \n, no blank lines around it, no blanks at
// the end.
std::string BodyText(std::string_view body);

// A new file, fields in the order of docs/formats/memory.md, empty ones left out.
std::string FileOf(const Memory& memory);

// One field to set; without a value it goes. Scalars and lists of scalars.
struct FieldEdit {
  std::string name;
  std::vector<std::string> values;
  bool is_list = false;
};
// The file with these fields set and every other byte as it was: a field is changed where it
// stands, keeping the comment behind it, and a new one comes last. The result is read back:
// kInternal when it does not say what was asked for, kInvalidInput when the file had faults before
// that explain it.
Result<std::string> WithFields(std::string_view file, std::span<const FieldEdit> edits);
// The file with another body, in the file's line ends.
Result<std::string> WithBody(std::string_view file, std::string_view text);

}  // namespace satchel::memory
