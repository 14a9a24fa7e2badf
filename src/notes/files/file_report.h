#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notes/files/line_reader.h"
#include "notes/files/notes.h"

namespace satchel::notes {

// At most so many characters of a finding's text and of a task's summary.
inline constexpr std::size_t kShownCharacters = 80;

// Of a file, so that neither findings nor items outgrow it by far.
inline constexpr std::size_t kMostFindings = 1'000;
inline constexpr std::size_t kMostItems = 20'000;
inline constexpr std::size_t kMostItemsOfAll = 50'000;
// Of a rule or a task.
inline constexpr std::size_t kMostItemCharacters = 100'000;

// Collects the findings of one file, with a limit that never loses one silently.
class FileReport {
 public:
  // What Add() returned. Beyond the limit all findings are one, except that a fence, a comment or
  // a limit that leaves out the rest of a file is always told.
  using Handle = std::size_t;

  explicit FileReport(std::string path) : path_(std::move(path)) {}

  // REQUIRES: line > 0.
  Handle Add(Unused reason, std::size_t line, std::string_view text);
  void Extend(Handle finding, std::size_t last_line);
  // Takes it back; the handle must not be used again.
  void Retract(Handle finding);
  // Of findings within the limit.
  Finding* Get(Handle finding);
  // Makes one finding of all those of a reason. Handles must not be used afterwards.
  void Join(Unused reason, Unused joined);

  // Appends all, by line.
  void MoveTo(std::vector<Finding>& out);

 private:
  static constexpr Handle kMore = static_cast<Handle>(-1);

  std::string path_;
  std::vector<Finding> findings_;
  std::size_t more_ = 0;
  std::size_t more_line_ = 0;
  std::size_t more_last_line_ = 0;
};

// Reports what marks a conflict, and what is open at the end of a file. `last` is the finding that
// the last line is part of, if any: where the fence is all there is of it, the finding becomes
// kUnclosed.
void ReportUnclosed(const LineReader& lines, std::optional<FileReport::Handle> last,
                    FileReport& report);

}  // namespace satchel::notes
