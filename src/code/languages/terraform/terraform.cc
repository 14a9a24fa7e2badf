// Terraform by its blocks. What a block makes has the name by which expressions call it,
// `aws_instance.web`, `var.region`, `module.net`, so that a use and its definition are the same
// words. All files of a directory are one module: they see each other's names and no others.
#include "code/languages/terraform/terraform.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.other_comment = "#";
  style.quotes = "\"";
  style.word_marks = "_-.";
  style.heredocs = true;
  return style;
}();

// What begins a chain of names that means no block.
constexpr auto kNoBlocks =
    std::to_array<std::string_view>({"count", "each", "path", "provider", "self", "terraform"});

bool IsWordByte(char c) { return IsAlnum(c) || c == '_' || c == '-' || c == '.'; }

// The name of the block that a chain of names begins with; empty: it means none.
std::string_view BlockIn(std::string_view chain) {
  const std::size_t first = chain.find('.');
  if (first == std::string_view::npos || first == 0 || IsDigit(chain.front())) return {};
  const std::string_view head = chain.substr(0, first);
  if (std::ranges::find(kNoBlocks, head) != kNoBlocks.end()) return {};
  const bool known = head == "var" || head == "local" || head == "module" || head == "data";
  if (!known && !head.contains('_')) return {};
  std::size_t end = chain.find('.', first + 1);
  if (head == "data" && end != std::string_view::npos) end = chain.find('.', end + 1);
  chain = chain.substr(0, end);
  return chain.ends_with('.') ? std::string_view() : chain;
}

class TerraformReader {
 public:
  TerraformReader(std::string_view content, const LanguageRules& rules)
      : content_(content), tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) {
      const Token token = tokens_.Next();
      if (token.kind == Token::Kind::kWord) Statement(token);
    }
    if (blocks_ > 0) out_.SetPackage("module");
    return out_.Finish();
  }

 private:
  // `word "label" … {` at the top, or `name = value` of a file of values.
  void Statement(const Token& word) {
    std::array<std::string_view, 2> labels;
    std::size_t count = 0;
    while (tokens_.peek().kind == Token::Kind::kText ||
           (tokens_.peek().kind == Token::Kind::kWord &&
            out_.LineAt(tokens_.peek().begin) == out_.LineAt(word.begin))) {
      const Token label = tokens_.Next();
      if (count < labels.size()) labels.at(count++) = label.text;
    }
    const std::size_t head = tokens_.last_end();
    if (tokens_.Take('=')) {
      const std::size_t line = out_.LineEnd(word.begin);
      out_.Open(SymbolKind::kProperty, word.text, word.begin, line);
      Value();
      out_.Close(tokens_.last_end());
      return;
    }
    if (!tokens_.Take('{')) return;
    ++blocks_;
    if (word.text == "locals") {
      Locals();
      return;
    }
    std::string name;
    const SymbolKind kind = NameOf(word.text, labels, name);
    out_.Open(kind, name, word.begin, head);
    Body(word.text);
    out_.Close(tokens_.last_end());
  }

  static SymbolKind NameOf(std::string_view word, const std::array<std::string_view, 2>& labels,
                           std::string& name) {
    const auto [first, second] = labels;
    if (word == "resource") {
      name = std::string(first) + "." + std::string(second);
      return SymbolKind::kClass;
    }
    if (word == "data") {
      name = "data." + std::string(first) + "." + std::string(second);
      return SymbolKind::kClass;
    }
    const std::string_view as = word == "variable" ? "var" : word;
    name = std::string(as);
    if (!first.empty()) name += "." + std::string(first);
    if (word == "variable") return SymbolKind::kVariable;
    if (word == "output") return SymbolKind::kProperty;
    return SymbolKind::kNamespace;
  }

  // Up to the end of the value: it goes on in the next line inside of brackets only.
  void Value() {
    std::size_t depth = 0;
    const Token first = tokens_.peek();
    std::uint32_t line = out_.LineAt(first.begin);
    while (tokens_.peek().ok()) {
      const Token& next = tokens_.peek();
      if (depth == 0 && (next.Is('}') || out_.LineAt(next.begin) != line)) return;
      const Token token = tokens_.Next();
      if (token.Is('{') || token.Is('[') || token.Is('(')) ++depth;
      if ((token.Is('}') || token.Is(']') || token.Is(')')) && depth > 0) --depth;
      line = out_.LineAt(token.end - 1);
      Uses(token);
    }
  }

  void Locals() {
    while (tokens_.peek().ok() && !tokens_.Take('}')) {
      const Token name = tokens_.Next();
      if (name.kind != Token::Kind::kWord || !tokens_.Take('=')) continue;
      const std::string address = "local." + std::string(name.text);
      out_.Open(SymbolKind::kConstant, address, name.begin, name.end);
      Value();
      out_.SetHead(tokens_.last_end());
      out_.Close(tokens_.last_end());
    }
  }

  void Body(std::string_view word) {
    std::size_t depth = 1;
    while (depth > 0 && tokens_.peek().ok()) {
      const Token token = tokens_.Next();
      if (token.Is('{')) ++depth;
      if (token.Is('}')) --depth;
      if (depth == 1 && word == "module" && token.text == "source" && tokens_.Take('=')) {
        const Token source = tokens_.Next();
        if (source.kind == Token::Kind::kText && source.text.starts_with('.')) {
          out_.Import(ImportKind::kModule, source.text, source.begin);
        }
        continue;
      }
      Uses(token);
    }
  }

  void Uses(const Token& token) {
    if (token.kind == Token::Kind::kWord) return UseChain(token.text, token.begin);
    if (token.kind != Token::Kind::kText) return;
    // "${var.name}-${local.zone}"
    const std::string_view text = token.text;
    const auto base = static_cast<std::size_t>(text.data() - content_.data());
    for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
      at += 2;
      const std::size_t stop = std::min(text.find('}', at), text.size());
      while (at < stop) {
        std::size_t end = at;
        while (end < stop && IsWordByte(text[end])) ++end;
        if (end > at) UseChain(text.substr(at, end - at), base + at);
        at = std::max(end, at + 1);
      }
    }
  }

  void UseChain(std::string_view chain, std::size_t at) {
    const std::string_view block = BlockIn(chain);
    if (!block.empty()) out_.Use(UseKind::kValue, block, at);
  }

  std::string_view content_;
  Tokens tokens_;
  Outline out_;
  std::size_t blocks_ = 0;
};

FileFacts ReadTerraform(std::string_view content, const LanguageRules& rules) {
  return TerraformReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kTerraformRules = [] {
  LanguageRules rules;
  rules.name = "terraform";
  rules.level = Level::kStructure;
  rules.comment_style = {"#", "//", "/*", "*/"};
  rules.read = ReadTerraform;
  return rules;
}();

}  // namespace satchel::code
