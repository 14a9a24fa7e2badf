#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "notes/files/notes.h"

namespace satchel::notes {

struct FolderOptions {
  // Files that address agents (AgentFilePlaces()), after all others.
  bool agent_files = false;
  // Also files of .context that have a second name, which may be outside of the workspace.
  bool hard_links = false;
  std::size_t max_file_bytes = 8U << 20U;
  std::size_t max_total_bytes = 32U << 20U;
  std::size_t max_files = 2'000;
  // Of the agent files, which come with the repository.
  std::size_t max_agent_file_bytes = 256U << 10U;
  std::size_t max_agent_bytes = 1U << 20U;
  std::size_t max_agent_files = 100;
};

// Where repositories keep instructions for agents, in the order in which they are read. A
// directory stands for its .md and .mdc files.
inline constexpr std::string_view kCursorRules = ".cursor/rules";
std::span<const std::string_view> AgentFilePlaces();

// What LoadFolder found.
struct Folder {
  bool exists = false;  // the folder .context; the agents' files can be there without it
  std::vector<File> files;
  std::vector<Finding> findings;  // files that are there and could not be read
};

// Reads the files of `root`/.context that are used or named, in the read order, each
// main file followed by those of its theme folder (decisions/*.md, learnings/*.md,
// conventions/*.md) in byte order. Follows no links below `root`, except that an agent file may be
// a link to a Markdown file inside of it. A name in another case counts if there is none in the
// usual one. An error only if `root` or the folder itself cannot be read, or a link or file is in
// the folder's place.
Result<Folder> LoadFolder(const std::filesystem::path& root, const FolderOptions& options = {});

// What a file below .context/ is used for, by its path from the root; nothing: it is not read.
std::optional<FileRole> RoleOfPath(std::string_view path);

// The notes of a workspace, without secrets. LoadFolder() keeps them, for changing files. kNotFound
// with the next step when there are none.
Result<Notes> LoadNotes(const std::filesystem::path& root, bool agent_files);

// ReadNotes of the folder's files, with the folder's findings in front.
Notes ReadNotes(Folder folder);

}  // namespace satchel::notes
