#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/directory.h"
#include "base/result.h"
#include "code/walk/git_index.h"
#include "code/walk/ignore.h"

namespace satchel::code {

// Where a repository keeps its own files: `.git`, or what a file of that name says (work trees and
// submodules). Nothing in there is trusted, and git is not run.
class GitPlace {
 public:
  // Nothing when the directory is not the top of a repository, as far as git would say so.
  static std::optional<GitPlace> Find(int directory);
  static std::optional<GitPlace> Find(const std::filesystem::path& directory);

  // The tracked paths; none when there is no index yet.
  Result<GitIndex> ReadIndex() const;
  // The id of the commit that HEAD names. Nothing: there is none yet, or only git can tell.
  std::optional<std::string> ReadHead() const;
  // `info/exclude`; without rules when there is none.
  IgnoreRules ReadExclude() const;

  // The directories that these are in. Without `info` what is opened is not ok().
  int own() const { return own_.get(); }
  Descriptor OpenInfo() const;

 private:
  GitPlace(Descriptor own, Descriptor common) : own_(std::move(own)), common_(std::move(common)) {}

  Descriptor own_;     // of this work tree
  Descriptor common_;  // of all work trees of the repository
};

// The rules in a file of that name; it may be no link. Larger ones are not read (`cut`).
IgnoreRules ReadRules(int directory, const char* name);

}  // namespace satchel::code
