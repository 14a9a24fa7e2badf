#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/orient/command.h"

// Lines as the readers of commands see them.
namespace satchel::retrieval {

// Cut at line feeds, without a carriage return; at most kMostCommandBytes of the text. Longer lines
// than 400 bytes are empty: nobody types them.
std::vector<std::string_view> CommandLinesOf(std::string_view text);

// Words of letters and digits, folded.
std::vector<std::string> CommandWords(std::string_view text);

// Without a prompt such as "$ " or "PS> ".
std::string_view WithoutPrompt(std::string_view line);

// Whether its first word is a program that builds, tests or installs, or a path to one. Assignments
// of the environment and `sudo` before it count as nothing.
bool StartsWithTool(std::string_view line);

bool IsIdentifier(std::string_view name);

// A list that takes no more than kMostCommands.
class CommandList {
 public:
  void Add(Command command) {
    if (commands_.size() < kMostCommands) commands_.push_back(std::move(command));
  }
  bool empty() const { return commands_.empty(); }
  Command& back() { return commands_.back(); }
  std::vector<Command> Take() { return std::move(commands_); }

 private:
  std::vector<Command> commands_;
};

// Line numbers count from 1.
inline std::uint32_t LineNumber(std::size_t index) { return static_cast<std::uint32_t>(index + 1); }

// --- Readers, one for each CommandFile ---
std::vector<Command> ProseCommands(std::string_view text);
std::vector<Command> MakeCommands(std::string_view text);
std::vector<Command> JustCommands(std::string_view text);
std::vector<Command> TaskCommands(std::string_view text);
std::vector<Command> RakeCommands(std::string_view text);
std::vector<Command> GradleCommands(std::string_view text);
std::vector<Command> ScriptTable(std::string_view text, std::string_view runner);
std::vector<Command> PresetCommands(std::string_view text);
std::vector<Command> SectionCommands(std::string_view path, std::string_view text);
std::vector<Command> SessionCommands(std::string_view text);
std::vector<Command> WorkflowCommands(std::string_view path, std::string_view text);
std::vector<Command> ScriptCommands(std::string_view path, std::string_view text);
std::vector<Command> UsualCommands(std::string_view path, std::string_view text);

}  // namespace satchel::retrieval
