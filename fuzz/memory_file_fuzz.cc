#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "fuzz/require.h"
#include "memory/files/front_matter.h"
#include "text/utf8.h"

namespace {

using satchel::fuzz::Require;
using satchel::memory::BodyText;
using satchel::memory::Field;
using satchel::memory::FieldEdit;
using satchel::memory::FileOf;
using satchel::memory::FrontMatter;
using satchel::memory::Memory;
using satchel::memory::MemoryFromFile;
using satchel::memory::ReadFrontMatter;
using satchel::memory::WithBody;
using satchel::memory::WithFields;

constexpr std::string_view kPath = "facts/2026-01-01/name.md";

// Fields are whole lines inside of the front matter, one behind the other.
void CheckPlaces(std::string_view file, const FrontMatter& front) {
  Require(front.begin <= front.end && front.end < front.body && front.body <= file.size());
  std::size_t last = front.begin;
  for (const Field& field : front.fields) {
    Require(last <= field.begin && field.begin < field.end && field.end <= front.end);
    Require(file[field.begin - 1] == '\n' && file[field.end - 1] == '\n');
    Require(field.comment == 0 || (field.comment > field.begin && field.comment < field.end));
    last = field.end;
  }
}

// The bytes of a file without those of one field.
std::string Without(std::string_view file, const FrontMatter& front, std::string_view name) {
  std::string rest;
  std::size_t at = 0;
  for (const Field& field : front.fields) {
    if (field.name != name) continue;
    rest += file.substr(at, field.begin - at);
    at = field.end;
  }
  return rest += file.substr(at);
}

void CheckEdit(std::string_view file, const FrontMatter& front, const FieldEdit& edit) {
  const auto changed = WithFields(file, std::vector<FieldEdit>{edit});
  if (!changed) {
    // A file without faults takes any change, unless it has no room or a comment is in the way.
    Require(changed.error().code() == satchel::Errc::kInvalidInput);
    Require(!front.faults.empty() || changed.error().text().contains("more than") ||
            changed.error().text().contains("the comment after the field"));
    return;
  }
  const auto after = ReadFrontMatter(*changed);
  Require(after.has_value());
  CheckPlaces(*changed, *after);
  Require(Without(*changed, *after, edit.name) == Without(file, front, edit.name));
  const Field* field = after->Find(edit.name);
  if (edit.values.empty() && !edit.is_list) {
    Require(field == nullptr);
  } else {
    Require(field != nullptr && field->values == edit.values && field->is_list == edit.is_list);
  }
}

bool SameLinks(const Memory& a, const Memory& b) {
  return std::ranges::equal(a.links, b.links, [](const auto& x, const auto& y) {
    return std::tie(x.target, x.type, x.strength, x.reason) ==
           std::tie(y.target, y.type, y.strength, y.reason);
  });
}

bool Same(const Memory& a, const Memory& b) {
  const auto fields = [](const Memory& m) {
    return std::tie(m.id, m.path, m.text, m.category, m.state, m.kind, m.artifact, m.pinned,
                    m.lifecycle, m.verification, m.created, m.updated, m.expires, m.valid_from,
                    m.valid_to, m.confidence, m.importance, m.tags, m.keywords, m.entity,
                    m.attributes, m.supersedes, m.superseded_by, m.intent.goal, m.intent.action,
                    m.intent.entities, m.artifact_type, m.source_memory, m.source, m.accesses,
                    m.up_votes, m.down_votes);
  };
  return fields(a) == fields(b) && SameLinks(a, b);
}

void CheckMemory(std::string_view file) {
  const auto read = MemoryFromFile(file, kPath);
  if (!read) return;
  const std::string written = FileOf(read->memory);
  const auto again = MemoryFromFile(written, kPath);
  Require(again.has_value() && again->faults.empty() && Same(again->memory, read->memory));
  Require(FileOf(again->memory) == written);
}

void CheckBody(std::string_view file, const FrontMatter& front, std::string_view text) {
  const auto changed = WithBody(file, text);
  Require(changed.has_value() == satchel::text::IsValidUtf8(text));
  if (!changed) return;
  const auto after = ReadFrontMatter(*changed);
  Require(after.has_value());
  Require(changed->substr(0, after->end) == file.substr(0, front.end));
  Require(BodyText(changed->substr(after->body)) == BodyText(text));
}

}  // namespace

// A file, and behind a byte 0 a value to set in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::string_view file = input.substr(0, end);
  const std::string_view value = input.substr(std::min(end + 1, input.size()));
  const auto front = ReadFrontMatter(file);
  CheckMemory(file);
  if (!front) {
    Require(!WithFields(file, {}) && !WithBody(file, value));
    return 0;
  }
  CheckPlaces(file, *front);
  CheckBody(file, *front, value);
  std::vector<std::string> values;
  if (satchel::text::IsValidUtf8(value)) values.emplace_back(value);
  // One of them each time: an input is one of millions.
  constexpr std::array kNames = {"id", "tags", "links", "absent"};
  const char* name = kNames.at(size % kNames.size());
  CheckEdit(file, *front, {.name = name, .values = values});
  CheckEdit(file, *front, {.name = name, .values = values, .is_list = true});
  CheckEdit(file, *front, {.name = name});
  return 0;
}
