// How an edit can be taken back without a record of it. What is put in stands directly behind the
// opening bracket and brings a line break, or one blank where a bracket pair with nothing but a
// line break was there. What we make around it is printed over several lines. So a pair of brackets
// that is left with nothing but a line break, after a piece that stood behind a line break is taken
// out, is one that we made; `{}` and a pair over two lines of somebody else never look like that.

#include "surfaces/agents/edit/json_splice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "surfaces/agents/edit/json_text.h"
#include "surfaces/agents/edit/own_command.h"

namespace satchel::agents {
namespace {

using Kind = JsonNode::Kind;
// Which child, from the root on.
using Place = std::vector<std::size_t>;

constexpr std::string_view kBlanks = " \t";

std::string BreakOf(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A line break and blanks, and nothing else.
bool IsNewLine(std::string_view text) {
  if (text.starts_with('\r')) text.remove_prefix(1);
  if (!text.starts_with('\n')) return false;
  return text.substr(1).find_first_not_of(kBlanks) == std::string_view::npos;
}

std::string_view Inside(std::string_view text, const JsonNode& container) {
  return text.substr(container.begin + 1, container.end - container.begin - 2);
}

// What a line begins with, if it is blank up to `at`; nothing: other text stands before it.
std::optional<std::string> IndentAt(std::string_view text, std::size_t at) {
  const auto line = text.substr(0, at).rfind('\n');
  if (line == std::string_view::npos) return std::nullopt;
  const auto before = text.substr(line + 1, at - line - 1);
  if (before.find_first_not_of(kBlanks) != std::string_view::npos) return std::nullopt;
  return std::string(before);
}

std::string IndentOfLine(std::string_view text, std::size_t at) {
  const auto line = text.substr(0, at).rfind('\n');
  const auto begin = line == std::string_view::npos ? 0 : line + 1;
  const auto end = std::min(text.find_first_not_of(kBlanks, begin), at);
  return std::string(text.substr(begin, end - begin));
}

std::string UnitOf(std::string_view text, const JsonNode& root) {
  if (root.children.empty()) return "  ";
  const auto indent = IndentAt(text, root.children.front().first);
  return indent && !indent->empty() ? *indent : "  ";
}

// Over several lines, the first of which is already indented.
std::string Printed(const Json& value, std::string_view line_break, std::string_view indent,
                    std::string_view unit) {
  // In JSON a tab or a line break inside a string is written out: these are of the form alone.
  const std::string form = value.dump(1, '\t', false, Json::error_handler_t::replace);
  std::string text;
  bool at_start = false;
  for (const char c : form) {
    if (c == '\n') {
      text += line_break;
      text += indent;
      at_start = true;
    } else if (c == '\t' && at_start) {
      text += unit;
    } else {
      text += c;
      at_start = false;
    }
  }
  return text;
}

// The last member of that name, as readers take it.
std::optional<std::size_t> MemberOf(const JsonNode& object, std::string_view key) {
  for (std::size_t i = object.children.size(); i-- > 0;) {
    if (object.children[i].key == key) return i;
  }
  return std::nullopt;
}

const JsonNode& NodeAt(const JsonNode& root, const Place& place) {
  const JsonNode* node = &root;
  for (const std::size_t i : place) node = &node->children[i];
  return *node;
}

// The command of an element, alone or in the first of its group.
CommandWords HookCommandIn(const JsonEntry& entry) {
  const auto hooks = entry.value.find("hooks");
  const bool grouped = hooks != entry.value.end() && hooks->is_array() && !hooks->empty();
  return CommandIn(grouped ? hooks->front() : entry.value);
}

// Which entries count: all that call Satchel, or only those that install writes. A user's own
// command around ours is the former and not the latter.
enum class Whose : std::uint8_t { kAny, kOwn };

bool HasOwnCommand(std::string_view text, const JsonNode& node, const JsonEntry& entry,
                   const CommandWords& ours) {
  if (IsOwnCommand(CommandIn(text, node), ours, entry.mark)) return true;
  return std::ranges::any_of(node.children, [&](const JsonNode& child) {
    return HasOwnCommand(text, child, entry, ours);
  });
}

bool IsMeant(std::string_view text, const JsonNode& node, const JsonEntry& entry, Whose whose) {
  if (whose == Whose::kAny) {
    return entry.mark.empty() ||
           text.substr(node.begin, node.end - node.begin).find(entry.mark) != text.npos;
  }
  const CommandWords ours = entry.mark.empty() ? CommandIn(entry.value) : HookCommandIn(entry);
  // An entry without a command runs nothing; its name says that it is ours.
  return ours.empty() || HasOwnCommand(text, node, entry, ours);
}

// The element that is meant; where it is a group of several, only that one of them.
void GoToMeant(std::string_view text, const JsonNode& element, const JsonEntry& entry, Whose whose,
               Place& place) {
  if (element.kind != Kind::kObject) return;
  for (std::size_t i = 0; i < element.children.size(); ++i) {
    const JsonNode& list = element.children[i];
    if (list.kind != Kind::kArray || list.children.size() < 2) continue;
    for (std::size_t j = 0; j < list.children.size(); ++j) {
      if (!IsMeant(text, list.children[j], entry, whose)) continue;
      place.insert(place.end(), {i, j});
      return;
    }
  }
}

// How far the path goes, and where that is.
struct Reached {
  Place place;
  std::size_t names = 0;
};

Kind KindAt(const JsonEntry& entry, std::size_t names) {
  return entry.key.empty() && names == entry.path.size() ? Kind::kArray : Kind::kObject;
}

Result<Reached> Follow(const JsonNode& root, const JsonEntry& entry) {
  Reached reached;
  const JsonNode* node = &root;
  for (;;) {
    if (node->kind != KindAt(entry, reached.names)) {
      const std::string name =
          reached.names == 0 ? "the file" : fmt::format("'{}'", entry.path[reached.names - 1]);
      return Fail(Errc::kConflict,
                  fmt::format("{} is no {}", name,
                              KindAt(entry, reached.names) == Kind::kArray ? "list" : "object"),
                  "repair it by hand first");
    }
    if (reached.names == entry.path.size()) return reached;
    const auto next = MemberOf(*node, entry.path[reached.names]);
    if (!next) return reached;
    reached.place.push_back(*next);
    node = &node->children[*next];
    ++reached.names;
  }
}

std::optional<Place> Find(std::string_view text, const JsonNode& root, const JsonEntry& entry,
                          Whose whose) {
  auto reached = Follow(root, entry);
  if (!reached || reached->names != entry.path.size()) return std::nullopt;
  Place place = std::move(reached->place);
  const JsonNode& around = NodeAt(root, place);
  if (!entry.key.empty()) {
    const auto member = MemberOf(around, entry.key);
    if (!member || !IsMeant(text, around.children[*member], entry, whose)) return std::nullopt;
    place.push_back(*member);
    return place;
  }
  for (std::size_t i = 0; i < around.children.size(); ++i) {
    if (!IsMeant(text, around.children[i], entry, whose)) continue;
    place.push_back(i);
    GoToMeant(text, around.children[i], entry, whose, place);
    return place;
  }
  return std::nullopt;
}

// `"name": value` or the value alone, from the first name that is missing on.
struct Piece {
  std::string name;  // empty: none
  Json value;
};

Piece PieceOf(const JsonEntry& entry, std::size_t names) {
  Piece piece{.name = entry.key, .value = entry.value};
  for (std::size_t i = entry.path.size(); i-- > names;) {
    Json around =
        piece.name.empty() ? Json::array({piece.value}) : Json::object({{piece.name, piece.value}});
    piece = {.name = entry.path[i], .value = std::move(around)};
  }
  return piece;
}

std::string Insert(std::string_view text, const JsonNode& root, const JsonNode& container,
                   const Piece& piece) {
  const std::string line_break = BreakOf(text);
  const std::string unit = UnitOf(text, root);
  const bool empty = container.children.empty();
  const auto beside = empty ? std::nullopt : IndentAt(text, container.children.front().first);
  const std::string indent = beside.value_or(IndentOfLine(text, container.begin) + unit);
  const auto inside = Inside(text, container);
  const bool two_lines = IsBlank(inside) && inside.find('\n') != std::string_view::npos;
  std::string edited(text.substr(0, container.begin + 1));
  edited += two_lines ? " " : line_break + indent;
  if (!piece.name.empty()) edited += Json(piece.name).dump() + ": ";
  edited += Printed(piece.value, line_break, indent, unit);
  if (!empty) edited += ',';
  edited += text.substr(container.begin + 1);
  return edited;
}

struct Cut {
  std::string text;
  bool made_by_us = false;  // what is around it, and it is empty now
};

Cut CutChild(std::string_view text, const JsonNode& container, std::size_t index) {
  const JsonNode& child = container.children[index];
  const std::size_t after_last =
      index == 0 ? container.begin + 1 : container.children[index - 1].comma.value_or(0) + 1;
  const auto gap = text.substr(after_last, child.first - after_last);
  // What stands on the child's own line, with the break before it.
  std::size_t begin = after_last + gap.find_last_not_of(kBlanks) + 1;
  if (begin > after_last && text[begin - 1] == '\n') --begin;
  if (begin > after_last && text[begin - 1] == '\r') --begin;
  const std::size_t end = child.comma ? *child.comma + 1 : child.end;
  const bool broke = IsNewLine(gap);
  Cut cut;
  cut.text = text.substr(0, begin);
  // A list must not end in a comma that did not end it before.
  if (index > 0 && !child.comma) cut.text.erase(after_last - 1, 1);
  cut.text += text.substr(end);
  cut.made_by_us = container.children.size() == 1 && broke &&
                   IsNewLine(text.substr(end, container.end - 1 - end));
  return cut;
}

}  // namespace

Result<std::string> AddEntry(std::string_view text, const JsonEntry& entry) {
  const auto root = SATCHEL_TRY(ScanJson(text));
  const auto reached = SATCHEL_TRY(Follow(root, entry));
  if (Find(text, root, entry, Whose::kAny)) return std::string(text);
  return Insert(text, root, NodeAt(root, reached.place), PieceOf(entry, reached.names));
}

Result<bool> HasEntry(std::string_view text, const JsonEntry& entry) {
  const auto root = SATCHEL_TRY(ScanJson(text));
  return Find(text, root, entry, Whose::kAny).has_value();
}

Result<Removed> RemoveEntry(std::string_view text, const JsonEntry& entry) {
  Removed removed{.text = std::string(text)};
  for (;;) {
    auto root = SATCHEL_TRY(ScanJson(removed.text));
    auto place = Find(removed.text, root, entry, Whose::kOwn);
    if (!place) return removed;
    removed.found = true;
    bool made_by_us = true;
    while (made_by_us && !place->empty()) {
      const std::size_t index = place->back();
      place->pop_back();
      Cut cut = CutChild(removed.text, NodeAt(root, *place), index);
      removed.text = std::move(cut.text);
      made_by_us = cut.made_by_us;
      root = SATCHEL_TRY(ScanJson(removed.text));
    }
    removed.nothing_left =
        made_by_us && root.begin == 0 && IsNewLine(std::string_view(removed.text).substr(root.end));
  }
}

std::string NewText(const std::vector<std::pair<std::string, Json>>& head,
                    const std::vector<JsonEntry>& entries) {
  using Ordered = nlohmann::ordered_json;
  Ordered root = Ordered::object();
  for (const auto& [name, value] : head) root[name] = Ordered(value);
  for (const JsonEntry& entry : entries) {
    Ordered* around = &root;
    for (const std::string& name : entry.path) around = &(*around)[name];
    if (entry.key.empty()) {
      around->push_back(Ordered(entry.value));
    } else {
      (*around)[entry.key] = Ordered(entry.value);
    }
  }
  return root.dump(2) + "\n";
}

}  // namespace satchel::agents
