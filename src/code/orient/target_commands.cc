// Files of named targets with the commands below them: Makefile, justfile, Taskfile.yml, Rakefile,
// build.gradle, noxfile.py.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/orient/command_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostShown = 5;  // lines of a target

bool IsIndented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

std::size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// The comment directly above the line.
std::string CommentAbove(const std::vector<std::string_view>& lines, std::size_t at) {
  constexpr std::size_t kMost = 3;
  std::string comment;
  for (std::size_t i = at; i > 0 && at - i < kMost; --i) {
    const std::string_view line = lines[i - 1];
    if (line.starts_with(".PHONY")) continue;
    if (!line.starts_with('#')) break;
    comment = std::string(Trimmed(line, "# \t")) + (comment.empty() ? "" : " ") + comment;
  }
  return comment;
}

// Adds the lines below the target that are indented, as what it runs.
void AddBody(const std::vector<std::string_view>& lines, std::size_t at, Command& command) {
  for (std::size_t i = at + 1; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (!IsIndented(lines[i]) || line.empty()) break;
    if (i - at >= kMostShown) break;
    command.last = LineNumber(i);
    if (line.starts_with('#')) continue;
    command.text.append(command.text.empty() ? "" : " ; ").append(line);
  }
}

// Of both: a name at the beginning of a line, a colon, and an indented body.
std::vector<Command> Targets(std::string_view text, std::string_view runner) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line.empty() || IsIndented(line) || !(IsAlnum(line.front()) || line.front() == '_')) {
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos || line.substr(colon).starts_with(":=") ||
        line.substr(0, colon).find_first_of("=$%(") != line.npos) {
      // A parameter of a recipe may have a default: `test *args="-x":`.
      if (runner != "just" || !line.ends_with(':') || line.find(":=") != line.npos) continue;
    }
    const std::string_view head = line.substr(0, std::min(colon, line.size()));
    const std::string_view name = head.substr(0, head.find_first_of(" \t"));
    if (!IsIdentifier(name) || name == "help" || name == "alias" || name == "set") continue;
    Command command{.first = LineNumber(i),
                    .last = LineNumber(i),
                    .invocation = fmt::format("{} {}", runner, name),
                    .name = std::string(name),
                    .text = "",
                    .about = CommentAbove(lines, i)};
    if (const std::size_t help = line.find("##"); help != line.npos) {
      command.about.append(" ").append(Trimmed(line.substr(help), "# \t"));
    }
    // What it depends on says what it does: `all: shared static tests`.
    command.about.append(" ").append(line.substr(std::min(colon, line.size())));
    AddBody(lines, i, command);
    found.Add(std::move(command));
  }
  return found.Take();
}

// The text between quotation marks, or behind a colon as a symbol: `task :name`, `task "name"`.
std::string_view NameIn(std::string_view text) {
  text = Trimmed(text, " \t(");
  if (text.starts_with(':') || text.starts_with('"') || text.starts_with('\'')) {
    text.remove_prefix(1);
  }
  const auto is_name = [](char c) { return IsAlnum(c) || c == '_' || c == '-' || c == ':'; };
  std::size_t end = 0;
  while (end < text.size() && is_name(text[end])) ++end;
  return Trimmed(text.substr(0, end), ":");
}

}  // namespace

std::vector<Command> MakeCommands(std::string_view text) { return Targets(text, "make"); }

std::vector<Command> JustCommands(std::string_view text) { return Targets(text, "just"); }

std::vector<Command> TaskCommands(std::string_view text) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  bool in_tasks = false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t indent = IndentOf(lines[i]);
    if (indent == 0) {
      in_tasks = line == "tasks:";
      depth = 0;
      continue;
    }
    if (!in_tasks) continue;
    if (depth == 0) depth = indent;
    const std::string_view name = Trimmed(line.substr(0, line.size() - 1), "\"'");
    if (indent == depth && line.ends_with(':') && IsIdentifier(name)) {
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = fmt::format("task {}", name),
                 .name = std::string(name),
                 .text = "",
                 .about = ""});
    } else if (!found.empty()) {
      Command& command = found.back();
      if (LineNumber(i) - command.first >= kMostShown) continue;
      command.last = LineNumber(i);
      std::string& to = line.starts_with("desc:") ? command.about : command.text;
      to.append(to.empty() ? "" : " ; ").append(line);
    }
  }
  return found.Take();
}

std::vector<Command> RakeCommands(std::string_view text) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  std::string about;
  std::vector<std::pair<std::size_t, std::string>> spaces;  // by their indentation
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    const std::size_t indent = IndentOf(lines[i]);
    if (line == "end" && !spaces.empty() && spaces.back().first == indent) spaces.pop_back();
    if (line.starts_with('#')) {
      const std::string_view said = Trimmed(line, "# \t");
      if (said.starts_with("$ ")) {
        found.Add({.first = LineNumber(i),
                   .last = LineNumber(i),
                   .invocation = std::string(WithoutPrompt(said)),
                   .name = "",
                   .text = std::string(WithoutPrompt(said)),
                   .about = about});
      } else if (!said.empty()) {
        about = std::string(said);
      }
      continue;
    }
    if (line.starts_with("desc ")) {
      about = std::string(Trimmed(line.substr(5), " '\""));
      continue;
    }
    if (line.starts_with("namespace ") && spaces.size() < 16) {
      spaces.emplace_back(indent, std::string(NameIn(line.substr(10))));
      continue;
    }
    const std::size_t made = line.find("Task.new");
    const bool is_task = line.starts_with("task ") || line.starts_with("task(");
    if (!is_task && made == line.npos) continue;
    std::string name(NameIn(line.substr(is_task ? 5 : made + 8)));
    if (name.empty() && made != line.npos) name = line.starts_with("RuboCop") ? "rubocop" : "spec";
    if (name.empty()) continue;
    for (auto space = spaces.rbegin(); space != spaces.rend(); ++space) {
      name.insert(0, space->second + ":");
    }
    Command command{.first = LineNumber(i),
                    .last = LineNumber(i),
                    .invocation = name == "default" ? "bundle exec rake"
                                                    : fmt::format("bundle exec rake {}", name),
                    .name = name,
                    .text = std::string(line),
                    .about = std::exchange(about, {})};
    found.Add(std::move(command));
  }
  return found.Take();
}

std::vector<Command> GradleCommands(std::string_view text) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    std::string_view name;
    if (line.starts_with("task ")) name = NameIn(line.substr(5));
    for (const std::string_view made : {"tasks.register", "tasks.create", "tasks.named"}) {
      if (line.starts_with(made)) name = NameIn(line.substr(std::min(line.find('('), line.size())));
    }
    if (line.starts_with("test {") || line.starts_with("test{")) name = "test";
    if (name.empty()) continue;
    Command command{.first = LineNumber(i),
                    .last = LineNumber(i),
                    .invocation = fmt::format("./gradlew {}", name),
                    .name = std::string(name),
                    .text = "",
                    .about = CommentAbove(lines, i)};
    found.Add(std::move(command));
  }
  return found.Take();
}

std::vector<Command> SessionCommands(std::string_view text) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  bool session = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line.starts_with("@nox.session") || line.starts_with("@session")) session = true;
    if (session && line.starts_with("def ")) {
      session = false;
      const std::string_view name = NameIn(line.substr(4));
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = fmt::format("nox -s {}", name),
                 .name = std::string(name),
                 .text = "",
                 .about = ""});
    } else if (!found.empty() && line.find("session.run(") != line.npos) {
      found.back().text.append(found.back().text.empty() ? "" : " ; ").append(Trimmed(line));
    }
  }
  return found.Take();
}

}  // namespace satchel::retrieval
