// One line is read from left to right: attributes, modifiers, the word that says what is defined,
// the name. Where no such word is met the line may still have a form that defines something. What
// does not fit is no definition: a missed one costs less than a wrong one.
#include "code/parse/loose_line.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "code/parse/white_space.h"

namespace satchel::code {
namespace {

constexpr std::size_t kLookedAt = 600;  // bytes of a line
constexpr int kMostWords = 12;

bool IsNameStart(char c) {
  return IsAlpha(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

const LooseWord* Find(std::span<const LooseWord> words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &LooseWord::word);
  return found == words.end() ? nullptr : &*found;
}

std::optional<Visibility> VisibilityOf(std::string_view modifier) {
  if (modifier == "private" || modifier == "fileprivate" || modifier == "local") {
    return Visibility::kPrivate;
  }
  if (modifier == "protected") return Visibility::kProtected;
  if (modifier == "internal") return Visibility::kInternal;
  return std::nullopt;
}

// What is left of a line.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  bool empty() const { return text_.empty(); }
  char front() const { return text_.empty() ? '\0' : text_.front(); }
  char second() const { return text_.size() < 2 ? '\0' : text_[1]; }
  void Skip(std::size_t count) { text_.remove_prefix(std::min(count, text_.size())); }
  bool SkipSpace() {
    const std::size_t before = text_.size();
    while (!text_.empty() && IsSpace(text_.front())) text_.remove_prefix(1);
    return text_.size() < before;
  }
  std::string_view Take(std::size_t count) {
    const std::string_view taken = text_.substr(0, count);
    Skip(count);
    return taken;
  }
  std::string_view Word() {
    std::size_t end = 0;
    while (end < text_.size() && IsNameChar(text_[end])) ++end;
    return Take(end);
  }
  // From an opening bracket behind the one that closes it.
  bool SkipBracket() {
    static constexpr std::string_view kOpen = "([{<";
    static constexpr std::string_view kClose = ")]}>";
    const std::size_t which = kOpen.find(front());
    if (text_.empty() || which == std::string_view::npos) return false;
    int depth = 0;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (text_[at] == kOpen[which]) ++depth;
      const bool arrow = which == 3 && at > 0 && (text_[at - 1] == '-' || text_[at - 1] == '=');
      if (text_[at] == kClose[which] && !arrow && --depth == 0) {
        Skip(at + 1);
        return true;
      }
    }
    return false;
  }

 private:
  std::string_view text_;
};

struct Path {
  std::string_view name;
  std::string_view container;
};

class LineReader {
 public:
  LineReader(std::string_view line, const LooseRules& rules, const LoosePlace& place)
      : rest_(line.substr(0, kLookedAt)), rules_(rules), place_(place) {}

  std::optional<LooseDefinition> Read() {
    SkipAttributes();
    const std::string_view whole = rest_.text();
    ReadWords();
    if (word_ == nullptr) return WithoutWord(whole);
    const bool local = place_.in_function || place_.in_value;
    if (word_->form == LooseWord::Form::kOuter && local) return std::nullopt;
    auto found = Named();
    if (found) Finish(*found);
    return found;
  }

 private:
  // `@Test fun name`, `[Fact] public void Name`. Not a word of the language, `@test`.
  void SkipAttributes() {
    while (!rest_.empty() && rules_.passes.contains(rest_.front()) && !AtWord()) {
      Rest after = rest_;
      if (after.front() == '[') {
        if (!after.SkipBracket()) return;
      } else if (after.front() == '@') {
        after.Skip(1);
        ReadPath(after);
        if (after.front() == '(' && !after.SkipBracket()) return;
      } else {
        return;
      }
      after.SkipSpace();
      rest_ = after;
    }
  }

  bool AtWord() const {
    Rest after = rest_;
    if (after.front() != '@') return false;
    after.Skip(1);
    const std::size_t size = after.Word().size() + 1;
    return Find(rules_.words, rest_.text().substr(0, size)) != nullptr;
  }

  void ReadWords() {
    for (int i = 0; i < kMostWords; ++i) {
      const Rest before = rest_;
      const bool at = rest_.front() == '@';
      if (at) rest_.Skip(1);
      const std::size_t size = rest_.Word().size() + (at ? 1 : 0);
      const std::string_view word = before.text().substr(0, size);
      const LooseWord* found = Find(rules_.words, word);
      const bool modifier = found == nullptr && ListsWord(rules_.modifiers, word);
      if (word.empty() || (found == nullptr && !modifier) || !TakesWord(found)) {
        rest_ = before;
        return;
      }
      if (found != nullptr) word_ = found;
      if (modifier) TakeModifier(word);
      itself_ = word;
    }
  }

  // Whether a word is one of the language here, and no name: what follows it says so. The rest
  // stands behind the word, and afterwards behind the space after it.
  bool TakesWord(const LooseWord* found) {
    using enum LooseWord::Form;
    if (found != nullptr && found->form == kItself) {
      return word_ == nullptr &&
             (rest_.empty() || std::string_view("(?!<{ ").contains(rest_.front()));
    }
    if (found == nullptr && word_ == nullptr && (rest_.front() == '(' || rest_.front() == '[')) {
      rest_.SkipBracket();  // private[this]
    }
    if (found != nullptr && found->form == kQuoted && rest_.front() == '(') return word_ == nullptr;
    if (!rest_.SkipSpace()) return false;
    if (found == nullptr && rest_.front() == '"') {  // extern "c"
      const std::size_t end = rest_.text().find('"', 1);
      if (end == std::string_view::npos) return false;
      rest_.Skip(end + 1);
      rest_.SkipSpace();
    }
    if (word_ == nullptr) return !rest_.empty();
    // Behind a word only what goes on with a name is another: `enum class A`, but `def class`.
    return IsNameStart(rest_.front()) || rest_.front() == '`';
  }

  void TakeModifier(std::string_view word) {
    ++modifiers_;
    if (const auto visibility = VisibilityOf(word)) visibility_ = *visibility;
    if (word == rules_.shown) shown_ = true;
  }

  std::optional<LooseDefinition> Named() {
    using enum LooseWord::Form;
    LooseDefinition found;
    found.kind = word_->kind;
    switch (word_->form) {
      case kItself:
        found.name = itself_;
        return found;
      case kTitled:
        found.name = Title();
        break;
      case kQuoted:
        found.name = Quoted();
        if (!found.name.empty()) return found;
        [[fallthrough]];
      default: {
        const auto path = NamePath();
        if (!path) return std::nullopt;
        found.name = path->name;
        found.container = path->container;
      }
    }
    if (found.name.empty()) return std::nullopt;
    if (IsFileWide(found.kind)) return std::nullopt;
    if (const LooseWord* value = Value()) {
      found.kind = value->kind;
    } else if (Imports()) {
      return std::nullopt;
    }
    return found;
  }

  // `namespace A;` says where the file belongs, not what is in it.
  bool IsFileWide(SymbolKind kind) const {
    if (kind != SymbolKind::kNamespace) return false;
    std::string_view text = rest_.text();
    while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
    return text.ends_with(';');
  }

  std::string_view Title() const {
    std::string_view title = rest_.text();
    title = title.substr(0, title.find(" where"));
    while (!title.empty() && IsSpace(title.back())) title.remove_suffix(1);
    return title;
  }

  std::string_view Quoted() {
    Rest after = rest_;
    if (after.front() == '(') after.Skip(1);
    after.SkipSpace();
    const char quote = after.front();
    if (quote != '"' && quote != '\'') return {};
    const std::size_t end = after.text().find(quote, 1);
    if (end == std::string_view::npos) return {};
    return after.text().substr(1, end - 1);
  }

  std::optional<Path> NamePath() {
    if (rules_.typed) SkipContext();
    if (rules_.operators && word_->kind == SymbolKind::kFunction && !IsNameStart(rest_.front())) {
      if (const std::string_view name = Operator(rest_); !name.empty()) return Path{name, {}};
    }
    if (rest_.front() == '<' && rest_.SkipBracket()) rest_.SkipSpace();
    // A receiver: fun (() -> T).name()
    if (rest_.front() == '(' && word_->kind == SymbolKind::kFunction) {
      if (!rest_.SkipBracket() || rest_.front() != '.') return std::nullopt;
      rest_.Skip(1);
    }
    if (rest_.front() == '&') rest_.Skip(1);
    const Path path = ReadPath(rest_);
    if (path.name.empty()) return std::nullopt;
    return path;
  }

  // class (Eq a) => Name a
  void SkipContext() {
    const std::size_t arrow = rest_.text().find("=>");
    if (arrow == std::string_view::npos || rest_.text().substr(0, arrow).contains('=')) return;
    rest_.Skip(arrow + 2);
    rest_.SkipSpace();
  }

  static std::string_view Operator(Rest& rest) {
    std::size_t end = rest.text().starts_with("[]") ? 2 : 0;
    while (end < rest.text().size() && end < 6 &&
           std::string_view("+-*/<>=!~^&|%@?:").contains(rest.text()[end])) {
      ++end;
    }
    const char after = end < rest.text().size() ? rest.text()[end] : ' ';
    if (end == 0 || !(after == '(' || after == '[' || IsSpace(after))) return {};
    return rest.Take(end);
  }

  // One part of a name, also in quotes.
  std::string_view Part(Rest& rest) const {
    const char quote = rest.front();
    if (quote == '`') {
      const std::size_t end = rest.text().find(quote, 1);
      if (end == std::string_view::npos) return {};
      const std::string_view part = rest.text().substr(1, end - 1);
      rest.Skip(end + 1);
      return part;
    }
    if (!IsNameStart(quote)) return {};
    std::size_t end = 0;
    const std::string_view text = rest.text();
    while (end < text.size() && (IsNameChar(text[end]) || (rules_.typed && text[end] == '\''))) {
      ++end;
    }
    if (rules_.marks && end < text.size()) {
      const char next = end + 1 < text.size() ? text[end + 1] : ' ';
      const bool setter = text[end] == '=' && next == '(';
      if (setter || ((text[end] == '?' || text[end] == '!') && next != '=')) ++end;
    }
    return rest.Take(end);
  }

  // How many bytes stand between this part of a name and the next; 0: there is none.
  std::size_t Join(const Rest& rest) const {
    const auto goes_on = [&](std::size_t at) {
      return at < rest.text().size() && (IsNameStart(rest.text()[at]) || rest.text()[at] == '`');
    };
    if (rest.front() == '.' || rest.front() == '\\') return goes_on(1) ? 1 : 0;
    if (rest.front() == '?' && rest.second() == '.') return goes_on(2) ? 2 : 0;
    if (rest.front() == ':' && rest.second() == ':') return goes_on(2) ? 2 : 0;
    return rules_.colons && rest.front() == ':' && goes_on(1) ? 1 : 0;
  }

  Path ReadPath(Rest& rest) const {
    const std::string_view text = rest.text();
    Path path;
    std::size_t begin = 0;  // of the container
    std::size_t end = 0;
    while (true) {
      const std::size_t before_part = text.size() - rest.text().size();
      const std::string_view part = Part(rest);
      if (part.empty()) break;
      if (!path.name.empty()) path.container = text.substr(begin, end - begin);
      if (path.name == "self") {
        begin = before_part;
        path.container = {};
      }
      path.name = part;
      end = text.size() - rest.text().size();
      Rest after = rest;
      if (after.front() == '<') after.SkipBracket();  // fun List<T>.name
      const std::size_t join = Join(after);
      if (join == 0) break;
      after.Skip(join);
      rest = after;
    }
    return path;
  }

  // What `= …` makes of a name.
  const LooseWord* Value() const {
    if (rules_.values.empty()) return nullptr;
    Rest after = rest_;
    after.SkipSpace();
    if (after.front() == '<' && after.second() == '-')
      after.Skip(1);
    else if (after.front() != '=')
      return nullptr;
    after.Skip(1);
    for (int i = 0; i < 3; ++i) {
      after.SkipSpace();
      const std::string_view word = after.Word();
      if (word.empty()) return nullptr;
      if (const LooseWord* value = Find(rules_.values, word)) return value;
      if (!ListsWord(rules_.modifiers, word)) return nullptr;
    }
    return nullptr;
  }

  bool Imports() const { return !rules_.imports.empty() && rest_.text().contains(rules_.imports); }

  std::optional<LooseDefinition> WithoutWord(std::string_view whole) {
    std::optional<LooseDefinition> found;
    if (rules_.typed) found = Typed(whole);
    if (!found && !rules_.values.empty()) found = Assigned();
    if (!found && rules_.members && !place_.in_function) found = Member();
    if (found) Finish(*found);
    return found;
  }

  // name :: Type, (<>) :: Type, one, two :: Type. Also behind `{` and `,` of a record.
  std::optional<LooseDefinition> Typed(std::string_view line) const {
    if (place_.in_function || (place_.indented && !place_.in_type)) return std::nullopt;
    Rest rest(line);
    if (place_.in_type && (rest.front() == '{' || rest.front() == ',')) {
      rest.Skip(1);
      rest.SkipSpace();
    }
    LooseDefinition found;
    if (rest.front() == '(') {
      const std::size_t end = rest.text().find(')');
      if (end == std::string_view::npos || end == 1) return std::nullopt;
      found.name = rest.text().substr(1, end - 1);
      rest.Skip(end + 1);
    } else {
      found.name = Part(rest);
    }
    rest.SkipSpace();
    while (rest.front() == ',') {
      rest.Skip(1);
      rest.SkipSpace();
      if (Part(rest).empty()) return std::nullopt;
      rest.SkipSpace();
    }
    if (found.name.empty() || !rest.text().starts_with("::")) return std::nullopt;
    if (place_.in_record) found.kind = SymbolKind::kField;
    return found;
  }

  std::optional<LooseDefinition> Assigned() {
    const Path path = ReadPath(rest_);
    if (path.name.empty()) return std::nullopt;
    const LooseWord* value = Value();
    if (value == nullptr) return std::nullopt;
    LooseDefinition found;
    found.kind = value->kind;
    found.name = path.name;
    found.container = path.container;
    return found;
  }

  // Type Name<T>(…), Name(…) of a constructor, Type Name { get; }, Type name = …;
  std::optional<LooseDefinition> Member() {
    static constexpr std::string_view kStatements =
        " assert await break case catch checked continue default do else export finally fixed for "
        "foreach "
        "goto if import in is lock new package part print return set switch throw try typeof using "
        "var when while yield ";
    int types = 0;
    bool marked = modifiers_ > 0;
    while (true) {
      if (types == 0 && rest_.front() == '(' && rest_.SkipBracket()) {  // a tuple
        rest_.SkipSpace();
        ++types;
      }
      const Path path = ReadPath(rest_);
      if (path.name.empty() || ListsWord(kStatements, path.name)) return std::nullopt;
      if (path.name == "get" || path.name == "set") marked = true;
      const bool spaced = SkipTypeEnd();
      LooseDefinition found;
      found.name = path.name;
      found.container = path.container;
      if (path.name == "operator" && types > 0) {
        if (const std::string_view name = Operator(rest_); !name.empty()) {
          found.name = name;
          return found;
        }
      }
      if (rest_.front() == '(') {
        const bool made =
            !place_.type.empty() && (path.name == place_.type || path.container == place_.type);
        if (types == 0 && !made) return std::nullopt;
        if (made) found.kind = SymbolKind::kConstructor;
        if (place_.in_type || types > 0) return found;
        return std::nullopt;
      }
      if (IsNameStart(rest_.front()) && spaced) {
        ++types;
        continue;
      }
      const bool value = rest_.front() == '=' && rest_.second() != '>';
      if (types == 0 || !marked || !place_.in_type) return std::nullopt;
      if (!rest_.empty() && !std::string_view("{=;").contains(rest_.front())) return std::nullopt;
      found.kind = value || rest_.front() == ';' ? SymbolKind::kField : SymbolKind::kProperty;
      return found;
    }
  }

  // Behind `<T>`, `[]`, `?` and `*`. Whether there was space.
  bool SkipTypeEnd() {
    bool spaced = rest_.SkipSpace();
    while (std::string_view("<[?*").contains(rest_.front()) && !rest_.empty()) {
      if (rest_.front() == '<' || rest_.front() == '[') {
        if (!rest_.SkipBracket()) return false;
      } else {
        rest_.Skip(1);
      }
      spaced = rest_.SkipSpace() || spaced;
    }
    return spaced;
  }

  void Finish(LooseDefinition& found) const {
    if (found.kind == SymbolKind::kFunction && place_.in_type) found.kind = SymbolKind::kMethod;
    if (word_ != nullptr) {
      found.visibility = word_->visibility;
      found.goes_on = word_->goes_on;
    }
    if (visibility_ != Visibility::kPublic) found.visibility = visibility_;
    if (!rules_.shown.empty() && !shown_) found.visibility = Visibility::kPrivate;
  }

  Rest rest_;
  const LooseRules& rules_;
  const LoosePlace& place_;
  const LooseWord* word_ = nullptr;
  std::string_view itself_;  // the last word as it is written
  int modifiers_ = 0;
  bool shown_ = false;
  Visibility visibility_ = Visibility::kPublic;
};

}  // namespace

bool ListsWord(std::string_view words, std::string_view word) {
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = words.find(' ', at);
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

std::optional<LooseDefinition> DefinitionIn(std::string_view line, const LooseRules& rules,
                                            const LoosePlace& place) {
  return LineReader(line, rules, place).Read();
}

bool IsLooseType(SymbolKind kind) {
  return kind >= SymbolKind::kClass && kind <= SymbolKind::kEnum;
}

bool IsLooseFunction(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod ||
         kind == SymbolKind::kConstructor;
}

}  // namespace satchel::code
