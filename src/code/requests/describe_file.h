#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "code/index/hit_files.h"
#include "llm/completer.h"
#include "store/code.h"

// What a model is asked about a file, and what is kept of its answer: the six fields of
// `file_metadata`.
namespace satchel::engine {

// The question: the path, how the file begins, and its signatures with what is said about each.
// Bounded however large the file is.
llm::CompletionRequest DescriptionRequest(const store::FileRow& file,
                                          const retrieval::HitFile& facts,
                                          std::string_view content);

// An answer that fits the request's schema, bounded, as a row of that file.
store::MetadataRow DescriptionFrom(const store::FileRow& file, const Json& answer);

// A row in the log, and back. kCorrupt: it is none.
Json ToJson(const store::MetadataRow& row);
Result<store::MetadataRow> MetadataFromJson(const Json& json);

}  // namespace satchel::engine
