#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "notes/files/check.h"
#include "settings/environment.h"
#include "settings/workspace.h"

namespace satchel::engine {

using notes::Issue;

struct NotesCheckRequest {
  Time now;
  std::chrono::days stale_after{90};
  bool agent_files = false;
  bool fix = false;
};

struct NotesCheck {
  std::vector<Issue> issues;  // by file and line
  std::size_t items = 0;
  std::size_t unread = 0;          // paragraphs beside the items, which agents are not shown
  std::vector<std::string> fixed;  // ids of the tasks that were taken out
  std::string history;             // why Git's history was not asked; empty: it was
};

// A path is dead when nothing has that name and Git knows that something had, or when it is the
// target of a link. Without Git: when the directory that it would be in is there.
// With `fix`: an open task that repeats an earlier one of its list word for word is taken out.
Result<NotesCheck> CheckNotes(const settings::Workspace& workspace,
                              const settings::Environment& environment,
                              const NotesCheckRequest& request, const Deadline& deadline);

}  // namespace satchel::engine
