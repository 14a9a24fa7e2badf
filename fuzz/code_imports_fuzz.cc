#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "code/languages/resolve_import.h"
#include "code/resolve/test_links.h"
#include "fuzz/require.h"

namespace {

namespace code = satchel::code;
using satchel::fuzz::Require;

constexpr std::array<std::string_view, 21> kLanguages = {
    "c",     "cpp",    "go",         "java", "javascript", "markdown", "python",
    "rust",  "tsx",    "typescript", "dart", "elixir",     "groovy",   "haskell",
    "julia", "kotlin", "lua",        "perl", "scala",      "swift",    "zig"};

std::string_view Take(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

void CheckImport(const code::Project& project, std::string_view from, std::string_view language,
                 const code::Import& import) {
  const code::Resolution found = code::ResolveImport(project, from, language, import);
  if (!found.target) return;
  const code::Target& target = *found.target;
  Require(!found.external && !target.rule.empty());
  Require(target.directory ? project.paths().HasDirectory(target.path)
                           : project.paths().Has(target.path));
}

// Every file is there, in its directory, and is found by its end; links to tests lead back.
void CheckPaths(const code::PathSet& paths) {
  for (code::PathSet::Index i = 0; i < paths.size(); ++i) {
    const std::string path(paths.path(i));
    Require(paths.Find(path) == i);
    const auto same = paths.EndingWith(path);
    Require(std::ranges::find(same, i) != same.end());
    for (const code::TestLink& link : code::TestedFiles(paths, path)) {
      Require(paths.Has(link.path) && link.path != path);
      const code::TestLink back{.path = path, .rule = link.rule};
      const auto tests = code::TestsOf(paths, link.path);
      // Among very many only those near it are looked at.
      Require(paths.size() > 64 || std::ranges::find(tests, back) != tests.end());
    }
  }
}

}  // namespace

// Two bytes for language and kind; then, divided by bytes 0xFF: the paths, a line each; two
// configuration files, whose first line is their path; the importing file; module; name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
  std::string_view lines = Take(rest, '\xFF');
  std::vector<std::string> paths;
  while (!lines.empty()) paths.emplace_back(Take(lines, '\n'));
  std::vector<code::ConfigurationFile> files;
  for (int i = 0; i < 2; ++i) {
    std::string_view file = Take(rest, '\xFF');
    std::string path(Take(file, '\n'));
    files.push_back({.path = std::move(path), .bytes = std::string(file)});
    paths.push_back(files.back().path);
  }
  const std::string from(Take(rest, '\xFF'));
  code::Import import;
  import.kind = static_cast<code::ImportKind>(data[1] % 7U);
  import.module = Take(rest, '\xFF');
  import.name = Take(rest, '\xFF');
  const code::Project project = code::Project::Build(code::PathSet::Build(paths), files);
  CheckPaths(project.paths());
  const std::size_t first = data[0] % kLanguages.size();
  CheckImport(project, from, kLanguages[first], import);
  for (const std::string& path : paths) CheckImport(project, path, kLanguages[first], import);
  return 0;
}
