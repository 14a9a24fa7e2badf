// TOML by lines. A table is a node under its whole name, `[a.b]`, up to the next one, and what is
// in it are its children; a value over several lines ends with the bracket or the quotes that close
// it.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/trimmed.h"
#include "code/languages/keys/key_tree.h"

namespace satchel::code {
namespace {

// How a value goes on in the next line.
struct Rest {
  int brackets = 0;
  std::string_view quotes;  // those that a text of several lines waits for

  bool open() const { return brackets > 0 || !quotes.empty(); }

  void Read(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      const std::string_view here = line.substr(at);
      if (!quotes.empty()) {
        if (!here.starts_with(quotes)) continue;
        at += quotes.size() - 1;
        quotes = {};
      } else if (here.starts_with("\"\"\"") || here.starts_with("'''")) {
        quotes = here.front() == '"' ? std::string_view("\"\"\"") : std::string_view("'''");
        at += quotes.size() - 1;
      } else if (here.front() == '"' || here.front() == '\'') {
        const std::size_t end = line.find(here.front(), at + 1);
        if (end == std::string_view::npos) return;
        at = end;
      } else if (here.front() == '#') {
        return;
      } else if (here.front() == '[' || here.front() == '{') {
        ++brackets;
      } else if (here.front() == ']' || here.front() == '}') {
        --brackets;
      }
    }
  }
};

std::string_view WithoutComment(std::string_view value) {
  value = Trimmed(value);
  if (value.empty() || value.front() == '"' || value.front() == '\'') {
    if (value.empty()) return value;
    const std::size_t end = value.find(value.front(), 1);
    return end == std::string_view::npos ? value : value.substr(1, end - 1);
  }
  return Trimmed(value.substr(0, value.find('#')));
}

}  // namespace

KeyTree ReadToml(std::string_view content) {
  KeyTree tree;
  std::uint32_t table = kNoKey;
  std::uint32_t last = kNoKey;
  Rest rest;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t stop = std::min(content.find('\n', begin), content.size());
    const std::string_view whole = content.substr(begin, stop - begin);
    const std::size_t first = std::min(whole.find_first_not_of(" \t\r"), whole.size());
    const std::string_view line = Trimmed(whole);
    const std::size_t at = begin + first;
    const std::size_t end = at + line.size();
    begin = stop + 1;
    if (rest.open()) {
      rest.Read(line);
      if (last != kNoKey) tree.SetEnd(last, end);
      continue;
    }
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      const std::size_t open = line.starts_with("[[") ? 2 : 1;
      const std::size_t close = std::min(line.find(']'), line.size());
      table = tree.Add({.key = Trimmed(line.substr(open, std::max(close, open) - open)),
                        .value = {},
                        .begin = at,
                        .head = end,
                        .end = end});
      last = table;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view value = line.substr(equals + 1);
    last = tree.Add({.key = Unquoted(Trimmed(line.substr(0, equals))),
                     .value = WithoutComment(value),
                     .begin = at,
                     .head = end,
                     .end = end,
                     .parent = table});
    rest = {};
    rest.Read(value);
  }
  tree.Finish();
  return tree;
}

}  // namespace satchel::code
