#include "memory/import/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"
#include "memory/import/markdown.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kDate = 10;  // 2025-05-02

// Takes `[2025-05-02] - `, `[2025-05-02]: `, `2025-05-02 - ` or `[unknown] - ` off the front.
std::optional<Time> TakeDate(std::string_view& text) {
  std::string_view rest = text;
  const bool bracket = rest.starts_with('[');
  if (bracket) rest.remove_prefix(1);
  std::optional<Time> time;
  if (rest.size() >= kDate && IsDigit(rest.front())) time = MomentFrom(rest.substr(0, kDate));
  if (time) {
    rest.remove_prefix(kDate);
  } else if (bracket && rest.starts_with("unknown")) {
    rest.remove_prefix(std::min(rest.find(']'), rest.size()));
  } else {
    return std::nullopt;
  }
  if (bracket) {
    if (!rest.starts_with(']')) return std::nullopt;
    rest.remove_prefix(1);
  }
  const std::string_view after = Trimmed(rest);
  constexpr std::array<std::string_view, 5> kDashes = {"-", ":", ".", "\xE2\x80\x93",
                                                       "\xE2\x80\x94"};
  const auto dash =
      std::ranges::find_if(kDashes, [&](std::string_view d) { return after.starts_with(d); });
  // A date that is part of a sentence stays in it.
  if (!bracket && dash == kDashes.end()) return std::nullopt;
  text = Trimmed(dash == kDashes.end() ? after : after.substr(dash->size()));
  return time;
}

// Without a list marker, which a year with a period is not.
std::string_view WithoutMarker(std::string_view line) {
  constexpr std::size_t kMost = 5;  // "999) "
  const std::size_t size = ListMarker(line);
  const bool number = size > 0 && IsDigit(line.front());
  return number && std::min(line.find_first_of(".)"), size) >= kMost - 1 ? line : line.substr(size);
}

// `**Work context**`, alone on its line.
std::string_view BoldHeading(const Block& block) {
  constexpr std::string_view kBold = "**";
  std::string_view text = block.text;
  if (text.ends_with(':')) text.remove_suffix(1);
  if (text.size() <= 2 * kBold.size() || !text.starts_with(kBold) || !text.ends_with(kBold)) {
    return {};
  }
  text = text.substr(kBold.size(), text.size() - 2 * kBold.size());
  const bool plain = !text.contains('\n') && !text.contains(kBold);
  return plain ? Trimmed(text, " \t:") : std::string_view();
}

bool RecogniseText(const ImportInput& input) {
  if (input.is_folder()) return false;
  const std::string_view bytes = input.bytes();
  const std::string name = AsciiLower(FileNameOf(input.name()));
  const bool named = name.ends_with(".txt") || name.ends_with(".text") || !name.contains('.');
  return named && !bytes.empty() && !LooksLikeJson(bytes) && !bytes.contains('\0') &&
         text::IsValidUtf8(bytes);
}

Status ReadText(const ImportInput& input, const ImportOptions& /*options*/, ImportSink& sink) {
  if (input.is_folder()) {
    return Fail(Errc::kInvalidInput, "a folder is no text file", "name one of its files");
  }
  return ReadLines(input.bytes(), input.name(), sink);
}

}  // namespace

Status ReadLines(std::string_view text, std::string_view origin, ImportSink& sink) {
  std::string heading;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with("```") || line.starts_with("~~~")) continue;
    if (HeadingLevel(line) > 0) {
      heading = TitleFrom(HeadingText(line));
      continue;
    }
    line = WithoutMarker(line);
    Draft draft{.memory = {}, .origin = std::string(origin), .place = {.line = number}};
    draft.memory.created = TakeDate(line);
    draft.memory.text = line;
    AddTag(draft.memory, heading);
    SATCHEL_TRY(sink.Take(std::move(draft)));
  }
  return {};
}

Status ReadBlocks(std::string_view text, const Draft& like, ImportSink& sink) {
  const Page page = ReadPage(text, std::max<std::size_t>(like.place.line, 1));
  std::string_view bold;
  std::optional<std::size_t> below;  // the heading that the bold line is below
  for (const Block& block : page.blocks) {
    if (const std::string_view heading = BoldHeading(block); !heading.empty()) {
      bold = heading;
      below = block.heading;
      continue;
    }
    Draft draft = like;
    if (like.place.line > 0) draft.place.line = block.line;
    draft.memory.text = block.text;
    for (const std::string& tag : ContextOf(page, block, "")) AddTag(draft.memory, tag);
    if (!bold.empty() && below == block.heading) AddTag(draft.memory, bold);
    SATCHEL_TRY(sink.Take(std::move(draft)));
  }
  return {};
}

const ImportFormat kTextImport = {.name = "text",
                                  .what = "a text file with one memory per line",
                                  .recognise = RecogniseText,
                                  .read = ReadText};

}  // namespace satchel::memory
