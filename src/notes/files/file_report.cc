#include "notes/files/file_report.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "notes/files/line_text.h"
#include "text/utf8.h"

namespace satchel::notes {

FileReport::Handle FileReport::Add(Unused reason, std::size_t line, std::string_view text) {
  // Once or twice a file, and about much of it.
  const bool always = reason == Unused::kTooMany || reason == Unused::kUnclosed;
  if (findings_.size() >= kMostFindings && !always) {
    if (more_++ == 0) more_line_ = more_last_line_ = line;
    Extend(kMore, line);
    return kMore;
  }
  findings_.push_back({.path = path_,
                       .line = line,
                       .last_line = line,
                       .reason = reason,
                       .text = text::Ellipsize(Trim(text), kShownCharacters)});
  return findings_.size() - 1;
}

void FileReport::Extend(Handle finding, std::size_t last_line) {
  if (finding == kMore) {
    more_line_ = std::min(more_line_, last_line);
    more_last_line_ = std::max(more_last_line_, last_line);
    return;
  }
  findings_[finding].last_line = std::max(findings_[finding].last_line, last_line);
}

void FileReport::Retract(Handle finding) {
  if (finding == kMore) {
    --more_;
  } else if (finding + 1 == findings_.size()) {
    findings_.pop_back();
  } else {
    findings_[finding].last_line = 0;  // others keep their handles
  }
}

Finding* FileReport::Get(Handle finding) {
  return finding < findings_.size() ? &findings_[finding] : nullptr;
}

void FileReport::Join(Unused reason, Unused joined) {
  std::optional<Finding> all;
  std::erase_if(findings_, [&](const Finding& finding) {
    if (finding.reason != reason) return false;
    if (finding.last_line == 0) return true;  // it was taken back
    if (!all) all = finding;
    all->line = std::min(all->line, finding.line);
    all->last_line = std::max(all->last_line, finding.last_line);
    return true;
  });
  if (!all) return;
  all->reason = joined;
  findings_.push_back(*std::move(all));
}

void FileReport::MoveTo(std::vector<Finding>& out) {
  std::erase_if(findings_, [](const Finding& finding) { return finding.last_line == 0; });
  if (more_ > 0) {
    findings_.push_back({.path = path_,
                         .line = more_line_,
                         .last_line = more_last_line_,
                         .reason = Unused::kMoreFindings,
                         .text = fmt::format("{} more", more_)});
  }
  std::ranges::sort(findings_, [](const Finding& a, const Finding& b) {
    return std::tie(a.line, a.reason, a.last_line, a.text) <
           std::tie(b.line, b.reason, b.last_line, b.text);
  });
  std::ranges::move(findings_, std::back_inserter(out));
}

void ReportUnclosed(const LineReader& lines, std::optional<FileReport::Handle> last,
                    FileReport& report) {
  for (const std::size_t line : lines.conflicts()) {
    report.Add(Unused::kConflict, line, "a conflict that Git could not merge: resolve it");
  }
  if (const auto line = lines.unclosed_comment()) {
    report.Extend(report.Add(Unused::kUnclosed, *line, "<!--"), lines.line_count());
  }
  if (const auto line = lines.unclosed_fence()) {
    Finding* finding = last ? report.Get(*last) : nullptr;
    if (finding != nullptr && finding->line == *line) {
      finding->reason = Unused::kUnclosed;
    } else {
      report.Extend(report.Add(Unused::kUnclosed, *line, "fenced code"), lines.line_count());
    }
  }
}

}  // namespace satchel::notes
