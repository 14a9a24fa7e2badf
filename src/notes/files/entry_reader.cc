#include "notes/files/entry_reader.h"

#include <optional>
#include <string>
#include <utility>

#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "notes/files/note_date.h"

namespace satchel::notes {
namespace {

bool CanStartEntry(std::size_t level) { return level == 2 || level == 3; }

// Without the marks of a heading, an item or bold text, for a title.
std::string_view WithoutMarks(std::string_view line) {
  line = Trim(line);
  if (const auto heading = ParseHeading(line)) line = heading->text;
  if (const auto item = ParseItem(line)) line = item->text;
  return line;
}

class EntryReader {
 public:
  EntryReader(std::string_view text, FileReport& report)
      : lines_(text, LineReader::Index::kSkip), report_(report) {}

  std::vector<Entry> Read() {
    Line line;
    while (lines_.Next(line)) {
      if (line.kind == LineKind::kHidden) {
        TakeHidden(line);
        continue;
      }
      Take(line);
      last_line_ = line.kind == LineKind::kBlank ? last_line_ : line.number;
    }
    EndSection(0);
    ReportUnclosed(lines_, finding_, report_);
    Finish();
    return std::move(entries_);
  }

 private:
  enum class State : std::uint8_t { kOutside, kEntry, kSection };

  void Take(const Line& line);
  bool TakeHeading(const Line& line);
  void TakeHidden(const Line& line);
  void TakeOutside(const Line& line);
  void TakeBody(const Line& line);
  void EndSection(std::size_t next_level);
  void Start(const Line& line, const DatedHeading& heading);
  void Finish();
  void FinishEntry();

  LineReader lines_;
  FileReport& report_;
  std::vector<Entry> entries_;
  State state_ = State::kOutside;
  std::size_t level_ = 0;  // of the entry
  std::size_t last_line_ = 0;

  Entry entry_;                 // without its body
  std::string body_;            // room for one after the other
  std::string fallback_title_;  // the first line of the body that has words
  std::size_t kept_ = 0;        // of the body, up to the last line that is content
  std::optional<FileReport::Handle> too_many_;

  std::string section_;  // the heading without a date, until something stands below it
  std::size_t section_line_ = 0;
  std::size_t section_level_ = 0;
  std::size_t paragraph_line_ = 0;             // where the paragraph outside began
  std::optional<FileReport::Handle> finding_;  // of the section or paragraph being reported
};

void EntryReader::Take(const Line& line) {
  if (line.kind == LineKind::kHeading && TakeHeading(line)) return;
  if (state_ == State::kEntry) {
    TakeBody(line);
  } else {
    TakeOutside(line);
  }
}

// Some tools put entries into the comment of the template that a file begins with. A heading
// with a real date is no template.
void EntryReader::TakeHidden(const Line& line) {
  const auto dated = ParseDatedHeading(line.content);
  if (!dated || !dated->time || !CanStartEntry(line.level)) return;
  report_.Add(Unused::kHidden, line.number, line.content);
}

// False: the heading is part of the body.
bool EntryReader::TakeHeading(const Line& line) {
  const auto dated = ParseDatedHeading(line.content);
  if (dated && CanStartEntry(line.level)) {
    EndSection(line.level);
    Finish();
    Start(line, *dated);
    return true;
  }
  if (state_ == State::kEntry && line.level > level_) return false;
  if (state_ == State::kSection && !dated && line.level > 3) {
    if (finding_) report_.Extend(*finding_, line.number);
    return true;
  }
  EndSection(line.level);
  Finish();
  if (dated) {
    finding_ = report_.Add(Unused::kOutside, line.number, line.text);
  } else if (CanStartEntry(line.level)) {
    state_ = State::kSection;
    section_ = line.content;
    section_line_ = line.number;
    section_level_ = line.level;
  }
  return true;
}

// A heading without a date and with nothing below it groups the deeper ones that follow; before
// one of its own level, or at the end, it is an entry that somebody forgot to date or to write.
void EntryReader::EndSection(std::size_t next_level) {
  if (state_ != State::kSection || finding_ || next_level > section_level_) return;
  finding_ = report_.Add(Unused::kNoDate, section_line_, section_);
}

void EntryReader::Start(const Line& line, const DatedHeading& heading) {
  state_ = State::kEntry;
  level_ = line.level;
  entry_ = Entry{.title = std::string(heading.title), .time = heading.time, .line = line.number};
  body_.clear();
  fallback_title_.clear();
  kept_ = 0;
  if (!heading.time) report_.Add(Unused::kBadDate, line.number, line.content);
  if (entries_.size() < kMostItems) return;
  if (!too_many_) too_many_ = report_.Add(Unused::kTooMany, line.number, line.content);
}

void EntryReader::TakeBody(const Line& line) {
  if (!body_.empty() || line.kind != LineKind::kBlank) {
    body_ += line.text;
    body_ += '\n';
  }
  if (line.kind == LineKind::kBlank) return;
  // A break at the end separates entries; with text directly above it, it underlines that.
  const bool separates = line.kind == LineKind::kBreak && !line.continues;
  if (!separates && !IsBlankLine(line.text)) kept_ = body_.size();
  if (line.kind == LineKind::kFence) return;
  const std::string_view trimmed = TrimLeft(line.text);
  if (trimmed.starts_with("~~Superseded")) entry_.superseded = true;
  if (fallback_title_.empty() && line.kind != LineKind::kBreak) {
    fallback_title_ = WithoutMarks(line.text);
  }
}

void EntryReader::TakeOutside(const Line& line) {
  if (line.kind == LineKind::kBlank) {
    if (state_ == State::kOutside) finding_.reset();
    return;
  }
  const bool underline = line.kind == LineKind::kText && line.continues && line.depth == 0 &&
                         line.content.find_first_not_of('=') == line.content.npos;
  if (state_ == State::kOutside && underline && finding_) {
    const Finding* finding = report_.Get(*finding_);
    if (finding != nullptr && finding->line == paragraph_line_ &&
        finding->last_line == paragraph_line_) {
      report_.Retract(*finding_);  // the file's title
      finding_.reset();
      return;
    }
  }
  if (!line.continues) paragraph_line_ = line.number;
  if (line.kind == LineKind::kBreak && !line.continues) return;
  if (!finding_ && state_ == State::kSection) {
    finding_ = report_.Add(Unused::kNoDate, section_line_, section_);
  } else if (!finding_) {
    finding_ = report_.Add(Unused::kOutside, line.number, line.text);
  }
  report_.Extend(*finding_, line.number);
}

void EntryReader::Finish() {
  if (state_ == State::kEntry) FinishEntry();
  state_ = State::kOutside;
  finding_.reset();
}

void EntryReader::FinishEntry() {
  if (too_many_) {
    report_.Extend(*too_many_, last_line_);
    return;
  }
  entry_.body.assign(body_, 0, kept_ == 0 ? 0 : kept_ - 1);
  if (entry_.title.empty()) {
    const auto finding = report_.Add(Unused::kNoTitle, entry_.line, "");
    entry_.title = fallback_title_;
    if (entry_.title.empty()) {
      report_.Extend(finding, last_line_);
      return;
    }
  }
  entries_.push_back(std::move(entry_));
}

}  // namespace

std::vector<Entry> ReadEntries(std::string_view text, FileReport& report) {
  return EntryReader(text, report).Read();
}

}  // namespace satchel::notes
