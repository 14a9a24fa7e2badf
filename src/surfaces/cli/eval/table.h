#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "surfaces/cli/call/context.h"

// How measurements are shown.
namespace satchel::cli {

// "0.678", rounded half away from zero.
std::string Decimals(Score score);

// Columns as wide as their widest cell: the first to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> heads) { rows_.push_back(std::move(heads)); }
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string Text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// One line on stderr that is written over, on a terminal and without --quiet.
class EvalProgress {
 public:
  explicit EvalProgress(const Context& context);
  ~EvalProgress() { Clear(); }
  EvalProgress(const EvalProgress&) = delete;
  EvalProgress& operator=(const EvalProgress&) = delete;

  void Show(std::string_view what, std::size_t done, std::size_t total);
  void Clear();

 private:
  const Context& context_;
  bool on_;
  bool shown_ = false;
  std::chrono::nanoseconds first_{};
  std::chrono::nanoseconds last_{};
};

}  // namespace satchel::cli
