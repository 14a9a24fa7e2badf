#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/index/searched_code.h"
#include "index/texts/vector_source.h"
#include "store/code.h"
#include "store/database.h"

// Files of code as documents with vectors: a text for each chunk, in the order of the chunks.
namespace satchel::retrieval {

// By which rules files were taken apart, as the store says; empty: they are being read anew, and
// nothing that was made of their chunks holds.
Result<std::string> ChunkRules(store::Transaction& curated);
// What vectors of a file are known by.
std::string VectorDigest(std::string_view rules, const store::FileRow& file);

// All files that the store has. Texts are read below the root, and are those of the store's files
// or none. The code must outlive it.
Result<VectorSource> CodeVectorSource(const SearchedCode& searched);

}  // namespace satchel::retrieval
