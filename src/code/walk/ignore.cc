// In the order and with the short cuts of git's dir.c, which show: what stands before the first
// wildcard is cut off before the rest is matched, so that `foo**/bar` matches as `**/bar` does.

#include "code/walk/ignore.h"

#include <algorithm>

namespace satchel::code {
namespace {

constexpr std::string_view kSpecial = "*?[\\";
constexpr std::size_t kEndsInAStep = 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Without spaces at its end; one behind a backslash stays.
std::string_view TrimSpaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') continue;
    if (line[at] == '\\' && ++at == line.size()) return line;
    end = at + 1;
  }
  return line.substr(0, end);
}

}  // namespace

IgnoreRules IgnoreRules::Parse(std::string_view text) {
  IgnoreRules rules;
  if (text.size() > kMostBytes) {
    // Half a pattern would say something else.
    text = text.substr(0, kMostBytes);
    text = text.substr(0, text.rfind('\n') + 1);
    rules.cut_ = true;
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    rules.Add(TrimSpaces(line.substr(0, line.find('\0'))));
  }
  return rules;
}

void IgnoreRules::Add(std::string_view line) {
  Pattern pattern;
  pattern.takes_back = line.starts_with('!');
  if (pattern.takes_back) line.remove_prefix(1);
  const std::string_view whole = line;
  pattern.only_directories = line.ends_with('/');
  if (pattern.only_directories) line.remove_suffix(1);
  if (line.empty()) return;
  if (patterns_.size() == kMostPatterns || line.size() > Glob::kMostBytes) {
    cut_ = true;
    return;
  }
  pattern.is_name = !line.contains('/');
  if (!pattern.is_name && line.starts_with('/')) line.remove_prefix(1);
  const std::size_t special = line.find_first_of(kSpecial);
  if (special == std::string_view::npos) {
    pattern.literal = line;
  } else if (pattern.is_name && whole[0] == '*' &&
             whole.find_first_of(kSpecial, 1) == std::string_view::npos) {
    pattern.is_suffix = true;
    pattern.literal = line.substr(1);
  } else if (pattern.is_name) {
    pattern.glob.emplace(line, Glob::Kind::kName);
  } else {
    pattern.literal = line.substr(0, special);
    pattern.glob.emplace(line.substr(special), Glob::Kind::kPath);
  }
  ends_.push_back(EndsOf(pattern, line));
  patterns_.push_back(std::move(pattern));
}

// `line`: the pattern without `!` and the slashes around it.
IgnoreRules::Ends IgnoreRules::EndsOf(const Pattern& pattern, std::string_view line) {
  const auto byte = [](char c) { return std::int16_t{static_cast<unsigned char>(c)}; };
  Ends ends{.of_name = pattern.is_name, .only_directories = pattern.only_directories};
  if (line.empty()) return ends;
  if (!kSpecial.contains(line.front())) ends.first = byte(line.front());
  // A bracket or a backslash may make anything of what follows it.
  if (line.find_first_of("[\\") == line.npos && !kSpecial.contains(line.back())) {
    ends.last = byte(line.back());
  }
  return ends;
}

bool IgnoreRules::Matches(const Pattern& pattern, std::string_view path, std::string_view name,
                          std::uint64_t& steps) {
  ++steps;
  if (pattern.is_suffix) return name.ends_with(pattern.literal);
  const std::string_view subject = pattern.is_name ? name : path;
  if (!pattern.glob) return subject == pattern.literal;
  return subject.starts_with(pattern.literal) &&
         pattern.glob->Matches(subject.substr(pattern.literal.size()), steps);
}

IgnoreRules::Verdict IgnoreRules::Match(std::string_view path, bool is_directory,
                                        std::uint64_t& steps, std::uint64_t max_steps) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.empty()) return Verdict::kNone;
  const auto byte = [](char c) { return std::int16_t{static_cast<unsigned char>(c)}; };
  const std::int16_t first_of_path = byte(path.front());
  const std::int16_t first_of_name = byte(name.front());
  const std::int16_t last = byte(name.back());
  steps += patterns_.size() / kEndsInAStep;
  for (std::size_t at = patterns_.size(); at > 0; --at) {
    const Ends& ends = ends_[at - 1];
    if (ends.only_directories && !is_directory) continue;
    if (ends.last != Ends::kAny && ends.last != last) continue;
    if (ends.first != Ends::kAny && ends.first != (ends.of_name ? first_of_name : first_of_path)) {
      continue;
    }
    if (steps > max_steps) return Verdict::kNone;
    const Pattern& pattern = patterns_[at - 1];
    if (Matches(pattern, path, name, steps)) {
      return pattern.takes_back ? Verdict::kTakenBack : Verdict::kIgnored;
    }
  }
  return Verdict::kNone;
}

}  // namespace satchel::code
