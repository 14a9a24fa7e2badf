// Editing by proposal and proof. There are several places where a new line could
// go; each candidate is parsed, and the first whose values are exactly the wanted
// ones wins. So no rule of TOML about reopened tables or dotted keys is repeated here.

#include "settings/config_edit.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "settings/toml_document.h"

namespace satchel::settings {
namespace {

using Entries = std::vector<TomlEntry>;

// What a document says, without where: two texts mean the same when these are equal.
using Meaning = std::map<std::vector<std::string>, std::string>;

std::string ValueText(const TomlEntry& entry) {
  return std::visit(
      [](const auto& value) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, TomlOther>) {
          return "other " + value.what;
        } else {
          return fmt::format("{}", value);
        }
      },
      entry.value);
}

Meaning MeaningOf(const Entries& entries) {
  Meaning meaning;
  for (const TomlEntry& entry : entries) {
    // An emptied table is as good as none.
    const auto* other = std::get_if<TomlOther>(&entry.value);
    if (other != nullptr && other->what == "a table") continue;
    meaning[entry.path] = fmt::format("{} {}", entry.value.index(), ValueText(entry));
  }
  return meaning;
}

// How MeaningOf renders the value that is about to be written.
std::string MeaningOfValue(const std::string& written) {
  const auto alone = ParseToml("value = " + written);
  return alone && alone->size() == 1
             ? fmt::format("{} {}", alone->front().value.index(), ValueText(alone->front()))
             : std::string();
}

std::unexpected<Error> NotToml(const TomlError& error) {
  return Fail(Errc::kInvalidInput,
              fmt::format("line {}, column {}: not valid TOML: {}", error.at.line, error.at.column,
                          error.message),
              "repair the file by hand first");
}

std::size_t EndOfLine(std::string_view text, std::size_t at) {
  const auto end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::size_t StartOfLine(std::string_view text, std::size_t at) {
  const auto before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::string LineBreakOf(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

// `line` inserted at `at`, which is the start of a line or the end of the text.
std::string Inserted(std::string_view text, std::size_t at, std::string_view line) {
  std::string edited(text.substr(0, at));
  const std::string line_break = LineBreakOf(text);
  if (!edited.empty() && !edited.ends_with('\n')) edited += line_break;
  edited += line;
  edited += line_break;
  edited += text.substr(at);
  return edited;
}

const TomlEntry* Find(const Entries& entries, std::string_view name) {
  for (const TomlEntry& entry : entries) {
    if (entry.Name() == name) return &entry;
  }
  return nullptr;
}

// The last entry of the same table, by its place in the text.
const TomlEntry* LastSibling(const Entries& entries, std::string_view table) {
  const TomlEntry* last = nullptr;
  for (const TomlEntry& entry : entries) {
    if (entry.path.size() != 2 || entry.path.front() != table) continue;
    if (last == nullptr || entry.value_begin.line > last->value_begin.line) last = &entry;
  }
  return last;
}

// Candidates, best first.
std::vector<std::string> Proposals(std::string_view text, const Entries& entries,
                                   std::string_view name, const std::string& value) {
  const auto dot = name.find('.');
  const std::string_view table = name.substr(0, dot);
  const std::string inside = fmt::format("{} = {}", name.substr(dot + 1), value);
  const std::string dotted = fmt::format("{} = {}", name, value);
  std::vector<std::string> proposals;
  if (const TomlEntry* sibling = LastSibling(entries, table)) {
    const std::size_t after = EndOfLine(text, OffsetOf(text, sibling->value_end));
    proposals.push_back(Inserted(text, after, inside));
    proposals.push_back(Inserted(text, after, dotted));
  }
  if (const TomlEntry* empty = Find(entries, table)) {
    proposals.push_back(
        Inserted(text, EndOfLine(text, OffsetOf(text, empty->value_begin)), inside));
  }
  const std::string header = fmt::format("[{}]{}", table, LineBreakOf(text));
  const std::string gap = text.empty() || text.ends_with("\n\n") ? "" : LineBreakOf(text);
  const std::string_view ending = text.empty() || text.ends_with('\n') ? "" : "\n";
  proposals.push_back(Inserted(fmt::format("{}{}", text, ending), text.size() + ending.size(),
                               gap + header + inside));
  return proposals;
}

}  // namespace

Result<std::string> SetInConfig(std::string_view text, const Setting& setting, const Value& value) {
  const auto entries = ParseToml(text);
  if (!entries) return NotToml(entries.error());
  const std::string written = TomlText(value);
  const std::vector<std::string> path = {
      std::string(setting.name.substr(0, setting.name.find('.'))),
      std::string(setting.name.substr(setting.name.find('.') + 1))};
  auto wanted = MeaningOf(*entries);
  wanted[path] = MeaningOfValue(written);

  std::vector<std::string> proposals;
  std::size_t line = 1;
  if (const TomlEntry* old = Find(*entries, setting.name)) {
    line = old->key.line;
    const std::size_t begin = OffsetOf(text, old->value_begin);
    std::string edited(text);
    edited.replace(begin, OffsetOf(text, old->value_end) - begin, written);
    proposals.push_back(std::move(edited));
  } else {
    proposals = Proposals(text, *entries, setting.name, written);
  }
  for (std::string& proposal : proposals) {
    const auto parsed = ParseToml(proposal);
    if (parsed && MeaningOf(*parsed) == wanted) return std::move(proposal);
  }
  return Fail(Errc::kConflict,
              fmt::format("cannot place {} in this file without changing more of it", setting.name),
              fmt::format("edit it by hand near line {}: {} = {}", line, setting.name, written));
}

Result<std::string> UnsetInConfig(std::string_view text, std::string_view name) {
  const auto entries = ParseToml(text);
  if (!entries) return NotToml(entries.error());
  const TomlEntry* entry = Find(*entries, name);
  if (entry == nullptr) {
    return Fail(Errc::kNotFound, fmt::format("{} is not set in this file", name.substr(0, 80)));
  }
  auto wanted = MeaningOf(*entries);
  wanted.erase(entry->path);
  const std::size_t begin = StartOfLine(text, OffsetOf(text, entry->key));
  const std::size_t end = EndOfLine(text, OffsetOf(text, entry->value_end));
  std::string edited(text);
  edited.erase(begin, end - begin);
  const auto parsed = ParseToml(edited);
  if (parsed && MeaningOf(*parsed) == wanted) return edited;
  return Fail(Errc::kConflict,
              fmt::format("cannot remove {} from this file without changing more of it",
                          name.substr(0, 80)),
              fmt::format("edit line {} by hand", entry->key.line));
}

}  // namespace satchel::settings
