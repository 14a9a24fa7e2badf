#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "code/find/ranked_text.h"
#include "code/index/searched_code.h"
#include "code/pack/options.h"
#include "pipeline/source.h"
#include "store/database.h"

namespace satchel::pipeline {

// The files for a task, from whoever ranked them before the packet was asked for.
struct RankedBefore final : SourceCache {
  std::shared_ptr<const retrieval::RankedTask> task;
};

// How a request has them. Nothing of the packet depends on it.
struct RankedBeforeOption final : SourceOptions {
  std::string_view source() const override { return kName; }
  Json ToJson() const override { return Json::object(); }

  static constexpr std::string_view kName = "code.ranked";
  std::shared_ptr<RankedBefore> ranked;
};

// What is indexed of the code.
struct CodeInput final : SourceInput {
  explicit CodeInput(retrieval::SearchedCode code) : searched(std::move(code)) {}

  retrieval::SearchedCode searched;
};

// The code of a workspace as its index has it, in one state of the store for all stages of a
// request. The files themselves are read when they are shown.
class CodeReading final : public Reading {
 public:
  CodeReading(CodeOptions options, const retrieval::SearchedCode& searched,
              std::unique_ptr<store::StoreCount> count, std::unique_ptr<store::Transaction> curated,
              Json snapshot, std::shared_ptr<const retrieval::RankedTask> known)
      : options_(std::move(options)),
        searched_(searched),
        count_(std::move(count)),
        curated_(std::move(curated)),
        snapshot_(std::move(snapshot)),
        known_(std::move(known)) {}

  std::string_view source() const override { return kCode; }
  const Json& snapshot() const override { return snapshot_; }
  store::StoreCount Cost() const override { return *count_; }

  const CodeOptions& options() const { return options_; }
  const retrieval::SearchedCode& searched() const { return searched_; }
  // Null: nobody has ranked the task before.
  const std::shared_ptr<const retrieval::RankedTask>& known() const { return known_; }
  // Of one request, and so of one thread.
  store::Transaction& curated() const { return *curated_; }

 private:
  const CodeOptions options_;
  const retrieval::SearchedCode searched_;
  const std::unique_ptr<store::StoreCount> count_;  // outlives the transaction
  const std::unique_ptr<store::Transaction> curated_;
  const Json snapshot_;
  const std::shared_ptr<const retrieval::RankedTask> known_;
};

// What a run says of the state of the code that it was made from. `content`: the digest of it.
Json CodeSnapshot(std::string content);

// Specification 003.
std::unique_ptr<const Source> MakeCodeSource();

}  // namespace satchel::pipeline
