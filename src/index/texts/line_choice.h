#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/texts/place.h"

// Which lines of a text a search shows.
namespace satchel::retrieval {

// The lines of a text, without their line breaks.
std::vector<std::string_view> LinesIn(std::string_view text);

// Whether a line has a letter, a digit or a character beyond ASCII.
bool SaysSomething(std::string_view line);

struct RankedLine {
  std::int64_t worth = 0;  // 0: it has none of the words
  std::uint32_t number = 0;
};

// Chooses at most three lines of a place.
class LineChoice {
 public:
  // `mute` says of each line whether it tells a reader nothing, such as an import. `place` has the
  // words and the range of lines. The place and the text of the lines must outlive this.
  LineChoice(std::span<const std::string_view> lines, std::vector<bool> mute,
             const SearchPlace& place);

  // Best first: the lines that were asked for, then those with the most telling words. Lines that
  // are mute come only if no other line has a word. If no line has one: First().
  std::vector<RankedLine> Choose(std::span<const std::uint32_t> asked) const;
  // The first lines that say something and are no licence; if there are none, the first lines.
  std::vector<RankedLine> First() const;
  // The numbers of a line and of those below it, up to a blank one.
  std::vector<std::uint32_t> Paragraph(std::uint32_t line) const;
  // Chosen lines as they are shown, in the order of the text.
  // REQUIRES: the whole text is redacted.
  std::vector<PlaceLine> Shown(std::vector<RankedLine> chosen) const;

 private:
  void Add(const RankedLine& line, std::vector<RankedLine>& chosen) const;
  std::vector<RankedLine> WithWords(bool mute) const;

  const SearchPlace& place_;
  const std::vector<std::string_view> lines_;
  const std::vector<bool> mute_;
  const std::uint32_t first_;
  const std::uint32_t last_;
};

}  // namespace satchel::retrieval
