// Satchel's own rows: what `memory export` writes, or objects with only some of the keys.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/trimmed.h"
#include "memory/files/row.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostLineBytes = 512U << 10U;
constexpr std::size_t kMostDepth = 8;
constexpr std::size_t kCheckEvery = 1'000;

// Calls `visit` with each line that is not blank, and its number.
template <class Visit>
Status ForEachLine(std::string_view lines, Visit visit) {
  for (std::size_t number = 1; !lines.empty(); ++number) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    SATCHEL_TRY(visit(number, line));
  }
  return {};
}

// The first line that begins like JSON is an object of its own, with a text. Lines before it that
// are none of it are reported later.
bool RecogniseRows(const ImportInput& input) {
  constexpr std::size_t kMostLooked = 10;
  bool found = false;
  std::size_t looked = 0;
  const auto end = ForEachLine(input.bytes(), [&](std::size_t, std::string_view line) -> Status {
    line = Trimmed(line);
    if (line.front() == '{' || line.front() == '[') {
      const auto item = line.front() == '{' ? FirstItem(line) : std::nullopt;
      found = item && item->size() == line.size() && MemberOf(line, "text") &&
              !MemberOf(line, "memory");
    } else if (++looked < kMostLooked) {
      return {};
    }
    return Fail(Errc::kInternal, "seen enough");
  });
  static_cast<void>(end);
  return found;
}

Result<Memory> ReadRow(std::string_view line) {
  if (line.size() > kMostLineBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("the line has {} bytes; at most {} are taken",
                                                 line.size(), kMostLineBytes));
  }
  const auto json =
      SATCHEL_TRY(ParseJson(line, {.max_bytes = kMostLineBytes, .max_depth = kMostDepth}));
  return MemoryFromRow(json);
}

Status ReadRows(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  if (input.is_folder()) {
    return Fail(Errc::kInvalidInput, "a folder is no file of rows",
                "name a file that "
                "`satchel memory export` wrote");
  }
  return ForEachLine(input.bytes(), [&](std::size_t number, std::string_view line) -> Status {
    if (number % kCheckEvery == 0) SATCHEL_TRY(options.deadline.Check("import memories"));
    auto memory = ReadRow(line);
    if (!memory) {
      sink.Refuse({.line = number}, memory.error().text());
      return {};
    }
    return sink.Take({.memory = *std::move(memory), .complete = true, .place = {.line = number}});
  });
}

}  // namespace

const ImportFormat kSatchelImport = {.name = "satchel",
                                     .what = "what `satchel memory export` writes",
                                     .recognise = RecogniseRows,
                                     .read = ReadRows};

}  // namespace satchel::memory
