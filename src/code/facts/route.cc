// A path is asked for as it is at run time and defined with parameters in it; what a router is
// mounted at is known neither to the file that defines the path nor, with a base address, to the
// one that asks for it. So paths are compared by whole segments from their ends: a parameter fits
// whatever stands in its place, a segment that is only known at run time fits a parameter alone,
// and at least one segment has to be the same word in both.
#include "code/facts/route.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostAnchors = 3;

constexpr auto kMethods = std::to_array<std::string_view>(
    {"ANY", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"});

// Alone they name nothing: every other server has one.
constexpr auto kCommon = std::to_array<std::string_view>(
    {"about",  "all",   "api",    "auth",     "config", "create",  "data",   "delete",   "docs",
     "edit",   "error", "health", "healthz",  "hello",  "home",    "id",     "index",    "info",
     "list",   "live",  "login",  "logout",   "me",     "metrics", "new",    "ping",     "profile",
     "query",  "ready", "readyz", "register", "reset",  "root",    "search", "settings", "signup",
     "static", "stats", "status", "stream",   "submit", "test",    "token",  "update",   "upload",
     "v1",     "v2",    "v3",     "version"});
static_assert(std::ranges::is_sorted(kCommon));

bool StartsLikeNumber(std::string_view segment) {
  return IsDigit(segment.front()) || segment.front() == '-';
}

// Whether a segment has what is written around the parameters of another: `user-{id}`, `:a-:b`. A
// rest of the path (`*`) is everything, and names nothing.
bool FitsParameter(std::string_view wanted, std::string_view parameter) {
  if (parameter.starts_with('*') || parameter.starts_with('(')) return false;
  if (wanted == kUnknownSegment) return true;
  std::size_t at = 0;
  for (std::size_t i = 0; i < parameter.size();) {
    const char c = parameter[i];
    if (c == '{' || c == '<') {
      const std::size_t close = parameter.find(c == '{' ? '}' : '>', i);
      i = close == std::string_view::npos ? parameter.size() : close + 1;
    } else if (c == ':') {
      for (++i; i < parameter.size() && (IsAlnum(parameter[i]) || parameter[i] == '_');) ++i;
      // What it may be like: `:id(\d+)`.
      if (i < parameter.size() && parameter[i] == '(') return true;
    } else {
      at = wanted.find(c, at);
      if (at == std::string_view::npos) return false;
      ++at;
      ++i;
    }
  }
  return true;
}

// Where the path begins in `GET /users`; npos: there is none.
std::size_t PathIn(std::string_view name) {
  if (name.starts_with('/')) return 0;
  const std::size_t space = name.find(' ');
  const bool method = space != std::string_view::npos && space + 1 < name.size() &&
                      std::ranges::find(kMethods, name.substr(0, space)) != kMethods.end();
  return method && name[space + 1] == '/' ? space + 1 : std::string_view::npos;
}

}  // namespace

std::string_view MethodFrom(std::string_view word) {
  const auto found = std::ranges::find_if(
      kMethods, [&](std::string_view method) { return SameButCase(method, word); });
  if (found != kMethods.end()) return *found;
  return SameButCase(word, "all") ? kAnyMethod : std::string_view();
}

bool IsRoute(std::string_view name) { return PathIn(name) != std::string_view::npos; }

Route RouteFrom(std::string_view name) {
  const std::size_t path = PathIn(name);
  Route route;
  if (path == std::string_view::npos) return route;
  if (path > 0) route.method = name.substr(0, path - 1);
  name.remove_prefix(path);
  while (!name.empty()) {
    name.remove_prefix(1);  // the slash
    const std::size_t end = std::min(name.find('/'), name.size());
    if (end > 0) route.segments.emplace_back(name.substr(0, end));
    name.remove_prefix(end);
    if (route.segments.size() > kMostSegments) return {};
  }
  return route;
}

bool IsParameter(std::string_view segment) {
  return segment.starts_with(':') || segment.find_first_of("{<*([$") != std::string_view::npos;
}

bool IsCommon(const Route& route) {
  return route.segments.size() == 1 &&
         std::ranges::binary_search(kCommon, std::string_view(route.segments.front()));
}

std::string_view AnchorOf(const Route& defined) {
  for (auto at = defined.segments.rbegin(); at != defined.segments.rend(); ++at) {
    if (!IsParameter(*at)) return *at;
  }
  return {};
}

std::vector<std::string_view> AnchorsOf(const Route& asked) {
  std::vector<std::string_view> anchors;
  for (auto at = asked.segments.rbegin(); at != asked.segments.rend(); ++at) {
    if (IsParameter(*at) || StartsLikeNumber(*at)) continue;
    anchors.emplace_back(*at);
    if (anchors.size() == kMostAnchors) break;
  }
  return anchors;
}

std::string ServedKey(std::string_view anchor) { return "serves " + std::string(anchor); }

std::string AskedKey(std::string_view anchor) { return "asks " + std::string(anchor); }

RouteFit Fit(const Route& asked, const Route& defined) {
  using How = RouteFit::How;
  if (!asked.method.empty() && !defined.method.empty() && asked.method != kAnyMethod &&
      defined.method != kAnyMethod && asked.method != defined.method) {
    return {};
  }
  const std::size_t shared = std::min(asked.segments.size(), defined.segments.size());
  RouteFit fit;
  std::string_view only;  // a word that both have
  for (std::size_t i = 1; i <= shared; ++i) {
    const std::string_view wanted = asked.segments[asked.segments.size() - i];
    const std::string_view there = defined.segments[defined.segments.size() - i];
    if (IsParameter(there)) {
      if (!FitsParameter(wanted, there)) return {};
      continue;
    }
    if (IsParameter(wanted) || wanted != there) return {};
    only = there;
    ++fit.same;
  }
  if (fit.same == 0) return {};
  if (asked.segments.size() == defined.segments.size()) {
    fit.how = How::kWhole;
  } else if (fit.same > 1 || !std::ranges::binary_search(kCommon, only)) {
    fit.how = How::kSuffix;
  }
  return fit;
}

}  // namespace satchel::code
