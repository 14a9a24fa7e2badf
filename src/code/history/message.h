#pragma once

#include <string>
#include <string_view>

namespace satchel::code {

// A message without what is no description: trailers (Signed-off-by: and its like), and lines that
// name other commits (cherry picks, reverts, see also).
std::string TaskOf(std::string_view message);

// What a commit says, fit for being kept: valid UTF-8, of bounded length, one line and the rest.
struct CommitText {
  std::string title;
  std::string body;
  friend bool operator==(const CommitText&, const CommitText&) = default;
};
CommitText TextOf(std::string_view message);

// Whether a title says nothing of what was changed: "Update x.py", "bump version", "typo".
bool SaysNothing(std::string_view title);

}  // namespace satchel::code
