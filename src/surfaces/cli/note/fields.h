#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "notes/requests/edit.h"
#include "notes/requests/items.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What notes of each kind consist of, and reading it from the command line.
namespace satchel::cli {

struct FieldSpec {
  std::string_view key;  // in JSON; the flag has two hyphens in front
  std::string_view label;
  std::string_view says;  // what belongs there
  bool required = true;
};

struct NoteSpec {
  engine::NoteKind kind = engine::NoteKind::kTask;
  std::string_view title_key;    // "title" of an entry, "text" of others
  std::string_view title_label;  // the same in an editor
  std::span<const FieldSpec> fields = {};

  bool is_entry() const { return !fields.empty(); }
};
const NoteSpec& SpecOf(engine::NoteKind kind);

// Texts by key.
struct Values {
  enum class From : std::uint8_t { kFlags, kFile, kEditor };
  From from = From::kFlags;
  std::map<std::string, std::string, std::less<>> texts = {};
};

// Those that the command line has: the words for the title, a flag for each field, or
// --json-file.
std::expected<Values, Failure> GivenValues(const Context& context, const NoteSpec& spec);

// A whole note. kUsage names everything that is missing.
std::expected<engine::NewNote, Failure> NoteFrom(const Context& context, const NoteSpec& spec,
                                                 const Values& values);

// The fields among the values, as the engine takes them.
std::vector<engine::NoteField> FieldsFrom(const NoteSpec& spec, const Values& values);

}  // namespace satchel::cli
