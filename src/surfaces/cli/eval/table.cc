#include "surfaces/cli/eval/table.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/deadline.h"
#include "surfaces/cli/call/progress_line.h"

namespace satchel::cli {

std::string Decimals(Score score) {
  const std::int64_t value = score.millionths();
  const std::int64_t thousandths = (std::abs(value) + 500) / 1000;
  return fmt::format("{}{}.{:03}", value < 0 && thousandths > 0 ? "-" : "", thousandths / 1000,
                     thousandths % 1000);
}

std::string Table::Text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line = fmt::format("{:<{}}", row.front(), widths.front());
    for (std::size_t i = 1; i < std::min(row.size(), widths.size()); ++i) {
      line += fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += line + "\n";
  }
  return text;
}

EvalProgress::EvalProgress(const Context& context)
    : context_(context),
      on_(context.streams.err_is_terminal && !context.invocation.Has("--quiet")) {}

void EvalProgress::Show(std::string_view what, std::size_t done, std::size_t total) {
  if (!on_) return;
  const auto now = SteadyTicker().Elapsed();
  if (first_ == std::chrono::nanoseconds{}) first_ = now;
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  context_.streams.err << "\r\x1b[K" << ProgressBar(done, total, now - first_) << "  "
                       << Visible(what) << std::flush;
}

void EvalProgress::Clear() {
  if (shown_) context_.streams.err << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace satchel::cli
