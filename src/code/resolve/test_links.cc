#include "code/resolve/test_links.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <tuple>

#include "code/resolve/test_names.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;  // in all places
constexpr std::size_t kMostTests = 128;      // that are looked at for one file

// The directory without what only says that it is about tests or about sources: the same for
// `m/src/test/java/a` and `m/src/main/java/a`.
std::string Core(std::string_view directory) {
  constexpr std::array<std::string_view, 12> kSources = {"Source", "Sources", "groovy", "include",
                                                         "java",   "kotlin",  "lib",    "main",
                                                         "python", "scala",   "source", "src"};
  constexpr std::string_view kMain = "Main";  // commonMain beside commonTest
  std::string core;
  while (!directory.empty()) {
    const std::size_t slash = std::min(directory.find('/'), directory.size());
    std::string_view part = TestedProject(directory.substr(0, slash));
    if (part.ends_with(kMain) && part.size() > kMain.size()) part.remove_suffix(kMain.size());
    directory.remove_prefix(std::min(slash + 1, directory.size()));
    if (IsTestDirectory(part) || std::ranges::find(kSources, part) != kSources.end()) continue;
    if (!core.empty()) core += '/';
    core += part;
  }
  return core;
}

// How many last components two directories share.
std::size_t SharedEnd(std::string_view left, std::string_view right) {
  std::size_t shared = 0;
  while (!left.empty() && !right.empty() && BaseOf(left) == BaseOf(right)) {
    ++shared;
    left = DirectoryOf(left);
    right = DirectoryOf(right);
  }
  return shared;
}

// What a directory of tests belongs to: the directory that holds the outermost of them.
std::optional<std::string_view> TestedTree(std::string_view directory) {
  std::optional<std::string_view> tree;
  VisitUp(directory, [&](std::string_view one) {
    if (IsTestDirectory(BaseOf(one))) tree = DirectoryOf(one);
    return false;
  });
  return tree;
}

bool IsSubject(const PathSet& paths, std::string_view path, std::string_view test_path) {
  return path != test_path && paths.Has(path) && !HasTestName(path);
}

std::vector<TestLink> LinksIn(const PathSet& paths, std::string_view directory,
                              const Subject& subject, std::string_view test_path,
                              std::string_view rule) {
  std::vector<TestLink> links;
  for (const std::string& end : subject.ends) {
    std::string path = Below(directory, end);
    if (IsSubject(paths, path, test_path)) links.push_back({.path = std::move(path), .rule = rule});
  }
  std::ranges::sort(links, {}, &TestLink::path);
  return links;
}

// All of the place that fits best; none when two places fit alike.
std::vector<TestLink> FindAnywhere(const PathSet& paths, const Subject& subject,
                                   std::string_view test_path) {
  using Rank = std::tuple<bool, std::size_t, std::size_t>;
  const std::string_view test_directory = DirectoryOf(test_path);
  const std::string test_core = Core(test_directory);
  // `test_names.cc` among sources may be about tests. Elsewhere it is one only with its subject.
  const auto tree = subject.by_directory ? std::nullopt : TestedTree(test_directory);
  std::optional<Rank> best;
  std::string_view best_place;
  bool alike = false;
  std::vector<TestLink> links;
  std::size_t seen = 0;
  for (const std::string& end : subject.ends) {
    const auto found = paths.EndingWith(end);
    seen += found.size();
    if (seen > kMostCandidates) return {};
    for (const PathSet::Index index : found) {
      const std::string_view path = paths.path(index);
      if (!IsSubject(paths, path, test_path)) continue;
      const std::string_view place = DirectoryOf(path.substr(0, path.size() - end.size()));
      const std::string core = Core(place);
      const bool mirrored = core == test_core;
      if (!mirrored && !(tree && IsBelow(place, *tree))) continue;
      const Rank rank(mirrored, SharedEnd(core, test_core), SharedDepth(place, test_directory));
      if (!best || rank > *best) {
        best = rank;
        best_place = place;
        alike = false;
        links.clear();
      } else if (rank < *best) {
        continue;
      } else if (place != best_place) {
        alike = true;
        continue;
      }
      links.push_back(
          {.path = std::string(path), .rule = mirrored ? "test_mirrored" : "test_nearest"});
    }
  }
  if (alike) return {};
  std::ranges::sort(links, {}, &TestLink::path);
  return links;
}

}  // namespace

bool HasTestName(std::string_view path) { return !SubjectOf(path).ends.empty(); }

std::vector<TestLink> TestedFiles(const PathSet& paths, std::string_view test_path) {
  if (!IsWorkspacePath(test_path)) return {};
  const Subject subject = SubjectOf(test_path);
  if (subject.ends.empty()) return {};
  const std::string_view directory = DirectoryOf(test_path);
  auto links = LinksIn(paths, directory, subject, test_path, "test_same_directory");
  if (!links.empty() || subject.same_directory) return links;
  if (subject.above) {
    return LinksIn(paths, DirectoryOf(directory), subject, test_path, "test_directory");
  }
  std::string_view above = directory;
  while (IsTestDirectory(BaseOf(above))) above = DirectoryOf(above);
  if (above.size() != directory.size()) {
    links = LinksIn(paths, above, subject, test_path, "test_directory");
    if (!links.empty()) return links;
  }
  return FindAnywhere(paths, subject, test_path);
}

std::vector<TestLink> TestsOf(const PathSet& paths, std::string_view path) {
  std::vector<TestLink> tests;
  if (!IsWorkspacePath(path)) return tests;
  const auto take = [&](std::string_view test) {
    for (TestLink& link : TestedFiles(paths, test)) {
      if (link.path == path) tests.push_back({.path = std::string(test), .rule = link.rule});
    }
  };
  std::size_t seen = 0;
  for (const std::string& name : TestNamesFor(path)) {
    // Beside it is looked at even when there are too many elsewhere.
    const auto found = paths.EndingWith(name);
    if (seen + found.size() <= kMostTests) {
      seen += found.size();
      for (const PathSet::Index index : found) take(paths.path(index));
      continue;
    }
    for (const std::string_view inner : {"", "__tests__", "tests", "test"}) {
      const std::string test = Below(Below(DirectoryOf(path), inner), name);
      if (paths.Has(test)) take(test);
    }
  }
  std::ranges::sort(tests, {}, &TestLink::path);
  const auto repeated = std::ranges::unique(tests);
  tests.erase(repeated.begin(), repeated.end());
  return tests;
}

}  // namespace satchel::code
