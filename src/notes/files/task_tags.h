#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

// Tags inside a task's text: "#in-progress", "#priority:high", "#added:2026-01-02-101112".
namespace satchel::notes {

struct TaskTimes {
  std::optional<Time> time;  // the later one of #added: and #started:
  bool bad_date = false;     // one of them has a date that does not exist
};
TaskTimes TimesOf(std::string_view line);

// The line without tags, at most `max_characters`; cut between words where there are
// any in its second half, "…" included.
std::string SummaryOf(std::string_view line, std::size_t max_characters);

// A task's text without #added: and #started: and their dates, which are for people and for the
// order of tasks. Fenced code in it stays as it is, and so does a text that is nothing else.
std::string WithoutTimes(std::string_view text);

}  // namespace satchel::notes
