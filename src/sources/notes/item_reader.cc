#include "sources/notes/item_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sources/notes/line_reader.h"
#include "sources/notes/line_text.h"
#include "text/utf8.h"

// Each depth of nesting has an owner: the item or the finding to which the lines at that
// depth belong. A line with no item around it belongs to a paragraph that is reported.
namespace satchel::notes {
namespace {

// Phases and leads are kept with every item below them.
constexpr std::size_t kSharedCharacters = 200;

std::optional<TaskState> StateOf(std::string_view mark) {
  if (mark == " ") return TaskState::kOpen;
  if (mark == "x" || mark == "X") return TaskState::kDone;
  if (mark == "-") return TaskState::kSkipped;
  return std::nullopt;
}

// "===" and "---" below a paragraph.
bool IsUnderline(const Line& line) {
  if (line.depth != 0 || !line.continues) return false;
  return line.content.find_first_not_of('=') == line.content.npos ||
         line.content.find_first_not_of('-') == line.content.npos;
}

class ItemReader {
 public:
  ItemReader(std::string_view text, ItemRule items, ProseRule prose, FileReport& report)
      : lines_(text, LineReader::Index::kRead), rule_(items), prose_(prose), report_(report) {}

  std::vector<Item> Read() {
    Line line;
    while (lines_.Next(line)) Take(line);
    ReportUnclosed(lines_, outside_, report_);
    TidyItems();
    return std::move(items_);
  }

 private:
  struct Owner {
    enum class Kind : std::uint8_t { kNone, kItem, kFinding };
    Kind kind = Kind::kNone;
    std::size_t index = 0;
  };

  void Take(const Line& line);
  void TakeItem(const Line& line);
  void TakeOutside(const Line& line);
  void EndOutside();
  void TakeUnderline(FileReport::Handle paragraph);
  std::string LeadFor(const Line& line);

  Owner OwnerFor(const Line& line, Owner parent);
  Owner StartItem(const Line& line, TaskState state);
  Owner Report(Unused reason, const Line& line);
  void Append(Owner owner, const Line& line);
  void TidyItems();

  LineReader lines_;
  ItemRule rule_;
  ProseRule prose_;
  FileReport& report_;

  std::vector<Item> items_;
  std::array<Owner, LineReader::kMostDepth + 1> owners_{};
  std::string phase_;
  std::string lead_;
  std::optional<FileReport::Handle> too_many_;

  std::optional<FileReport::Handle> outside_;  // the paragraph or fence being reported
  std::optional<FileReport::Handle> all_prose_;
  LineKind outside_kind_ = LineKind::kText;
  std::size_t paragraph_lines_ = 0;  // 1: could be the text of an underlined heading
  std::string paragraph_;            // its beginning, also while blank lines follow it
};

void ItemReader::Take(const Line& line) {
  if (line.kind == LineKind::kHidden) return;
  if (line.kind == LineKind::kBlank) {
    outside_.reset();
    return;
  }
  if (line.kind == LineKind::kItem) {
    TakeItem(line);
  } else if (line.depth > 0) {
    Append(owners_[line.depth], line);
  } else if (line.kind == LineKind::kHeading) {
    EndOutside();
    phase_ = text::Ellipsize(line.content, kSharedCharacters);
  } else if (outside_ && paragraph_lines_ == 1 && IsUnderline(line)) {
    TakeUnderline(*outside_);
  } else if (line.kind == LineKind::kBreak) {
    EndOutside();
  } else {
    TakeOutside(line);
  }
}

void ItemReader::EndOutside() {
  outside_.reset();
  paragraph_.clear();
  lead_.clear();
}

void ItemReader::TakeUnderline(FileReport::Handle paragraph) {
  phase_ = paragraph_;
  if (prose_ == ProseRule::kEach) report_.Retract(paragraph);
  EndOutside();
}

void ItemReader::TakeOutside(const Line& line) {
  const bool goes_on =
      outside_ && outside_kind_ == line.kind && (line.continues || line.kind == LineKind::kFence);
  if (!goes_on) {
    EndOutside();
    if (prose_ == ProseRule::kEach) {
      outside_ = report_.Add(Unused::kOutside, line.number, line.text);
    } else {
      if (!all_prose_) all_prose_ = report_.Add(Unused::kProse, line.number, line.text);
      outside_ = all_prose_;
    }
    outside_kind_ = line.kind;
  }
  // Nobody writes a heading of two lines: that is text above a break.
  paragraph_lines_ = goes_on || line.content.starts_with('>') ? 2 : 1;
  report_.Extend(*outside_, line.number);
  if (line.kind != LineKind::kText || paragraph_.size() > 4 * kSharedCharacters) return;
  if (!paragraph_.empty()) paragraph_ += ' ';
  paragraph_ += text::TruncateUtf8(line.content, 4 * kSharedCharacters + 4);
}

// The paragraph before the list, if it introduces it.
std::string ItemReader::LeadFor(const Line& line) {
  if (!paragraph_.empty() && line.depth == 1) {
    const auto last = paragraph_.find_last_not_of("*_ ");
    const bool introduces = last != paragraph_.npos && paragraph_[last] == ':' &&
                            text::CountCodePoints(paragraph_) <= kSharedCharacters;
    lead_ = introduces ? std::move(paragraph_) : std::string();
    paragraph_.clear();
  }
  return lead_;
}

void ItemReader::TakeItem(const Line& line) {
  outside_.reset();
  const Owner parent = line.depth > 1 ? owners_[line.depth - 1] : Owner();
  owners_[line.depth] = OwnerFor(line, parent);
}

ItemReader::Owner ItemReader::OwnerFor(const Line& line, Owner parent) {
  const auto join_parent = [&] {
    Append(parent, line);
    return parent;
  };
  const bool in_item = parent.kind == Owner::Kind::kItem;
  if (rule_ == ItemRule::kBullets) {
    return parent.kind == Owner::Kind::kNone ? StartItem(line, TaskState::kOpen) : join_parent();
  }
  const auto state = line.has_box ? StateOf(line.mark) : std::nullopt;
  if (in_item && items_[parent.index].state == TaskState::kOpen) return join_parent();
  if (in_item && !line.has_box) return join_parent();
  if (in_item && state && *state != TaskState::kOpen) return join_parent();
  if (state) return StartItem(line, *state);
  if (line.has_box) return Report(Unused::kUnknownState, line);
  if (parent.kind == Owner::Kind::kFinding) return join_parent();
  return Report(line.content.empty() ? Unused::kEmptyItem : Unused::kOutside, line);
}

ItemReader::Owner ItemReader::Report(Unused reason, const Line& line) {
  return {.kind = Owner::Kind::kFinding, .index = report_.Add(reason, line.number, line.text)};
}

ItemReader::Owner ItemReader::StartItem(const Line& line, TaskState state) {
  if (items_.size() >= kMostItems) {
    if (!too_many_) too_many_ = report_.Add(Unused::kTooMany, line.number, line.text);
    report_.Extend(*too_many_, line.number);
    return {.kind = Owner::Kind::kFinding, .index = *too_many_};
  }
  // A box with another mark is part of a rule's text.
  const bool own_mark = line.has_box && !StateOf(line.mark);
  const std::string_view text = own_mark ? line.text.substr(line.text.find('[')) : line.content;
  items_.push_back({.text = std::string(TrimRight(text)),
                    .phase = phase_,
                    .lead = LeadFor(line),
                    .state = state,
                    .line = line.number});
  return {.kind = Owner::Kind::kItem, .index = items_.size() - 1};
}

void ItemReader::Append(Owner owner, const Line& line) {
  if (owner.kind == Owner::Kind::kFinding) {
    report_.Extend(owner.index, line.number);
    return;
  }
  if (owner.kind == Owner::Kind::kNone) return;
  std::string& text = items_[owner.index].text;
  if (text.empty()) {
    text = line.kind == LineKind::kFence ? line.text : Trim(line.text);
  } else if (line.kind == LineKind::kText && line.continues) {
    text += ' ';
    text += line.content;
  } else {
    text += '\n';
    text += line.kind == LineKind::kFence ? line.text : TrimRight(line.text);
  }
}

void ItemReader::TidyItems() {
  std::erase_if(items_, [&](Item& item) {
    // Blank lines of a fence that was not closed.
    item.text.resize(item.text.find_last_not_of(" \t\n") + 1);
    const bool empty = item.text.empty();
    if (empty) report_.Add(Unused::kEmptyItem, item.line, "");
    return empty;
  });
}

}  // namespace

std::vector<Item> ReadItems(std::string_view text, ItemRule items, ProseRule prose,
                            FileReport& report) {
  return ItemReader(text, items, prose, report).Read();
}

}  // namespace satchel::notes
