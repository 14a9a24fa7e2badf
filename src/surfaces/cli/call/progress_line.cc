#include "surfaces/cli/call/progress_line.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "base/deadline.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kBarWidth = 24;
constexpr std::chrono::milliseconds kBetween(100);

double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

ProgressLine::ProgressLine(const Context& context, std::string_view things)
    : context_(context),
      things_(things),
      on_(context.streams.err_is_terminal && !context.invocation.Has("--quiet")) {}

ProgressLine::~ProgressLine() {
  if (shown_) context_.streams.err << "\r\x1b[K" << std::flush;
}

void ProgressLine::Show(const engine::CodeProgress& progress) {
  if (!on_) return;
  const auto now = SteadyTicker().Elapsed();
  if (!shown_ && first_ == std::chrono::nanoseconds{}) first_ = now;
  if (now - last_ < kBetween || now == first_) return;
  last_ = now;
  shown_ = true;
  const double rate = static_cast<double>(progress.done) / std::max(Seconds(now - first_), 1e-3);
  const double left = static_cast<double>(progress.total - progress.done) / std::max(rate, 1e-3);
  const std::size_t filled = progress.done * kBarWidth / std::max<std::size_t>(progress.total, 1);
  context_.streams.err << fmt::format("\r\x1b[K[{}{}] {}/{} {}, {:.0f} a second, {:.0f} s left",
                                      std::string(filled, '#'),
                                      std::string(kBarWidth - filled, '.'), progress.done,
                                      progress.total, things_, rate, left)
                       << std::flush;
}

}  // namespace satchel::cli
