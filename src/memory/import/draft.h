#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "memory/files/memory.h"

// The output of an importer. It is not checked, redacted or written yet: the sink does that, in the
// same way for all formats.
namespace satchel::memory {

// Where an entry is in the imported file or folder.
struct ImportPlace {
  std::string path;  // of a file in a folder, or "entry 3" of a JSON file; empty: the file itself
  std::size_t line = 0;  // from 1; 0: not known
};
// "notes/a.md:12", "entry 3", "7" of a single file.
std::string Name(const ImportPlace& place);

struct Draft {
  Memory memory;
  // Names the entry in its tool, such as its id or path. Empty if it has no name.
  std::string origin = {};
  // Whether `origin` names this entry alone. If not, their text tells entries apart.
  bool is_id = false;
  // A draft of Satchel's own format is complete and keeps its source and kind.
  bool complete = false;
  bool episode = false;
  ImportPlace place = {};
};

// Why an entry does not become a memory although nothing is wrong with it. Names are stable: JSON
// has them.
enum class SkipReason : std::uint8_t {
  kEmpty,         // it has no text
  kDeleted,       // its tool says that it is deleted or disabled
  kConversation,  // a conversation, which is only imported on request
  kTemplate,      // a template or schema, which says nothing itself
  kLink,          // a link or device, which is not followed
  kDuplicate,     // a memory has the same text
  kSimilar,       // a memory has nearly the same words
  kImported,      // it was imported before, and the memory may have been changed or forgotten since
  kSecret,        // nothing remains without the secret
};
inline constexpr std::size_t kSkipReasons = 9;
std::string_view Name(SkipReason reason);
// For people: "a memory has the same text".
std::string_view Explanation(SkipReason reason);

// Takes what an importer finds, in the order of the input.
class ImportSink {
 public:
  virtual ~ImportSink() = default;

  // An error ends the import.
  virtual Status Take(Draft draft) = 0;
  virtual void Skip(const ImportPlace& place, SkipReason reason) = 0;
  // An entry that cannot be read or used.
  virtual void Refuse(const ImportPlace& place, std::string_view why) = 0;
};

// Words from outside as tags: one line each, without '#', at most 16 of at most 100 bytes, each
// once.
void AddTag(Memory& memory, std::string_view tag);
// A title as the name of an entity or the like: one line of at most 200 bytes.
std::string TitleFrom(std::string_view text);

}  // namespace satchel::memory
