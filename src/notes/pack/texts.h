#pragma once

#include <span>
#include <string>
#include <vector>

#include "index/texts/source_text.h"
#include "notes/files/notes.h"

namespace satchel::pipeline {

// What these documents of the notes say, with the lines of the files they stand in.
std::vector<retrieval::SourceText> NoteTexts(const notes::Notes& notes,
                                             std::span<const std::string> paths);

}  // namespace satchel::pipeline
