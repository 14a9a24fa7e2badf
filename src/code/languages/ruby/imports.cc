#include "code/languages/ruby/imports.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// What comes with Ruby, by the first part of its path. Sorted.
constexpr auto kStandard =
    std::to_array<std::string_view>({"English",    "abbrev",      "base64",     "benchmark",
                                     "bigdecimal", "bundler",     "cgi",        "coverage",
                                     "csv",        "date",        "delegate",   "did_you_mean",
                                     "digest",     "drb",         "erb",        "etc",
                                     "expect",     "fcntl",       "fiddle",     "fileutils",
                                     "find",       "forwardable", "getoptlong", "io",
                                     "ipaddr",     "irb",         "json",       "logger",
                                     "matrix",     "minitest",    "monitor",    "mutex_m",
                                     "net",        "nkf",         "objspace",   "observer",
                                     "open-uri",   "open3",       "openssl",    "optparse",
                                     "ostruct",    "pathname",    "pp",         "prettyprint",
                                     "prime",      "pstore",      "psych",      "pty",
                                     "racc",       "rake",        "rdoc",       "readline",
                                     "reline",     "resolv",      "rexml",      "rinda",
                                     "ripper",     "rss",         "rubygems",   "securerandom",
                                     "set",        "shellwords",  "singleton",  "socket",
                                     "stringio",   "strscan",     "syslog",     "tempfile",
                                     "test",       "time",        "timeout",    "tmpdir",
                                     "tracer",     "tsort",       "un",         "unicode_normalize",
                                     "uri",        "weakref",     "webrick",    "yaml",
                                     "zlib"});
static_assert(std::ranges::is_sorted(kStandard));

// With the extension or without it, as Ruby takes it.
std::optional<std::string> FindFile(const PathSet& paths, std::string path) {
  if (paths.Has(path)) return path;
  path += ".rb";
  if (paths.Has(path)) return path;
  return std::nullopt;
}

std::optional<std::string> FindFrom(const PathSet& paths, std::string_view directory,
                                    std::string_view module) {
  auto path = JoinPath(directory, module);
  return path ? FindFile(paths, *std::move(path)) : std::nullopt;
}

// A gem's `lib` is on the load path while it runs, `test` or `spec` while its tests do.
std::optional<std::string> FindOnLoadPath(const PathSet& paths, std::string_view from_path,
                                          const std::string& module) {
  std::optional<std::string> found;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    for (const std::string_view below : {"lib", ""}) {
      found = FindFile(paths, Below(Below(directory, below), module));
      if (found) break;
    }
    return found.has_value();
  });
  return found;
}

// Of another gem in the same workspace.
std::optional<std::string> FindOnly(const PathSet& paths, const std::string& module) {
  const auto found = paths.EndingWith(Below("lib", module) + ".rb");
  if (found.size() != 1) return std::nullopt;
  return std::string(paths.path(found.front()));
}

}  // namespace

Resolution ResolveRubyImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  const PathSet& paths = project.paths();
  const std::string& module = import.module;
  if (import.kind == ImportKind::kInclude || module.starts_with("./") ||
      module.starts_with("../")) {
    if (auto file = FindFrom(paths, DirectoryOf(from_path), module)) {
      return Resolution::File(*std::move(file), "relative");
    }
    return {};
  }
  if (!IsWorkspacePath(module)) return {};
  if (auto file = FindOnLoadPath(paths, from_path, module)) {
    return Resolution::File(*std::move(file), "load_path");
  }
  if (auto file = FindOnly(paths, module)) {
    return Resolution::File(*std::move(file), "suffix_unique");
  }
  const std::string_view first = std::string_view(module).substr(0, module.find('/'));
  return std::ranges::binary_search(kStandard, first) ? Resolution::External() : Resolution();
}

}  // namespace satchel::code
