#include "notes/pack/texts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "index/texts/line_choice.h"
#include "notes/files/line_text.h"
#include "text/invisible.h"

namespace satchel::pipeline {
namespace {

// An item begins on a line and ends before the next item of its file; one of a list ends before a
// blank line as well.
struct Item {
  retrieval::SourceText text;
  std::size_t file = 0;
  std::size_t line = 0;
  bool of_list = false;
};

class Items {
 public:
  explicit Items(const notes::Notes& notes) : notes_(notes) {
    for (const notes::Rule& rule : notes.constitution) Add(rule, "rule", FirstLine(rule.text));
    for (const notes::Task& task : notes.tasks) {
      Add(task, "task", task.summary).text.superseded = task.state == notes::TaskState::kSkipped;
    }
    for (const notes::Rule& rule : notes.conventions) {
      Add(rule, "convention", FirstLine(rule.text));
    }
    AddEntries("decision", notes.decisions);
    AddEntries("learning", notes.learnings);
    SetBodies();
  }

  std::vector<retrieval::SourceText> Of(std::span<const std::string> paths) && {
    const std::unordered_set<std::string_view> wanted(paths.begin(), paths.end());
    std::unordered_set<std::string> taken;
    std::vector<retrieval::SourceText> texts;
    for (Item& item : all_) {
      // Of two whose escaped ids are the same the first stays, as in a packet.
      if (!wanted.contains(item.text.id) || !taken.insert(item.text.id).second) continue;
      texts.push_back(std::move(item.text));
    }
    return texts;
  }

 private:
  static std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

  template <class Of>
  Item& Add(const Of& of, std::string_view kind, std::string title) {
    Item& item = all_.emplace_back();
    item.text.id = text::EscapeInvisible(std::string(of.id)).text;
    item.text.kind = kind;
    item.text.title = std::move(title);
    item.text.path = notes_.files[of.file].path;
    item.file = of.file;
    item.line = of.line;
    item.of_list = true;
    return item;
  }

  void AddEntries(std::string_view kind, const std::vector<notes::Entry>& entries) {
    for (const notes::Entry& entry : entries) {
      Item& item = Add(entry, kind, entry.title);
      item.of_list = false;
      item.text.superseded = entry.superseded;
    }
  }

  void SetBodies() {
    std::vector<Item*> order;
    for (Item& item : all_) order.push_back(&item);
    std::ranges::sort(order, {},
                      [](const Item* item) { return std::pair(item->file, item->line); });
    std::vector<std::string_view> lines;
    std::size_t file = notes_.files.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i]->file != file)
        lines = retrieval::LinesIn(notes_.files[file = order[i]->file].text);
      const bool last = i + 1 == order.size() || order[i + 1]->file != file;
      SetBody(lines, last ? lines.size() + 1 : order[i + 1]->line, *order[i]);
    }
  }

  // `end`: the line behind it.
  static void SetBody(const std::vector<std::string_view>& lines, std::size_t end, Item& item) {
    const std::size_t begin = item.line;
    if (begin == 0 || begin > lines.size()) return;
    end = std::clamp(end, begin + 1, lines.size() + 1);
    for (std::size_t line = begin; item.of_list && line < end; ++line) {
      if (line > begin && notes::IsBlankLine(lines[line - 1])) end = line;
    }
    while (end > begin + 1 && notes::IsBlankLine(lines[end - 2])) --end;
    for (std::size_t line = begin; line < end; ++line) {
      if (line > begin) item.text.body += '\n';
      item.text.body += lines[line - 1];
    }
    item.text.first_line = static_cast<std::uint32_t>(begin);
  }

  const notes::Notes& notes_;
  std::vector<Item> all_;
};

}  // namespace

std::vector<retrieval::SourceText> NoteTexts(const notes::Notes& notes,
                                             std::span<const std::string> paths) {
  return Items(notes).Of(paths);
}

}  // namespace satchel::pipeline
