#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "index/texts/source_text.h"
#include "index/texts/text_documents.h"
#include "index/texts/text_search.h"
#include "index/texts/vector_index.h"
#include "pipeline/recipe.h"
#include "pipeline/request.h"
#include "pipeline/stage.h"
#include "store/curated.h"

// The one seam where a source meets the pipeline. A source is one folder and one line in
// pack/built_in.cc; nothing in the pipeline asks which source it has.
namespace satchel::pipeline {

// What a request may set for a source: a typed value that callers fill in and the source's own
// stages read. JSON is for the log, the session and the digest.
class SourceOptions {
 public:
  virtual ~SourceOptions() = default;

  virtual std::string_view source() const = 0;
  virtual Json ToJson() const = 0;
};

// What a source may keep between the requests of one process. Safe to share between threads.
class SourceCache {
 public:
  virtual ~SourceCache() = default;
};

class TextReading;

// What a source has read for one request, as it was when the request began. Fixed once it is
// made; it outlives the run. Stages know the type behind it: Services::Need().
class Reading {
 public:
  virtual ~Reading() = default;

  virtual std::string_view source() const = 0;
  // Digests of what was read; they are part of the packet's digest.
  virtual const Json& snapshot() const = 0;
  // What reading has cost its stores so far.
  virtual store::StoreCount Cost() const { return {}; }
  // Null: the source has no texts that a search finds.
  virtual const TextReading* texts() const { return nullptr; }
};

// A reading whose texts a search finds: entries, nodes, memories.
class TextReading : public Reading {
 public:
  const TextReading* texts() const final { return this; }

  // What the curated store is to have of it: the same digest, the same rows. The rows are asked
  // for only when the store has another digest; empty: what it has is brought up to date elsewhere.
  virtual std::string DocumentDigest() const = 0;
  virtual std::vector<store::DocumentRow> Documents() const = 0;
  // What those of these paths say: the index has the words, and a search shows the lines.
  virtual std::vector<retrieval::SourceText> Texts(std::span<const std::string> /*paths*/) const {
    return {};
  }
  // What it has for some words, as far as the index knows them; nothing without documents.
  virtual Result<retrieval::FoundTexts> Find(retrieval::TextIndexes& indexes,
                                             store::Transaction& curated,
                                             const retrieval::TextQuery& query) const;
  // All texts that may have vectors, and those of these names that may be shown at some time.
  virtual Result<std::vector<retrieval::SourceText>> AllTexts() const;
  virtual Result<std::vector<retrieval::SourceText>> ShownTexts(std::span<const std::string> names,
                                                                Time now) const;
  // Whether its words are in the index, and how they get there. What a stage finds by words is what
  // is there when the stages begin.
  virtual Result<bool> IsIndexed() const { return true; }
  virtual Status Index(store::Database& /*database*/, const store::Scope& /*scope*/) const {
    return {};
  }
  // Whether its texts are the user's and not of the work tree. Then Index() gets the store of the
  // user's state directory instead of the curated one.
  virtual bool IsPrivate() const { return false; }
};

// What the engine gives one source beside the workspace's files and the request, such as the place
// of the memories. Only the source knows the type.
class SourceInput {
 public:
  virtual ~SourceInput() = default;
};

// What there is for a request beside the files of its workspace; it outlives the readings.
struct Surroundings {
  std::optional<retrieval::IndexedTexts> indexed = {};  // nothing: no store is open
  std::map<std::string, std::shared_ptr<SourceInput>, std::less<>> inputs = {};  // by source

  // Null: the source got no input.
  template <class Input>
  Input* Of(std::string_view source) const {
    const auto found = inputs.find(source);
    return found == inputs.end() ? nullptr : dynamic_cast<Input*>(found->second.get());
  }
};

struct ReadRequest {
  std::filesystem::path root;  // of the workspace
  const Request& request;
  const ask::Question& question;           // the request's task
  const SourceOptions* options = nullptr;  // null: as the source has them by itself
  SourceCache* cache = nullptr;            // null: everything is read anew
  const Surroundings& around;
};

// Shared by every request in flight.
class Source {
 public:
  virtual ~Source() = default;

  virtual std::string_view name() const = 0;  // stable
  // The recipe of this source alone.
  virtual const Recipe& recipe() const = 0;
  virtual std::vector<std::unique_ptr<const Stage>> MakeStages() const = 0;
  // Options from a request that was stored; what does not fit is kInvalidInput.
  virtual Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& json) const = 0;
  virtual Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const = 0;
  // Its vote on a prompt that nobody asked to answer: whether it is about nothing. It is asked
  // before anything is read.
  virtual bool IsSmallTalk(const ask::Question& /*prompt*/) const { return false; }
  // Null: there is nothing to keep.
  virtual std::unique_ptr<SourceCache> MakeCache() const { return nullptr; }
};

}  // namespace satchel::pipeline
