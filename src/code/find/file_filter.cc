#include "code/find/file_filter.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.h"
#include "code/walk/language.h"
#include "code/walk/role.h"
#include "text/safe_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostPattern = 1'000;  // bytes
constexpr std::size_t kMostPatterns = 100;
constexpr std::size_t kShownCharacters = 80;

bool Fits(const code::IgnoreRules& rules, std::string_view path) {
  const auto fits = [&rules](std::string_view part, bool is_directory) {
    std::uint64_t steps = 0;
    return rules.Match(part, is_directory, steps, UINT64_MAX) ==
           code::IgnoreRules::Verdict::kIgnored;
  };
  for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/', end + 1)) {
    if (fits(path.substr(0, end), true)) return true;
  }
  return fits(path, false);
}

std::unexpected<Error> WrongLanguage(std::string_view name) {
  const auto known = code::LanguageNames();
  const auto meant = Suggest(name, known);
  return Fail(Errc::kInvalidInput,
              fmt::format("no language is called '{}'; there are {}",
                          text::SafeLine(name, kShownCharacters), fmt::join(known, ", ")),
              meant ? fmt::format("did you mean {}?", *meant) : "");
}

}  // namespace

Result<FileFilter> FileFilter::Make(const FilterRequest& request) {
  FileFilter filter;
  if (request.paths.size() > kMostPatterns) {
    return Fail(Errc::kInvalidInput, fmt::format("more than {} patterns of paths", kMostPatterns));
  }
  for (const std::string& written : request.paths) {
    std::string_view pattern = written;
    const bool negated = pattern.starts_with('!');
    if (negated) pattern.remove_prefix(1);
    while (pattern.starts_with("./")) pattern.remove_prefix(2);
    if (pattern.find_first_not_of(" /") == pattern.npos) {
      return Fail(Errc::kInvalidInput, fmt::format("the pattern of paths '{}' is empty", written),
                  "name files or directories, such as 'src/', '*.py' or '!docs/'");
    }
    if (pattern.size() > kMostPattern || pattern.contains('\n')) {
      return Fail(
          Errc::kInvalidInput,
          fmt::format("a pattern of paths has more than one line or {} bytes", kMostPattern));
    }
    // A backslash takes the meaning from what would make it a comment or turn it around.
    const bool special = pattern.starts_with('#') || pattern.starts_with('!');
    auto& rules = negated ? filter.unwanted_ : filter.wanted_;
    rules.push_back(code::IgnoreRules::Parse((special ? "\\" : "") + std::string(pattern)));
  }
  for (const std::string& name : request.languages) {
    const std::string_view language = code::LanguageNamed(name);
    if (language.empty()) return WrongLanguage(name);
    filter.languages_.emplace_back(language);
    if (language == "typescript") filter.languages_.emplace_back("tsx");
  }
  filter.no_tests_ = request.no_tests;
  return filter;
}

bool FileFilter::passes_all() const {
  return wanted_.empty() && unwanted_.empty() && languages_.empty() && !no_tests_;
}

bool FileFilter::FitsPath(const std::string& path) const {
  const auto fits = [&path](const code::IgnoreRules& rules) { return Fits(rules, path); };
  if (std::ranges::any_of(unwanted_, fits)) return false;
  return wanted_.empty() || std::ranges::any_of(wanted_, fits);
}

bool FileFilter::Passes(const store::FileRow& file) const {
  if (no_tests_ && file.role == code::Name(code::Role::kTest)) return false;
  if (!languages_.empty() && std::ranges::find(languages_, file.language) == languages_.end()) {
    return false;
  }
  return FitsPath(file.path);
}

}  // namespace satchel::retrieval
