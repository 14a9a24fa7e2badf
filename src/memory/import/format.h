#pragma once

#include <span>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "memory/import/draft.h"
#include "memory/import/input.h"

// The formats that memories are imported from. One file per format, one table in all.cc.
namespace satchel::memory {

struct ImportOptions {
  // Also what the user said in conversations, as episodes.
  bool conversations = false;
  Deadline deadline = Deadline::Never();
};

struct ImportFormat {
  std::string_view name;  // stable: --from and the `source` of memories have it
  std::string_view what;  // for people: "an export of mem0"
  // Whether the input is of this format. Looks at its beginning and at names only.
  bool (*recognise)(const ImportInput& input);
  // Hands everything to the sink. Linear in the input. An error if the input as a whole cannot be
  // read, or the sink's own.
  Status (*read)(const ImportInput& input, const ImportOptions& options, ImportSink& sink);
};

// In the order in which they are tried.
std::span<const ImportFormat* const> AllImportFormats();
// Null if there is no format of that name.
const ImportFormat* FindImportFormat(std::string_view name);
// kInvalidInput names the formats.
Result<const ImportFormat*> RecogniseImport(const ImportInput& input);

extern const ImportFormat kSatchelImport;
extern const ImportFormat kMem0Import;
extern const ImportFormat kChatgptImport;
extern const ImportFormat kClaudeImport;
extern const ImportFormat kBasicMemoryImport;
extern const ImportFormat kObsidianImport;
extern const ImportFormat kInstructionsImport;
extern const ImportFormat kTextImport;

}  // namespace satchel::memory
