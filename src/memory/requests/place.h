#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

// Where memories are. Only names: nothing is opened or made.
struct MemoryPlace {
  std::filesystem::path project;  // those of this project, with namespaces/ below
  std::filesystem::path shared;   // those of all projects; empty: there is no place for them
};

// `$XDG_DATA_HOME/satchel/memory/<project>/` and `.../shared/`. The setting memory.dir moves both,
// unless it is a directory inside of the workspace: then that is the project's own, and what is
// shared stays where it was, since other projects could not find it there. A relative one is
// inside. kInvalidInput: there is no place, as neither HOME nor a variable names one.
Result<MemoryPlace> PlaceOfMemories(const settings::Workspace& workspace,
                                    const settings::Settings& settings,
                                    const settings::Directories& directories,
                                    const settings::Environment& environment);

// What names a project wherever it is checked out: the address of the remote `origin`, without what
// differs between two who use the same one; else the path of Git's common directory, which all work
// trees share; else the path of the root.
std::string ProjectKey(const std::filesystem::path& root);

// `host/path` of an address that Git understands; nothing of user, password, scheme, usual port or
// the ending `.git`. A path of this machine stays one, without its ending; empty: it is no address.
std::string NormalisedRemote(std::string_view url);

// A directory's name that people can read: the end of the key, and a part of its digest.
std::string DirectoryOfProject(std::string_view key);

}  // namespace satchel::engine
