// Makefiles by lines: a rule with its recipe, what it waits for, variables, and the files and
// directories that it hands over to. A comment behind `##` on a rule's line documents it.
#include "code/languages/make/make.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/parse/outline.h"

namespace satchel::code {
namespace {

constexpr std::size_t kSmallest = 300;    // of a chunk of its own
constexpr std::size_t kMostTargets = 50;  // of one rule
constexpr std::string_view kBlanks = " \t";

bool IsPlain(std::string_view name) {
  return !name.empty() && name.find_first_of("$%(){}#\"'\\=;|&<>*?") == std::string_view::npos;
}

template <class Visit>
void EachWord(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(end);
  }
}

class MakeReader {
 public:
  MakeReader(std::string_view content, const LanguageRules& rules)
      : content_(content), out_(content, rules) {}

  FileFacts Read() {
    for (std::size_t begin = 0; begin < content_.size();) {
      std::size_t end = std::min(content_.find('\n', begin), content_.size());
      // A line goes on behind a backslash.
      while (end < content_.size() && end > begin && content_[end - 1] == '\\') {
        end = std::min(content_.find('\n', end + 1), content_.size());
      }
      Line(begin, end);
      begin = end + 1;
    }
    CloseRule();
    return out_.Finish(kSmallest);
  }

 private:
  void Line(std::size_t begin, std::size_t end) {
    const std::string_view line = content_.substr(begin, end - begin);
    const std::string_view text = Trimmed(line, " \t\r\\");
    if (in_define_) {
      if (text == "endef") {
        in_define_ = false;
        out_.Close(end);
      }
      UseVariables(line, begin);
      return;
    }
    if (line.starts_with('\t') && in_rule_) {
      rule_end_ = end;
      UseVariables(line, begin);
      HandOver(text, begin);
      return;
    }
    if (text.empty() || text.front() == '#') return;
    if (Include(text, begin) || Define(text, begin, end)) return;
    if (Assignment(text, begin, end) || Rule(text, begin, end)) return;
    UseVariables(line, begin);
  }

  void CloseRule() {
    if (in_rule_) out_.Close(rule_end_);
    in_rule_ = false;
  }

  bool Include(std::string_view text, std::size_t at) {
    for (const std::string_view word : {"include ", "-include ", "sinclude "}) {
      if (!text.starts_with(word)) continue;
      EachWord(text.substr(word.size()), [&](std::string_view file) {
        if (!file.starts_with('#')) out_.Import(ImportKind::kInclude, file, at);
      });
      return true;
    }
    return false;
  }

  bool Define(std::string_view text, std::size_t begin, std::size_t end) {
    if (!text.starts_with("define ")) return false;
    CloseRule();
    const std::string_view name = Trimmed(text.substr(sizeof("define ") - 1), " \t=:");
    out_.Open(SymbolKind::kMacro, name, begin, end);
    in_define_ = true;
    return true;
  }

  // NAME = value, with `:`, `?`, `+` or `!` before the sign.
  bool Assignment(std::string_view text, std::size_t begin, std::size_t end) {
    for (const std::string_view word : {"export ", "override "}) {
      if (text.starts_with(word)) text = Trimmed(text.substr(word.size()));
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string_view before = text.substr(0, equals);
    const std::string_view name = Trimmed(before, " \t:?+!");
    const bool colon_first = name.contains(':');
    if (!IsPlain(name) || colon_first || name.find_first_of(kBlanks) != std::string_view::npos) {
      return false;
    }
    CloseRule();
    // What is only added to, or set again, is defined elsewhere.
    const bool more = before.ends_with('+') || !variables_.insert(name).second;
    if (more) {
      out_.Use(UseKind::kValue, name, begin);
      UseVariables(text.substr(equals), begin);
      return true;
    }
    out_.Open(SymbolKind::kVariable, name, begin, end);
    UseVariables(text.substr(equals), begin);
    out_.Close(end);
    return true;
  }

  bool Rule(std::string_view text, std::size_t begin, std::size_t end) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || text.starts_with('$')) return false;
    const std::size_t equals = text.find('=');
    std::string_view needs = text.substr(colon + 1);
    if (needs.starts_with(':')) needs.remove_prefix(1);
    const std::size_t comment = needs.find('#');
    const std::string_view doc =
        comment == std::string_view::npos ? std::string_view() : needs.substr(comment);
    needs = needs.substr(0, std::min(comment, needs.find(';')));
    CloseRule();
    // `debug: FLAGS = -g` sets a variable for a target.
    const bool sets = equals != std::string_view::npos && equals > colon && needs.contains('=');
    std::size_t count = 0;
    std::string_view last;
    EachWord(text.substr(0, colon), [&](std::string_view target) {
      if (!IsPlain(target) || target.starts_with('.') || ++count > kMostTargets) return;
      if (!last.empty()) Add(last, begin, end);
      last = target;
    });
    if (sets || last.empty()) {
      if (text.starts_with(".DEFAULT_GOAL")) return true;
      UseVariables(needs, begin);
      return true;
    }
    out_.Open(SymbolKind::kFunction, last, begin, end);
    if (doc.starts_with("##")) {
      out_.SetDoc(doc);
      out_.SetHead(begin + colon + 1 + needs.size());
    }
    in_rule_ = true;
    rule_end_ = end;
    EachWord(needs, [&](std::string_view need) {
      if (IsPlain(need) && need != "|") out_.Use(UseKind::kValue, need, begin);
    });
    UseVariables(needs, begin);
    return true;
  }

  // One of several targets of a rule: the rule is of the last.
  void Add(std::string_view target, std::size_t begin, std::size_t end) {
    out_.Add(SymbolKind::kFunction, target, begin, end);
  }

  // $(NAME), ${NAME}, $(call name,…)
  void UseVariables(std::string_view text, std::size_t at) {
    for (std::size_t from = text.find('$');
         from != std::string_view::npos && from + 1 < text.size();
         from = text.find('$', from + 2)) {
      const char open = text[from + 1];
      if (open != '(' && open != '{') continue;
      std::string_view rest = text.substr(from + 2);
      if (rest.starts_with("call ")) rest.remove_prefix(sizeof("call ") - 1);
      std::size_t end = 0;
      while (end < rest.size() && (IsAlnum(rest[end]) || rest[end] == '_' || rest[end] == '-')) {
        ++end;
      }
      const char close = end < rest.size() ? rest[end] : '\0';
      if (end > 1 && rest.substr(0, end) != "MAKE" &&
          (close == ')' || close == '}' || close == ':' || close == ',')) {
        out_.Use(UseKind::kValue, rest.substr(0, end), at);
      }
    }
  }

  // $(MAKE) -C directory target
  void HandOver(std::string_view text, std::size_t at) {
    const std::size_t make = std::min(text.find("$(MAKE)"), text.find("${MAKE}"));
    if (make == std::string_view::npos) return;
    bool directory = false;
    bool elsewhere = false;
    EachWord(text.substr(make + sizeof("$(MAKE)") - 1), [&](std::string_view word) {
      if (directory) {
        out_.Import(ImportKind::kModule, word, at);
        directory = false;
        elsewhere = true;
      } else if (word == "-C") {
        directory = true;
      } else if (!elsewhere && IsPlain(word) && !word.starts_with('-')) {
        out_.Use(UseKind::kValue, word, at);
      }
    });
  }

  std::string_view content_;
  Outline out_;
  std::unordered_set<std::string_view> variables_;
  bool in_rule_ = false;
  bool in_define_ = false;
  std::size_t rule_end_ = 0;
};

FileFacts ReadMake(std::string_view content, const LanguageRules& rules) {
  return MakeReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kMakeRules = [] {
  LanguageRules rules;
  rules.name = "make";
  rules.level = Level::kStructure;
  rules.comment_style = kHashComments;
  rules.read = ReadMake;
  return rules;
}();

}  // namespace satchel::code
