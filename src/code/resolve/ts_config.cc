#include "code/resolve/ts_config.h"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "code/resolve/loose_json.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kMostPatterns = 256;
constexpr std::size_t kMostTargets = 16;
constexpr std::size_t kMostExtends = 16;
constexpr std::size_t kMostSteps = 64;  // of a chain of `extends`

std::vector<PathPattern> ReadPaths(const Json& paths) {
  std::vector<PathPattern> patterns;
  for (const auto& [pattern, targets] : paths.items()) {
    if (patterns.size() == kMostPatterns) break;
    if (!targets.is_array() || std::ranges::count(pattern, '*') > 1) continue;
    PathPattern one{.pattern = pattern, .targets = {}};
    for (const Json& target : targets) {
      if (target.is_string() && one.targets.size() < kMostTargets) {
        one.targets.push_back(target.get<std::string>());
      }
    }
    patterns.push_back(std::move(one));
  }
  return patterns;
}

}  // namespace

std::optional<std::string_view> MatchPattern(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text ? std::optional<std::string_view>("") : std::nullopt;
  }
  const std::string_view before = pattern.substr(0, star);
  const std::string_view after = pattern.substr(star + 1);
  if (text.size() < before.size() + after.size() || !text.starts_with(before) ||
      !text.ends_with(after)) {
    return std::nullopt;
  }
  return text.substr(before.size(), text.size() - before.size() - after.size());
}

const PathPattern* BestPattern(const std::vector<PathPattern>& patterns, std::string_view text) {
  const PathPattern* best = nullptr;
  std::size_t best_length = 0;
  for (const PathPattern& one : patterns) {
    const std::size_t length = std::min(one.pattern.find('*'), one.pattern.size());
    const bool whole = length == one.pattern.size();
    if (best != nullptr && !whole && length <= best_length) continue;
    if (!MatchPattern(one.pattern, text)) continue;
    if (whole) return &one;
    best = &one;
    best_length = length;
  }
  return best;
}

std::string FillPattern(std::string_view target, std::string_view star) {
  const std::size_t at = target.find('*');
  if (at == std::string_view::npos) return std::string(target);
  std::string filled(target.substr(0, at));
  filled += star;
  filled += target.substr(at + 1);
  return filled;
}

bool TsConfigs::Wants(std::string_view base_name) {
  return (base_name.starts_with("tsconfig") && base_name.ends_with(".json")) ||
         base_name == "jsconfig.json";
}

bool TsConfigs::Add(std::string_view path, std::string_view bytes, std::size_t& entries) {
  if (raw_.size() == kMostFiles) return false;
  const auto json = ReadLooseJson(bytes);
  if (!json) return true;
  Raw raw;
  if (const auto extends = json->find("extends"); extends != json->end()) {
    if (extends->is_string()) raw.extends.push_back(extends->get<std::string>());
    if (extends->is_array()) {
      for (const Json& one : *extends) {
        if (one.is_string() && raw.extends.size() < kMostExtends) {
          raw.extends.push_back(one.get<std::string>());
        }
      }
    }
  }
  if (const auto options = json->find("compilerOptions");
      options != json->end() && options->is_object()) {
    if (const auto base = options->find("baseUrl"); base != options->end() && base->is_string()) {
      raw.base_url = JoinPath(DirectoryOf(path), base->get<std::string>());
    }
    if (const auto paths = options->find("paths"); paths != options->end() && paths->is_object()) {
      raw.paths = ReadPaths(*paths);
    }
  }
  std::size_t own = 1 + raw.extends.size();
  if (raw.paths) {
    for (const PathPattern& one : *raw.paths) own += 1 + one.targets.size();
  }
  if (own > entries) return false;
  entries -= own;
  raw_.insert_or_assign(std::string(path), std::move(raw));
  return true;
}

const TsConfigs::Raw* TsConfigs::Find(std::string_view from, const std::string& extends,
                                      const Packages& packages, std::string& path) const {
  std::string_view directory = DirectoryOf(from);
  std::string_view rest = extends;
  if (!extends.starts_with('.')) {
    // `name` or `@scope/name`, then a file in it.
    std::size_t end = extends.find('/');
    if (extends.starts_with('@') && end != std::string::npos) end = extends.find('/', end + 1);
    const auto package = packages.find(std::string_view(extends).substr(0, end));
    if (package == packages.end()) return nullptr;
    directory = package->second;
    rest = end == std::string::npos ? "tsconfig.json" : std::string_view(extends).substr(end + 1);
  }
  const auto joined = JoinPath(directory, rest);
  if (!joined) return nullptr;
  for (const std::string_view end : {"", ".json", "/tsconfig.json"}) {
    if (const auto found = raw_.find(*joined + std::string(end)); found != raw_.end()) {
      path = found->first;
      return &found->second;
    }
  }
  return nullptr;
}

TsConfig TsConfigs::Resolve(const std::string& path, const Packages& packages) const {
  TsConfig config;
  bool has_paths = false;
  std::set<std::string> seen;
  std::vector<std::string> next{path};
  // What is nearer wins; of several `extends` of one file, the last.
  for (std::size_t step = 0; step < kMostSteps && !next.empty(); ++step) {
    const std::string current = std::move(next.back());
    next.pop_back();
    const auto found = raw_.find(current);
    if (found == raw_.end() || !seen.insert(current).second) continue;
    const Raw& raw = found->second;
    if (!config.base_url) config.base_url = raw.base_url;
    if (!has_paths && raw.paths) {
      has_paths = true;
      config.paths = *raw.paths;
      config.paths_base = DirectoryOf(current);
    }
    for (const std::string& extends : raw.extends) {
      std::string extended;
      if (Find(current, extends, packages, extended) != nullptr) {
        next.push_back(std::move(extended));
      }
    }
  }
  if (config.base_url) config.paths_base = *config.base_url;
  return config;
}

void TsConfigs::Finish(const Packages& packages) {
  // In one directory tsconfig.json goes before jsconfig.json and tsconfig.app.json, unless it says
  // nothing: then it only refers to the others.
  std::map<std::string, std::size_t, std::less<>> ranks;
  for (const auto& [path, raw] : raw_) {
    TsConfig config = Resolve(path, packages);
    if (!config.says_anything()) continue;
    const std::string_view base = BaseOf(path);
    const std::size_t rank = base == "tsconfig.json" ? 0 : base == "jsconfig.json" ? 1 : 2;
    const std::string directory(DirectoryOf(path));
    const auto [at, fresh] = ranks.try_emplace(directory, rank);
    if (!fresh && at->second <= rank) continue;
    at->second = rank;
    by_directory_.insert_or_assign(directory, std::move(config));
  }
  raw_.clear();
}

const TsConfig* TsConfigs::In(std::string_view directory) const {
  const auto found = by_directory_.find(directory);
  return found == by_directory_.end() ? nullptr : &found->second;
}

}  // namespace satchel::code
