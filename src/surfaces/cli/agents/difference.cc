#include "surfaces/cli/agents/difference.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "surfaces/cli/call/context.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::cli {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kMostCharacters = 160;

Lines LinesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void Show(std::string& shown, std::string_view mark, std::string_view line) {
  const bool ends = line.ends_with('\n');
  if (ends) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  shown += mark;
  // Some agents keep their credentials in the same file, all of it on one line.
  const std::string safe = text::Redactor::Default().Redact(line).text;
  shown += Visible(text::Ellipsize(safe, kMostCharacters));
  shown += '\n';
  if (!ends) shown += "  (no line break at the end)\n";
}

}  // namespace

std::string Difference(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines old = LinesOf(before);
  const Lines now = LinesOf(after);
  const std::size_t most = std::min(old.size(), now.size());
  std::size_t same = 0;
  while (same < most && old[same] == now[same]) ++same;
  std::size_t rest = 0;
  while (rest < most - same && old[old.size() - 1 - rest] == now[now.size() - 1 - rest]) ++rest;
  std::string shown;
  if (same > 0) Show(shown, "  ", old[same - 1]);
  for (std::size_t i = same; i < old.size() - rest; ++i) Show(shown, "- ", old[i]);
  for (std::size_t i = same; i < now.size() - rest; ++i) Show(shown, "+ ", now[i]);
  if (rest > 0) Show(shown, "  ", old[old.size() - rest]);
  return shown;
}

}  // namespace satchel::cli
