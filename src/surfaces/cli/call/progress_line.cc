#include "surfaces/cli/call/progress_line.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "base/deadline.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kBarWidth = 24;
constexpr std::chrono::milliseconds kBetween(100);

// Below this a rate would only jump.
constexpr std::chrono::milliseconds kLeastTime(200);

std::string TimeText(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kMost = 360'000;
  const auto whole = static_cast<std::uint64_t>(std::clamp(seconds + 0.5, 0.0, kMost));
  if (seconds < kMinute) return fmt::format("{} s", whole);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace

std::string ProgressBar(std::size_t done, std::size_t total, std::chrono::nanoseconds took,
                        std::string_view things) {
  const std::size_t filled =
      std::min(kBarWidth, done * kBarWidth / std::max<std::size_t>(total, 1));
  std::string bar = fmt::format("[{}{}] {}/{}{}{}", std::string(filled, '#'),
                                std::string(kBarWidth - filled, '.'), done, total,
                                things.empty() ? "" : " ", things);
  if (done == 0 || took < kLeastTime) return bar;
  const double rate = static_cast<double>(done) / std::chrono::duration<double>(took).count();
  const double left = static_cast<double>(total - std::min(done, total)) / rate;
  return bar +
         fmt::format(", {:.{}f} per second, {} left", rate, rate < 10 ? 1 : 0, TimeText(left));
}

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
  context_.streams.err << "\r\x1b[K"
                       << ProgressBar(progress.done, progress.total, now - first_, things_)
                       << std::flush;
}

}  // namespace satchel::cli
