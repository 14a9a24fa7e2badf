#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace satchel::code {

// What a literal says about a route of HTTP.
struct RouteLiteral {
  enum class What : unsigned char {
    kAsked,      // a client asks for it: fetch("/users"), requests.get(f"{base}/users/{id}")
    kDecorates,  // it is defined by the function that this stands before: @app.get("/users")
    kRegisters,  // it is defined with its handler, or none: router.get("/users", list)
    kPrefix,     // of the routes in the class that this stands before: @Controller("users")
  };
  What what = What::kAsked;
  std::string name;      // as in route.h; a path alone of kPrefix
  std::string handler;   // kRegisters: as written; empty: it is written in place
  std::string receiver;  // what the route is defined on: `router`
  std::size_t end = 0;   // behind the literal
};

// Looks at literals in the order of a text. A prefix that the file itself gives to a router (of
// `APIRouter(prefix="/api")`, `r.Group("/v1")`) is part of the names of its routes.
class RouteLiterals {
 public:
  // Must outlive this.
  explicit RouteLiterals(std::string_view content) : content_(content) {}

  // Of the literal that begins with the quote at this place.
  std::optional<RouteLiteral> At(std::size_t quote);

 private:
  struct Call;
  std::optional<Call> CallAround(std::size_t quote) const;
  bool TakePrefix(std::size_t quote, const Call& call, std::string_view path);
  bool IsUrls();
  bool IsServer(const Call& call) const;

  std::string_view content_;
  std::map<std::string, std::string, std::less<>> prefixes_;  // by the name of the router
  std::optional<bool> urls_;
};

}  // namespace satchel::code
