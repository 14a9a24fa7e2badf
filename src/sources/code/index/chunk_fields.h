#pragma once

#include <string>
#include <string_view>

#include "sources/code/facts.h"
#include "sources/code/parse/comment_lines.h"

namespace satchel::code {

// What of a chunk is searched for, field by field. Words stand in the order of the file; the
// analyser of the index takes them apart.
struct ChunkFields {
  std::string names;     // what it defines, with what that is in
  std::string path;      // of its file
  std::string head;      // signatures; of the first chunk of a file its first lines
  std::string comments;  // documentation, and comments with lines of their own; each once
  std::string body;      // all of it
};

// How the file marks its comments, by its language.
const CommentStyle& CommentStyleOf(std::string_view path, std::string_view content);

// REQUIRES: the facts are those of the content, `style` is that of the file.
ChunkFields FieldsOf(std::string_view path, std::string_view content, const FileFacts& facts,
                     const Chunk& chunk, const CommentStyle& style);

}  // namespace satchel::code
