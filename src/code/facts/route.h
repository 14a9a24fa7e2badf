#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// A method and a path of HTTP as facts have them: `GET /users/{id}` where a server defines it,
// `GET /api/users/{}` or `/api/users/{}` where a literal asks for it: `{}` stands for what is only
// known at run time, and the method may be unknown. `ANY` is every method.
struct Route {
  std::string method;                 // in capitals; empty: unknown
  std::vector<std::string> segments;  // a parameter is kept as it is written: `{id}`, `:id`
};

inline constexpr std::size_t kMostSegments = 16;
inline constexpr std::string_view kAnyMethod = "ANY";
inline constexpr std::string_view kUnknownSegment = "{}";

// `GET` of `get`, `Get` and `GET`; empty: it is no method.
std::string_view MethodFrom(std::string_view word);

// Whether a name is one of a route: a method, or none, and a path from the root.
bool IsRoute(std::string_view name);
// Without what is behind its path. No segments: it names nothing.
Route RouteFrom(std::string_view name);

// `{id}`, `:id`, `<int:id>`, `*`: it stands for something else.
bool IsParameter(std::string_view segment);

// One segment alone that every other server has: `/login`.
bool IsCommon(const Route& route);

// The segment by which a route is found where it is defined: the last that is no parameter; empty:
// there is none.
std::string_view AnchorOf(const Route& defined);
// Those by which a route may be defined that a literal asks for: the last three that are no
// parameters nor numbers.
std::vector<std::string_view> AnchorsOf(const Route& asked);

// Under what a file is found that defines routes, or asks for some, with such an anchor. No name of
// a program is like it.
std::string ServedKey(std::string_view anchor);
std::string AskedKey(std::string_view anchor);

// How the route that is asked for and one that is defined fit.
struct RouteFit {
  enum class How : std::uint8_t {
    kNot,
    kSuffix,  // whole segments at the end: one of them has a prefix that the other does not know
    kWhole,
  };
  How how = How::kNot;
  std::size_t same = 0;  // segments that are the same words
};
RouteFit Fit(const Route& asked, const Route& defined);

}  // namespace satchel::code
