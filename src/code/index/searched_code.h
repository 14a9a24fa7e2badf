#pragma once

#include <cstddef>
#include <filesystem>

#include "code/index/code_indexes.h"
#include "code/index/hit_files.h"
#include "code/parse/parser.h"
#include "store/database.h"

namespace satchel::retrieval {

// Where the code is and what has been read of it.
struct SearchedCode {
  store::Database& curated;
  store::Scope scope;
  CodeIndexes& indexes;  // of this database
  std::filesystem::path root;
  std::size_t file_bytes = code::ParseLimits().bytes;  // of which files were indexed
  ReadTexts read = {};  // null: from the files below the root; else of a commit, say

  IndexedTexts Texts() const {
    return {.curated = curated, .scope = scope, .texts = indexes.texts};
  }
};

}  // namespace satchel::retrieval
