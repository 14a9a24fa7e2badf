#include "code/resolve/node_package.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

#include "code/resolve/loose_json.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostPackages = 20'000;
constexpr std::size_t kMostPatterns = 1'024;
constexpr std::size_t kMostTargets = 32;
constexpr std::size_t kMostDependencies = 10'000;

// Conditions by how near to the source they lead.
constexpr std::array<std::string_view, 8> kConditions = {
    "source", "development", "types", "import", "module", "node", "default", "require"};

std::size_t Rank(std::string_view condition) {
  return static_cast<std::size_t>(std::ranges::find(kConditions, condition) - kConditions.begin());
}

// All files that one entry of `exports` may lead to, whatever the conditions, the best first.
std::vector<std::string> TargetsOf(const Json& value) {
  struct Open {
    const Json* value;
    std::size_t rank;
  };
  std::vector<std::pair<std::size_t, std::string>> found;
  std::vector<Open> open{{.value = &value, .rank = kConditions.size()}};
  while (!open.empty() && found.size() < kMostTargets) {
    const Open one = open.back();
    open.pop_back();
    if (one.value->is_string()) {
      found.emplace_back(one.rank, one.value->get<std::string>());
    } else if (one.value->is_object()) {
      for (const auto& [condition, inner] : one.value->items()) {
        open.push_back({.value = &inner, .rank = std::min(one.rank, Rank(condition))});
      }
    } else if (one.value->is_array()) {
      for (const Json& inner : *one.value) open.push_back({.value = &inner, .rank = one.rank});
    }
  }
  std::ranges::sort(found);
  std::vector<std::string> targets;
  targets.reserve(found.size());
  for (auto& [rank, target] : found) targets.push_back(std::move(target));
  return targets;
}

std::size_t EntriesOf(const NodePackage& package) {
  std::size_t entries = 1 + package.entries.size() + package.dependencies.size();
  for (const auto* patterns : {&package.exports, &package.imports}) {
    for (const PathPattern& one : *patterns) entries += 1 + one.targets.size();
  }
  return entries;
}

std::vector<PathPattern> ReadPatterns(const Json& value, char first) {
  std::vector<PathPattern> patterns;
  const bool by_subpath =
      value.is_object() && !value.empty() && value.begin().key().starts_with(first);
  if (!by_subpath) {
    if (first == '.') patterns.push_back({.pattern = ".", .targets = TargetsOf(value)});
    return patterns;
  }
  for (const auto& [pattern, inner] : value.items()) {
    if (patterns.size() == kMostPatterns) break;
    if (std::ranges::count(pattern, '*') > 1) continue;
    patterns.push_back({.pattern = pattern, .targets = TargetsOf(inner)});
  }
  return patterns;
}

}  // namespace

bool NodePackages::Add(std::string_view path, std::string_view bytes, std::size_t& entries) {
  if (packages_.size() == kMostPackages) return false;
  const auto json = ReadLooseJson(bytes);
  if (!json) return true;
  NodePackage package;
  package.directory = DirectoryOf(path);
  package.name = TextAt(*json, "name");
  for (const char* key : {"source", "types", "typings", "module", "main"}) {
    if (std::string entry = TextAt(*json, key); !entry.empty()) {
      package.entries.push_back(std::move(entry));
    }
  }
  if (const auto exports = json->find("exports"); exports != json->end()) {
    package.exports = ReadPatterns(*exports, '.');
  }
  if (const auto imports = json->find("imports"); imports != json->end()) {
    package.imports = ReadPatterns(*imports, '#');
  }
  for (const char* key :
       {"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"}) {
    const auto list = json->find(key);
    if (list == json->end() || !list->is_object()) continue;
    for (const auto& [name, version] : list->items()) {
      if (package.dependencies.size() < kMostDependencies) package.dependencies.insert(name);
    }
  }
  const std::size_t own = EntriesOf(package);
  if (own > entries) return false;
  entries -= own;
  packages_.insert_or_assign(package.directory, std::move(package));
  return true;
}

void NodePackages::Finish() {
  for (const auto& [directory, package] : packages_) {
    if (!package.name.empty()) by_name_.try_emplace(package.name, directory);
  }
}

const NodePackage* NodePackages::In(std::string_view directory) const {
  const auto found = packages_.find(directory);
  return found == packages_.end() ? nullptr : &found->second;
}

const NodePackage* NodePackages::Named(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : In(found->second);
}

std::string_view PackageNameOf(std::string_view specifier) {
  std::size_t end = specifier.find('/');
  if (specifier.starts_with('@') && end != std::string_view::npos) {
    end = specifier.find('/', end + 1);
  }
  return specifier.substr(0, end);
}

}  // namespace satchel::code
