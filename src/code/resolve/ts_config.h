#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// A pattern with at most one `*`, and what it may stand for.
struct PathPattern {
  std::string pattern;
  std::vector<std::string> targets;
};

// What `*` stands for in `text`; empty when there is none; nothing when it does not match.
std::optional<std::string_view> MatchPattern(std::string_view pattern, std::string_view text);
// The pattern that fits best: without `*`, else the one with the longest text before it.
const PathPattern* BestPattern(const std::vector<PathPattern>& patterns, std::string_view text);
// `target` with its `*` replaced.
std::string FillPattern(std::string_view target, std::string_view star);

// `baseUrl` and `paths` of one tsconfig.json or jsconfig.json together with what it extends.
struct TsConfig {
  std::optional<std::string> base_url;  // a directory of the workspace
  std::string paths_base;               // what the targets of `paths` are relative to
  std::vector<PathPattern> paths;
  bool says_anything() const { return base_url.has_value() || !paths.empty(); }
};

class TsConfigs {
 public:
  static bool Wants(std::string_view base_name);
  // `entries`: how many it may still keep. False: there was more.
  bool Add(std::string_view path, std::string_view bytes, std::size_t& entries);
  // Follows `extends`. `packages`: the directory of every package of the workspace, by its name.
  void Finish(const std::map<std::string, std::string, std::less<>>& packages);

  // Those that govern files of this very directory.
  const TsConfig* In(std::string_view directory) const;
  bool empty() const { return by_directory_.empty(); }

 private:
  struct Raw {
    std::vector<std::string> extends;
    std::optional<std::string> base_url;
    std::optional<std::vector<PathPattern>> paths;
  };
  using Packages = std::map<std::string, std::string, std::less<>>;

  const Raw* Find(std::string_view from, const std::string& extends, const Packages& packages,
                  std::string& path) const;
  TsConfig Resolve(const std::string& path, const Packages& packages) const;

  std::map<std::string, Raw, std::less<>> raw_;  // by path
  std::map<std::string, TsConfig, std::less<>> by_directory_;
};

}  // namespace satchel::code
