#include "surfaces/cli/eval/plot.h"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace satchel::cli {
namespace {

using evaluation::RecallPoint;

constexpr std::int64_t kLeft = 60;
constexpr std::int64_t kTop = 40;
constexpr std::int64_t kWidth = 520;
constexpr std::int64_t kHeight = 280;

constexpr std::string_view kHead =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 380" role="img">
<title>Recall within k files</title>
<style>
  text { font: 13px sans-serif; fill: #24292f; }
  .grid { stroke: #d0d7de; }
  .line { fill: none; stroke-width: 2.5; }
  .satchel { stroke: #0550ae; }
  .grep { stroke: #bc4c00; stroke-dasharray: 6 4; }
  .back { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #3d444d; }
    .satchel { stroke: #79c0ff; }
    .grep { stroke: #ffa657; }
    .back { fill: #0d1117; }
  }
</style>
<rect class="back" width="640" height="380"/>
)";

// Whole numbers all the way, so that every machine prints the same picture.
std::int64_t X(std::size_t at, std::size_t count) {
  return kLeft + kWidth * static_cast<std::int64_t>(at) / static_cast<std::int64_t>(count - 1);
}
std::int64_t Y(Score score) { return kTop + kHeight - kHeight * score.millionths() / Score::kOne; }

std::string Polyline(std::span<const RecallPoint> curve, Score RecallPoint::* which,
                     std::string_view name) {
  std::string points;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    points += fmt::format("{}{},{}", i == 0 ? "" : " ", X(i, curve.size()), Y(curve[i].*which));
  }
  return fmt::format("<polyline class=\"line {}\" points=\"{}\"/>\n", name, points);
}

std::string Legend(std::int64_t x, std::string_view name, std::string_view says) {
  return fmt::format(
      "<line class=\"line {}\" x1=\"{}\" y1=\"24\" x2=\"{}\" y2=\"24\"/>\n"
      "<text x=\"{}\" y=\"28\">{}</text>\n",
      name, x, x + 30, x + 38, says);
}

}  // namespace

std::string RecallSvg(std::span<const RecallPoint> curve, std::size_t commits) {
  std::string svg(kHead);
  for (std::int64_t tenth = 0; tenth <= 10; tenth += 2) {
    const std::int64_t y = Y(Score::Ratio(tenth, 10));
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}.{}</text>\n",
        kLeft, y, kLeft + kWidth, y, kLeft - 8, y + 4, tenth / 10, tenth % 10);
  }
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i].k != 1 && curve[i].k % 5 != 0) continue;
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       X(i, curve.size()), kTop + kHeight + 20, curve[i].k);
  }
  svg += fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">files looked at; {} "
      "commits</text>\n",
      kLeft + kWidth / 2, kTop + kHeight + 44, commits);
  svg += Polyline(curve, &RecallPoint::grep, "grep");
  svg += Polyline(curve, &RecallPoint::satchel, "satchel");
  svg += Legend(kLeft, "satchel", "recall, Satchel") + Legend(kLeft + 200, "grep", "recall, grep");
  return svg + "</svg>\n";
}

}  // namespace satchel::cli
