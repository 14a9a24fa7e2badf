#include "notes/files/item_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "text/utf8.h"

// Each depth of nesting has an owner: the item or the finding to which the lines at that
// depth belong. A line with no item around it belongs to a paragraph that is reported, or, in a
// constitution that is written as prose, becomes an item when all of the file has been seen.
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
    AddParagraphs();
    TidyItems();
    return std::move(items_);
  }

 private:
  struct Owner {
    enum class Kind : std::uint8_t { kNone, kItem, kFinding };
    Kind kind = Kind::kNone;
    std::size_t index = 0;
  };

  // A paragraph that is an item where its heading has no list.
  struct Paragraph {
    Item item;
    std::vector<FileReport::Handle> findings;  // of it and of fenced code below it
  };
  struct Heading {
    std::size_t level = 0;  // 0: the beginning of the file
    std::size_t above = 0;  // the one that it belongs to; its own index: none
    bool has_list = false;  // also below a deeper one
    std::vector<Paragraph> paragraphs;
  };

  void Take(const Line& line);
  void TakeItem(const Line& line);
  void TakeOutside(const Line& line);
  void EndOutside();
  void TakeUnderline(FileReport::Handle paragraph, const Line& line);
  void TakeHeading(std::size_t level);
  void KeepParagraph(const Line& line, bool goes_on, FileReport::Handle finding);
  void NoteList();
  void AddParagraphs();
  std::string LeadFor(const Line& line);

  Owner OwnerFor(const Line& line, Owner parent);
  Owner StartItem(const Line& line, TaskState state);
  Owner Report(Unused reason, const Line& line);
  void Append(Owner owner, const Line& line);
  void TidyItems();
  void ShortenItem(Item& item);

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
  LineKind outside_kind_ = LineKind::kText;
  std::size_t paragraph_lines_ = 0;  // 1: could be the text of an underlined heading
  std::string paragraph_;            // its beginning, also while blank lines follow it

  std::vector<Heading> headings_{1};  // with ProseRule::kItems
  std::size_t heading_ = 0;           // the last one
  std::size_t paragraphs_ = 0;        // kept
  std::size_t first_beyond_ = 0;      // the line of the first that is not; 0: all are
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
    TakeHeading(line.level);
  } else if (outside_ && paragraph_lines_ == 1 && IsUnderline(line)) {
    TakeUnderline(*outside_, line);
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

void ItemReader::TakeUnderline(FileReport::Handle paragraph, const Line& line) {
  phase_ = paragraph_;
  report_.Retract(paragraph);
  std::vector<Paragraph>& kept = headings_[heading_].paragraphs;
  if (first_beyond_ == 0 && !kept.empty()) kept.pop_back();  // it was the last
  TakeHeading(line.content.starts_with('=') ? 1 : 2);
  EndOutside();
}

void ItemReader::TakeHeading(std::size_t level) {
  if (prose_ != ProseRule::kItems) return;
  std::size_t above = heading_;
  while (above != 0 && headings_[above].level >= level) above = headings_[above].above;
  heading_ = headings_.size();
  headings_.push_back({.level = level, .above = above});
}

void ItemReader::NoteList() {
  for (std::size_t at = heading_; !headings_[at].has_list; at = headings_[at].above) {
    headings_[at].has_list = true;
  }
}

void ItemReader::KeepParagraph(const Line& line, bool goes_on, FileReport::Handle finding) {
  if (paragraphs_ >= kMostItems) {
    if (first_beyond_ == 0) first_beyond_ = line.number;
    return;
  }
  std::vector<Paragraph>& kept = headings_[heading_].paragraphs;
  std::string_view content = line.content;
  while (content.starts_with('>')) content = TrimLeft(content.substr(1));  // the marks of a quote
  if (line.kind == LineKind::kFence) {
    if (kept.empty()) return;
    kept.back().item.text.append("\n").append(line.text);
  } else if (goes_on) {
    if (kept.empty()) return;
    kept.back().item.text.append(content.starts_with('|') ? "\n" : " ").append(content);
  } else {
    ++paragraphs_;
    kept.push_back({.item = {.text = std::string(content), .phase = phase_, .line = line.number}});
  }
  if (!goes_on) kept.back().findings.push_back(finding);
}

// What was reported until it was known that no list says it.
void ItemReader::AddParagraphs() {
  const std::size_t listed = items_.size();
  for (Heading& heading : headings_) {
    if (heading.has_list) continue;
    for (Paragraph& paragraph : heading.paragraphs) {
      if (items_.size() >= kMostItems) break;
      for (const FileReport::Handle handle : paragraph.findings) {
        const Finding* finding = report_.Get(handle);
        if (finding == nullptr || finding->reason == Unused::kOutside) report_.Retract(handle);
      }
      items_.push_back(std::move(paragraph.item));
    }
  }
  if (first_beyond_ > 0 && !headings_[heading_].has_list) {
    report_.Extend(report_.Add(Unused::kTooMany, first_beyond_, "paragraphs"), lines_.line_count());
  }
  if (items_.size() > listed) std::ranges::sort(items_, {}, &Item::line);
}

void ItemReader::TakeOutside(const Line& line) {
  const bool goes_on =
      outside_ && outside_kind_ == line.kind && (line.continues || line.kind == LineKind::kFence);
  if (!goes_on) {
    EndOutside();
    outside_ = report_.Add(Unused::kOutside, line.number, line.text);
    outside_kind_ = line.kind;
  }
  // Nobody writes a heading of two lines: that is text above a break.
  paragraph_lines_ = goes_on || line.content.starts_with('>') ? 2 : 1;
  report_.Extend(*outside_, line.number);
  if (prose_ == ProseRule::kItems) KeepParagraph(line, goes_on, *outside_);
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
  NoteList();
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
    ShortenItem(item);
    return empty;
  });
}

void ItemReader::ShortenItem(Item& item) {
  if (item.text.size() <= kMostItemCharacters) return;
  const std::size_t characters = text::CountCodePoints(item.text);
  if (characters <= kMostItemCharacters) return;
  item.text = text::Ellipsize(item.text, kMostItemCharacters);
  report_.Add(Unused::kTooLarge, item.line,
              fmt::format("{} characters, of which the first {} are read", characters,
                          kMostItemCharacters));
}

}  // namespace

std::vector<Item> ReadItems(std::string_view text, ItemRule items, ProseRule prose,
                            FileReport& report) {
  return ItemReader(text, items, prose, report).Read();
}

}  // namespace satchel::notes
