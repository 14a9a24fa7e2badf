#include "notes/answers/notes_log_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

Json CommitJson(const NoteCommit& commit) {
  Json events = Json::array();
  for (const auto& event : commit.events) {
    events.push_back({{"change", Name(event.change)},
                      {"kind", Name(event.kind)},
                      {"title", event.title},
                      {"path", event.path}});
  }
  return {{"hash", commit.hash},
          {"time", FormatTime(commit.time)},
          {"author", commit.author},
          {"subject", commit.subject},
          {"events", std::move(events)}};
}

}  // namespace

Json ToJson(const NotesLog& log, std::size_t most) {
  Json commits = Json::array();
  for (const NoteCommit& commit : log.commits) {
    if (commits.size() == most) break;
    commits.push_back(CommitJson(commit));
  }
  return {
      {"commits", std::move(commits)}, {"total", log.commits.size()}, {"complete", log.complete}};
}

}  // namespace satchel::engine
