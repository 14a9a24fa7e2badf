#include "code/languages/markdown/markdown.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/languages/markdown/links.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage*
tree_sitter_markdown();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace markdown {
namespace {

enum Code : std::uint8_t {
  kLevel1 = 1,
  kLevel2,
  kLevel3,
  kLevel4,
  kLevel5,
  kLevel6,
  kHeading,
  kInline,
  kCell,
  kDestination,
  kHtml,
  kNested,
};

constexpr auto kNodes = std::to_array<GrammarWord>({{"atx_h1_marker", kLevel1},
                                                    {"atx_h2_marker", kLevel2},
                                                    {"atx_h3_marker", kLevel3},
                                                    {"atx_h4_marker", kLevel4},
                                                    {"atx_h5_marker", kLevel5},
                                                    {"atx_h6_marker", kLevel6},
                                                    {"setext_h1_underline", kLevel1},
                                                    {"setext_h2_underline", kLevel2},
                                                    {"atx_heading", kHeading},
                                                    {"setext_heading", kHeading},
                                                    {"inline", kInline},
                                                    {"pipe_table_cell", kCell},
                                                    {"link_destination", kDestination},
                                                    {"html_block", kHtml},
                                                    {"list", kNested},
                                                    {"block_quote", kNested}});

enum Field : std::uint8_t { kContent = 1 };

constexpr auto kFields = std::to_array<GrammarWord>({{"heading_content", kContent}});

// Without the `##` that may close it.
std::string_view HeadingName(std::string_view text) {
  text = Trimmed(text);
  const std::size_t last = text.find_last_not_of('#');
  if (last == std::string_view::npos) return {};
  if (text[last] == ' ' || text[last] == '\t') text = Trimmed(text.substr(0, last));
  return text;
}

void Heading(const Node& node, Extraction& out) {
  if (out.InFunction()) return;  // in a quote or a list it begins no part of the document
  std::uint8_t level = 0;
  for (const Node& child : out.NamedChildren(node)) {
    const std::uint8_t code = out.CodeOf(child);
    if (code >= kLevel1 && code <= kLevel6) level = code;
  }
  out.DefineSection(node, HeadingName(out.Text(out.Child(node, kContent))), level);
}

void Links(const Node& node, Extraction& out) {
  const std::string_view text = out.Text(node);
  std::uint32_t line = node.first_line();
  std::size_t counted = 0;
  for (const Link& link : RelativeLinks(text)) {
    line += static_cast<std::uint32_t>(
        std::ranges::count(text.substr(counted, link.at - counted), '\n'));
    counted = link.at;
    out.ImportAt(ImportKind::kModule, line, link.target);
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kHeading:
      Heading(node, out);
      break;
    case kInline:
    case kCell:
      Links(node, out);
      break;
    case kDestination:
      if (const auto path = RelativePath(out.Text(node)); !path.empty()) {
        out.Import(ImportKind::kModule, node, path);
      }
      break;
    case kHtml:
      if (out.Text(node).starts_with("<!--")) out.AddComment(node);
      break;
    case kNested:
      out.EnterFunction(node);
      break;
    default:
      break;
  }
}

// The grammar writes its open blocks, four bytes each, into a kilobyte without looking. A block is
// opened on a line that goes on with all blocks around it: by `>`, a marker of a list, or two
// columns of indentation each.
bool Takes(std::string_view content) {
  constexpr std::size_t kMostBlocks = 100;
  std::size_t columns = 0;
  std::size_t marks = 0;
  bool prefix = true;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    if (c == '\n' || c == '\r') {
      columns = 0;
      marks = 0;
      prefix = true;
    } else if (!prefix) {
      continue;
    } else if (c == ' ' || c == '\t') {
      columns += c == ' ' ? 1 : 4;
    } else if (c == '>' || c == '-' || c == '*' || c == '+' || c == '.' || c == ')') {
      const char next = i + 1 < content.size() ? content[i + 1] : '\n';
      const bool marker = c == '>' || next == ' ' || next == '\t' || next == '\n' || next == '\r';
      marks += marker ? 1 : 0;
    } else {
      prefix = IsDigit(c);
    }
    if (marks + (columns / 2) > kMostBlocks) return false;
  }
  return true;
}

}  // namespace
}  // namespace markdown

constexpr LanguageRules kMarkdownRules{.name = "markdown",
                                       .version = 1,
                                       .level = Level::kStructure,
                                       .grammar = tree_sitter_markdown,
                                       .takes = markdown::Takes,
                                       .separator = " / ",
                                       .nodes = markdown::kNodes,
                                       .fields = markdown::kFields,
                                       .comments = {},
                                       .visit = markdown::Visit,
                                       .comment_style = {"", "", "<!--", "-->"}};

}  // namespace satchel::code
