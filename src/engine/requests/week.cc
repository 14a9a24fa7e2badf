#include "engine/requests/week.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/git.h"
#include "base/json.h"
#include "code/history/commit_log.h"
#include "code/pack/options.h"
#include "code/requests/code_index.h"
#include "engine/requests/packets.h"
#include "engine/requests/runs.h"
#include "engine/requests/shown_files.h"
#include "packet/item_path.h"
#include "pipeline/audit.h"
#include "store/raw_log.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kSecond = 1'000'000;  // microseconds
constexpr std::int64_t kSevenDays = 7 * 86'400 * kSecond;
constexpr std::int64_t kMostRuns = 5'000;
constexpr std::size_t kMostCommits = 2'000;
// Behind all that a run logs itself.
constexpr std::int64_t kUnshownOrdinal = 1'000'000'000;
// What every packet shows some of is no measure of it.
constexpr std::string_view kNotes = ".context/";

Json Parsed(std::string_view text) {
  auto json = ParseJson(text);
  return json && json->is_object() ? *std::move(json) : Json::object();
}

std::string TextIn(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// A packet that was made within the week.
struct Made {
  RunId run;
  Time at;
  std::string face;
  std::string recipe;
  std::int64_t tokens = 0;
  bool sees_files = false;
};

std::optional<Made> ReadRow(const store::RunRow& row, Time since, Time until) {
  if (row.status != pipeline::Name(pipeline::RunStatus::kDone)) return std::nullopt;
  const Json details = Parsed(row.request);
  const auto request = details.find("request");
  const auto now = request != details.end() && request->is_object()
                       ? ParseTime(TextIn(*request, "now"))
                       : Result<Time>(row.started_at);
  const Time at = now.value_or(row.started_at);
  if (at < since || at > until) return std::nullopt;
  return Made{.run = row.id,
              .at = at,
              .face = TextIn(details, kFaceDetail),
              .recipe = row.recipe,
              .tokens = SummaryOf(row).tokens.value_or(0),
              .sees_files = SeesFiles(details)};
}

class Looking {
 public:
  Looking(Stores& stores, Time now, const Deadline& deadline)
      : stores_(stores), deadline_(deadline) {
    week_.since = {now.micros - kSevenDays};
    week_.until = now;
  }

  Status LookAtPackets() {
    const store::RawReader reader(stores_.raw());
    const auto rows = SATCHEL_TRY(
        reader.LatestRuns(stores_.scope(deadline_), std::nullopt, kMostRuns, PacketRuns()));
    week_.complete = rows.size() < static_cast<std::size_t>(kMostRuns);
    std::map<std::pair<std::string, std::string>, PacketCount> counts;
    for (const store::RunRow& row : rows) {
      const auto made = ReadRow(row, week_.since, week_.until);
      if (!made) continue;
      const auto was_shown = SATCHEL_TRY(LookInside(reader, *made));
      if (!was_shown) {
        ++week_.silent;
        continue;
      }
      first_ = std::min(first_.value_or(made->at), made->at);
      PacketCount& count = counts[{made->face, made->recipe}];
      count.face = made->face;
      count.recipe = made->recipe;
      ++count.packets;
      count.tokens += made->tokens;
    }
    for (auto& [key, count] : counts) week_.packets.push_back(std::move(count));
    return {};
  }

  // What Git cannot do leaves the packets as they are.
  Status LookAtCommits(const settings::Workspace& workspace,
                       const settings::Environment& environment) {
    const auto git = Git::Find(environment.Find("PATH").value_or(""));
    if (!git) return {};
    const GitStore repository{.directory = workspace.root,
                              .bare = IsBareRepository(workspace.root)};
    const auto commits =
        code::ReadLogSince(*git, repository, week_.since.micros / kSecond, kMostCommits, deadline_);
    if (!commits && commits.error().code() == Errc::kDeadline) {
      return std::unexpected(commits.error());
    }
    if (!commits) return {};
    week_.has_history = true;
    std::map<std::string, bool> files;  // whether they were shown before
    for (const code::LoggedCommit& commit : *commits) {
      // A commit knows its second alone.
      const std::int64_t end = ((commit.committed + 1) * kSecond) - 1;
      if (!first_ || end < first_->micros || commit.committed > week_.until.micros / kSecond) {
        continue;
      }
      ++week_.commits;
      for (const std::string& path : code::ChangedFiles(commit)) {
        if (path.starts_with(kNotes)) continue;
        const auto shown = shown_.find(path);
        bool& before = files[path];
        before = before || (shown != shown_.end() && shown->second.micros <= end);
      }
    }
    week_.files = files.size();
    week_.shown = static_cast<std::size_t>(
        std::ranges::count_if(files, [](const auto& file) { return file.second; }));
    return {};
  }

  Week Take() && { return std::move(week_); }

 private:
  // Remembers the files of a packet. False: nobody was shown it.
  Result<bool> LookInside(const store::RawReader& reader, const Made& made) {
    const auto events = SATCHEL_TRY(reader.Events(stores_.scope(deadline_), made.run));
    if (std::ranges::find(events, kUnshownEvent, &store::EventRow::kind) != events.end()) {
      return false;
    }
    const auto event = std::ranges::find(events, pipeline::kPacketEvent, &store::EventRow::kind);
    if (event == events.end()) return true;
    const auto kept = pipeline::ReadKeptPacket(Parsed(event->body));
    if (!kept) return true;  // of another version, or damaged: it was shown all the same
    if (made.sees_files) CountUses(kept->packet, events);
    for (const packet::Section& section : kept->packet.sections) {
      if (section.of != pipeline::kCode) continue;
      for (const packet::Item& item : section.items) {
        const auto [found, is_new] = shown_.try_emplace(packet::PathOfItem(item), made.at);
        if (!is_new) found->second = std::min(found->second, made.at);
      }
    }
    return true;
  }

  void CountUses(const packet::Packet& packet, const std::vector<store::EventRow>& events) {
    auto files = FilesOf(packet);
    AddUses(events, files);
    ++week_.used.packets;
    week_.used.shown += files.size();
    week_.used.used += static_cast<std::size_t>(std::ranges::count_if(files, &ShownFile::used));
  }

  Stores& stores_;
  const Deadline& deadline_;
  Week week_;
  std::optional<Time> first_;          // of the packets
  std::map<std::string, Time> shown_;  // by path: when first
};

}  // namespace

std::size_t Week::Packets() const {
  std::size_t sum = 0;
  for (const PacketCount& count : packets) sum += count.packets;
  return sum;
}

std::int64_t Week::Tokens() const {
  std::int64_t sum = 0;
  for (const PacketCount& count : packets) sum += count.tokens;
  return sum;
}

Result<Week> LookAtWeek(Stores& stores, const settings::Workspace& workspace,
                        const settings::Environment& environment, Time now,
                        const Deadline& deadline) {
  Looking looking(stores, now, deadline);
  SATCHEL_TRY(looking.LookAtPackets());
  SATCHEL_TRY(looking.LookAtCommits(workspace, environment));
  return std::move(looking).Take();
}

Status MarkUnshown(Stores& stores, const RunId& run, const Unshown& why, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  store::RunLog log(stores.raw(), run);
  SATCHEL_TRY(log.Add(scope, store::EventRow{.ordinal = kUnshownOrdinal,
                                             .kind = std::string(kUnshownEvent),
                                             .at = SystemClock().Now(),
                                             .body = CanonicalJson(ToJson(why))}));
  return log.Flush(scope);
}

}  // namespace satchel::engine
