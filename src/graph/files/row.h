#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "graph/files/layer.h"

namespace satchel::graph {

// One line of a log, as far as retrieval needs it. The fields are those of
// docs/formats/graph.md; what is missing or of another kind is empty here and a matter for
// the validator.
struct Row {
  std::string id;
  std::string type;
  std::string title;
  std::string status;  // of a decision: that of its outcome
  std::optional<std::int64_t> rev;
  std::optional<Time> updated_at;
  bool flagged = false;  // tagged `constraint` or `risk`
  // Where words are looked for: title, tags, type, attribute text.
  std::string words;
  std::vector<std::string> names;  // of tasks: inputs and links; of decisions: refs and links
  std::vector<std::string> dependencies;  // of tasks
  std::vector<std::string> blocks;        // of tasks

  std::size_t line = 0;    // from 1
  std::size_t offset = 0;  // of the line's bytes in the log
  std::size_t size = 0;
};

// Why a line is not used. Names are stable.
enum class Problem : std::uint8_t {
  kNotJson,
  kNotObject,
  kNoId,  // none, or one that is not made of visible ASCII characters
  kTooLong,
  kTorn,        // the last line, cut off while it was written
  kUnreadable,  // a whole file
};
std::string_view Name(Problem problem);

struct Finding {
  std::string file;
  std::size_t line = 0;  // from 1; 0: the whole file
  Problem problem = Problem::kNotJson;
  std::string text;  // why, and how the line begins
};

inline constexpr std::size_t kMostLineBytes = 4U << 20U;
inline constexpr std::size_t kMostIdBytes = 200;
inline constexpr std::size_t kMostRowDepth = 64;

// Line number and place are left to the caller.
std::expected<Row, Problem> ReadRow(Layer layer, std::string_view line);
Row RowOf(Layer layer, const Json& json);

// The ids and addresses that a node names, in the order of the fields: `inputs`, `refs` and
// `links`, and every other list of ids that it has.
std::vector<std::string> StringsIn(const Json& value);

}  // namespace satchel::graph
