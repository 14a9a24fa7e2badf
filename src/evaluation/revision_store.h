#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "base/time.h"
#include "code/facts/facts.h"
#include "code/index/code_indexes.h"
#include "code/requests/search.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "store/code.h"

namespace satchel::evaluation {

// What a measurement works with. All of it must outlive what is made with it.
struct Tools {
  const settings::Environment& environment;
  const settings::Directories& directories;
  const settings::Settings& settings;
  const Git& git;
  Time now;
  const Deadline& deadline;
};

// A file as it was indexed.
struct KnownFile {
  store::FileRow row;
  code::FileFacts facts;
};

// The code of one repository as it was at some commit, in a store of its own outside of it.
// Confined to one thread.
class RevisionStore {
 public:
  // `directory`: where the store is, made if it is missing. `below`: only this part of the
  // repository, or empty.
  static Result<RevisionStore> Open(const Tools& tools, const GitStore& repository,
                                    const std::filesystem::path& directory, std::string below);

  // Brings the store from the commit it is at to another; what is the same is not read.
  Status MoveTo(const std::string& commit);

  // As `satchel search` asks, with the same text. No word to search for is an empty answer.
  Result<engine::SearchAnswer> Search(engine::SearchRequest request);

  // As `satchel retrieve` makes a package, with the same text. kInvalidInput: no word to search
  // for, or a budget that is too small.
  Result<engine::PacketAnswer> Retrieve(std::string task, std::size_t budget,
                                        text::Tokenizer tokenizer);

  // The files of a commit by their paths; those that are not there are left out.
  Result<std::map<std::string, std::string>> Read(const std::string& commit,
                                                  std::span<const std::string> paths) const;

  // Files that changed together with this one up to the commit it is at, best first.
  Result<std::vector<std::string>> ChangedWith(const std::string& path);

  // What is known of these files; those that the store lacks or leaves out are not among them.
  Result<std::vector<KnownFile>> Known(std::span<const std::string> paths);

  // The paths that the store has, sorted, without files that are left out of the code.
  Result<std::vector<std::string>> Paths();

 private:
  RevisionStore(const Tools& tools, GitStore repository, std::string below, engine::Stores stores,
                const std::filesystem::path& directory);

  const Tools* tools_;
  GitStore repository_;
  std::string below_;
  engine::Stores stores_;
  std::unique_ptr<retrieval::CodeIndexes> index_;  // of stores_; one for all queries
  settings::Directories directories_;              // the parse cache is beside the store
  settings::Workspace indexed_;
  std::filesystem::path searched_;  // an empty directory: no file of it is what was indexed
  std::string commit_;              // where it was brought to
};

}  // namespace satchel::evaluation
