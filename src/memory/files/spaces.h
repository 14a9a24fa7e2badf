#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Namespaces: whose memories somebody sees. The default one is the project's own directory,
// `shared` is beside it for all projects, and others are below `namespaces/`. `namespaces.json`
// says who may read and write them: {"ops": {"read": ["alice", "ci-*"], "write": ["alice"],
// "recall": false}}. A namespace that is not in it is open to everyone.
namespace satchel::memory {

inline constexpr std::string_view kDefaultSpace = "default";
inline constexpr std::string_view kSharedSpace = "shared";

struct SpaceRule {
  // Principals; a last `*` stands for any ending. What a rule does not name is open: `*`.
  std::vector<std::string> read;
  std::vector<std::string> write;
  bool recall = true;  // looked into when nobody names it
};

class SpaceRules {
 public:
  static Result<SpaceRules> Parse(std::string_view json);  // empty text: no rules
  bool MayRead(std::string_view space, std::string_view principal) const;
  bool MayWrite(std::string_view space, std::string_view principal) const;
  bool InRecall(std::string_view space) const;
  bool HasRule(std::string_view space) const { return rules_.contains(space); }
  std::vector<std::string> Names() const;  // of all that have a rule, sorted

 private:
  std::map<std::string, SpaceRule, std::less<>> rules_;
};

struct Space {
  std::string name;  // kDefaultSpace for the project's own
  std::filesystem::path directory;
};

struct Spaces {
  std::vector<Space> all;  // that there are: default first, then by name, shared last
  SpaceRules rules;
  std::vector<std::string> faults;  // what is below namespaces/ and is none, with the reason
};

// 1 to 64 letters, digits, '.', '_' and '-', no '.' in front, and no name of a Windows device (CON,
// nul, COM1.x): a namespace is a directory that other machines may check out.
bool IsSpaceName(std::string_view name);

// `project`: the directory of the project's memories, with namespaces/ and namespaces.json;
// `shared`: that of everyone, empty for none. Rules that cannot be read are an error: nothing is
// open because of a slip in them.
Result<Spaces> FindSpaces(const std::filesystem::path& project,
                          const std::filesystem::path& shared);

// The namespaces that a recall searches: the one that is `named` (the setting qmd_collection or a
// flag; empty: the default one) and, if `merged`, the shared one. The rules always hold: a
// namespace that the principal may not read, or that is neither in recall nor named, is skipped.
// kNotFound: the named one is missing; the text lists those that the principal may read.
// kInvalidInput: the principal may not read the named one, or none of those asked for.
Result<std::vector<Space>> ReadableSpaces(const Spaces& spaces, bool merged, std::string_view named,
                                          std::string_view principal);

}  // namespace satchel::memory
