#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "code/find/task_pieces.h"
#include "pipeline/stage_context.h"

namespace satchel::pipeline {

// Where a context has it.
inline constexpr std::string_view kJudgementValue = "code.judgement";

// What a model decided for a task, as its session keeps it. A refinement without a model repeats
// it: excluded files and symbols stay excluded, and rules decide about those never judged.
struct Judgement {
  // Of one definition; a name may have several.
  struct Symbol {
    std::uint32_t line = 0;
    retrieval::Detail detail = retrieval::Detail::kExcluded;
  };

  std::string model;                                   // that was asked; empty: none was
  bool repeated = false;                               // in this run no model was asked
  std::map<std::string, bool> files;                   // by path: whether it is relevant
  std::map<std::string, std::vector<Symbol>> symbols;  // by path#name

  void Remember(const retrieval::SymbolChoice& choice);
  // Nothing if it was not judged. Of several definitions the one in that line, else the first.
  std::optional<retrieval::Detail> Find(const retrieval::SymbolChoice& choice) const;
};

// The judgement of the task so far, empty if there is none that can be read.
Judgement JudgementOf(const StageContext& context);
void Keep(const Judgement& judgement, StageContext& context);

}  // namespace satchel::pipeline
