#include "notes/files/note_date.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "notes/files/line_text.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kDate = "0000-00-00";
constexpr std::string_view kDateAndMinutes = "0000-00-00 00:00";
constexpr std::string_view kDateAndTime = "0000-00-00-000000";

// '0' stands for any digit.
bool HasForm(std::string_view text, std::string_view form) {
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '0' ? !IsDigit(text[i]) : text[i] != form[i]) return false;
  }
  return true;
}

// What stands between a date and a title.
std::string_view SkipSeparator(std::string_view text) {
  constexpr auto kSeparators = std::to_array<std::string_view>({"-", ":", "\u2013", "\u2014"});
  text = TrimLeft(text);
  for (const std::string_view separator : kSeparators) {
    if (text.starts_with(separator)) return TrimLeft(text.substr(separator.size()));
  }
  return text;
}

}  // namespace

std::optional<Time> ParseNoteDate(std::string_view text) {
  if (!LooksLikeDate(text) || text.size() > 64) return std::nullopt;
  std::string rfc;
  rfc.reserve(text.size() + 8);
  rfc = text;
  const std::string_view behind = text.substr(std::min(text.size(), kDate.size()));
  // "2026-01-02-b": someone's way to tell the entries of a day apart.
  if (behind.find_first_of("0123456789") == behind.npos) rfc.resize(text.size() - behind.size());
  if (text.size() == kDateAndMinutes.size() && HasForm(text, kDateAndMinutes)) rfc += ":00Z";
  if (text.size() == kDateAndTime.size() && HasForm(text, kDateAndTime)) {
    rfc.resize(kDate.size());
    rfc.append("T").append(text, 11, 2).append(":").append(text, 13, 2);
    rfc.append(":").append(text, 15, 2).append("Z");
  }
  const auto time = ParseTime(rfc);
  if (!time) return std::nullopt;
  return *time;
}

bool LooksLikeDate(std::string_view text) { return HasForm(text, "0000-"); }

std::optional<DatedHeading> ParseDatedHeading(std::string_view heading) {
  if (heading.starts_with('[')) {
    const auto close = heading.find(']');
    if (close == heading.npos) return std::nullopt;
    const std::string_view date = Trim(heading.substr(1, close - 1));
    if (!LooksLikeDate(date)) return std::nullopt;
    return DatedHeading{.time = ParseNoteDate(date),
                        .title = SkipSeparator(heading.substr(close + 1))};
  }
  for (const std::string_view form : {kDateAndTime, kDate}) {
    if (!HasForm(heading, form)) continue;
    const std::string_view rest = heading.substr(form.size());
    if (!rest.empty() && rest == SkipSeparator(rest)) continue;
    return DatedHeading{.time = ParseNoteDate(heading.substr(0, form.size())),
                        .title = SkipSeparator(rest)};
  }
  return std::nullopt;
}

}  // namespace satchel::notes
