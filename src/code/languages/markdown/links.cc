#include "code/languages/markdown/links.h"

#include <algorithm>
#include <array>

namespace satchel::code::markdown {
namespace {

constexpr std::size_t kLongestTarget = 500;
constexpr std::size_t kDeepestParentheses = 32;
constexpr std::string_view kSpaces = " \t\r\n";

// Where runs of backticks end code: only a run of the same length does.
class CodeSpans {
 public:
  explicit CodeSpans(std::string_view text) : text_(text) {
    for (std::size_t at = text.find('`'); at != std::string_view::npos;) {
      const std::size_t length = LengthAt(at);
      if (length < last_.size()) last_[length] = at;
      at = text.find('`', at + length);
    }
  }

  // Behind the code that begins at `at`, or behind its backticks when it does not end.
  std::size_t Skip(std::size_t at) const {
    const std::size_t length = LengthAt(at);
    const std::size_t behind = at + length;
    if (length >= last_.size() || last_[length] <= at) return behind;
    for (std::size_t next = text_.find('`', behind); next != std::string_view::npos;) {
      const std::size_t found = LengthAt(next);
      if (found == length) return next + found;
      next = text_.find('`', next + found);
    }
    return behind;
  }

 private:
  std::size_t LengthAt(std::size_t at) const {
    const std::size_t end = text_.find_first_not_of('`', at);
    return (end == std::string_view::npos ? text_.size() : end) - at;
  }

  std::string_view text_;
  std::array<std::size_t, 32> last_{};  // by length: where the last run of it begins
};

// The target that begins at `at`, behind `(`; empty when it is none.
std::string_view TargetAt(std::string_view text, std::size_t at) {
  text = text.substr(std::min(text.find_first_not_of(kSpaces, at), text.size()));
  std::string_view target;
  if (text.starts_with('<')) {
    const std::size_t end = text.substr(0, kLongestTarget).find_first_of(">\n");
    if (end == std::string_view::npos || text[end] != '>') return {};
    target = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  } else {
    std::size_t depth = 0;
    std::size_t end = 0;
    for (; end < std::min(text.size(), kLongestTarget); ++end) {
      if (kSpaces.contains(text[end])) break;
      if (text[end] == ')' && depth-- == 0) break;
      if (text[end] == '(' && ++depth > kDeepestParentheses) return {};
    }
    target = text.substr(0, end);
    text.remove_prefix(end);
  }
  const std::size_t next = text.find_first_not_of(kSpaces);
  const bool closed =
      next != std::string_view::npos && std::string_view(")\"'(").contains(text[next]);
  return closed ? target : std::string_view();
}

bool HasScheme(std::string_view target) {
  const std::size_t colon = target.find(':');
  return colon != std::string_view::npos && target.find('/') > colon;
}

}  // namespace

std::string_view RelativePath(std::string_view target) {
  if (target.starts_with('/') || HasScheme(target)) return {};
  return target.substr(0, target.find_first_of("#?"));
}

std::vector<Link> RelativeLinks(std::string_view text) {
  std::vector<Link> links;
  if (!text.contains("](")) return links;
  const CodeSpans code(text);
  std::vector<bool> open;  // brackets: whether of a picture
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '`') {
      i = code.Skip(i);
      continue;
    }
    if (c == '[') {
      open.push_back(i > 0 && text[i - 1] == '!');
    } else if (c == ']' && !open.empty()) {
      const bool picture = open.back();
      open.pop_back();
      if (!picture && i + 1 < text.size() && text[i + 1] == '(') {
        const std::string_view target = RelativePath(TargetAt(text, i + 2));
        if (!target.empty()) {
          links.push_back({static_cast<std::size_t>(target.data() - text.data()), target});
        }
      }
    }
    i += c == '\\' ? 2 : 1;
  }
  return links;
}

}  // namespace satchel::code::markdown
