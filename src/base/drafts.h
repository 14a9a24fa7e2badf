#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>

#include "base/directory.h"
#include "base/result.h"

// Drafts: the files `.NAME.PID.N.tmp` that Directory::ReplaceFile() writes and then renames.
namespace satchel {

// Opens a new draft in the directory with this descriptor. A private draft has mode 0600. Other
// drafts have the mode that the kernel gives a new file: 0666 without the bits of the umask.
// A draft of that name that an earlier process left is removed first.
Descriptor OpenDraft(int directory, const std::string& draft, bool is_private);

// Gives a private draft the owner, group and mode of the file that it replaces. Only root can keep
// a different owner; for others the draft stays their own. Without the old group the draft gives
// its group no more than everybody has.
Status TakeOverFacts(int draft, const struct stat& old);

// Whether `name` is a draft of the file `target`.
bool IsDraftOf(std::string_view name, std::string_view target);

// Whether the process that made this draft is gone, or is this process.
bool IsAbandoned(std::string_view draft, std::string_view target);

// Removes the drafts of this file whose processes are gone. Follows a link in the last place, as
// WriteFileAtomically() does. Others may write the file at the same time, this process may not.
void RemoveAbandonedDrafts(const std::filesystem::path& file);

}  // namespace satchel
