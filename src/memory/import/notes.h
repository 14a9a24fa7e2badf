#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "memory/import/draft.h"
#include "memory/import/format.h"
#include "memory/import/input.h"
#include "memory/import/markdown.h"

// What the formats that are folders of Markdown notes share.
namespace satchel::memory {

// The wanted Markdown files of a folder, or the one file that was named.
using NoteVisit = std::function<Status(const std::string& path, std::string_view bytes)>;
Status ForEachNote(const ImportInput& input, const Deadline& deadline,
                   bool (*wanted)(std::string_view path), ImportSink& sink, const NoteVisit& visit);
// Wants all of them.
bool AnyNote(std::string_view path);

// A draft with what the front matter of a note says for all of it: tags, `created` and `updated`.
// `path` is empty for a single file.
Draft DraftOfNote(const ImportInput& input, const Note& note, const std::string& path);
// The title of a note: `title`, or the name of its file.
std::string TitleOf(const ImportInput& input, const Note& note, const std::string& path);

// A note as one memory, with its title in front; one memory per list item if it has only lists; one
// memory per section if it is long.
Status ReadNoteText(const Note& note, const Page& page, std::string_view title, const Draft& like,
                    ImportSink& sink);

}  // namespace satchel::memory
