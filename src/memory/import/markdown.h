#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/files/front_matter.h"

// Markdown as far as an import needs it: headings, top-level list items with what is below them,
// and the paragraphs between. Any bytes are accepted, in linear time.
namespace satchel::memory {

struct Heading {
  std::string text;                   // at most 200 bytes
  int level = 1;                      // 1 to 6
  std::optional<std::size_t> parent;  // an index into the headings before it
};

struct Block {
  enum class Kind : std::uint8_t {
    kItem,  // a top-level list item, without its marker, with nested lines
    kText,  // a paragraph, table, quote or fenced code
  };
  Kind kind = Kind::kText;
  std::string text;                    // without blank lines and blanks at its ends
  std::optional<std::size_t> heading;  // the one above it
  std::size_t line = 1;
};

struct Page {
  std::vector<Heading> headings;
  std::vector<Block> blocks;
};

// HTML comments and Obsidian's comments (%%) are left out. `first_line` is the number of the first
// line.
Page ReadPage(std::string_view body, std::size_t first_line = 1);

// How many bytes a list marker (`- `, `* `, `+ `, `• `, `1. `, `1) `) has at the beginning of a
// text; 0: there is none.
std::size_t ListMarker(std::string_view text);
// The level of a heading (`## text`); 0: it is none.
int HeadingLevel(std::string_view text);
std::string_view HeadingText(std::string_view text);

// A note: its front matter, if it has one, and its page.
struct Note {
  std::optional<FrontMatter> front;
  std::string_view body;
  std::size_t body_line = 1;
};
Note ReadNote(std::string_view file);
// The first value of a field; empty if there is none.
std::string_view ValueOf(const Note& note, std::string_view field);
// The tags of its front matter: a list, or separated by commas.
std::vector<std::string> TagsOf(const Note& note);

// The levels above a block, outermost first, as tags: headings of level 2 and deeper, or else the
// title, unless it repeats `name`.
std::vector<std::string> ContextOf(const Page& page, const Block& block, std::string_view name);

// The text as people read it: `[[Target|shown]]` as `shown`, `[[Target]]` as `Target`, embedded
// files (`![[…]]`) left out. Fenced and inline code stays as it is.
std::string WithoutWikiLinks(std::string_view text);
// The tags inside a text, as Obsidian and basic-memory write them: `#topic`, `#area/part`.
std::vector<std::string> InlineTags(std::string_view text);

}  // namespace satchel::memory
