#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evaluation/answer.h"
#include "evaluation/data_set.h"
#include "evaluation/revision_store.h"
#include "text/token_counter.h"

namespace satchel::evaluation {

struct CodeRunProgress {
  std::string_view repository;
  std::size_t done = 0;  // queries
  std::size_t total = 0;
};

struct CodeRunRequest {
  std::filesystem::path repositories;
  std::filesystem::path own;   // for queries that name no repository; searched at HEAD
  std::string own_set;         // the set's file there, if it has it: it is no answer
  std::filesystem::path work;  // for the stores
  std::string half;            // only these queries; empty: all
  std::size_t limit = 0;       // of queries, as the set has them; 0: all
  std::size_t per_file = 1;    // places of one file
  // Packages of so many tokens are made as well; empty: none.
  std::vector<std::size_t> budgets = {};
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  std::function<void(const CodeRunProgress&)> progress;  // may be null
};

struct CodeRun {
  std::vector<Answer> answers;  // in the set's order
  std::size_t asked = 0;        // queries of the half, within the limit
  // Queries without an answer, and why.
  std::size_t without_repository = 0;
  std::size_t without_commit = 0;  // neither the one it names nor HEAD
  std::size_t without_gold = 0;    // none of its files is there
  std::size_t gold_missing = 0;  // files of gold that are not there, of queries that were answered
  std::vector<std::string> repositories;          // that were searched, sorted
  std::vector<std::string> repositories_at_head;  // the commit that is named is not there
  std::vector<std::string> repositories_missing;
};

// Each query at its commit, the best places for it. Queries are asked by repository and from older
// to newer commits, so that a store moves in small steps.
Result<CodeRun> RunCodeSet(const Tools& tools, const DataSet& set, const CodeRunRequest& request);

}  // namespace satchel::evaluation
