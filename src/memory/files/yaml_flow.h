#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Lists and maps in brackets, `[a, "b, c"]` and `{a: b}`. They may go on in further lines, which
// begin with a blank or the closing bracket. What is nested deeper is kept as it is written.
namespace satchel::memory {

using FlowPairs = std::vector<std::pair<std::string, std::string>>;

struct FlowList {
  std::vector<std::string> values;
  std::vector<FlowPairs> items;  // those that are maps
  std::size_t end = 0;           // behind the closing bracket
  bool bad_escape = false;
};
struct FlowMap {
  FlowPairs pairs;
  std::size_t end = 0;
  bool bad_escape = false;
};

// Nothing: it has no end, or there is something in it that cannot be.
// REQUIRES: text[at] is the opening bracket.
std::optional<FlowList> ReadFlowList(std::string_view text, std::size_t at);
std::optional<FlowMap> ReadFlowMap(std::string_view text, std::size_t at);
// Where a list or map of any depth ends. REQUIRES: text[at] is an opening bracket.
std::optional<std::size_t> SkipFlow(std::string_view text, std::size_t at);

}  // namespace satchel::memory
