#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "pipeline/source.h"
#include "pipeline/sources/code/options.h"
#include "retrieval/searched_code.h"
#include "store/database.h"

namespace satchel::pipeline {

// The code of a workspace as its index has it, in one state of the store for all stages of a
// request. The files themselves are read when they are shown.
class CodeReading final : public Reading {
 public:
  CodeReading(CodeOptions options, const retrieval::SearchedCode& searched,
              std::unique_ptr<store::StoreCount> count, std::unique_ptr<store::Transaction> curated,
              Json snapshot)
      : options_(std::move(options)),
        searched_(searched),
        count_(std::move(count)),
        curated_(std::move(curated)),
        snapshot_(std::move(snapshot)) {}

  std::string_view source() const override { return kCode; }
  const Json& snapshot() const override { return snapshot_; }
  store::StoreCount Cost() const override { return *count_; }
  // The index is made by index runs, and not for a request.
  std::string DocumentDigest() const override { return ""; }
  std::vector<store::DocumentRow> Documents() const override { return {}; }

  const CodeOptions& options() const { return options_; }
  const retrieval::SearchedCode& searched() const { return searched_; }
  // Of one request, and so of one thread.
  store::Transaction& curated() const { return *curated_; }

 private:
  const CodeOptions options_;
  const retrieval::SearchedCode searched_;
  const std::unique_ptr<store::StoreCount> count_;  // outlives the transaction
  const std::unique_ptr<store::Transaction> curated_;
  const Json snapshot_;
};

// Specification 003.
std::unique_ptr<const Source> MakeCodeSource();

}  // namespace satchel::pipeline
