// Pages by their tags: what has an id, forms and the names of their fields, the scripts, style
// sheets and pages that a page names, and the classes that style sheets may define. What is inside
// of <script> and <style> is passed over.
#include "code/languages/html/html.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ascii.h"
#include "code/parse/outline.h"

namespace satchel::code {
namespace {

constexpr std::size_t kSmallest = 300;  // of a chunk of its own

bool IsNameByte(char c) { return IsAlnum(c) || c == '-' || c == '_' || c == ':'; }
bool IsBlankByte(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A value that a template fills in says nothing.
bool IsPlain(std::string_view value) {
  return !value.empty() && value.find_first_of("{}<>%$ \t\r\n") == std::string_view::npos;
}

// The attributes of one tag that matter.
struct Tag {
  std::string_view name;
  std::string_view id;
  std::string_view called;
  std::string_view classes;
  std::string_view source;
  std::string_view link;
  std::string_view action;
  bool styles = false;  // rel="stylesheet"
};

class HtmlReader {
 public:
  HtmlReader(std::string_view content, const LanguageRules& rules)
      : content_(content), out_(content, rules) {}

  FileFacts Read() {
    for (std::size_t at = content_.find('<'); at != std::string_view::npos;
         at = content_.find('<', at)) {
      at = Take(at);
    }
    if (in_form_) out_.Close(content_.size());
    return out_.Finish(kSmallest);
  }

 private:
  // Behind what begins here.
  std::size_t Take(std::size_t at) {
    const std::string_view rest = content_.substr(at);
    if (rest.starts_with("<!--")) return Behind("-->", at + 4);
    if (rest.starts_with("</")) {
      const std::size_t end = Behind(">", at);
      if (in_form_ && SameButCase(rest.substr(2, 4), "form")) {
        out_.Close(end);
        in_form_ = false;
      }
      return end;
    }
    if (rest.size() < 2 || !IsAlpha(rest[1])) return at + 1;
    Tag tag;
    const std::size_t end = TakeTag(at, tag);
    Found(tag, at, end);
    for (const std::string_view raw : {"script", "style"}) {
      if (SameButCase(tag.name, raw)) return PassRaw(raw, end);
    }
    return end;
  }

  std::size_t Behind(std::string_view mark, std::size_t from) const {
    const std::size_t found = content_.find(mark, from);
    return found == std::string_view::npos ? content_.size() : found + mark.size();
  }

  // Before the tag that closes it; the end of the file when there is none.
  std::size_t PassRaw(std::string_view name, std::size_t at) const {
    for (at = content_.find("</", at); at != std::string_view::npos; at = content_.find("</", at)) {
      if (SameButCase(content_.substr(at + 2, name.size()), name)) return at;
      at += 2;
    }
    return content_.size();
  }

  std::size_t TakeTag(std::size_t at, Tag& tag) const {
    std::size_t end = at + 1;
    while (end < content_.size() && IsNameByte(content_[end])) ++end;
    tag.name = content_.substr(at + 1, end - at - 1);
    while (end < content_.size() && content_[end] != '>' && content_[end] != '<') {
      if (!IsNameByte(content_[end])) {
        ++end;
        continue;
      }
      const std::size_t begin = end;
      while (end < content_.size() && IsNameByte(content_[end])) ++end;
      const std::string_view name = content_.substr(begin, end - begin);
      if (end >= content_.size() || content_[end] != '=') continue;
      ++end;
      Set(tag, name, TakeValue(end));
    }
    return std::min(end + (end < content_.size() && content_[end] == '>' ? 1 : 0), content_.size());
  }

  std::string_view TakeValue(std::size_t& at) const {
    if (at >= content_.size()) return {};
    const char quote = content_[at];
    if (quote == '"' || quote == '\'') {
      const std::size_t end = std::min(content_.find(quote, at + 1), content_.size());
      const std::string_view value = content_.substr(at + 1, end - at - 1);
      at = std::min(end + 1, content_.size());
      return value;
    }
    const std::size_t begin = at;
    while (at < content_.size() && !IsBlankByte(content_[at]) && content_[at] != '>') ++at;
    return content_.substr(begin, at - begin);
  }

  static void Set(Tag& tag, std::string_view name, std::string_view value) {
    if (SameButCase(name, "id")) tag.id = value;
    if (SameButCase(name, "name")) tag.called = value;
    if (SameButCase(name, "class")) tag.classes = value;
    if (SameButCase(name, "src")) tag.source = value;
    if (SameButCase(name, "href")) tag.link = value;
    if (SameButCase(name, "action")) tag.action = value;
    if (SameButCase(name, "rel")) tag.styles = value.contains("stylesheet");
  }

  void Found(const Tag& tag, std::size_t begin, std::size_t end) {
    if (SameButCase(tag.name, "form")) {
      const std::string_view name = IsPlain(tag.called) ? tag.called : tag.id;
      if (in_form_) out_.Close(begin);
      in_form_ = true;
      out_.Open(SymbolKind::kClass, IsPlain(name) ? fmt::format("form {}", name) : std::string(),
                begin, end);
    }
    if (IsPlain(tag.id)) {
      out_.Add(SymbolKind::kProperty, fmt::format("#{}", tag.id), begin, end);
    }
    const bool field = std::ranges::any_of(
        std::to_array<std::string_view>({"input", "select", "textarea", "button"}),
        [&](std::string_view name) { return SameButCase(tag.name, name); });
    if (field && IsPlain(tag.called)) out_.Add(SymbolKind::kField, tag.called, begin, end);
    if (SameButCase(tag.name, "script") && IsPlain(tag.source)) {
      out_.Import(ImportKind::kInclude, tag.source, begin);
    }
    if (SameButCase(tag.name, "link") && tag.styles && IsPlain(tag.link)) {
      out_.Import(ImportKind::kInclude, tag.link, begin);
    }
    if (SameButCase(tag.name, "a") && IsPlain(tag.link) && !tag.link.starts_with('#')) {
      out_.Import(ImportKind::kModule, tag.link, begin);
    }
    UseClasses(tag.classes, begin);
  }

  void UseClasses(std::string_view classes, std::size_t at) {
    constexpr int kMostClasses = 50;
    for (int left = kMostClasses; left > 0 && !classes.empty(); --left) {
      const std::size_t end = std::min(classes.find_first_of(" \t\r\n"), classes.size());
      const std::string_view name = classes.substr(0, end);
      if (IsPlain(name)) out_.Use(UseKind::kValue, fmt::format(".{}", name), at);
      classes.remove_prefix(std::min(end + 1, classes.size()));
    }
  }

  std::string_view content_;
  Outline out_;
  bool in_form_ = false;
};

FileFacts ReadHtml(std::string_view content, const LanguageRules& rules) {
  return HtmlReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kHtmlRules = [] {
  LanguageRules rules;
  rules.name = "html";
  rules.level = Level::kStructure;
  rules.comment_style = {"", "", "<!--", "-->"};
  rules.read = ReadHtml;
  return rules;
}();

}  // namespace satchel::code
