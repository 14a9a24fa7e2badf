#include "code/history/log_parser.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/git.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostFieldBytes = 1U << 20U;
constexpr std::size_t kMostPathBytes = 8U << 20U;  // of a commit

std::vector<std::string> SplitAtSpaces(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<std::int64_t> NumberIn(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::unexpected<Error> Broken() { return Fail(Errc::kUnavailable, "git log prints another form"); }

}  // namespace

// Renames are found where files came and went in the same commit: git looks at no others, and at
// few.
std::vector<std::string> LogFormat() {
  return {"--raw",
          "-z",
          "--find-renames=50%",
          "-l200",
          "--no-notes",
          "--no-color",
          "--encoding=UTF-8",
          "--format=tformat:%H%x00%P%x00%ct%x00%B%x00"};
}

Status LogParser::Feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\0');
    const std::string_view part = bytes.substr(0, end);
    const std::size_t room = kMostFieldBytes - field_.size();
    cut_ = cut_ || part.size() > room;
    field_ += part.substr(0, room);
    if (end == bytes.npos) return {};
    bytes.remove_prefix(end + 1);
    SATCHEL_TRY(TakeField(field_));
    field_.clear();
    cut_ = false;
  }
  return {};
}

Status LogParser::Finish() {
  if (!field_.empty() || cut_) return Broken();
  if (part_ == Part::kId) return {};
  if (part_ != Part::kChange) return Broken();
  part_ = Part::kId;
  return Emit();
}

Status LogParser::TakeField(std::string_view field) {
  switch (part_) {
    case Part::kId:
    case Part::kParents:
    case Part::kTime:
    case Part::kMessage:
    case Part::kEnd:
      return TakeHead(field);
    case Part::kChange:
      if (field.starts_with('\n')) field.remove_prefix(1);
      if (field.starts_with(':')) return TakeChange(field);
      SATCHEL_TRY(Emit());
      part_ = Part::kId;
      return TakeHead(field);
    case Part::kPath:
      path_ = field;
      if (cut_) commit_.too_large = true;
      part_ = change_.status == 'R' ? Part::kRenamed : Part::kChange;
      if (part_ == Part::kChange) AddChange({});
      return {};
    case Part::kRenamed:
      part_ = Part::kChange;
      AddChange(field);
      return {};
  }
  return Broken();
}

Status LogParser::TakeHead(std::string_view field) {
  if (part_ == Part::kId) {
    if (!IsObjectId(field)) return Broken();
    commit_ = {.id = std::string(field)};
    paths_ = 0;
    bytes_ = 0;
    part_ = Part::kParents;
  } else if (part_ == Part::kParents) {
    commit_.parents = SplitAtSpaces(field);
    part_ = Part::kTime;
  } else if (part_ == Part::kTime) {
    const auto time = NumberIn(field);
    if (!time) return Broken();
    commit_.committed = *time;
    part_ = Part::kMessage;
  } else if (part_ == Part::kMessage) {
    commit_.message = field;
    part_ = Part::kEnd;
  } else {
    if (!field.empty()) return Broken();
    part_ = Part::kChange;
  }
  return {};
}

Status LogParser::TakeChange(std::string_view field) {
  const auto change = ReadChange(field);
  if (!change) return Broken();
  change_ = *change;
  part_ = Part::kPath;
  return {};
}

std::optional<LogParser::RawChange> LogParser::ReadChange(std::string_view text) {
  constexpr std::size_t kAfter = 8;
  if (!text.starts_with(':') || text.size() < 2 * kAfter) return std::nullopt;
  const std::size_t last = text.rfind(' ');
  if (last == text.npos || last + 1 >= text.size()) return std::nullopt;
  return RawChange{.was_file = text.substr(1).starts_with("100"),
                   .is_file = text.substr(kAfter).starts_with("100"),
                   .status = text[last + 1]};
}

// Adds what is of regular files; a file that became a link is gone.
void LogParser::AddChange(std::string_view renamed) {
  using enum PathChange::Kind;
  ++paths_;
  bytes_ += path_.size() + renamed.size();
  if (paths_ > kMostLoggedPaths || bytes_ > kMostPathBytes || cut_) {
    commit_.too_large = true;
  }
  if (commit_.too_large) {
    commit_.changes = {};
    return;
  }
  if (change_.status == 'R') {
    if (change_.was_file && change_.is_file) {
      commit_.changes.push_back({kRenamed, std::string(renamed), path_});
    }
  } else if (change_.was_file) {
    commit_.changes.push_back({change_.is_file ? kChanged : kGone, path_, {}});
  } else if (change_.is_file) {
    commit_.changes.push_back({kAdded, path_, {}});
  }
}

Status LogParser::Emit() { return take_(std::exchange(commit_, {})); }

}  // namespace satchel::code
