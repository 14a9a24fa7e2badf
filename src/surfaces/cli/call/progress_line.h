#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "code/requests/code_index.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// "[####....] 120/400 files, 35 per second, 8 s left". Without the rate until there is one.
std::string ProgressBar(std::size_t done, std::size_t total, std::chrono::nanoseconds took,
                        std::string_view things = "");

// One line on stderr that is written over while something is read, on a terminal and without
// --quiet; gone when this is. The rate is of all so far.
class ProgressLine {
 public:
  // The context must outlive it.
  explicit ProgressLine(const Context& context, std::string_view things = "files");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const engine::CodeProgress& progress);

 private:
  const Context& context_;
  std::string things_;
  bool on_;
  bool shown_ = false;
  std::chrono::nanoseconds first_{};
  std::chrono::nanoseconds last_{};
};

}  // namespace satchel::cli
