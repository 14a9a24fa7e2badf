#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "memory/import/format.h"

namespace satchel::memory {
namespace {

// Plain text comes last: nearly everything could be that.
constexpr std::array kAll = {&kSatchelImport,      &kMem0Import,        &kClaudeImport,
                             &kChatgptImport,      &kBasicMemoryImport, &kObsidianImport,
                             &kInstructionsImport, &kTextImport};

}  // namespace

std::span<const ImportFormat* const> AllImportFormats() { return kAll; }

const ImportFormat* FindImportFormat(std::string_view name) {
  const auto found =
      std::ranges::find(kAll, name, [](const ImportFormat* format) { return format->name; });
  return found == kAll.end() ? nullptr : *found;
}

Result<const ImportFormat*> RecogniseImport(const ImportInput& input) {
  const auto found = std::ranges::find_if(
      kAll, [&](const ImportFormat* format) { return format->recognise(input); });
  if (found != kAll.end()) return *found;
  std::string names;
  for (const ImportFormat* format : kAll) {
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", format->name, format->what);
  }
  const bool zip = input.bytes().starts_with("PK\x03\x04");
  return Fail(Errc::kInvalidInput,
              fmt::format("the {} is of no format that can be imported: {}",
                          input.is_folder() ? "folder" : "file", names),
              zip ? "unpack the archive and import the folder" : "name the format with --from");
}

}  // namespace satchel::memory
