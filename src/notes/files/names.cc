#include "notes/files/notes.h"

namespace satchel::notes {

std::string_view Name(FileRole role) {
  switch (role) {
    case FileRole::kConstitution:
      return "constitution";
    case FileRole::kTasks:
      return "tasks";
    case FileRole::kConventions:
      return "conventions";
    case FileRole::kDecisions:
      return "decisions";
    case FileRole::kLearnings:
      return "learnings";
    case FileRole::kListed:
      return "listed";
    case FileRole::kAgentFile:
      return "agent_file";
  }
  return "";
}

std::string_view Name(TaskState state) {
  switch (state) {
    case TaskState::kOpen:
      return "open";
    case TaskState::kDone:
      return "done";
    case TaskState::kSkipped:
      return "skipped";
  }
  return "";
}

std::string_view Name(Unused reason) {
  switch (reason) {
    case Unused::kNoDate:
      return "no_date";
    case Unused::kBadDate:
      return "bad_date";
    case Unused::kNoTitle:
      return "no_title";
    case Unused::kOutside:
      return "outside";
    case Unused::kUnknownState:
      return "unknown_state";
    case Unused::kEmptyItem:
      return "empty_item";
    case Unused::kUnclosed:
      return "unclosed";
    case Unused::kNotText:
      return "not_text";
    case Unused::kTooLarge:
      return "too_large";
    case Unused::kUnreadable:
      return "unreadable";
    case Unused::kHidden:
      return "hidden";
    case Unused::kProse:
      return "prose";
    case Unused::kTooMany:
      return "too_many";
    case Unused::kUnknownFile:
      return "unknown_file";
    case Unused::kEmpty:
      return "empty";
    case Unused::kConflict:
      return "conflict";
    case Unused::kMoreFindings:
      return "more_findings";
  }
  return "";
}

}  // namespace satchel::notes
