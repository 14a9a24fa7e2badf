// Grammars differ in what a string is called; its bytes are the same in nearly all of them: a
// quote, words, the same quote on the same line. So literals are found by their bytes, in one pass,
// for all languages alike, and only those count that stand where one asks for something by its
// name: behind an opening bracket. What is found is a name and no more: whether a file has such a
// key, and only one does, is known when somebody asks who uses it.
#include "code/parse/literal_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "code/parse/route_literals.h"
#include "code/parse/symbol_cursor.h"

namespace satchel::code {
namespace {

constexpr std::size_t kLongestKey = 100;
constexpr std::size_t kShortestVariable = 4;
constexpr std::size_t kShortestKey = 6;
constexpr std::size_t kLookedBack = 40;
constexpr std::size_t kMostQuery = 4'000;
constexpr std::size_t kMostFound = 5'000;
constexpr std::size_t kMostServed = 1'000;

bool IsNameByte(char c) { return IsAlnum(c) || c == '_' || c == '-'; }
bool IsKeyByte(char c) { return IsNameByte(c) || c == '.'; }
bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

// DATABASE_URL
bool IsVariable(std::string_view name) {
  if (name.size() < kShortestVariable || !IsUpper(name.front())) return false;
  return std::ranges::all_of(name, [](char c) { return IsUpper(c) || IsDigit(c) || c == '_'; });
}

// `database.pool_size`: names between dots, none of them a number.
bool IsDotted(std::string_view key) {
  if (!key.contains('.') || key.front() == '.' || key.back() == '.' || key.contains("..")) {
    return false;
  }
  return IsAlpha(key.front()) && !IsDigit(key[key.rfind('.') + 1]);
}

// The expression that a bracket is behind, as far as one looks: `os.environ.get`.
std::string_view Before(std::string_view content, std::size_t bracket) {
  std::size_t begin = bracket;
  const std::size_t least = bracket - std::min(bracket, kLookedBack);
  while (begin > least && (IsKeyByte(content[begin - 1]) || content[begin - 1] == ':' ||
                           content[begin - 1] == '!' || content[begin - 1] == '$')) {
    --begin;
  }
  return content.substr(begin, bracket - begin);
}

bool ContainsWord(std::string_view text, std::string_view word) {
  return std::ranges::search(text, word, {}, ToLower, ToLower).begin() != text.end();
}

bool IsConfiguration(std::string_view text) {
  return std::ranges::any_of(
      std::to_array<std::string_view>({"conf", "setting", "option", "prefs", "props"}),
      [&](std::string_view word) { return ContainsWord(text, word); });
}

class LiteralReader {
 public:
  LiteralReader(std::string_view content, FileFacts& facts)
      : content_(content), facts_(facts), cursor_(facts.symbols), routes_(content) {}

  void Read() {
    for (std::size_t at = 0; at < content_.size() && found_ < kMostFound;) {
      const char c = content_[at];
      if (c == '\n') ++line_;
      if (IsQuote(c)) {
        at = Literal(at);
      } else if (c == 'e' && content_.substr(at).starts_with("env.") && at > 0 &&
                 content_[at - 1] == '.') {
        at = Member(at);
      } else {
        ++at;
      }
    }
  }

 private:
  // process.env.DATABASE_URL, import.meta.env.VITE_KEY
  std::size_t Member(std::size_t at) {
    at += sizeof("env.") - 1;
    std::size_t end = at;
    while (end < content_.size() && IsNameByte(content_[end])) ++end;
    const std::string_view name = content_.substr(at, end - at);
    if (IsVariable(name)) Add(UseKind::kKey, name, "env", at);
    return end;
  }

  std::size_t Literal(std::size_t quote) {
    const std::size_t begin = quote + 1;
    if (const std::size_t query = Query(quote); query != 0) return query;
    if (const auto route = routes_.At(quote)) {
      AddRoute(*route, quote);
      return route->end;
    }
    std::size_t end = begin;
    while (end < content_.size() && end - begin < kLongestKey && IsKeyByte(content_[end])) ++end;
    if (end == begin || end >= content_.size() || content_[end] != content_[quote]) return begin;
    const std::string_view text = content_.substr(begin, end - begin);
    if (const std::string_view bound = BoundTo(quote, end + 1); !bound.empty()) {
      Add(UseKind::kBound, text, bound, begin);
      return end + 1;
    }
    if (quote == 0 || (content_[quote - 1] != '(' && content_[quote - 1] != '[')) return end + 1;
    const std::string_view before = Before(content_, quote - 1);
    if (IsVariable(text)) {
      if (ContainsWord(before, "env")) Add(UseKind::kKey, text, "env", begin);
      return end + 1;
    }
    if (content_[quote - 1] == '[') return Chain(before, text, begin, end + 1);
    if (IsDotted(text)) AddPath(text, begin);
    return end + 1;
  }

  // The function of `m.def("add", &Add)` or `{"add", (PyCFunction)py_add, METH_VARARGS}`; empty: it
  // is neither.
  std::string_view BoundTo(std::size_t quote, std::size_t end) const {
    constexpr std::size_t kLookedAhead = 160;
    const auto pass = [](std::string_view& text) {
      text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    };
    std::size_t open = quote;
    const std::size_t least = quote - std::min(quote, kLookedBack);
    while (open > least && (IsBlank(content_[open - 1]) || content_[open - 1] == '\n')) --open;
    if (open == 0 || (content_[open - 1] != '{' && content_[open - 1] != '(')) return {};
    const bool entry = content_[open - 1] == '{';
    if (!entry && !Before(content_, open - 1).ends_with(".def")) return {};
    std::string_view rest = content_.substr(end, kLookedAhead);
    pass(rest);
    if (!rest.starts_with(',')) return {};
    rest.remove_prefix(1);
    pass(rest);
    if (rest.starts_with('&')) rest.remove_prefix(1);
    while (entry && rest.starts_with('(')) {  // a cast
      std::size_t depth = 0;
      std::size_t at = 0;
      do {
        if (rest[at] == '(') ++depth;
        if (rest[at] == ')') --depth;
        ++at;
      } while (depth > 0 && at < rest.size());
      rest.remove_prefix(at);
      pass(rest);
    }
    std::size_t size = 0;
    while (size < rest.size() && (IsAlnum(rest[size]) || rest[size] == '_' || rest[size] == ':')) {
      ++size;
    }
    const std::string_view function = rest.substr(0, size);
    if (function.empty() || IsDigit(function.front()) || function.front() == ':') return {};
    rest.remove_prefix(size);
    pass(rest);
    if (!entry) return rest.starts_with(',') || rest.starts_with(')') ? function : "";
    if (!rest.starts_with(',')) return {};
    rest.remove_prefix(1);
    pass(rest);
    return rest.starts_with("METH_") ? function : "";
  }

  void AddRoute(const RouteLiteral& route, std::size_t quote) {
    using What = RouteLiteral::What;
    if (route.what == What::kAsked) return Add(UseKind::kRoute, route.name, {}, quote);
    std::uint32_t symbol = cursor_.At(quote);
    const bool in_class = symbol != kNoSymbol && HasMembers(facts_.symbols[symbol].kind);
    const bool of_class = in_class && quote < facts_.symbols[symbol].body;
    // @RequestMapping("/users") class Users
    if (route.what == What::kPrefix || (route.what == What::kDecorates && of_class)) {
      if (of_class) SetPrefix(symbol, route.name.substr(route.name.find('/')));
      return;
    }
    if (++served_ > kMostServed) return;
    std::string name = route.name;
    const bool decorates = route.what == What::kDecorates;
    if (decorates && in_class) symbol = MemberBehind(quote, symbol);
    if (decorates && symbol != kNoSymbol && symbol != prefix_of_ &&
        facts_.symbols[symbol].parent == prefix_of_) {
      name.insert(name.find('/'), prefix_);
      if (name.ends_with('/')) name.pop_back();
    }
    const std::string_view handler = route.handler.empty() ? "?" : std::string_view(route.handler);
    AddIn(symbol, line_, UseKind::kServed, name, decorates ? std::string_view() : handler);
  }

  // Some grammars have what stands before a member beside it.
  std::uint32_t MemberBehind(std::size_t at, std::uint32_t around) const {
    const auto next = std::ranges::lower_bound(
        facts_.symbols, at, {}, [](const Symbol& symbol) { return symbol.extent.begin; });
    if (next == facts_.symbols.end() || next->parent != around) return around;
    return static_cast<std::uint32_t>(next - facts_.symbols.begin());
  }

  void SetPrefix(std::uint32_t symbol, std::string prefix) {
    constexpr std::string_view kController = "[controller]";
    if (const std::size_t at = prefix.find(kController); at != std::string::npos) {
      std::string name = facts_.symbols[symbol].name;
      if (name.ends_with("Controller")) name.resize(name.size() - (sizeof("Controller") - 1));
      std::ranges::transform(name, name.begin(), ToLower);
      prefix.replace(at, kController.size(), name);
    }
    prefix_ = prefix == "/" ? "" : std::move(prefix);
    prefix_of_ = symbol;
  }

  // ["database"]["pool_size"]: one key, whatever it is looked up in.
  std::size_t Chain(std::string_view before, std::string_view first, std::size_t begin,
                    std::size_t end) {
    std::string path(first);
    std::size_t parts = 1;
    while (end + 2 < content_.size() && content_[end] == ']' && content_[end + 1] == '[' &&
           IsQuote(content_[end + 2]) && path.size() < kLongestKey) {
      const std::size_t from = end + 3;
      std::size_t to = from;
      while (to < content_.size() && to - from < kLongestKey && IsNameByte(content_[to])) ++to;
      if (to == from || to >= content_.size() || content_[to] != content_[end + 2]) break;
      path += '.';
      path += content_.substr(from, to - from);
      end = to + 1;
      ++parts;
    }
    if (parts > 1 || IsDotted(first)) {
      AddPath(path, begin);
    } else if (first.size() >= kShortestKey && first.find_first_of("_-") != first.npos &&
               IsConfiguration(before)) {
      Add(UseKind::kKey, first, {}, begin);
    }
    return end;
  }

  void AddPath(std::string_view path, std::size_t at) {
    const std::size_t dot = path.rfind('.');
    Add(UseKind::kKey, path.substr(dot + 1), path.substr(0, dot), at);
  }

  // Behind a text that is a query, whose tables are used; 0: it is none.
  std::size_t Query(std::size_t quote) {
    const char mark = content_[quote];
    std::size_t begin = quote + 1;
    const bool triple = content_.substr(quote).starts_with(std::string(3, mark));
    if (triple) begin += 2;
    std::size_t first = begin;
    const std::size_t least = std::min(content_.size(), begin + kLookedBack);
    while (first < least && (IsBlank(content_[first]) || content_[first] == '\n')) ++first;
    const std::string_view start = content_.substr(first, sizeof("select ") - 1);
    const bool query = std::ranges::any_of(
        std::to_array<std::string_view>({"select", "insert", "update", "delete"}),
        [&](std::string_view word) {
          return start.size() > word.size() && SameButCase(start.substr(0, word.size()), word) &&
                 (start[word.size()] == ' ' || start[word.size()] == '\n');
        });
    if (!query) return 0;
    const bool lines = triple || mark == '`';
    std::size_t end = first;
    const std::size_t most = std::min(content_.size(), first + kMostQuery);
    while (end < most && content_[end] != mark && (lines || content_[end] != '\n')) ++end;
    Tables(content_.substr(first, end - first), first, quote);
    line_ +=
        static_cast<std::uint32_t>(std::ranges::count(content_.substr(quote, end - quote), '\n'));
    return end < content_.size() && content_[end] == mark ? end + 1 : end;
  }

  void Tables(std::string_view query, std::size_t base, std::size_t quote) {
    bool wanted = false;
    for (std::size_t at = 0; at < query.size();) {
      if (!IsAlpha(query[at]) && query[at] != '_') {
        wanted = wanted && (IsBlank(query[at]) || query[at] == '\n' || query[at] == '"');
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < query.size() && (IsAlnum(query[end]) || query[end] == '_')) ++end;
      const std::string_view word = query.substr(at, end - at);
      if (wanted && end < query.size() && query[end] == '.') {
        at = end + 1;  // schema.table
        continue;
      }
      if (wanted && word.size() >= 3) {
        const auto breaks = static_cast<std::uint32_t>(
            std::ranges::count(content_.substr(quote, base + at - quote), '\n'));
        AddOn(line_ + breaks, UseKind::kTable, word, {}, base + at);
      }
      wanted =
          std::ranges::any_of(std::to_array<std::string_view>({"from", "join", "into", "update"}),
                              [&](std::string_view before) { return SameButCase(before, word); });
      at = end;
    }
  }

  void Add(UseKind kind, std::string_view name, std::string_view qualifier, std::size_t at) {
    AddOn(line_, kind, name, qualifier, at);
  }

  void AddOn(std::uint32_t line, UseKind kind, std::string_view name, std::string_view qualifier,
             std::size_t at) {
    AddIn(cursor_.At(at), line, kind, name, qualifier);
  }

  void AddIn(std::uint32_t symbol, std::uint32_t line, UseKind kind, std::string_view name,
             std::string_view qualifier) {
    if (++found_ > kMostFound) return;
    for (std::size_t i = facts_.uses.size(); i > first_; --i) {
      Use& use = facts_.uses[i - 1];
      if (use.symbol != symbol || facts_.uses.size() - i > kMostAlike) break;
      if (use.kind == kind && use.name == name && use.qualifier == qualifier) {
        ++use.count;
        return;
      }
    }
    facts_.uses.push_back({kind, symbol, line, 1, std::string(name), std::string(qualifier)});
  }

  static constexpr std::size_t kMostAlike = 16;  // uses that are looked at for the same one

  std::string_view content_;
  FileFacts& facts_;
  SymbolCursor cursor_;
  RouteLiterals routes_;
  std::string prefix_;                   // of the routes in a class
  std::uint32_t prefix_of_ = kNoSymbol;  // which
  std::size_t served_ = 0;
  std::size_t first_ = facts_.uses.size();
  std::size_t found_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

void AddLiteralNames(std::string_view content, FileFacts& facts) {
  LiteralReader(content, facts).Read();
}

}  // namespace satchel::code
