#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "graph/files/question.h"
#include "graph/pack/options.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

// What a request asks of the graphs of a workspace, read for it.
class GraphReading final : public TextReading {
 public:
  GraphReading(GraphOptions options, graph::Question question, Json snapshot)
      : options_(std::move(options)),
        question_(std::move(question)),
        snapshot_(std::move(snapshot)) {}

  std::string_view source() const override { return kGraph; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override;
  std::vector<store::DocumentRow> Documents() const override;
  std::vector<retrieval::SourceText> Texts(std::span<const std::string> paths) const override;

  const GraphOptions& options() const { return options_; }
  const graph::Question& question() const { return question_; }

 private:
  const GraphOptions options_;
  const graph::Question question_;
  const Json snapshot_;
};

// Specification 000.
std::unique_ptr<const Source> MakeGraphSource();

}  // namespace satchel::pipeline
