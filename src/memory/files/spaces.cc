#include "memory/files/spaces.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/json.h"
#include "base/suggest.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::string_view kRulesFile = "namespaces.json";
constexpr std::string_view kSpacesFolder = "namespaces";
constexpr std::size_t kMostRulesBytes = 1UL << 20U;
constexpr std::size_t kMostSpaces = 10'000;
constexpr std::size_t kMostName = 64;
constexpr std::size_t kMostPrincipal = 200;
constexpr std::size_t kShown = 64;

// Windows opens the device whatever the case, and whatever follows a dot.
bool IsDeviceName(std::string_view name) {
  constexpr std::array<std::string_view, 4> kDevices = {"con", "prn", "aux", "nul"};
  const std::string stem = AsciiLower(name.substr(0, name.find('.')));
  if (std::ranges::find(kDevices, stem) != kDevices.end()) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
         IsDigit(stem.back());
}

std::unexpected<Error> BadRules(std::string_view text) {
  return Fail(
      Errc::kInvalidInput, fmt::format("{}: {}", kRulesFile, text),
      R"(such as {"ops": {"read": ["alice", "ci-*"], "write": ["alice"], "recall": false}})");
}

std::string Shown(std::string_view text) { return text::Ellipsize(text, kShown); }

bool IsPattern(std::string_view pattern) {
  return !pattern.empty() && pattern.size() <= kMostPrincipal &&
         pattern.substr(0, pattern.size() - 1).find('*') == std::string_view::npos;
}

bool Matches(std::string_view pattern, std::string_view principal) {
  if (!pattern.ends_with('*')) return pattern == principal;
  pattern.remove_suffix(1);
  return principal.starts_with(pattern);
}

bool MatchesAny(const std::vector<std::string>& patterns, std::string_view principal) {
  return std::ranges::any_of(
      patterns, [principal](const std::string& pattern) { return Matches(pattern, principal); });
}

Result<std::vector<std::string>> ReadPrincipals(std::string_view space, const Json& list) {
  if (!list.is_array()) {
    return BadRules(fmt::format("who may use '{}' is a list of names", space));
  }
  std::vector<std::string> principals;
  for (const Json& entry : list) {
    const auto* name = entry.get_ptr<const std::string*>();
    if (name == nullptr || !IsPattern(*name)) {
      return BadRules(
          fmt::format("a name in the rule of '{}' is a text, with a * only at its end", space));
    }
    principals.push_back(*name);
  }
  return principals;
}

Result<SpaceRule> ReadRule(std::string_view space, const Json& json) {
  if (!json.is_object()) return BadRules(fmt::format("the rule of '{}' is an object", space));
  SpaceRule rule{.read = {"*"}, .write = {"*"}};
  for (const auto& [key, value] : json.items()) {
    if (key == "read") {
      rule.read = SATCHEL_TRY(ReadPrincipals(space, value));
    } else if (key == "write") {
      rule.write = SATCHEL_TRY(ReadPrincipals(space, value));
    } else if (key == "recall" && value.is_boolean()) {
      rule.recall = value.get<bool>();
    } else if (key == "recall") {
      return BadRules(fmt::format("'recall' of '{}' is true or false", space));
    } else {
      return BadRules(fmt::format("the rule of '{}' has no '{}'", space, Shown(key)));
    }
  }
  return rule;
}

std::unexpected<Error> CannotRead(const std::filesystem::path& path, const ReadFailure& failure) {
  const bool link = failure.kind == ReadFailure::Kind::kLink;
  if (failure.kind == ReadFailure::Kind::kSystem) {
    return Fail(Errc::kSystem,
                fmt::format("cannot read {}: {}", path.string(), failure.SystemText()));
  }
  return Fail(Errc::kInvalidInput, fmt::format("cannot read {}: it is {}", path.string(),
                                               link ? "a symbolic link, which is not followed"
                                                    : "too large or not what belongs there"));
}

Result<SpaceRules> ReadRules(const std::filesystem::path& project, const Directory& directory) {
  const auto bytes = directory.ReadFile(std::string(kRulesFile), kMostRulesBytes);
  if (bytes) return SpaceRules::Parse(*bytes);
  if (bytes.error().kind == ReadFailure::Kind::kAbsent) return SpaceRules();
  return CannotRead(project / kRulesFile, bytes.error());
}

// The directories below namespaces/, by name.
Status AddFound(const std::filesystem::path& project, const Directory& directory, Spaces& spaces) {
  const auto folder = directory.OpenDirectory(std::string(kSpacesFolder));
  if (!folder) {
    if (folder.error().kind == ReadFailure::Kind::kAbsent) return {};
    return CannotRead(project / kSpacesFolder, folder.error());
  }
  const auto names = folder->List(kMostSpaces);
  if (!names) return CannotRead(project / kSpacesFolder, names.error());
  for (const std::string& name : *names) {
    if (name.starts_with('.')) continue;
    const auto fault = [&](std::string_view why) {
      spaces.faults.push_back(
          fmt::format("{}/{} {}", kSpacesFolder, Shown(text::RepairUtf8(name).text), why));
    };
    const Directory::Entry kind = folder->Look(name);
    if (kind == Directory::Entry::kOther) {
      fault("is a link or a device, which is not followed");
    } else if (kind == Directory::Entry::kDirectory && !IsSpaceName(name)) {
      fault("is no name of a namespace: letters, digits, '.', '_' and '-', at most 64");
    } else if (kind == Directory::Entry::kDirectory &&
               (name == kDefaultSpace || name == kSharedSpace)) {
      fault("is not read: the default and the shared namespace have places of their own");
    } else if (kind == Directory::Entry::kDirectory) {
      spaces.all.push_back({.name = name, .directory = project / kSpacesFolder / name});
    }
  }
  return {};
}

const Space* FindSpace(const Spaces& spaces, std::string_view name) {
  const auto found = std::ranges::find(spaces.all, name, &Space::name);
  return found == spaces.all.end() ? nullptr : &*found;
}

std::unexpected<Error> NoSuchSpace(const Spaces& spaces, std::string_view named,
                                   std::string_view principal) {
  // Names of what somebody may not read are not told.
  std::vector<std::string_view> names;
  for (const Space& space : spaces.all) {
    if (spaces.rules.MayRead(space.name, principal)) names.push_back(space.name);
  }
  const auto meant = Suggest(named, names);
  return Fail(Errc::kNotFound,
              fmt::format("there is no namespace '{}'; there are: {}", Shown(named),
                          names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))),
              meant ? fmt::format("did you mean {}?", *meant)
                    : std::string("a directory below namespaces/ makes one"));
}

std::unexpected<Error> MayNotRead(std::string_view space, std::string_view principal) {
  return Fail(
      Errc::kInvalidInput,
      principal.empty()
          ? fmt::format("the namespace '{}' is not open to everyone", space)
          : fmt::format("'{}' may not read the namespace '{}'", Shown(principal), space),
      fmt::format("name another one, or have the principal added to \"read\" of \"{}\" in {}",
                  space, kRulesFile));
}

}  // namespace

Result<SpaceRules> SpaceRules::Parse(std::string_view json) {
  SpaceRules rules;
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) return rules;
  constexpr std::size_t kMostDepth = 8;
  const Json root = SATCHEL_TRY(
      ParseJson(json, {.max_bytes = kMostRulesBytes, .max_depth = kMostDepth}), kRulesFile);
  if (!root.is_object()) return BadRules("it is no object");
  for (const auto& [space, rule] : root.items()) {
    if (!IsSpaceName(space)) {
      return BadRules(fmt::format("'{}' is no name of a namespace", Shown(space)));
    }
    rules.rules_.emplace(space, SATCHEL_TRY(ReadRule(space, rule)));
  }
  return rules;
}

bool SpaceRules::MayRead(std::string_view space, std::string_view principal) const {
  const auto rule = rules_.find(space);
  return rule == rules_.end() || MatchesAny(rule->second.read, principal);
}

bool SpaceRules::MayWrite(std::string_view space, std::string_view principal) const {
  const auto rule = rules_.find(space);
  return rule == rules_.end() || MatchesAny(rule->second.write, principal);
}

bool SpaceRules::InRecall(std::string_view space) const {
  const auto rule = rules_.find(space);
  return rule == rules_.end() || rule->second.recall;
}

std::vector<std::string> SpaceRules::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, rule] : rules_) names.push_back(name);
  return names;
}

bool IsSpaceName(std::string_view name) {
  return !name.empty() && !IsDeviceName(name) && name.size() <= kMostName && name.front() != '.' &&
         std::ranges::all_of(name,
                             [](char c) { return IsAlnum(c) || c == '.' || c == '_' || c == '-'; });
}

Result<Spaces> FindSpaces(const std::filesystem::path& project,
                          const std::filesystem::path& shared) {
  Spaces spaces;
  spaces.all.push_back({.name = std::string(kDefaultSpace), .directory = project});
  const auto directory = Directory::Open(project);
  if (directory) {
    spaces.rules = SATCHEL_TRY(ReadRules(project, *directory));
    SATCHEL_TRY(AddFound(project, *directory, spaces));
  } else if (directory.error().kind != ReadFailure::Kind::kAbsent) {
    return CannotRead(project, directory.error());
  }
  if (shared.empty() || shared.lexically_normal() == project.lexically_normal()) return spaces;
  const auto there = Directory::Open(shared);
  // One that cannot be opened is an error when it is read, not a namespace less.
  if (there || there.error().kind != ReadFailure::Kind::kAbsent) {
    spaces.all.push_back({.name = std::string(kSharedSpace), .directory = shared});
  }
  return spaces;
}

Result<std::vector<Space>> ReadableSpaces(const Spaces& spaces, bool merged, std::string_view named,
                                          std::string_view principal) {
  if (!named.empty() && FindSpace(spaces, named) == nullptr) {
    return NoSuchSpace(spaces, named, principal);
  }
  if (!named.empty() && !spaces.rules.MayRead(named, principal)) {
    return MayNotRead(named, principal);
  }
  const std::string_view first = named.empty() ? kDefaultSpace : named;
  std::vector<Space> readable;
  std::optional<std::string_view> refused;
  for (const Space& space : spaces.all) {
    if (space.name != first && (!merged || space.name != kSharedSpace)) continue;
    if (space.name != named && !spaces.rules.InRecall(space.name)) continue;
    if (spaces.rules.MayRead(space.name, principal)) {
      readable.push_back(space);
    } else if (!refused) {
      refused = space.name;
    }
  }
  if (readable.empty() && refused) return MayNotRead(*refused, principal);
  return readable;
}

}  // namespace satchel::memory
