#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "memory/files/memory.h"
#include "memory/rank/judgement.h"

// From a text that somebody wants to be remembered to the file that says so. Nothing is written
// here, and what cannot be taken is refused before anything is.
namespace satchel::engine {

// What somebody asks to be remembered.
struct NewMemory {
  std::string text;
  memory::Category category = memory::Category::kFact;
  std::vector<std::string> tags = {};
  std::string entity = {};                                           // what it is about
  std::vector<std::pair<std::string, std::string>> attributes = {};  // of the entity
  std::optional<Score> confidence = {};                              // nothing: 0.8
  std::optional<Time> valid_from = {};
  std::optional<Time> valid_to = {};
  std::optional<Time> expires = {};
  std::string supersedes = {};  // the id of one, or how only one begins
  std::string source = {};      // who or what said it
};

// A memory that is not there yet, with its id and path.
struct MadeMemory {
  memory::Memory memory;
  std::optional<memory::Importance> judged;  // nothing: it came with one
  std::vector<std::string> secrets;          // the kinds of those that were taken out, each once
};
// Its file.
std::string FileOf(const MadeMemory& made);

// Checks all of it, takes secrets out, and judges importance, keywords and kind.
// kInvalidInput: the text is empty, too long, not UTF-8, has characters that cannot be seen, or
// came from a packet; a name or a time cannot be used.
Result<MadeMemory> MakeMemory(const NewMemory& asked, Time now);

// The same for a memory that came from elsewhere and may know more of itself: what it has stays.
// Without an id it gets one. `now` is when it was created, if it does not say.
Result<MadeMemory> MakeMemory(memory::Memory given, Time now);

// The verbatim copy of a memory.
MadeMemory MakeArtifact(const memory::Memory& memory, Time now);

// A text that may be remembered: as it is kept, without secrets.
struct CheckedText {
  std::string text;
  std::vector<std::string> secrets;
};
Result<CheckedText> CheckMemoryText(std::string_view text);

// Whether a text, or a part of it, is a packet that Satchel made: what was recalled is not to come
// back as something new.
bool IsFromPacket(std::string_view text);

// A confidence as people write it: a decimal number from 0 to 1. Nothing: it is none.
std::optional<Score> ParseConfidence(std::string_view text);

// `fact-01jd…`: the category, the moment in milliseconds and 80 random bits, in digits and letters
// that sort by time.
std::string MakeMemoryId(std::string_view category, Time now);

// 1 to 128 letters, digits, '.', '_' and '-', and no '.' in front: what can be a file's name.
bool IsMemoryId(std::string_view text);

// Where a memory is kept, by what it is: facts/2026-11-15/ID.md and its like.
std::string PathOfMemory(const memory::Memory& memory, Time now);

}  // namespace satchel::engine
