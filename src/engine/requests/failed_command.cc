#include "engine/requests/failed_command.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "ask/trace.h"
#include "base/files.h"
#include "code/rank/code_ranker.h"
#include "engine/requests/path_below.h"

// A place is looked for where the tool stood: below the agent's directory, below the root, and as
// an absolute path. A path that is nowhere on this disk may come from a container or lack its
// leading directories; then the index knows files that end like it. A file outside the root that
// exists is elsewhere for sure, whatever the index has.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostSource = 4UL << 20U;

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

enum class Where : std::uint8_t { kHere, kElsewhere, kNowhere };

std::pair<Where, std::string> Locate(const std::string& written, const fs::path& directory,
                                     const fs::path& root) {
  bool elsewhere = false;
  for (const fs::path& base : {directory, root, fs::path("/")}) {
    if (base.empty()) continue;
    const fs::path path = base / written;
    if (!IsFile(path)) continue;
    if (auto below = PathBelow(root, path)) return {Where::kHere, *std::move(below)};
    elsewhere = true;
  }
  return {elsewhere ? Where::kElsewhere : Where::kNowhere, {}};
}

// A file at the root has a name alone, which other projects have, too.
bool Fits(std::string_view path, std::string_view written) {
  return ask::FrameFit(path, written) > (path.contains('/') || !written.contains('/') ? 0U : 1U);
}

// The text of a line, without its end; empty: there is none.
std::string_view LineOf(std::string_view text, std::uint32_t line) {
  for (; line > 1 && !text.empty(); --line) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::expected<FailedCommand, ask::FailureReason> ReadFailure(const CommandRun& run,
                                                             fs::path directory) {
  FailedCommand failed{.reading = ask::ReadCommandRun(run), .directory = std::move(directory)};
  if (failed.reading.silent) return std::unexpected(*failed.reading.silent);
  return failed;
}

void LogFailure(Logger* log, std::string_view agent, std::string_view event,
                ask::FailureReason reason) {
  if (log == nullptr) return;
  log->Log(LogLevel::kDebug, "hook", ask::Text(reason),
           {{"agent", agent}, {"event", event}, {"reason", ask::Name(reason)}});
}

PlaceOnDisk FindOnDisk(const FailedCommand& failed, const fs::path& root) {
  PlaceOnDisk found;
  for (const ask::TraceFrame& frame : failed.reading.places) {
    auto [where, path] = Locate(frame.path, failed.directory, root);
    if (where == Where::kHere) {
      found.place = FailurePlace{.path = std::move(path), .line = frame.line};
      return found;
    }
    found.may_be_indexed = found.may_be_indexed || where == Where::kNowhere;
  }
  return found;
}

std::optional<FailurePlace> FindIndexed(const FailedCommand& failed, const PlaceOnDisk& on_disk,
                                        const rank::RankedCode& ranked) {
  const auto is_indexed = [&ranked](const std::string& path) {
    return std::ranges::find(ranked.files, path, &rank::RankedFile::path) != ranked.files.end();
  };
  if (on_disk.place && is_indexed(on_disk.place->path)) return on_disk.place;
  for (const ask::TraceFrame& frame : failed.reading.places) {
    for (const rank::RankedFile& file : ranked.files) {
      if (!Fits(file.path, frame.path)) continue;
      return FailurePlace{.path = file.path, .line = frame.line};
    }
  }
  return std::nullopt;
}

std::string SignatureAt(const FailedCommand& failed, const FailurePlace& place,
                        const fs::path& root) {
  const auto text = ReadSmallFile(root / place.path, kMostSource);
  const std::string_view line = text && *text ? LineOf(**text, place.line) : std::string_view();
  return ask::FailureSignature(place.path, line, failed.reading.message);
}

}  // namespace satchel::engine
