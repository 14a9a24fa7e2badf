#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"
#include "code/parse/comment_lines.h"

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

// Reads the fields of the chunks of one file. What it is given must outlive it.
// REQUIRES: the facts are those of the content, `style` is that of the file.
class ChunkFieldsReader {
 public:
  ChunkFieldsReader(std::string_view path, std::string_view content, const FileFacts& facts,
                    const CommentStyle& style);

  ChunkFields Read(const Chunk& chunk) const;

 private:
  std::string_view path_;
  std::string_view content_;
  const FileFacts& facts_;
  const CommentStyle& style_;
  // Places in the lists of the facts, in the order of the file: a file may have as many symbols and
  // as many chunks as lines, and each chunk needs only its own.
  std::vector<std::uint32_t> symbols_;
  std::vector<std::uint32_t> comments_;
};

}  // namespace satchel::code
