#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evaluation/line_span.h"

// Questions with what was to be found: docs/formats/evaluation.md. All of it is outside input.
namespace satchel::evaluation {

struct Query {
  std::string id;
  std::string text;
  std::vector<std::string> gold;            // paths, or ids of the corpus; each once
  std::vector<std::string> gold_corrected;  // by somebody who looked again
  std::string category;
  std::string half;   // "development", "held_out" or empty
  std::string group;  // of a text set: retrieved is only inside the same group

  // Of a code set.
  std::string repository;  // "pallets/flask"; empty, like the commit: the user's own
  std::string commit;      // its id
  std::string root;        // the directory that is indexed; empty: all
  std::vector<std::string> gold_functions;  // "path::Class.method"
  std::vector<LineSpan> gold_lines;         // merged
};

struct DataSet {
  enum class Kind : unsigned char { kCode, kText };
  std::string name;  // of the directory
  Kind kind = Kind::kCode;
  std::vector<Query> queries;  // as the file has them, their ids each once
};

// A directory with `queries.jsonl`; one with a `corpus.jsonl` beside it is a text set. kNotFound:
// there is none. kInvalidInput: with file and line.
Result<DataSet> LoadDataSet(const std::filesystem::path& directory);

// The lines of `queries.jsonl`. `file` is for messages.
Result<std::vector<Query>> ParseQueries(std::string_view bytes, DataSet::Kind kind,
                                        std::string_view file);

}  // namespace satchel::evaluation
