// People, tools and languages give a name its value in more ways than an assignment has: in a
// table, in a sentence, as two fields called "name" and "value", as the default of a setting that
// is declared over several lines, or as an argument. What is alike in all of them is the order: the
// name, a few words that mean nothing, the value. This reads on from the name and offers what may
// be a value; the caller judges by how random it looks and by how surely the name leads there. The
// search is one class of many short steps, which is why this file is long.

#include "text/nearby_value.h"

#include <algorithm>
#include <span>
#include <string>

#include "text/chosen_password.h"
#include "text/secret_value.h"

namespace satchel::text {
namespace {

using Link = NearbyValue::Link;

constexpr std::size_t kMaxReach = 200;
constexpr std::size_t kMaxLines = 5;
constexpr std::size_t kMaxOtherWords = 7;
constexpr std::size_t kMaxWordsToSign = 5;
constexpr std::size_t kMinValue = 6;
constexpr std::size_t kMaxQuoted = 160;
constexpr std::size_t kMaxTag = 80;
constexpr std::size_t kMaxLead = 40;

constexpr std::string_view kMarker = "[redacted:";

// Words that say that the value follows.
constexpr auto kLinks = std::to_array<std::string_view>(
    {"always", "are", "as", "be",   "enter",  "er",  "es", "est",   "este", "from",
     "is",     "ist", "je", "jest", "lautet", "now", "or", "still", "to",   "was"});
// Calls that give a name its value if nothing else does: `var("NAME").unwrap_or("v")`.
constexpr auto kFallbacks = std::to_array<std::string_view>(
    {"fallback", "getorelse", "or_else", "orelse", "unwrap_or", "unwrap_or_else"});
// Names of fields that hold the value of what was named before.
constexpr auto kSlots = std::to_array<std::string_view>(
    {"body", "content", "data", "default", "initialvalue", "secretstring", "string", "stringvalue",
     "string_value", "text", "val", "value", "valuestring"});
// Fields that may stand between the name and its value.
constexpr auto kFields = std::to_array<std::string_view>(
    {"description", "hidden", "key", "name", "noecho", "nullable", "required", "sensitive",
     "serializeas", "translatable", "type"});

struct Mark {
  std::string_view bytes;
  std::string_view close = {};  // of a quote
};

// Characters beyond ASCII that are signs. Others are letters.
constexpr auto kMarks = std::to_array<Mark>({
    {"\xe2\x80\x9c", "\xe2\x80\x9d"},  // curly quotes
    {"\xe2\x80\x98", "\xe2\x80\x99"},
    {"\xe2\x80\x9e", "\xe2\x80\x9c"},  // low quotes
    {"\xe2\x80\x9a", "\xe2\x80\x98"},
    {"\xc2\xab", "\xc2\xbb"},  // guillemets
    {"\xc2\xbb", "\xc2\xab"},
    {"\xe2\x80\xb9", "\xe2\x80\xba"},
    {"\xe3\x80\x8c", "\xe3\x80\x8d"},  // corner brackets
    {"\xe3\x80\x8e", "\xe3\x80\x8f"},
    {"\xe3\x80\x90", "\xe3\x80\x91"},
    {"\xef\xbc\x9a"},  // full-width colon, equals sign and brackets
    {"\xef\xbc\x9d"},
    {"\xef\xbc\x88"},
    {"\xe2\x86\x92"},  // arrows and dashes
    {"\xe2\x87\x92"},
    {"\xe2\x80\x93"},
    {"\xe2\x80\x94"},
});

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

bool Contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

class Search {
 public:
  Search(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.substr(0, std::min(text.size(), end + kMaxReach))),
        at_(end),
        alone_(IsFirstOfLine(text, begin)),
        argument_(text.substr(begin).starts_with('-') || IsArgument(text.substr(0, begin))) {
    if (Peek() == '\\') ++at_;
    if (IsQuote(Peek())) {  // it closes the name
      ++at_;
    } else {
      std::size_t blanks = 0;
      while (blanks < 8 && IsBlank(Peek(blanks))) ++blanks;
      quote_at_ = blanks > 0 && IsQuote(Peek(blanks)) ? at_ + blanks + 1 : 0;
    }
    call_ = Peek() == '(';
  }

  // Whether a name is the first word of its line, or the second after one such as "set".
  static bool IsFirstOfLine(std::string_view text, std::size_t begin) {
    std::size_t words = 0;
    for (std::size_t at = begin; at > 0 && begin - at < kMaxLead; --at) {
      const char c = text[at - 1];
      if (c == '\n') return true;
      if (IsBlank(c)) continue;
      if (!IsAlnum(c) && !std::string_view("_-#/;*.").contains(c)) return false;
      if (IsBlank(text[at]) || at == begin) ++words;
      if (words > 1) return false;
    }
    return begin < kMaxLead;
  }

  // `-NAME v`, `set NAME v` and `set -x NAME v`.
  static bool IsArgument(std::string_view before) {
    before = before.substr(0, before.find_last_not_of(' ') + 1);
    return before.ends_with("set") || before.ends_with(" -x") || before.ends_with(" -gx");
  }

  NearbyValues Run() {
    while (at_ < text_.size() && found_.size < NearbyValues::kMost && Step()) {
    }
    return found_;
  }

 private:
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // False where the search ends.
  bool Step() {
    const char c = text_[at_];
    if (IsBlank(c) || c == '\r') return Skip(1);
    if (c == '\n') return OnLineEnd();
    if (!IsAscii(c)) return OnMark();
    if (IsQuote(c)) return OnQuote({&c, 1}, {&c, 1});
    if (c == '\\' && IsQuote(Peek(1))) return OnQuote(text_.substr(at_, 2), text_.substr(at_, 2));
    if (IsAlnum(c)) return OnWord();
    return OnSign(c);
  }

  // What follows is the value.
  void OpenValue() {
    sign_ = true;
    direct_ = true;
  }

  bool Skip(std::size_t size) {
    at_ += size;
    return true;
  }

  // After `"NAME",` and the end of a line only a field may lead to the value: what else follows is
  // the next item of a list.
  bool OnLineEnd() {
    if (comma_) field_only_ = true;
    const bool open = sign_ || fields_ || words_ == 0;
    if (!open || ++lines_ > kMaxLines) return false;
    new_line_ = true;
    return Skip(1);
  }

  bool OnSign(char c) {
    switch (c) {
      case ';':
        return in_braces_ && Skip(1);
      case ',':
        if (words_ > 0) return false;
        sign_ = false;
        comma_ = true;
        break;
      case '<':
        return OnTag();
      case '{':
        if (text_[at_ - 1] == '}') OpenValue();  // `{\\NAME}{v}`
        in_braces_ = true;
        break;
      case '}':
        in_braces_ = false;
        break;
      case '(':
      case '[':
        // The value is hidden already; what follows belongs to something else.
        if (text_.substr(at_).starts_with(kMarker)) return false;
        bracket_ = true;
        break;
      case '|':
        // A table, or the "or" of languages; not of patterns: `a|b`.
        if (!IsBlank(text_[at_ - 1]) && !IsBlank(Peek(1)) && text_[at_ - 1] != '|' &&
            Peek(1) != '|') {
          return false;
        }
        [[fallthrough]];
      case ':':
      case '=':
      case '>':
        sign_ = true;
        said_ = false;
        direct_ = true;
        break;
      case '-':
        if (Peek(1) == '-' || IsAlpha(Peek(1))) return OnFlag();
        // "->", a list item or a dash between words.
        if (Peek(1) == '>' || IsBlank(Peek(1))) sign_ = true;
        break;
      default:
        // Signs a password may begin with.
        if (std::string_view("!#@+$%^~?").contains(c) && IsAlnum(Peek(1))) return OnWord();
        break;
    }
    return Skip(1);
  }

  // `<string>`, `</key>` and `<![CDATA[` lead to what they hold; those of C++ to nothing.
  bool OnTag() {
    constexpr std::string_view kData = "<![CDATA[";
    const char next = Peek(1);
    if (next == '-') {  // `name <- v`
      sign_ = true;
      return Skip(2);
    }
    if (next != '!' && next != '/' && (!IsAlpha(next) || IsAlnum(text_[at_ - 1]))) return false;
    sign_ = true;
    if (text_.substr(at_).starts_with(kData)) return Skip(kData.size());
    const std::size_t end = text_.substr(0, std::min(text_.size(), at_ + kMaxTag)).find('>', at_);
    const std::string_view tag = text_.substr(at_, end == text_.npos ? 0 : end - at_);
    if (tag.empty() || tag.contains('\n') || ++tags_ > 3) return false;
    slot_ = true;
    new_line_ = false;
    return Skip(tag.size() + 1);
  }

  // The flags that follow belong to something else, but for `--body v` and its kin.
  bool OnFlag() {
    while (Peek() == '-') ++at_;
    const std::size_t begin = at_;
    while (IsAlpha(Peek()) || Peek() == '-') ++at_;
    return IsField(text_.substr(begin, at_ - begin)) && slot_;
  }

  bool OnMark() {
    const std::string_view rest = text_.substr(at_);
    for (const Mark& mark : kMarks) {
      if (!rest.starts_with(mark.bytes)) continue;
      if (!mark.close.empty()) return OnQuote(mark.bytes, mark.close);
      OpenValue();
      return Skip(mark.bytes.size());
    }
    // Words of other scripts stand between a name and its value like any others.
    OpenValue();
    Skip(1);
    // The end of a short word such as the Swedish "is", whose first letter is none of ASCII.
    if (IsLower(Peek()) && IsBlank(Peek(1))) Skip(1);
    return true;
  }

  bool OnQuote(std::string_view open, std::string_view close) {
    const std::size_t begin = at_ + open.size();
    const std::string_view inside = text_.substr(begin, kMaxQuoted);
    const std::size_t end = inside.find(close);
    if (end == inside.npos || inside.substr(0, end).contains('\n')) {
      at_ = begin;
      return true;
    }
    const std::string_view content = inside.substr(0, end);
    at_ = begin + end + close.size();
    if (content.starts_with(kMarker)) return false;
    if (IsField(content)) return true;
    if (content.size() >= kMinValue && content.find_first_of(" ()[]{};,<>|\\") == content.npos) {
      Offer(begin, begin + content.size(), true);
    } else if (!content.empty()) {
      PassWord();
    }
    return words_ <= kMaxOtherWords;
  }

  bool OnWord() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsAscii(text_[at_]) &&
           static_cast<unsigned char>(text_[at_]) > ' ' && !IsQuote(text_[at_]) &&
           !std::string_view(",;|<>()[]{}\\").contains(text_[at_])) {
      ++at_;
    }
    std::size_t end = at_;
    while (end > begin + 1 && std::string_view(".:=?").contains(text_[end - 1])) --end;
    std::string_view word = text_.substr(begin, end - begin);
    const bool signed_word = end < at_ && text_[end] != '.' && text_[end] != '?';
    // `Default=v` and `value:v` are two words.
    const std::size_t sign = word.find_first_of("=:");
    if (sign != word.npos && sign > 0 && sign < 24 && IsField(word.substr(0, sign))) {
      at_ = begin + sign;
      return true;
    }
    if (IsField(word)) {
      sign_ = signed_word;
      return true;
    }
    if (Contains(kFallbacks, AsciiLower(word))) {
      OpenValue();
      return true;
    }
    if (word == "true" || word == "false" || word == "null") return true;  // of a field
    if (Contains(kLinks, AsciiLower(word))) {
      sign_ = true;
      said_ = true;
      direct_ = true;
      return true;
    }
    // A line that begins with a word of its own belongs to something else.
    const bool begins_line = new_line_;
    OfferWord(begin, end, signed_word);
    return words_ <= kMaxOtherWords && !(begins_line && new_line_);
  }

  // A word that may be a value, also what follows the user in `user/v` and `user:v`.
  void OfferWord(std::size_t begin, std::size_t end, bool signed_word) {
    const std::string_view word = text_.substr(begin, end - begin);
    const bool code = call_ || Peek() == '(' || Peek() == '[' || Peek() == '{';
    const std::size_t divider = word.find_first_of("/:");
    const std::size_t user = divider != word.npos && divider > 0 && divider < 24 ? divider + 1 : 0;
    if (!code && word.size() >= user + kMinValue &&
        (std::ranges::any_of(word, IsDigit) || LooksScrambled(word))) {
      const bool direct = direct_;
      const std::size_t words = words_;
      Offer(begin, end, false);
      if (user == 0 || found_.size == NearbyValues::kMost) return;
      direct_ = direct;
      words_ = words;
      Offer(begin + user, end, false);
    } else {
      const bool direct = direct_;
      PassWord();
      // `= String::from("v")` and `= N'v'` lead on to the value.
      sign_ = signed_word || (sign_ && (code || IsQuote(Peek())));
      said_ = false;
      direct_ = signed_word || (direct && code);
    }
  }

  void PassWord() {
    slot_ = false;
    direct_ = false;
    ++words_;
  }

  bool IsField(std::string_view word) {
    const std::string lower = AsciiLower(word);
    const bool slot = Contains(kSlots, lower);
    if (!slot && !Contains(kFields, lower)) return false;
    slot_ = slot;
    fields_ = true;
    comma_ = false;
    field_only_ = false;
    new_line_ = false;
    return true;
  }

  void Offer(std::size_t begin, std::size_t end, bool quoted) {
    comma_ = false;
    if (field_only_) return PassWord();
    const char next = Peek();
    const bool last = next == '\0' || next == '\n' || next == '\r' || (next == ';' && !quoted);
    const bool bracketed = bracket_ && (next == ')' || next == ']');
    // A word of code may begin the next line; a value is alone there.
    const bool alone = last && (new_line_ || (alone_ && lines_ == 0));
    const bool element = !quoted && words_ == 0 && next == '<' && text_[begin - 1] == '>';
    quoted = quoted || element;
    const bool in_code = lines_ > 0 && !quoted && !last;
    const bool ends = quoted || EndsClause();
    const bool beside = quote_at_ == begin;  // `NAME "v"`
    const bool only =
        words_ == 0 && lines_ == 0 && !quoted && (last || argument_ || next == ')');  // `NAME v`
    const bool direct = direct_ || beside;
    const bool said = said_ && direct_;
    Link link = Link::kSeen;
    const std::size_t words = words_;
    if (slot_) {
      link = Link::kSlot;
    } else if (words_ == 0 && !in_code && ((sign_ && (quoted || !said_)) || bracketed || alone)) {
      link = Link::kSign;
    } else if (beside || (sign_ && words_ <= kMaxWordsToSign && !in_code) || only) {
      link = Link::kWords;
    }
    new_line_ = false;
    PassWord();
    if (link == Link::kSeen && (!quoted || words > 0)) return;
    found_.values[found_.size++] = {.begin = begin,
                                    .end = end,
                                    .link = link,
                                    .quoted = quoted,
                                    .direct = direct,
                                    .said = said,
                                    .ends = ends};
  }

  // `v`, `v,` and `v. Then` end a clause; `v then` and `v.x` do not.
  bool EndsClause() const {
    std::size_t ahead = 0;
    while (ahead < 3 && std::string_view(".,;:!?)]}*_~\"'`").contains(Peek(ahead)) &&
           Peek(ahead) != '\0')
      ++ahead;
    const char next = Peek(ahead);
    const bool blank = next == '\0' || next == '\n' || next == '\r' || IsBlank(next);
    return !IsAscii(next) || (blank && (ahead > 0 || next == '\n' || next == '\r' || next == '\0'));
  }

  std::string_view text_;
  std::size_t at_;
  NearbyValues found_;
  std::size_t lines_ = 0;
  std::size_t words_ = 0;  // that are neither fields nor links
  std::size_t tags_ = 0;
  bool slot_ = false;    // what follows is the value of a field, or in a tag
  bool fields_ = false;  // a declaration over several lines
  bool sign_ = false;
  bool said_ = false;         // by a word
  bool direct_ = false;       // no other word since the sign or the word
  std::size_t quote_at_ = 0;  // where a quote after the name and blanks opens
  bool new_line_ = false;
  bool comma_ = false;  // and nothing after it yet
  bool field_only_ = false;
  bool in_braces_ = false;
  bool bracket_ = false;
  bool alone_ = false;  // the name is the first word of its line
  bool argument_ = false;
  bool call_ = false;  // of a function with that name
};

}  // namespace

bool NamesAField(std::string_view word) {
  const std::string lower = AsciiLower(word);
  return Contains(kSlots, lower) || Contains(kFields, lower);
}

NearbyValues FindNearbyValues(std::string_view text, std::size_t begin, std::size_t end) {
  return Search(text, begin, end).Run();
}

}  // namespace satchel::text
