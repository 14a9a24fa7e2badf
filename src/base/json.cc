#include "base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel {
namespace {

// "[json.exception.parse_error.101] parse error at line 1, column 3: ..." is
// cut to what a reader can use.
std::string Reason(std::string_view what) {
  const auto bracket = what.find("] ");
  if (bracket != std::string_view::npos) what.remove_prefix(bracket + 2);
  return std::string(what.substr(0, 200));
}

}  // namespace

Result<Json> ParseJson(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return Fail(Errc::kInvalidInput, fmt::format("JSON of {} bytes is larger than the limit of {}",
                                                 text.size(), limits.max_bytes));
  }
  bool too_deep = false;
  const auto watch_depth = [&](int depth, Json::parse_event_t, Json&) {
    // Discarding the value keeps the tree shallow: destruction and printing recurse.
    if (static_cast<std::size_t>(depth) >= limits.max_depth) too_deep = true;
    return !too_deep;
  };
  try {
    Json value = Json::parse(text, watch_depth);
    if (too_deep) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("JSON is nested deeper than {} levels", limits.max_depth));
    }
    return value;
  } catch (const Json::exception& error) {
    return Fail(Errc::kInvalidInput, fmt::format("JSON does not parse: {}", Reason(error.what())));
  }
}

std::string CanonicalJson(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string PrettyJson(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace satchel
