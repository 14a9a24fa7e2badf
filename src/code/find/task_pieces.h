#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "code/find/body_window.h"
#include "code/find/scoped_file.h"
#include "code/index/searched_code.h"
#include "store/database.h"

// Which parts of the files in scope a task needs, and in what detail: specification 003, without a
// model.
namespace satchel::retrieval {

// What a symbol is for the task. Names are stable.
enum class Detail : std::uint8_t {
  kPrimary,      // it is shown with its body
  kSupporting,   // it calls or is called by one of those, or has words of the task: a signature
  kTypeContext,  // a type that one of those uses: a signature
  kExcluded,
};
std::string_view Name(Detail detail);

// What was decided about one symbol.
struct SymbolChoice {
  std::string path;
  std::string symbol;  // qualified
  std::uint32_t line = 0;
  Detail detail = Detail::kExcluded;
  std::string signature;
  std::string reason;   // `words`, `mentioned`, `uses X`, `used by X`, `type of X`, `tests X`
  bool judged = false;  // by a model, and not by the rules alone
};

// A text in one of several lengths.
struct PieceText {
  std::string name;  // full, window, signature_doc, signature, name
  std::string text;
};

// A part of a file that is shown as one: its outline, or one definition.
struct CodePiece {
  std::size_t file = 0;  // index into the files in scope
  bool is_file = false;  // the outline of the whole file
  std::string id;        // `path`, or `path:first-last`
  std::string title;
  std::string symbol;  // qualified; empty for an outline or what is no definition
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  ScoreTerms terms;
  std::vector<PieceText> texts;  // richest first; the last one of an outline is empty
};

struct TaskPieces {
  std::vector<CodePiece> pieces;
  // Excluded ones are among them only if a judge was asked about them.
  std::vector<SymbolChoice> choices;
  std::size_t excluded = 0;                                  // symbols
  std::vector<std::pair<std::string, std::string>> imports;  // between files in scope
  std::vector<std::string> changed;  // files that are not as they were indexed: names only
};

// Sets `detail` (kExcluded included) and `judged` of the symbols it decides about. Changes nothing
// else. A symbol that the task names can only be raised.
using JudgeSymbols = std::function<Status(std::vector<SymbolChoice>& choices)>;

struct PiecesRequest {
  std::size_t budget = 0;   // tokens of the packet
  JudgeSymbols judge = {};  // null: the rules alone decide
  // Of the task: where a judged body does not fit, the lines with most of them are shown.
  std::vector<std::string> words = {};
  // Of the task: they choose the lines of a body that is too large for the budget.
  std::vector<LineWord> line_words = {};
  std::size_t body_percent = 100;  // of the budget, for the bodies that are offered
  bool tests = true;               // whether tests that the task does not name are offered
};

// Two round trips.
Result<TaskPieces> FindPieces(const SearchedCode& searched, store::Transaction& curated,
                              std::span<const ScopedFile> files, const PiecesRequest& request);

}  // namespace satchel::retrieval
