// An edit by proposal and proof: the new text is parsed, and given back only if it says what the
// old one said and our table, or what it said without our table.
//
// How it can be taken back without a record: the table comes with an empty line before it, and ends
// in a line break if the text did. So a table at the very beginning is in a file that we made.

#include "surfaces/agents/edit/toml_splice.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/trimmed.h"
#include "settings/toml_document.h"
#include "surfaces/agents/edit/own_command.h"

namespace satchel::agents {
namespace {

using settings::TomlEntry;
using Entries = std::vector<TomlEntry>;
// Names and values as they are written.
using Meaning = std::vector<std::pair<std::vector<std::string>, std::string>>;

Result<Entries> Parse(std::string_view text) {
  auto entries = settings::ParseToml(text);
  if (entries) return *std::move(entries);
  return Fail(Errc::kInvalidInput,
              fmt::format("line {}: {}", entries.error().at.line, entries.error().message));
}

std::vector<std::string> PathOf(std::string_view name) {
  std::vector<std::string> path;
  while (!name.empty()) {
    const auto dot = name.find('.');
    path.emplace_back(name.substr(0, dot));
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
  }
  return path;
}

bool IsIn(const TomlEntry& entry, const std::vector<std::string>& table) {
  return entry.path.size() >= table.size() &&
         std::equal(table.begin(), table.end(), entry.path.begin());
}

bool HasTable(const Entries& entries, const std::vector<std::string>& table) {
  return std::ranges::any_of(entries, [&](const TomlEntry& entry) { return IsIn(entry, table); });
}

// Without what is in the table, and without the places.
Meaning MeaningOf(std::string_view text, const Entries& entries,
                  const std::vector<std::string>& table) {
  Meaning meaning;
  for (const TomlEntry& entry : entries) {
    if (IsIn(entry, table)) continue;
    const std::size_t begin = settings::OffsetOf(text, entry.value_begin);
    const std::size_t end = settings::OffsetOf(text, entry.value_end);
    meaning.emplace_back(entry.path, std::string(text.substr(begin, std::max(begin, end) - begin)));
  }
  std::ranges::sort(meaning);
  return meaning;
}

std::string BreakOf(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

// The table without its last line break.
std::string Block(const TomlTable& table, std::string_view line_break) {
  std::string block = "[" + table.name + "]";
  std::string_view lines = table.lines;
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    block += line_break;
    block += lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return block;
}

// The value under this name as it is written, without blanks; empty: it has none.
std::string WrittenValue(std::string_view text, const Entries& entries,
                         std::vector<std::string> path, std::string_view name) {
  path.emplace_back(name);
  for (const TomlEntry& entry : entries) {
    if (entry.path != path) continue;
    const std::size_t begin = settings::OffsetOf(text, entry.value_begin);
    const std::size_t end = std::max(begin, settings::OffsetOf(text, entry.value_end));
    std::string value(text.substr(begin, end - begin));
    std::erase_if(value, [](char c) { return std::string_view(" \t\r\n").contains(c); });
    return value;
  }
  return {};
}

// Whether the table starts a program that install writes, with the same arguments.
bool HasOwnCommand(std::string_view text, const Entries& entries, const TomlTable& table) {
  const std::string ours = NewText(table);
  const auto our_entries = Parse(ours);
  if (!our_entries) return false;
  const auto path = PathOf(table.name);
  const auto program = [&](std::string_view from, const Entries& in) {
    const std::string value = WrittenValue(from, in, path, "command");
    const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
    return quoted ? value.substr(1, value.size() - 2) : value;
  };
  return WrittenValue(text, entries, path, "args") ==
             WrittenValue(ours, *our_entries, path, "args") &&
         IsOwnProgram(program(text, entries), program(ours, *our_entries));
}

// Where the table's own lines are, the last with its line break.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<Range> LinesOf(std::string_view text, std::string_view name) {
  const std::string header = fmt::format("[{}]", name);
  const std::string inner = fmt::format("[{}.", name);
  std::optional<Range> range;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const auto line = Trimmed(text.substr(at, end - at));
    if (!range) {
      if (line == header) range = Range{.begin = at, .end = end};
    } else if (line.starts_with('[') && !line.starts_with(inner)) {
      break;
    } else if (!line.empty() && !line.starts_with('#')) {
      range->end = end;
    }
    at = end;
  }
  return range;
}

// Where the line break before `at` begins; `at` itself when there is none.
std::size_t BeforeBreak(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != '\n') return at;
  return at > 1 && text[at - 2] == '\r' ? at - 2 : at - 1;
}

}  // namespace

Result<std::string> AddTable(std::string_view text, const TomlTable& table) {
  const auto path = PathOf(table.name);
  const auto before = SATCHEL_TRY(Parse(text));
  if (HasTable(before, path)) return std::string(text);
  const std::string line_break = BreakOf(text);
  const bool ends = text.empty() || text.ends_with('\n');
  std::string edited(text);
  edited += ends ? line_break : line_break + line_break;
  edited += Block(table, line_break);
  if (ends) edited += line_break;
  const auto after = Parse(edited);
  if (after && HasTable(*after, path) &&
      MeaningOf(edited, *after, path) == MeaningOf(text, before, path)) {
    return edited;
  }
  return Fail(Errc::kConflict, fmt::format("there is no place for [{}]", table.name),
              "add it by hand");
}

Result<Removed> RemoveTable(std::string_view text, const TomlTable& table) {
  const auto path = PathOf(table.name);
  const auto before = SATCHEL_TRY(Parse(text));
  Removed removed{.text = std::string(text)};
  if (!HasTable(before, path) || !HasOwnCommand(text, before, table)) return removed;
  removed.found = true;
  const auto lines = LinesOf(text, table.name);
  if (lines) {
    std::size_t begin = lines->begin;
    // The empty line before it; without a line break of its own, also the one that ended the text.
    const std::size_t line = BeforeBreak(text, begin);
    const bool empty_line = line == 0 || text[line - 1] == '\n';
    if (line != begin && empty_line) begin = line;
    const bool ends = lines->end > 0 && text[lines->end - 1] == '\n';
    if (!ends) begin = BeforeBreak(text, begin);
    removed.text.erase(begin, lines->end - begin);
    const auto after = Parse(removed.text);
    if (after && !HasTable(*after, path) &&
        MeaningOf(removed.text, *after, path) == MeaningOf(text, before, path)) {
      removed.nothing_left = lines->begin == 0 && removed.text.empty();
      return removed;
    }
  }
  return Fail(Errc::kConflict,
              fmt::format("{} cannot be taken out without changing more of the file", table.name),
              "take it out by hand");
}

Result<bool> HasTable(std::string_view text, const TomlTable& table) {
  const auto entries = SATCHEL_TRY(Parse(text));
  return HasTable(entries, PathOf(table.name));
}

std::string NewText(const TomlTable& table) { return Block(table, "\n") + "\n"; }

}  // namespace satchel::agents
