#include "memory/import/draft.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/trimmed.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostTags = 16;
constexpr std::size_t kMostTagBytes = 100;
constexpr std::size_t kMostTitleBytes = 200;

struct Reason {
  std::string_view name;
  std::string_view explanation;
};
// In the order of the enumerators.
constexpr auto kReasons = std::to_array<Reason>(
    {{"empty", "it has no text"},
     {"deleted", "it is deleted or disabled"},
     {"conversation", "a conversation; --conversations imports what you said in it"},
     {"template", "a template or schema"},
     {"link", "a symbolic link or a device, which is not followed"},
     {"duplicate", "a memory has the same text"},
     {"similar", "a memory has nearly the same words"},
     {"imported", "it was imported before"},
     {"secret", "nothing remains without the secret in it"}});
static_assert(kReasons.size() == kSkipReasons);
static_assert(kSkipReasons == static_cast<std::size_t>(SkipReason::kSecret) + 1);

// One line without control characters, cut to so many bytes.
std::string OneLine(std::string_view text, std::size_t most) {
  std::string line(text::TruncateUtf8(Trimmed(text), most));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
  return std::string(Trimmed(line));
}

}  // namespace

std::string Name(const ImportPlace& place) {
  if (place.line == 0) return place.path;
  return place.path.empty() ? fmt::format("{}", place.line)
                            : fmt::format("{}:{}", place.path, place.line);
}

std::string_view Name(SkipReason reason) { return kReasons[static_cast<std::size_t>(reason)].name; }

std::string_view Explanation(SkipReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].explanation;
}

void AddTag(Memory& memory, std::string_view tag) {
  tag = Trimmed(tag);
  while (tag.starts_with('#')) tag.remove_prefix(1);
  std::string line = OneLine(tag, kMostTagBytes);
  if (line.empty() || memory.tags.size() >= kMostTags) return;
  if (std::ranges::find(memory.tags, line) == memory.tags.end()) {
    memory.tags.push_back(std::move(line));
  }
}

std::string TitleFrom(std::string_view text) { return OneLine(text, kMostTitleBytes); }

}  // namespace satchel::memory
