// A path in a literal is defined or asked for, which only the words around it tell: the name of the
// call that it is an argument of, what that is called on, and whether a handler stands behind it.
// All of it is read from the bytes directly around the literal, a bounded number of them, for all
// languages alike: `router.get("/users", list)` is the same in five of them. Words that are not
// known to belong to a server or a client say nothing, since `cache.get("/users")` is neither.
//
// One file: each form is a few lines, and what keeps them apart is their order.
#include "code/parse/route_literals.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "code/facts/route.h"

namespace satchel::code {
namespace {

using What = RouteLiteral::What;

constexpr std::size_t kLongestPath = 300;
constexpr std::size_t kLookedBack = 80;
constexpr std::size_t kLookedAhead = 160;
constexpr std::size_t kMostPrefixes = 64;
constexpr std::size_t kMostParts = 8;      // of a path that is put together
constexpr std::size_t kMostArguments = 4;  // behind a path

bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool IsSpace(char c) { return IsBlank(c) || c == '\n' || c == '\r'; }
bool IsWordByte(char c) { return IsAlnum(c) || c == '_' || c == '$'; }
bool IsChainByte(char c) { return IsWordByte(c) || c == '.' || c == ':' || c == '!'; }

template <std::size_t kSize>
bool IsOneOf(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::ranges::any_of(words, [&](std::string_view one) { return SameButCase(one, word); });
}

bool EndsWithWord(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && SameButCase(text.substr(text.size() - word.size()), word);
}
bool StartsWithWord(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && SameButCase(text.substr(0, word.size()), word);
}

bool IsClientWord(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"agent", "api", "axios", "fetch", "got", "http", "https", "httpx", "ky", "requests",
       "reqwest", "session", "superagent", "$http", "Http"});
  return IsOneOf(kWords, word) || EndsWithWord(word, "client") || EndsWithWord(word, "session") ||
         EndsWithWord(word, "api") || EndsWithWord(word, "http");
}

bool IsServerWord(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"app", "e", "engine", "fastify", "g", "koa", "r", "rg", "route", "routes", "s", "srv"});
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"app", "blueprint", "group", "mux", "router", "routes", "server"});
  return IsOneOf(kWords, word) ||
         std::ranges::any_of(kEnds, [&](std::string_view end) { return EndsWithWord(word, end); });
}

// The part of `a.b`, `a::b`, `a->b` behind the last mark, which is cut off with it.
std::string_view CutLast(std::string_view& chain) {
  const std::size_t mark = chain.find_last_of(".:>");
  if (mark == std::string_view::npos) return std::exchange(chain, {});
  const std::string_view last = chain.substr(mark + 1);
  chain = chain.substr(0, mark);
  while (!chain.empty() && (chain.back() == ':' || chain.back() == '-')) chain.remove_suffix(1);
  return last;
}

}  // namespace

// The call that a literal is an argument of.
struct RouteLiterals::Call {
  std::string_view name;      // `get`
  std::string_view receiver;  // the last word of what it is called on: `router`
  std::string_view word;      // `prefix` of `prefix="…"`, `url` of `url: "…"`
  std::string_view method;    // of an argument before it
  std::size_t begin = 0;      // of all of it
  bool chained = false;       // called on what another call returns
  bool arrow = false;         // by `->`
  bool behind = false;        // behind another argument
  bool line_begins = false;   // a word and blanks instead of a bracket
};

namespace {

// Reads backwards, a bounded number of bytes.
class Backwards {
 public:
  Backwards(std::string_view content, std::size_t at)
      : content_(content), at_(at), least_(at - std::min(at, kLookedBack)) {}

  std::size_t at() const { return at_; }
  char Last() const { return at_ > least_ ? content_[at_ - 1] : '\0'; }
  void Step() { --at_; }
  void PassSpace() {
    while (at_ > least_ && IsSpace(content_[at_ - 1])) --at_;
  }
  bool PassBlanks() {
    const std::size_t from = at_;
    while (at_ > least_ && IsBlank(content_[at_ - 1])) --at_;
    return at_ < from;
  }
  std::string_view Chain() {
    const std::size_t end = at_;
    while (at_ > least_) {
      if (IsChainByte(content_[at_ - 1])) {
        --at_;
      } else if (at_ > least_ + 1 && content_[at_ - 1] == '>' && content_[at_ - 2] == '-') {
        at_ -= 2;
      } else {
        break;
      }
    }
    return content_.substr(at_, end - at_);
  }
  // `<User[]>` before a bracket.
  void PassTypes() {
    if (Last() != '>') return;
    std::size_t depth = 0;
    for (std::size_t i = at_; i > least_; --i) {
      const char c = content_[i - 1];
      if (c == '>') ++depth;
      if (c == '<' && --depth == 0) {
        at_ = i - 1;
        return;
      }
      if (c == '(' || c == ';' || c == '\n') return;
    }
  }

 private:
  std::string_view content_;
  std::size_t at_;
  std::size_t least_;
};

// A path as it is written, from behind its quote.
class PathReader {
 public:
  PathReader(std::string_view content, std::size_t quote)
      : content_(content), mark_(content[quote]), at_(quote + 1) {}

  // Whether it is a whole literal on one line.
  bool Read() {
    if (!ReadPart()) return false;
    end_ = at_;
    return true;
  }

  // `"/users/" + id + "/posts"`: with what it is put together with.
  void ReadOn() {
    for (std::size_t part = 0; part < kMostParts && !over_; ++part) {
      std::size_t at = PassSpace(at_);
      if (at >= content_.size() || (content_[at] != '+' && content_[at] != '.')) return;
      at = PassSpace(at + 1);
      const std::size_t from = at;
      const std::size_t most = std::min(content_.size(), at + kLookedAhead);
      while (at < most && (IsChainByte(content_[at]) || content_[at] == '[' ||
                           content_[at] == ']' || content_[at] == '>' || content_[at] == '-')) {
        ++at;
      }
      if (at > from) {
        if (at < most && content_[at] == '(') {  // String(id), encodeURIComponent(id)
          const std::size_t close = content_.substr(at, most - at).find(')');
          if (close == std::string_view::npos) return;
          at += close + 1;
        }
        text_ += kUnknownSegment;
        at_ = at;
        continue;
      }
      if (at >= most || !IsQuote(content_[at])) return;
      mark_ = content_[at];
      at_ = at + 1;
      if (!ReadPart()) return;
    }
  }

  const std::string& text() const { return text_; }
  std::size_t end() const { return end_; }
  // Behind all that was read.
  std::size_t behind() const { return at_; }

 private:
  std::size_t PassSpace(std::size_t at) const {
    const std::size_t most = std::min(content_.size(), at + kLookedBack);
    while (at < most && IsSpace(content_[at])) ++at;
    return at;
  }

  bool ReadPart() {
    const std::size_t most = std::min(content_.size(), at_ + kLongestPath);
    while (at_ < most) {
      const char c = content_[at_];
      if (c == mark_) {
        ++at_;
        return true;
      }
      if (c == '\n' || c == '\\' || text_.size() > kLongestPath) return false;
      if (c == '?' || c == '#') {
        if (c == '#' && at_ + 1 < most && content_[at_ + 1] == '{') {
          if (!TakeValue(at_ + 1, most)) return false;
          continue;
        }
        // What is behind the path goes on to the end of the text.
        over_ = true;
        const std::size_t close = content_.substr(at_, most - at_).find(mark_);
        const std::size_t line = content_.substr(at_, most - at_).find('\n');
        if (close == std::string_view::npos || line < close) return false;
        at_ += close + 1;
        return true;
      }
      if (c == '$' && at_ + 1 < most && content_[at_ + 1] == '{') {
        if (!TakeValue(at_ + 1, most)) return false;
      } else if (c == '%' && at_ + 1 < most && IsAlpha(content_[at_ + 1]) &&
                 (at_ + 2 == most || !IsAlnum(content_[at_ + 2]))) {
        text_ += kUnknownSegment;
        at_ += 2;
      } else {
        text_ += c;
        ++at_;
      }
    }
    return false;
  }

  // `{…}` from its bracket on.
  bool TakeValue(std::size_t bracket, std::size_t most) {
    std::size_t depth = 0;
    for (std::size_t i = bracket; i < most; ++i) {
      if (content_[i] == '\n') return false;
      if (content_[i] == '{') ++depth;
      if (content_[i] == '}' && --depth == 0) {
        at_ = i + 1;
        text_ += kUnknownSegment;
        return true;
      }
    }
    return false;
  }

  std::string_view content_;
  char mark_;
  std::size_t at_;
  std::size_t end_ = 0;
  std::string text_;
  bool over_ = false;
};

// The path of what a client asks for: without scheme, host and base address; `{}` for each value.
std::string AskedPath(std::string_view text) {
  if (text.starts_with("http://") || text.starts_with("https://")) {
    text.remove_prefix(text.find("//") + 2);
    text.remove_prefix(std::min(text.find('/'), text.size()));
  } else if (text.starts_with('{')) {  // f"{base}/users"
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  if (!text.starts_with('/')) return {};
  std::string path;
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view segment = text.substr(0, text.find('/'));
    text.remove_prefix(segment.size());
    if (segment.empty()) continue;
    const bool value = segment.find_first_of("{<") != std::string_view::npos;
    path += '/';
    path += value ? kUnknownSegment : segment;
  }
  return path;
}

// The path of what a server defines, from the root on and without a slash at its end.
std::string DefinedPath(std::string_view text) {
  while (text.starts_with('/')) text.remove_prefix(1);
  while (text.ends_with('/')) text.remove_suffix(1);
  return "/" + std::string(text);
}

bool IsPath(std::string_view path) {
  constexpr std::string_view kMarks = "/_-.~:{}<>*@()[],+=$%^|";
  return path.size() > 1 && path.size() <= kLongestPath && std::ranges::all_of(path, [&](char c) {
           return IsAlnum(c) || kMarks.find(c) != kMarks.npos;
         });
}

// What stands behind a literal: the first bytes that are no blanks.
std::string_view Behind(std::string_view content, std::size_t end) {
  const std::string_view rest = content.substr(end, kLookedAhead);
  return rest.substr(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
}

// The handler among the arguments behind a path: the last of them, when it is a name.
std::string HandlerIn(std::string_view rest) {
  std::string_view name;
  for (std::size_t i = 0; i < kMostArguments && rest.starts_with(','); ++i) {
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n&"), rest.size()));
    std::size_t end = 0;
    while (end < rest.size() && IsChainByte(rest[end])) ++end;
    if (end == 0 || end == rest.size()) return {};
    name = rest.substr(0, end);
    rest.remove_prefix(end);
    // get(list) of axum, View.as_view() of Django
    if (rest.starts_with('(')) {
      if (name.ends_with(".as_view")) return std::string(name.substr(0, name.rfind('.')));
      if (MethodFrom(name).empty()) return {};
      const std::size_t close = rest.find(')');
      if (close == std::string_view::npos) return {};
      const std::string_view inner = rest.substr(1, close - 1);
      return std::ranges::all_of(inner, IsChainByte) ? std::string(inner) : std::string();
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  }
  if (!rest.starts_with(')') && !rest.starts_with(',')) return {};
  if (name == "function" || name == "async" || name == "lambda" || name == "func") return {};
  return std::string(name);
}

// methods=["POST"] behind a path: the one that it names.
std::string_view MethodIn(std::string_view rest, std::string_view otherwise) {
  rest = rest.substr(0, rest.find('\n'));
  std::size_t at = rest.find("ethod");
  if (at == std::string_view::npos) return otherwise;
  std::string_view found;
  while (at < rest.size() && rest[at] != ')' && rest[at] != ']') {
    std::size_t end = at;
    while (end < rest.size() && IsAlpha(rest[end])) ++end;
    const std::string_view method = MethodFrom(rest.substr(at, end - at));
    if (!method.empty() && !found.empty()) return kAnyMethod;
    if (!method.empty()) found = method;
    at = end + 1;
  }
  return found.empty() ? kAnyMethod : found;
}

std::string_view MethodOfAnnotation(std::string_view name) {
  std::string_view word = name;
  if (StartsWithWord(word, "Http")) word.remove_prefix(4);
  if (EndsWithWord(word, "Mapping")) word.remove_suffix(sizeof("Mapping") - 1);
  if (word == "Request" && name == "RequestMapping") return kAnyMethod;
  return MethodFrom(word);
}

// GetAsync, getForObject, get_json: the method is its first word.
std::string_view MethodAtStart(std::string_view name) {
  for (const std::string_view method : {"get", "post", "put", "patch", "delete"}) {
    if (!StartsWithWord(name, method)) continue;
    const std::string_view rest = name.substr(method.size());
    if (rest.ends_with("Async") || rest.starts_with("For") || SameButCase(rest, "json")) {
      return MethodFrom(method);
    }
  }
  return {};
}

}  // namespace

// Walks back from a literal over what it is put together with, to the bracket before it.
std::optional<RouteLiterals::Call> RouteLiterals::CallAround(std::size_t quote) const {
  Call call;
  Backwards back(content_, quote);
  // f"…", $"…", rf"…"
  for (int i = 0; i < 2 && std::string_view("frbuFRBU$@").contains(back.Last()); ++i) back.Step();
  if (IsAlnum(back.Last())) return std::nullopt;
  const bool blanks = back.PassBlanks();
  if (blanks && IsLower(back.Last())) {  // get "/users"
    const std::string_view word = back.Chain();
    const std::size_t begin = back.at();
    back.PassBlanks();
    if (MethodFrom(word).empty() || (back.Last() != '\n' && back.at() != 0)) return std::nullopt;
    call.name = word;
    call.begin = begin;
    call.line_begins = true;
    return call;
  }
  back.PassSpace();
  if (back.Last() == '+') {
    back.Step();
    back.PassSpace();
    if (back.Chain().empty()) return std::nullopt;
    back.PassSpace();
  }
  if (back.Last() == '=' || back.Last() == ':') {
    back.Step();
    back.PassSpace();
    call.word = back.Chain();
    back.PassSpace();
    // The call of a router may be lines above.
    if (call.word == "prefix" || call.word == "url_prefix") return call;
    if (call.word == "url" && (back.Last() == '{' || back.Last() == ',')) return call;
  }
  if (back.Last() == ',') {
    call.behind = true;
    back.Step();
    back.PassSpace();
    if (IsQuote(back.Last())) {
      back.Step();
      call.method = MethodFrom(back.Chain());
      if (!IsQuote(back.Last())) return std::nullopt;
      back.Step();
    } else {
      std::string_view word = back.Chain();
      if (word.contains("Method")) call.method = MethodFrom(word.substr(word.rfind("Method") + 6));
    }
    while (back.Last() != '(' && back.Last() != '\0') {
      const char c = back.Last();
      if (!IsChainByte(c) && !IsSpace(c) && c != ',' && c != '&') break;
      back.Step();
    }
  }
  if (back.Last() != '(') return std::nullopt;
  back.Step();
  back.PassTypes();
  std::string_view chain = back.Chain();
  call.begin = back.at();
  call.chained = (chain.starts_with('.') || chain.starts_with("->")) && back.Last() == ')';
  call.name = CutLast(chain);
  call.arrow = !chain.empty() && call.name.data() - (chain.data() + chain.size()) == 2 &&
               *(call.name.data() - 1) == '>';
  call.receiver = CutLast(chain);
  // fetch(format!("…")): the call is the one around.
  if (IsOneOf(std::to_array<std::string_view>({"format!", "format", "sprintf"}), call.name)) {
    if (call.begin == 0 || call.begin >= quote) return std::nullopt;
    return CallAround(call.begin);
  }
  if (call.name.empty()) return std::nullopt;
  return call;
}

bool RouteLiterals::IsUrls() {
  if (!urls_) urls_ = content_.contains("urlpatterns");
  return *urls_;
}

bool RouteLiterals::IsServer(const Call& call) const {
  return IsServerWord(call.receiver) || prefixes_.contains(call.receiver);
}

// `v1 := r.Group("/v1")`, `router = APIRouter(prefix="/api")`: what is defined on it begins so.
bool RouteLiterals::TakePrefix(std::size_t quote, const Call& call, std::string_view path) {
  const bool group = call.name == "Group" && !call.behind && path.starts_with('/');
  if (!group && call.word != "prefix" && call.word != "url_prefix") return false;
  std::size_t begin = call.begin;
  if (!group) {
    const std::size_t least = quote - std::min(quote, kLookedAhead);
    const std::string_view before = content_.substr(least, quote - least);
    const std::size_t at = std::max(before.rfind("APIRouter(") + 1, before.rfind("Blueprint(") + 1);
    if (at == 0) return true;
    begin = least + at - 1;
  }
  Backwards back(content_, begin);
  if (std::string_view(".:").contains(back.Last())) back.Step();
  back.Chain();
  back.PassBlanks();
  if (back.Last() != '=') return true;
  back.Step();
  if (back.Last() == ':') back.Step();
  back.PassBlanks();
  const std::string_view name = back.Chain();
  std::string whole = DefinedPath(path);
  if (group && prefixes_.contains(call.receiver)) {
    whole = prefixes_.find(call.receiver)->second + whole;
  }
  if (name.empty() || whole.size() > kLongestPath) return true;
  if (prefixes_.size() < kMostPrefixes) prefixes_.insert_or_assign(std::string(name), whole);
  return true;
}

std::optional<RouteLiteral> RouteLiterals::At(std::size_t quote) {
  if (quote + 2 >= content_.size()) return std::nullopt;
  const char first = content_[quote + 1];
  const bool slash = first == '/' || content_.substr(quote + 1, 4) == "http" || first == '$' ||
                     first == '{' || first == '#' || first == '%';
  // Without a slash it is a path behind very few words alone.
  if (!slash && !IsAlnum(first) && first != ':' && first != '<') return std::nullopt;
  if (!slash && (quote == 0 || (content_[quote - 1] != '(' && content_[quote - 1] != ' '))) {
    return std::nullopt;
  }
  const auto call = CallAround(quote);
  if (!call) return std::nullopt;
  const char before = call->begin > 0 ? content_[call->begin - 1] : '\0';
  if (!slash && !call->line_begins && call->word.empty() && before != '@' && before != '[' &&
      before != ',' && call->name != "path" && !call->name.starts_with("Handle")) {
    return std::nullopt;
  }
  PathReader path(content_, quote);
  if (!path.Read()) return std::nullopt;
  const std::string written = path.text();
  RouteLiteral found;
  found.end = path.end();
  found.receiver = call->receiver;
  const std::string_view rest = Behind(content_, path.end());
  const auto define = [&](What what, std::string_view method,
                          std::string_view at) -> std::optional<RouteLiteral> {
    std::string whole = DefinedPath(at);
    const auto prefix = prefixes_.find(call->receiver);
    if (prefix != prefixes_.end()) whole = prefix->second + (whole == "/" ? "" : whole);
    if (!IsPath(whole) && whole != "/") return std::nullopt;
    found.what = what;
    found.name = what == What::kPrefix ? whole : fmt::format("{} {}", method, whole);
    if (what == What::kRegisters) found.handler = HandlerIn(rest);
    return found;
  };
  const auto ask = [&](std::string_view method) -> std::optional<RouteLiteral> {
    path.ReadOn();
    const std::string asked = AskedPath(path.text());
    if (!IsPath(asked)) return std::nullopt;
    found.what = What::kAsked;
    found.name = method.empty() ? asked : fmt::format("{} {}", method, asked);
    return found;
  };

  const std::string_view method = MethodFrom(call->name);
  if (call->line_begins) {
    const bool defines = rest.starts_with("do\n") || rest.starts_with("do ") ||
                         rest.starts_with("=>") || rest.starts_with(", to:") ||
                         rest.starts_with(", controller:");
    if (defines) return define(What::kRegisters, method, written);
    return slash ? ask(method) : std::nullopt;
  }
  if (TakePrefix(quote, *call, written)) return std::nullopt;
  if (call->word == "url") return ask({});
  const bool of_annotation = call->word.empty() || call->word == "value" || call->word == "path";
  // @Get("x"), [HttpGet("x")], #[get("/x")]
  const bool attribute = (before == '[' || before == ',') &&
                         (StartsWithWord(call->name, "Http") || call->name == "Route" ||
                          (call->begin > 1 && content_[call->begin - 2] == '#' && !method.empty()));
  if (before == '@' || attribute) {
    if (!of_annotation || call->behind) return std::nullopt;
    if (!call->receiver.empty()) {  // @app.get, @app.route
      if (!slash || before != '@') return std::nullopt;
      if (call->name == "route") return define(What::kDecorates, MethodIn(rest, "GET"), written);
      if (method.empty()) return std::nullopt;
      return define(What::kDecorates, method, written);
    }
    if (call->name == "Controller" || call->name == "Route") {
      return define(What::kPrefix, {}, written);
    }
    const std::string_view named = MethodOfAnnotation(call->name);
    if (named.empty()) return std::nullopt;
    return define(What::kDecorates, named == kAnyMethod ? MethodIn(rest, named) : named, written);
  }
  if (!call->word.empty()) return std::nullopt;
  if (call->behind) {  // NewRequest("GET", "/users"), open("GET", "/users")
    const bool request = EndsWithWord(call->name, "request") || call->name == "open" ||
                         call->name.contains("Request");
    return slash && request && !call->method.empty() ? ask(call->method) : std::nullopt;
  }
  if ((call->name == "path") && IsUrls() && rest.starts_with(',')) {
    if (rest.substr(1).find("include(") < rest.find('\n')) return std::nullopt;
    return define(What::kRegisters, kAnyMethod, written);
  }
  if (!slash) {
    // HandleFunc("GET /users/{id}", get)
    const std::size_t space = written.find(' ');
    const bool handle = call->name == "HandleFunc" || call->name == "Handle";
    if (!handle || space == std::string::npos) return std::nullopt;
    const std::string_view named = MethodFrom(written.substr(0, space));
    const std::string_view at = std::string_view(written).substr(space + 1);
    if (named.empty() || !at.starts_with('/')) return std::nullopt;
    return define(What::kRegisters, named, at);
  }
  const bool handled = rest.starts_with(',');
  const bool from_root = first == '/';
  if (handled && from_root) {
    if (call->name == "HandleFunc" || call->name == "Handle" || call->name == "add_url_rule") {
      return define(What::kRegisters, MethodIn(rest, kAnyMethod), written);
    }
    if (StartsWithWord(call->name, "Map") && !MethodFrom(call->name.substr(3)).empty()) {
      return define(What::kRegisters, MethodFrom(call->name.substr(3)), written);
    }
    if (call->name == "route") {  // .route("/users", get(list))
      const std::size_t open = rest.find('(');
      const std::string_view word = open == rest.npos ? "" : rest.substr(1, open - 1);
      const std::string_view named =
          MethodFrom(word.substr(std::min(word.find_first_not_of(" \n"), word.size())));
      return named.empty() ? std::nullopt : define(What::kRegisters, named, written);
    }
  }
  if (call->name == "fetch" || call->name == "$fetch" || call->name == "useFetch" ||
      call->name == "useSWR" || call->name == "axios" || call->name == "urlopen" ||
      call->name == "EventSource") {
    path.ReadOn();
    return ask(Behind(content_, path.behind()).starts_with(')') ? "GET" : "");
  }
  if (const std::string_view named = MethodAtStart(call->name); !named.empty()) return ask(named);
  if (method.empty()) return std::nullopt;
  if (call->receiver.empty() && !call->chained) {
    // perform(get("/users")); get("/users") do
    if (rest.starts_with(") do") && from_root) return define(What::kRegisters, method, written);
    return from_root && IsLower(call->name.front()) && rest.starts_with(')') ? ask(method)
                                                                             : std::nullopt;
  }
  if (handled && from_root && IsServer(*call)) return define(What::kRegisters, method, written);
  if (call->chained || IsClientWord(call->receiver) || (call->receiver == "$this" && call->arrow)) {
    return ask(method);
  }
  return std::nullopt;
}

}  // namespace satchel::code
