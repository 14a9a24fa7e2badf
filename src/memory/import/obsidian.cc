// A vault of Obsidian, or any folder of Markdown notes. Hidden directories such as .obsidian and
// .trash are not listed; directories of templates are left out by the vault's own settings.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/json.h"
#include "base/trimmed.h"
#include "memory/files/folder_rules.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"
#include "memory/import/markdown.h"
#include "memory/import/notes.h"

namespace satchel::memory {
namespace {

bool RecogniseVault(const ImportInput& input) { return input.has_obsidian(); }

// Where the core plugin Templates and the plugin Templater look for templates, with '/' at the end.
std::vector<std::string> TemplateFolders(const ImportInput& input) {
  struct Setting {
    const char* path;
    const char* key;
  };
  constexpr std::array kSettings = {
      Setting{.path = ".obsidian/templates.json", .key = "folder"},
      Setting{.path = ".obsidian/plugins/templater-obsidian/data.json", .key = "templates_folder"}};
  std::vector<std::string> folders;
  for (const Setting& setting : kSettings) {
    const auto bytes = input.Read(setting.path);
    const auto json = bytes ? ParseJson(*bytes) : Result<Json>(Json());
    if (!json || !json->is_object()) continue;
    const std::string folder = TextOf(*json, setting.key);
    const std::string_view name = Trimmed(folder, " /");
    if (!name.empty()) folders.push_back(std::string(name) + "/");
  }
  return folders;
}

bool IsTemplate(std::string_view path, const std::vector<std::string>& folders) {
  const std::string lower = AsciiLower(path);
  return lower.starts_with("templates/") || lower.contains("/templates/") ||
         std::ranges::any_of(folders,
                             [&](const std::string& folder) { return path.starts_with(folder); });
}

Status ReadVault(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  const auto templates = TemplateFolders(input);
  return ForEachNote(input, options.deadline, AnyNote, sink,
                     [&](const std::string& path, std::string_view bytes) -> Status {
                       if (IsTemplate(path, templates)) {
                         sink.Skip({.path = path}, SkipReason::kTemplate);
                         return {};
                       }
                       const Note note = ReadNote(bytes);
                       const Draft like = DraftOfNote(input, note, path);
                       return ReadNoteText(note, ReadPage(note.body, note.body_line),
                                           TitleOf(input, note, path), like, sink);
                     });
}

}  // namespace

const ImportFormat kObsidianImport = {
    .name = "obsidian",
    .what = "an Obsidian vault or another folder of Markdown notes",
    .recognise = RecogniseVault,
    .read = ReadVault};

}  // namespace satchel::memory
