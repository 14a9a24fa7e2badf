// Shell lines in READMEs and guides: in fenced and indented blocks, after a prompt, and in
// backticks of a sentence. The heading and the sentence or comment above say what a line is for.

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/orient/command_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostAbout = 200;

bool IsShell(std::string_view info) {
  constexpr auto kShells = std::to_array<std::string_view>(
      {"bash", "bat", "cmd", "console", "fish", "powershell", "ps1", "pwsh", "sh", "shell",
       "shell-session", "terminal", "text", "txt", "zsh"});
  const auto words = CommandWords(info);
  return words.empty() || std::ranges::find(kShells, words.front()) != kShells.end();
}

// What declares a dependency on this project.
bool IsDependency(std::string_view line) {
  const std::string lower = AsciiLower(line);
  return lower.find("dependenc") != lower.npos || lower.starts_with("implementation") ||
         lower.starts_with("gem ") || lower.find("packagereference") != lower.npos;
}

// A line under a title in reStructuredText and older Markdown.
bool IsUnderline(std::string_view line) {
  if (line.size() < 3) return false;
  const char c = line.front();
  return std::string_view("=-~^+*#\"'").find(c) != std::string_view::npos &&
         line.find_first_not_of(c) == line.npos;
}

class Reading {
 public:
  explicit Reading(std::string_view text) : lines_(CommandLinesOf(text)) {}

  std::vector<Command> Read() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const std::string_view line = lines_[at_];
      const std::string_view trimmed = Trimmed(line);
      if (const std::size_t fence = FenceOf(trimmed); fence > 0) {
        ReadFence(trimmed, fence);
      } else if (IsHeading(trimmed)) {
        heading_ = std::string(Trimmed(trimmed, "#= \t"));
        sentence_.clear();
        AddSection();
      } else if (!trimmed.empty()) {
        ReadProse(line, trimmed);
      }
    }
    return found_.Take();
  }

 private:
  static std::size_t FenceOf(std::string_view line) {
    if (line.empty() || (line.front() != '`' && line.front() != '~')) return 0;
    const std::size_t run = std::min(line.find_first_not_of(line.front()), line.size());
    return run >= 3 ? run : 0;
  }

  bool IsHeading(std::string_view line) const {
    if (line.starts_with('#')) return true;
    if (line.starts_with("==") && line.ends_with("==") && !IsUnderline(line)) return true;
    return at_ + 1 < lines_.size() && !line.empty() && IsUnderline(Trimmed(lines_[at_ + 1])) &&
           Trimmed(lines_[at_ + 1]).size() + 2 >= line.size() && !IsUnderline(line);
  }

  std::string About(std::string_view comment) const {
    std::string about = heading_;
    for (const std::string_view more : {std::string_view(sentence_), comment}) {
      if (!more.empty()) about.append(" / ").append(more.substr(0, kMostAbout));
    }
    return about;
  }

  void Add(std::string_view command, std::string_view comment) {
    // What a comment behind it says is about it.
    const std::size_t behind = command.find("  #");
    const std::size_t hash = behind == command.npos ? command.find(" # ") : behind;
    std::string about = About(comment);
    if (hash != command.npos) about.append(" / ").append(Trimmed(command.substr(hash), " #"));
    const std::string_view text = Trimmed(command.substr(0, hash));
    found_.Add({.first = LineNumber(at_),
                .last = LineNumber(at_),
                .invocation = std::string(text),
                .name = "",
                .text = std::string(text),
                .about = std::move(about)});
  }

  // The heading with what follows it: some guides say in words what is to be done.
  void AddSection() {
    constexpr std::size_t kMostShown = 6;
    std::size_t end = at_ + 1;
    bool text = false;
    while (end < lines_.size() && end - at_ < kMostShown) {
      const std::string_view line = Trimmed(lines_[end]);
      if (text && line.empty()) break;
      text = text || (!line.empty() && !IsUnderline(line));
      ++end;
    }
    found_.Add({.first = LineNumber(at_),
                .last = LineNumber(end - 1),
                .invocation = "",
                .name = "",
                .text = "",
                .about = heading_});
  }

  void ReadFence(std::string_view opening, std::size_t fence) {
    const std::string_view info = Trimmed(opening.substr(fence));
    const bool shell = IsShell(info);
    const bool named = shell && !info.empty();
    std::string comment;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view line = Trimmed(lines_[at_]);
      if (FenceOf(line) >= fence && Trimmed(line, "`~").empty()) return;
      if (line.empty()) {
        comment.clear();
      } else if (!shell) {
        if (IsDependency(line)) AddDependency(line);
      } else if (line.starts_with('#') || line.starts_with("//")) {
        comment = std::string(Trimmed(line, "#/ "));
      } else {
        const bool prompt = line.starts_with("$ ");
        const std::string_view command = WithoutPrompt(line);
        if (prompt || StartsWithTool(command) || (named && IsLikely(command))) {
          Add(command, comment);
        }
      }
    }
  }

  // In a block that is called a shell's: a program and arguments, and no output.
  static bool IsLikely(std::string_view command) {
    const auto words = CommandWords(command);
    return !words.empty() && words.size() <= 12 && IsAlpha(command.front()) &&
           command.find(": ") == command.npos && !command.ends_with('.');
  }

  void AddDependency(std::string_view line) {
    found_.Add({.first = LineNumber(at_),
                .last = std::min(LineNumber(at_ + 4), LineNumber(lines_.size() - 1)),
                .invocation = "",
                .name = "",
                .text = std::string(line),
                .about = About("install as a dependency")});
  }

  void ReadProse(std::string_view line, std::string_view trimmed) {
    const std::size_t indent = line.size() - Trimmed(line, " \t").size();
    const bool indented = line.front() == '\t' || (line.starts_with("  ") && indent >= 2);
    const bool prompt = trimmed.starts_with("$ ");
    if ((indented || prompt) && (prompt || StartsWithTool(trimmed)) && !trimmed.ends_with('.')) {
      Add(WithoutPrompt(trimmed), "");
      return;
    }
    // Above a block of commands there may be a comment.
    sentence_ = std::string(trimmed.substr(0, kMostAbout));
    ReadBackticks(trimmed);
  }

  void ReadBackticks(std::string_view line) {
    std::size_t at = line.find('`');
    while (at != line.npos) {
      std::size_t from = line.find_first_not_of('`', at);
      if (from == line.npos) return;
      const std::size_t end = line.find('`', from);
      if (end == line.npos) return;
      const std::string_view code = WithoutPrompt(line.substr(from, end - from));
      const bool has_words = code.find(' ') != code.npos || code.starts_with("./") ||
                             code.ends_with(".sh") || code.ends_with(".ps1") ||
                             code.ends_with(".cmd") || code == "make";
      const bool script = code.find(' ') == code.npos && has_words;
      if (has_words && (script || StartsWithTool(code))) Add(code, "");
      at = line.find_first_not_of('`', end);
      if (at != line.npos) at = line.find('`', at);
    }
  }

  const std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::string heading_;
  std::string sentence_;
  CommandList found_;
};

}  // namespace

std::vector<Command> ProseCommands(std::string_view text) { return Reading(text).Read(); }

}  // namespace satchel::retrieval
