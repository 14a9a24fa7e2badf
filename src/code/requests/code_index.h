#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "code/history/history_index.h"
#include "code/index/freshness.h"
#include "code/index/indexer.h"
#include "engine/stores/stores.h"
#include "index/texts/embedding_run.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "store/code.h"

// The code of a workspace in its curated store.
namespace satchel::engine {

using CodeProgress = code::IndexProgress;
using code::SkipReason;

// All of them, in their order, and each in words: "ignored by git".
std::span<const SkipReason> SkipReasons();
std::string_view Describe(SkipReason reason);

// A directory that is itself a repository, without a work tree.
bool IsBareRepository(const std::filesystem::path& root);

struct CodeIndexRequest {
  bool full = false;                // read every file again
  std::vector<std::string> files;   // only these, from the root; none: all
  std::string revision;             // a commit instead of the work tree; empty: none
  std::string below;                // with a revision: only this directory of it; empty: all
  bool use_cache = true;            // the parse cache that all work trees share
  unsigned threads = 0;             // 0: one a processor
  std::chrono::nanoseconds wait{};  // for another one that is writing
  code::DirectorySink* directories = nullptr;  // told of what is looked at; may be null
  std::optional<Time> now;  // what the log says of its beginning; nothing: the clock
  std::function<void(const CodeProgress&)> progress;  // may be null
  std::function<void()> waits;                        // another one is writing; may be null
  // Of Engine::Index(): vectors for what has none, which may take minutes; where the settings name
  // who makes them, and all of the work tree is indexed. While they are made; may be null.
  bool embed = false;
  std::function<void(const retrieval::EmbeddingProgress&)> embedding = {};
};

struct CodeIndexReport {
  code::IndexSummary summary;
  code::HistorySummary history;
  store::CodeCounts counts;  // of the store afterwards
  std::chrono::nanoseconds took{};
  store::StoreCount stores;  // what it asked of curated
  RunId run;                 // in the raw log; empty: it could not be written, see the remarks
  // Nothing: none were to be made, or nobody is named who makes them.
  std::optional<retrieval::EmbeddingReport> vectors = {};
};

// Brings the code in curated up to date with the work tree. kUnavailable: another one is
// writing, and went on for longer than the request waits. The raw log keeps that it was
// done, and how it ended.
Result<CodeIndexReport> IndexCode(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings,
                                  const CodeIndexRequest& request, const Deadline& deadline);

using code::CodeFreshness;
using code::LanguageShare;

// What the store has of the code, and how far the work tree has gone on since. Changes nothing.
Result<CodeFreshness> LookAtCode(Stores& stores, const settings::Workspace& workspace,
                                 const settings::Settings& settings, const Deadline& deadline);

}  // namespace satchel::engine
