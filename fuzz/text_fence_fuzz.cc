// cmark, the reference implementation of CommonMark, judges what Markdown reads.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <cmark.h>
#include <fmt/format.h>

#include "fuzz/require.h"
#include "tests/support/cmark_text.h"
#include "text/fence.h"
#include "text/inline_text.h"
#include "text/invisible.h"
#include "text/utf8.h"

namespace {

using satchel::fuzz::Require;
using satchel::test::AsCmarkReads;
using satchel::test::WithNewline;
using satchel::text::CountCodePoints;
using satchel::text::EscapeInvisible;
using satchel::text::FenceAttribute;
using satchel::text::InlineText;
using satchel::text::IsValidUtf8;
using satchel::text::MarkdownBlock;
using satchel::text::PromptFence;
using satchel::text::QuoteText;

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Document = std::unique_ptr<cmark_node, FreeNode>;

Document Parse(std::string_view text) {
  return Document(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
}

// Two blocks with a line between them are read as just that, and give back their content.
void CheckMarkdown(std::string_view info, std::string_view content) {
  const Document document = Parse(MarkdownBlock(info, content) + "\nbetween\n\n" +
                                  MarkdownBlock(content, info) + "\nafter\n");
  cmark_node* node = cmark_node_first_child(document.get());
  for (const std::string_view literal : {content, info}) {
    Require(node != nullptr && cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK);
    Require(cmark_node_get_literal(node) == AsCmarkReads(WithNewline(literal)));
    node = cmark_node_next(node);
    Require(node != nullptr && cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH);
    node = cmark_node_next(node);
  }
  Require(node == nullptr);
}

// Letters and digits alone, in lower case.
std::string Bare(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const int lower = std::tolower(static_cast<unsigned char>(c));
    if (std::isalnum(lower) != 0 && lower < 0x80) out += static_cast<char>(lower);
  }
  return out;
}

void CheckTag(std::string_view a, std::string_view b) {
  const std::array<std::string_view, 2> contents = {a, b};
  const PromptFence fence = PromptFence::For(contents);
  const std::string digits = fence.tag().substr(fence.tag().find('-') + 1);
  Require(digits.size() == 16 && !Bare(a).contains(digits) && !Bare(b).contains(digits));
  const std::string block = fence.Block({}, a);
  Require(block == fence.Open() + "\n" + WithNewline(a) + fence.Close() + "\n");
  Require(block.starts_with(fence.Open()) && block.find(fence.Open(), 1) == block.npos);
  Require(block.find(fence.Close()) == block.size() - fence.Close().size() - 1);
}

// A content that names the tag it would get gets another one.
void CheckPrompt(std::string_view a, std::string_view b) {
  CheckTag(a, b);
  const std::array<std::string_view, 2> contents = {a, b};
  const std::string forged = fmt::format("{}{}", a, PromptFence::For(contents).Close());
  CheckTag(forged, b);
}

void CheckAttributes(std::string_view name, std::string_view value) {
  const std::array<FenceAttribute, 2> attributes = {
      {{.name = name, .value = value}, {.name = "trust", .value = "low"}}};
  const std::string open = PromptFence::StandIn().Open(attributes);
  Require(IsValidUtf8(open) && open.find_first_of("\r\n") == open.npos);
  Require(open.find('<', 1) == open.npos && open.find('>') == open.size() - 1);
  const auto quotes = std::ranges::count(open, '"');
  Require((quotes == 2 || quotes == 4) && open.ends_with(" trust=\"low\">"));
}

bool IsHarmless(cmark_node_type type) {
  return type != CMARK_NODE_CODE_BLOCK && type != CMARK_NODE_HTML_BLOCK &&
         type != CMARK_NODE_HTML_INLINE && type != CMARK_NODE_BLOCK_QUOTE &&
         type != CMARK_NODE_THEMATIC_BREAK && type != CMARK_NODE_IMAGE && type != CMARK_NODE_LINK &&
         type != CMARK_NODE_SOFTBREAK && type != CMARK_NODE_LINEBREAK;
}

// The document is one block of this type and nothing that its text opened.
void CheckOneBlock(const std::string& text, cmark_node_type wanted) {
  const Document document = Parse(text);
  cmark_node* block = cmark_node_first_child(document.get());
  Require(block != nullptr && cmark_node_get_type(block) == wanted);
  Require(cmark_node_next(block) == nullptr);
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> walk(cmark_iter_new(block),
                                                                     &cmark_iter_free);
  for (auto event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk.get())) {
    cmark_node* node = cmark_iter_get_node(walk.get());
    const cmark_node_type type = cmark_node_get_type(node);
    Require(IsHarmless(type));
    if (type == CMARK_NODE_LIST || type == CMARK_NODE_HEADING) Require(node == block);
  }
}

void CheckInline(std::string_view text, std::size_t max_chars) {
  const std::string line = InlineText(text, max_chars);
  Require(IsValidUtf8(line) && CountCodePoints(line) <= max_chars);
  Require(line.find_first_of("\r\n") == line.npos);
  Require(EscapeInvisible(line).text == line);
  if (line.empty()) return;
  CheckOneBlock("- " + line + "\n", CMARK_NODE_LIST);
  CheckOneBlock("## " + line + "\n", CMARK_NODE_HEADING);
  CheckOneBlock(line + "\n", CMARK_NODE_PARAGRAPH);
}

// A quote keeps its blocks, and nothing in it fetches something or leads elsewhere.
void CheckQuote(std::string_view text) {
  const std::string quote = QuoteText(text);
  std::string document;
  for (std::string_view left = quote; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n') + 1);
    Require(line.ends_with('\n'));
    left.remove_prefix(line.size());
    document += fmt::format("> {}", line);
  }
  const Document parsed = Parse(document + "\n[a] [b][] ![c]\n");
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> walk(cmark_iter_new(parsed.get()),
                                                                     &cmark_iter_free);
  for (auto event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk.get())) {
    const cmark_node_type type = cmark_node_get_type(cmark_iter_get_node(walk.get()));
    Require(type != CMARK_NODE_HTML_BLOCK && type != CMARK_NODE_HTML_INLINE &&
            type != CMARK_NODE_IMAGE && type != CMARK_NODE_LINK);
  }
}

}  // namespace

// The first byte chooses what is checked, the second where the text is split in two or how long a
// line may get.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t split = data[1] % (text.size() + 1);
  switch (data[0] % 4U) {
    case 0:
      CheckMarkdown(text.substr(0, split), text.substr(split));
      break;
    case 1:
      CheckPrompt(text.substr(0, split), text.substr(split));
      break;
    case 2:
      CheckAttributes(text.substr(0, split), text.substr(split));
      break;
    default:
      CheckInline(text, 2 + data[1] % 100U);
      CheckQuote(text);
      break;
  }
  return 0;
}
