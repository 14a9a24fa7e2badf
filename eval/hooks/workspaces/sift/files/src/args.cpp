#include "args.hpp"

#include <stdexcept>

namespace sift {

std::chrono::seconds parse_duration(const std::string& text) {
  std::size_t used = 0;
  const long count = std::stol(text, &used);
  const std::string unit = text.substr(used);
  if (unit == "s" || unit.empty()) return std::chrono::seconds(count);
  if (unit == "m") return std::chrono::minutes(count);
  if (unit == "h") return std::chrono::hours(count);
  if (unit == "d") return std::chrono::hours(24 * count);
  throw std::invalid_argument("'" + text + "' is not a duration, such as 90s, 15m or 2h");
}

Options parse_arguments(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--since" && i + 1 < words.size()) {
      options.since = parse_duration(words[++i]);
    } else if (word == "--top" && i + 1 < words.size()) {
      options.top = std::stoul(words[++i]);
    } else if (word == "--follow") {
      options.follow = true;
    } else if (word == "--json") {
      options.json = true;
    } else if (word.starts_with("--")) {
      throw std::invalid_argument("unknown option " + word);
    } else {
      options.files.push_back(word);
    }
  }
  return options;
}

}  // namespace sift
