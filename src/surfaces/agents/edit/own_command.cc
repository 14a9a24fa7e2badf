#include "surfaces/agents/edit/own_command.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/ascii.h"

namespace satchel::agents {
namespace {

// Install writes double quotes; other strings are somebody else's.
std::optional<std::string> StringAt(std::string_view text, const JsonNode& node) {
  if (node.kind != JsonNode::Kind::kOther) return std::nullopt;
  const auto value = ParseJson(text.substr(node.begin, node.end - node.begin));
  if (!value || !value->is_string()) return std::nullopt;
  return value->get<std::string>();
}

// A string, or a list with nothing but strings. False: it is neither.
bool AddWords(std::string_view text, const JsonNode& node, CommandWords& words) {
  if (node.kind == JsonNode::Kind::kObject) return false;
  if (node.kind == JsonNode::Kind::kArray) {
    return std::ranges::all_of(node.children, [&](const JsonNode& child) {
      return child.kind == JsonNode::Kind::kOther && AddWords(text, child, words);
    });
  }
  auto word = StringAt(text, node);
  if (!word) return false;
  words.push_back(*std::move(word));
  return true;
}

// The word of a shell that stands for this path; nullopt: it is several words, or none.
std::optional<std::string> Unquoted(std::string_view word) {
  if (word.starts_with('\'') && word.size() > 1 && word.ends_with('\'')) {
    constexpr std::string_view kQuote = "'\\''";
    std::string plain(word.substr(1, word.size() - 2));
    for (auto at = plain.find(kQuote); at != plain.npos; at = plain.find(kQuote, at)) {
      plain.replace(at, kQuote.size(), "\x01");
    }
    if (plain.contains('\'')) return std::nullopt;
    std::ranges::replace(plain, '\x01', '\'');
    return plain;
  }
  const bool plain = std::ranges::all_of(
      word, [](char c) { return IsAlnum(c) || std::string_view("/._-+").contains(c); });
  return plain ? std::optional(std::string(word)) : std::nullopt;
}

}  // namespace

CommandWords CommandIn(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto node = ScanJson(text);
  return node ? CommandIn(text, *node) : CommandWords();
}

CommandWords CommandIn(std::string_view text, const JsonNode& node) {
  CommandWords words;
  for (const std::string_view key : {"command", "args"}) {
    // Readers take the last of several members of one name.
    const auto last =
        std::ranges::find(node.children.rbegin(), node.children.rend(), key, &JsonNode::key);
    if (last == node.children.rend()) continue;
    if (!AddWords(text, *last, words)) return {};
  }
  return words;
}

bool IsOwnProgram(std::string_view theirs, std::string_view ours) {
  return theirs == ours || theirs == "satchel" || theirs.ends_with("/satchel");
}

bool IsOwnCommand(const CommandWords& theirs, const CommandWords& ours, std::string_view mark) {
  if (theirs.empty() || theirs.size() != ours.size()) return false;
  if (!std::equal(theirs.begin() + 1, theirs.end(), ours.begin() + 1)) return false;
  if (theirs.front() == ours.front()) return true;
  std::string_view program = theirs.front();
  if (mark.empty()) return IsOwnProgram(program, ours.front());
  if (!program.ends_with(mark)) return false;
  program.remove_suffix(mark.size());
  const auto path = Unquoted(program);
  return path && IsOwnProgram(*path, "satchel");
}

}  // namespace satchel::agents
