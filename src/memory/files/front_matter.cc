#include "memory/files/front_matter.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "memory/files/yaml_flow.h"
#include "memory/files/yaml_scalar.h"
#include "text/utf8.h"

// Front matter is read line by line: a line without indent begins a field, and the field takes the
// lines below it that belong to its value. Every line is then part of one field, or blank, or a
// comment, or a fault; a change of one field can leave all other bytes alone.
namespace satchel::memory {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kFence = "---";
constexpr std::size_t kMostFaults = 20;
constexpr std::size_t kShown = 60;

struct Line {
  std::size_t begin = 0;
  std::size_t text = 0;  // behind the indent
  std::size_t end = 0;   // before the line's end
  std::size_t next = 0;

  std::size_t indent() const { return text - begin; }
};

Line LineAt(std::string_view file, std::size_t begin) {
  Line line{.begin = begin, .text = begin};
  const std::size_t end = std::min(file.find('\n', begin), file.size());
  line.next = std::min(end + 1, file.size());
  line.end = end > begin && end < file.size() && file[end - 1] == '\r' ? end - 1 : end;
  while (line.text < line.end && IsBlank(file[line.text])) ++line.text;
  return line;
}

bool IsFence(std::string_view file, const Line& line) {
  std::string_view text = file.substr(line.begin, line.end - line.begin);
  if (!text.starts_with(kFence)) return false;
  text.remove_prefix(kFence.size());
  return TrimBlanks(text).empty();
}

bool IsWordOfKey(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return IsAlnum(c) || c == '_' || c == '-' || c == '.';
  });
}

struct Key {
  std::string name;
  std::size_t value = 0;  // where it begins, behind blanks
};

class Reader {
 public:
  Reader(std::string_view file, FrontMatter& out) : file_(file.substr(0, out.end)), out_(out) {
    for (std::size_t at = out.begin; at < out.end;) {
      lines_.push_back(LineAt(file_, at));
      at = lines_.back().next;
    }
  }

  Status Read() {
    while (at_ < lines_.size()) {
      const Line& line = lines_[at_];
      if (IsEmpty(line)) {
        ++at_;
      } else if (line.indent() > 0 || IsItem(line) || !ReadField()) {
        Fault(at_, "belongs to no field");
        ++at_;
      }
      if (out_.fields.size() > kMostFields) {
        return Fail(Errc::kInvalidInput,
                    fmt::format("the front matter has more than {} fields", kMostFields));
      }
    }
    ReportRepeated();
    if (left_out_ > 0) out_.faults.push_back(fmt::format("and {} more faults", left_out_));
    return {};
  }

 private:
  void Fault(std::size_t line, std::string_view text) {
    if (out_.faults.size() == kMostFaults) {
      ++left_out_;
    } else {
      out_.faults.push_back(fmt::format("line {}: {}", line + 2, text));  // the fence is line 1
    }
  }

  void ReportRepeated() {
    std::vector<std::pair<std::string_view, std::size_t>> names;
    for (const Field& field : out_.fields) names.emplace_back(field.name, field.begin);
    std::ranges::sort(names);
    for (std::size_t i = 1; i < names.size(); ++i) {
      if (names[i].first != names[i - 1].first) continue;
      const auto line = std::ranges::lower_bound(lines_, names[i].second, {}, &Line::begin);
      Fault(static_cast<std::size_t>(line - lines_.begin()),
            fmt::format("'{}' was there before; the last one counts",
                        text::Ellipsize(names[i].first, kShown)));
    }
  }

  bool IsEmpty(const Line& line) const { return line.text == line.end || file_[line.text] == '#'; }
  bool IsItem(const Line& line) const {
    return line.text < line.end && file_[line.text] == '-' &&
           (line.text + 1 == line.end || IsBlank(file_[line.text + 1]));
  }
  std::size_t SkipBlanks(std::size_t at, std::size_t end) const {
    while (at < end && IsBlank(file_[at])) ++at;
    return at;
  }
  // Whether a value at `at` is missing: the line ends there, or a comment begins.
  bool IsNothing(std::size_t at, std::size_t end) const {
    return at >= end || (file_[at] == '#' && IsBlank(file_[at - 1]));
  }

  // `name: value` or `name:`; also `name:value` when the name is a plain word, as engram reads it.
  std::optional<Key> ReadKey(std::size_t begin, std::size_t end) const {
    if (begin >= end) return std::nullopt;
    const std::string_view text = file_.substr(begin, end - begin);
    if (text.front() == '"' || text.front() == '\'') {
      auto quoted = ReadQuoted(text, 0);
      if (!quoted) return std::nullopt;
      const std::size_t colon = SkipBlanks(begin + quoted->end, end);
      if (colon >= end || file_[colon] != ':') return std::nullopt;
      return Key{.name = std::move(quoted->text), .value = SkipBlanks(colon + 1, end)};
    }
    if (std::string_view("[]{},#&*!|>%@`").find(text.front()) != std::string_view::npos) {
      return std::nullopt;
    }
    std::size_t colon = text.find(':');
    const std::size_t first = colon;
    while (colon < text.size() && colon + 1 < text.size() && !IsBlank(text[colon + 1])) {
      colon = text.find(':', colon + 1);
    }
    if (colon == std::string_view::npos) {
      if (first == std::string_view::npos || !IsWordOfKey(text.substr(0, first))) {
        return std::nullopt;
      }
      colon = first;
    }
    const std::string_view name = TrimBlanks(text.substr(0, colon));
    if (name.empty() || CommentAt(name) != name.size()) return std::nullopt;
    return Key{.name = std::string(name), .value = SkipBlanks(begin + colon + 1, end)};
  }

  // The next line that is neither blank nor a comment.
  std::size_t NextUsed(std::size_t line) const {
    while (line < lines_.size() && IsEmpty(lines_[line])) ++line;
    return line;
  }

  bool ReadField() {
    const Line& line = lines_[at_];
    auto key = ReadKey(line.text, line.end);
    if (!key) return false;
    Field field{.name = std::move(key->name), .begin = line.begin};
    const std::size_t first = at_;
    if (IsNothing(key->value, line.end)) {
      ReadBelow(field, key->value);
    } else {
      ReadValue(field, key->value);
    }
    field.end = lines_[at_ - 1].next;
    if (at_ != first + 1) field.comment = 0;
    out_.fields.push_back(std::move(field));
    return true;
  }

  // A field with nothing behind its name.
  void ReadBelow(Field& field, std::size_t value) {
    const Line& line = lines_[at_];
    const std::size_t next = NextUsed(at_ + 1);
    const bool below = next < lines_.size() && (lines_[next].indent() > 0 || IsItem(lines_[next]));
    if (!below) {
      field.values.emplace_back();
      if (value < line.end) {
        while (IsBlank(file_[value - 1])) --value;
        field.comment = value;
      }
      ++at_;
      return;
    }
    at_ = next;
    if (IsItem(lines_[at_])) {
      field.is_list = true;
      return ReadItems(field, lines_[at_].indent());
    }
    if (ReadKey(lines_[at_].text, lines_[at_].end)) return ReadPairs(field.nested, 0);
    ReadValue(field, lines_[at_].text);
  }

  // A value that begins in this line, at `value`.
  void ReadValue(Field& field, std::size_t value) {
    const std::size_t line = at_;
    if (file_[value] == '[') {
      auto list = ReadFlowList(file_, value);
      if (!EndFlow(list ? list->end : 0, field) || !list) return;
      field.is_list = true;
      field.values = std::move(list->values);
      field.items = std::move(list->items);
      if (list->bad_escape) FaultOfEscape(line);
    } else if (file_[value] == '{') {
      auto map = ReadFlowMap(file_, value);
      if (!EndFlow(map ? map->end : 0, field) || !map) return;
      field.nested = std::move(map->pairs);
      if (map->bad_escape) FaultOfEscape(line);
    } else {
      auto text = ReadScalar(value, 0, &field.comment);
      if (text) field.values.push_back(*std::move(text));
    }
  }

  // Goes behind the line in which brackets end; 0: they do not.
  bool EndFlow(std::size_t end, Field& field) {
    const std::size_t first = at_;
    if (end != 0) {
      while (lines_[at_].next <= end && at_ + 1 < lines_.size()) ++at_;
      const Line& last = lines_[at_];
      const std::size_t comment = CommentAt(file_.substr(0, last.end), end);
      if (TrimBlanks(file_.substr(end, comment - end)).empty()) {
        if (comment < last.end) field.comment = comment;
        ++at_;
        return true;
      }
    }
    at_ = first + 1;
    Fault(first, "brackets that do not end well");
    return false;
  }

  void FaultOfEscape(std::size_t line) { Fault(line, "an escape that is none, kept as it is"); }

  // A scalar at `value` in this line, with the lines that continue it: those indented deeper than
  // `indent`. Goes behind them. Nothing: it was a fault.
  std::optional<std::string> ReadScalar(std::size_t value, std::size_t indent,
                                        std::size_t* comment = nullptr) {
    const std::size_t first = at_;
    const Line& line = lines_[at_++];
    const std::string_view rest = file_.substr(value, line.end - value);
    switch (rest.front()) {
      case '"':
      case '\'':
        return ReadQuotedValue(rest, first, value, comment);
      case '[':
      case '{': {
        const auto end = SkipFlow(rest, 0);
        if (end && TrimBlanks(rest.substr(*end, CommentAt(rest, *end) - *end)).empty()) {
          return std::string(rest.substr(0, *end));
        }
        Fault(first, "brackets that do not end well");
        return std::nullopt;
      }
      case '|':
      case '>':
        return ReadBlock(rest, first, indent);
      case '&':
      case '*':
      case '!':
      case '%':
      case '@':
      case '`':
        Fault(first, fmt::format("'{}' cannot begin a value; put it in quotes", rest.front()));
        return std::nullopt;
      default:
        break;
    }
    const std::size_t end = CommentAt(rest, 1);
    if (end < rest.size()) {
      if (comment != nullptr) *comment = value + end;
      return PlainText(rest.substr(0, end));
    }
    std::string text = PlainText(TrimBlanks(rest));
    while (at_ < lines_.size() && Continues(lines_[at_], indent)) {
      const Line& more = lines_[at_++];
      text += ' ';
      text += TrimBlanks(file_.substr(more.text, more.end - more.text));
    }
    return text;
  }

  bool Continues(const Line& line, std::size_t indent) const {
    return !IsEmpty(line) && line.indent() > indent && !ReadKey(line.text, line.end);
  }

  std::optional<std::string> ReadQuotedValue(std::string_view rest, std::size_t line,
                                             std::size_t value, std::size_t* comment) {
    auto quoted = ReadQuoted(rest, 0);
    if (!quoted) {
      Fault(line, "a text in quotes that does not end in its line");
      return std::nullopt;
    }
    const std::size_t at = CommentAt(rest, quoted->end);
    if (!TrimBlanks(rest.substr(quoted->end, at - quoted->end)).empty()) {
      Fault(line, "there is text after the closing quote");
      return std::nullopt;
    }
    if (at < rest.size() && comment != nullptr) *comment = value + at;
    if (quoted->bad_escape) FaultOfEscape(line);
    return std::move(quoted->text);
  }

  // `|` keeps line ends and `>` makes blanks of them; what is at the end goes.
  std::optional<std::string> ReadBlock(std::string_view head, std::size_t line,
                                       std::size_t indent) {
    const std::string_view marks = TrimBlanks(head.substr(1, CommentAt(head, 1) - 1));
    const bool folds = head.front() == '>';
    const std::size_t digit = marks.find_first_of("123456789");
    std::size_t column = 0;
    if (digit != std::string_view::npos) {
      column = indent + static_cast<std::size_t>(marks[digit] - '0');
    }
    std::string text;
    std::size_t blank_lines = 0;
    for (std::size_t i = at_; i < lines_.size(); ++i) {
      const Line& more = lines_[i];
      if (more.text == more.end) {
        ++blank_lines;
        continue;
      }
      if (more.indent() <= indent) break;
      at_ = i + 1;
      if (column == 0) column = more.indent();
      if (!text.empty()) {
        text += folds && blank_lines == 0 ? " " : "\n";
        text.append(folds && blank_lines > 0 ? blank_lines - 1 : blank_lines, '\n');
      }
      blank_lines = 0;
      const std::size_t begin = more.begin + std::min(column, more.indent());
      text += file_.substr(begin, more.end - begin);
    }
    if (marks.find_first_not_of("+-123456789") != std::string_view::npos) {
      Fault(line, fmt::format("there is text after the '{}'", head.front()));
      return std::nullopt;
    }
    return text;
  }

  // Lines `- item` of one indent.
  void ReadItems(Field& field, std::size_t indent) {
    for (std::size_t i = at_; (i = NextUsed(i)) < lines_.size(); i = at_) {
      const Line& line = lines_[i];
      if (line.indent() < indent || (line.indent() == indent && !IsItem(line))) return;
      at_ = i;
      if (line.indent() > indent) {
        SkipDeeper(indent + 1);
      } else {
        ReadItem(field, indent);
      }
    }
  }

  void ReadItem(Field& field, std::size_t indent) {
    const Line& line = lines_[at_];
    const std::size_t value = SkipBlanks(line.text + 1, line.end);
    if (IsNothing(value, line.end)) {
      const std::size_t next = NextUsed(++at_);
      if (next < lines_.size() && lines_[next].indent() > indent &&
          ReadKey(lines_[next].text, lines_[next].end)) {
        at_ = next;
        ReadPairs(field.items.emplace_back(), indent);
      }
    } else if (file_[value] == '{') {
      auto map = ReadFlowMap(file_.substr(0, line.end), value);
      Field place;
      if (!EndFlow(map ? map->end : 0, place) || !map) return;
      field.items.push_back(std::move(map->pairs));
    } else if (const auto key = ReadKey(value, line.end)) {
      ReadPairs(field.items.emplace_back(), indent, value - line.begin);
    } else if (auto text = ReadScalar(value, indent)) {
      field.values.push_back(*std::move(text));
    }
  }

  // Lines `key: value` of one indent, which is deeper than `outer`. The first is this line;
  // `column` tells where it begins when that is behind a hyphen.
  void ReadPairs(std::vector<std::pair<std::string, std::string>>& pairs, std::size_t outer,
                 std::size_t column = 0) {
    std::size_t indent = column > 0 ? column : lines_[at_].indent();
    bool first = column > 0;
    bool second = false;
    for (std::size_t i = at_; (i = NextUsed(i)) < lines_.size(); i = at_) {
      const Line& line = lines_[i];
      if (!first && line.indent() <= outer) return;
      if (second) indent = line.indent();  // below a hyphen people do not count blanks
      second = first;
      const std::size_t begin = first ? line.begin + column : line.text;
      if (!first && line.indent() < indent) return;
      at_ = i;
      if (!first && line.indent() > indent) {
        SkipDeeper(indent + 1);
        continue;
      }
      auto key = ReadKey(begin, line.end);
      if (!key) {
        Fault(at_++, "neither a name with a value nor an item");
        continue;
      }
      first = false;
      std::string text;
      if (IsNothing(key->value, line.end)) {
        ++at_;
      } else if (auto read = ReadScalar(key->value, indent)) {
        text = *std::move(read);
      } else {
        continue;
      }
      pairs.emplace_back(std::move(key->name), std::move(text));
    }
  }

  // Lines of at least that indent: they belong to the field and say nothing.
  void SkipDeeper(std::size_t indent) {
    Fault(at_, "nested deeper than is read");
    for (std::size_t i = at_; (i = NextUsed(i)) < lines_.size(); ++i) {
      if (lines_[i].indent() < indent) return;
      at_ = i + 1;
    }
  }

  std::string_view file_;
  FrontMatter& out_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;  // the line to read next
  std::size_t left_out_ = 0;
};

}  // namespace

const Field* FrontMatter::Find(std::string_view name) const {
  for (std::size_t i = fields.size(); i-- > 0;) {
    if (fields[i].name == name) return &fields[i];
  }
  return nullptr;
}

Result<FrontMatter> ReadFrontMatter(std::string_view file) {
  FrontMatter front;
  const Line opening = LineAt(file, file.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  if (!IsFence(file, opening) || opening.next == opening.end) {
    return Fail(
        Errc::kInvalidInput, "there is no front matter",
        "a memory begins with a line of ---, fields such as `category: fact`, and --- again");
  }
  front.begin = opening.next;
  bool closed = false;
  for (std::size_t at = front.begin; at < file.size() && !closed;) {
    const Line line = LineAt(file, at);
    if (IsFence(file, line)) {
      closed = true;
      front.end = line.begin;
      front.body = line.next;
    } else if (line.next - front.begin > kMostFrontMatter) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("the front matter has more than {} bytes", kMostFrontMatter));
    }
    at = line.next;
  }
  if (!closed) {
    return Fail(Errc::kInvalidInput, "the front matter has no end",
                "a line of --- stands between the fields and the text");
  }
  if (!text::IsValidUtf8(file)) return Fail(Errc::kInvalidInput, "the file is not UTF-8");
  SATCHEL_TRY(Reader(file, front).Read());
  return front;
}

std::string BodyText(std::string_view body) {
  std::string text;
  text.reserve(body.size());
  for (const char c : body) {
    if (c == '\n') {
      while (text.ends_with('\r')) text.pop_back();
    }
    text += c;
  }
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  text.erase(last == std::string::npos ? 0 : last + 1);
  const std::size_t used = text.find_first_not_of(" \t\r\n");
  if (used == std::string::npos) return {};
  const std::size_t line = text.rfind('\n', used);
  if (line != std::string::npos && line < used) text.erase(0, line + 1);
  return text;
}

}  // namespace satchel::memory
