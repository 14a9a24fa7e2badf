#include "notes/files/note_text.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/trimmed.h"
#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "text/invisible.h"

namespace satchel::notes {
namespace {

std::unexpected<Error> Refuse(std::string_view what, std::string_view why,
                              std::string_view hint = "") {
  return Fail(Errc::kInvalidInput, fmt::format("{} {}", what, why), hint);
}

// Why the characters of a text cannot be taken.
std::optional<std::string_view> BadCharacters(std::string_view text) {
  const auto counts = text::EscapeInvisible(std::string(text)).counts;
  if (counts.invalid > 0) return "is no UTF-8";
  if (counts.controls > 0) return "has control characters";
  if (counts.total() > 0) return "has characters that cannot be seen";
  return std::nullopt;
}

// CR LF as LF, without blank lines at the beginning and white space at the end.
std::string Normalised(std::string_view text) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    lines += text[i];
  }
  lines.resize(lines.find_last_not_of(" \t\n") + 1);
  const std::size_t first = std::min(lines.find_first_not_of(" \t\n"), lines.size());
  lines.erase(0, first);
  return lines;
}

constexpr std::string_view kFencedHint = "put it into fenced code, or write it another way";

Status CheckStructure(std::string_view what, std::string_view text) {
  LineReader lines(text, LineReader::Index::kRead);
  Line line;
  std::string shown;
  LineKind last = LineKind::kBlank;
  while (lines.Next(line)) {
    if (line.kind == LineKind::kHidden) break;
    if (line.kind == LineKind::kHeading && line.level <= 3) {
      return Refuse(what,
                    fmt::format("has a heading in line {}, which would end the entry", line.number),
                    "use a heading of level 4, or put it into fenced code");
    }
    if (line.kind != LineKind::kFence && TrimLeft(line.text).starts_with("~~Superseded")) {
      return Refuse(what,
                    fmt::format("would mark the entry as superseded by its line {}", line.number),
                    kFencedHint);
    }
    if (line.kind != LineKind::kBlank) {
      last = line.kind == LineKind::kBreak && line.continues ? LineKind::kText : line.kind;
    }
    shown += line.text;
    shown += '\n';
  }
  if (const auto fence = lines.unclosed_fence()) {
    return Refuse(what, fmt::format("has fenced code from line {} on that is not closed", *fence),
                  "close it");
  }
  shown.resize(shown.empty() ? 0 : shown.size() - 1);
  if (shown != text) return Refuse(what, "has an HTML comment, which readers hide", kFencedHint);
  if (last == LineKind::kBreak) {
    return Refuse(what, "ends in a line that separates entries", "leave it out");
  }
  return {};
}

}  // namespace

Result<std::string> CheckLine(std::string_view what, std::string_view text) {
  text = Trimmed(text);
  if (text.empty()) return Refuse(what, "is empty");
  if (text.size() > kMostLineBytes) {
    return Refuse(what,
                  fmt::format("has {} bytes; at most {} are taken", text.size(), kMostLineBytes));
  }
  if (text.find_first_of("\r\n") != text.npos) {
    return Refuse(what, "has several lines", "it must be one line");
  }
  if (text.contains('\t')) return Refuse(what, "has control characters");
  if (const auto bad = BadCharacters(text)) return Refuse(what, *bad);
  return std::string(text);
}

Result<std::string> CheckBody(std::string_view what, std::string_view text) {
  std::string body = Normalised(text);
  if (body.empty()) return Refuse(what, "is empty");
  if (body.size() > kMostFieldBytes) {
    return Refuse(what,
                  fmt::format("has {} bytes; at most {} are taken", body.size(), kMostFieldBytes));
  }
  if (body.contains('\r')) return Refuse(what, "has control characters");
  if (const auto bad = BadCharacters(body)) return Refuse(what, *bad);
  return body;
}

Result<std::string> CheckField(std::string_view what, std::string_view label,
                               std::string_view text) {
  auto field = SATCHEL_TRY(CheckBody(what, text));
  SATCHEL_TRY(CheckStructure(what, fmt::format("**{}**: {}", label, field)));
  return field;
}

std::string FormatNoteTime(Time time) {
  const std::string text = FormatTime(time);  // 2026-01-02T10:11:12Z
  std::string digits = text.substr(0, 10) + '-';
  for (const std::size_t at : {11U, 14U, 17U}) digits += text.substr(at, 2);
  return digits;
}

}  // namespace satchel::notes
