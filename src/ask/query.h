#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/trace.h"
#include "index/lexical/index.h"

// What a query says: words, and beside them names, paths and places of code.
namespace satchel::ask {

// How a query is written, by which its evidence is weighed.
enum class QueryForm : std::uint8_t {
  kSymbol,    // one name: `SessionInterface`, `app.run`
  kWords,     // some words: `session cookie signing`, `update the dependencies`
  kQuestion,  // where, how, what, why, which, who, when
  kReport,    // several lines, or as long as if: an issue, a commit message
  kTrace,     // a stack trace, a compiler's or a test runner's message, `src/app.py:12`
};
std::string_view Name(QueryForm form);

// Kinds of files that count less in a search, unless the query asks for them.
enum class FileKind : std::uint8_t {
  kTest,
  kDoc,
  kExample,
  kData,
  kGenerated,
  kBenchmark,
  kStrings
};

struct QueryName {
  std::string text;  // as written
  bool in_title = false;
};

struct Query {
  static constexpr std::size_t kMostTerms = 256;

  QueryForm form = QueryForm::kWords;
  // Each once, in the order of the query; those behind `words` are joined words.
  std::vector<lexical::QueryTerm> terms;
  std::vector<bool> in_title;        // of each of the words
  std::vector<std::string> written;  // each of the words as the query has it
  std::vector<bool> is_part;         // of each: only a part of a longer one, such as a name
  std::vector<double> certainty;     // of each: 1, or less for one that stands for another
  std::size_t words = 0;
  std::vector<QueryName> names;      // that look like names of code, each once
  std::vector<std::string> paths;    // that look like files, each once, with /
  std::vector<TraceFrame> frames;    // of a stack trace, the innermost first
  std::vector<std::string> modules;  // `a.b.c` as a/b/c, each once
  std::vector<FileKind> wanted;      // that the query asks for
  std::vector<std::string> quotes;   // texts that it has in quotation marks, each once
};

// REQUIRES: UTF-8 or not, at most 64 KiB.
Query ReadQuery(std::string_view text);

}  // namespace satchel::ask
