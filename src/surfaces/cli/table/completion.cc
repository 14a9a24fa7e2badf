// Completion scripts, made from the table of commands. They call nothing: what
// can be completed is in the script, so that a key press costs no process.

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/choices.h"
#include "settings/setting.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

std::vector<std::string> NamesOf(std::span<const Command> commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    const bool top = commands.data() == AllCommands().data();
    if (!top || !command.group.empty()) names.emplace_back(command.name);
  }
  return names;
}

// The words that may stand where the command's first argument does.
std::vector<std::string> WordsOf(const Command& command) {
  if (!command.subcommands.empty()) return NamesOf(command.subcommands);
  if (command.name == "help") {
    auto words = NamesOf(AllCommands());
    for (const Topic& topic : AllTopics()) words.emplace_back(topic.name);
    return words;
  }
  if (command.arguments.empty()) return {};
  const Argument& first = command.arguments.front();
  if (first.is_setting) {
    const auto names = settings::SettingNames();
    return {names.begin(), names.end()};
  }
  const auto choices = SplitChoices(first.choices);
  return {choices.begin(), choices.end()};
}

std::vector<std::string_view> FlagNames(std::span<const Flag> flags) {
  std::vector<std::string_view> names;
  for (const Flag& flag : flags) names.push_back(flag.name);
  return names;
}

// `--format` only with what the command has.
std::string_view ChoicesFor(const Command& command, const Flag& flag) {
  return flag.name == "--format" ? command.formats : flag.choices;
}

std::vector<const Flag*> FlagsWithValue(const Command* command) {
  std::vector<const Flag*> flags;
  for (const Flag& flag : GlobalFlags()) {
    if (!flag.value.empty()) flags.push_back(&flag);
  }
  if (command != nullptr) {
    for (const Flag& flag : command->flags) {
      if (!flag.value.empty()) flags.push_back(&flag);
    }
  }
  return flags;
}

// Every flag of any command that takes a value, as `a|b|c` for a shell's case.
std::string ValueFlagPattern() {
  std::set<std::string_view> names;
  for (const Flag* flag : FlagsWithValue(nullptr)) names.insert(flag->name);
  ForEachCommand([&](const Command& command, const std::string&) {
    for (const Flag* flag : FlagsWithValue(&command)) names.insert(flag->name);
  });
  return fmt::format("{}", fmt::join(names, "|"));
}

// One branch per command and flag: `"config set:--scope") words="user workspace" ;;`
std::string FlagValueBranches(std::string_view indent) {
  std::string text;
  ForEachCommand([&](const Command& command, const std::string& name) {
    if (command.handler == nullptr) return;
    for (const Flag* flag : FlagsWithValue(&command)) {
      const auto choices = SplitChoices(ChoicesFor(command, *flag));
      if (choices.empty()) continue;
      text += fmt::format("{}'{}:{}') choices='{}' ;;\n", indent, name, flag->name,
                          fmt::join(choices, " "));
    }
  });
  return text;
}

std::string CommandBranches(std::string_view indent) {
  std::string text =
      fmt::format("{}'') choices='{}' ;;\n", indent, fmt::join(NamesOf(AllCommands()), " "));
  ForEachCommand([&](const Command& command, const std::string& name) {
    text += fmt::format("{}'{}') choices='{}' flags='{}' ;;\n", indent, name,
                        fmt::join(WordsOf(command), " "), fmt::join(FlagNames(command.flags), " "));
  });
  return text;
}

// Commands whose next word is a subcommand in any case.
std::string ParentPattern() {
  std::vector<std::string> names;
  ForEachCommand([&](const Command& command, const std::string& name) {
    if (command.handler == nullptr) names.push_back(name.contains(' ') ? "'" + name + "'" : name);
  });
  return fmt::format("{}", fmt::join(names, "|"));
}

// The subcommands of commands that have arguments of their own as well, as `'hook log'|...`.
std::string SubcommandPattern() {
  std::vector<std::string> names;
  ForEachCommand([&](const Command& command, const std::string& name) {
    if (command.handler == nullptr) return;
    for (const Command& sub : command.subcommands) {
      names.push_back(fmt::format("'{} {}'", name, sub.name));
    }
  });
  return fmt::format("{}", fmt::join(names, "|"));
}

// What bash and zsh share: find the command in `words`, then the candidates.
std::string SharedBody(std::string_view first, std::string_view last) {
  std::string text;
  text += "  local command='' flags='' choices='' word skip='' given=0 i\n";
  text += fmt::format("  for ((i = {}; i < {}; i++)); do\n", first, last);
  text += "    word=\"${words[i]}\"\n";
  text += "    if [[ -n $skip ]]; then skip=''; continue; fi\n";
  text += "    case \"$word\" in\n";
  text += fmt::format("      {}) skip=1 ;;\n", ValueFlagPattern());
  text += "      -*) ;;\n";
  text += "      *)\n";
  text += "        case \"$command\" in\n";
  text += "          '') command=\"$word\" ;;\n";
  text += fmt::format("          {}) command=\"$command $word\" ;;\n", ParentPattern());
  text += "          *) case \"$command $word\" in\n";
  text += fmt::format("            {}) command=\"$command $word\" ;;\n", SubcommandPattern());
  text += "            *) given=$((given + 1)) ;;\n          esac ;;\n";
  text += "        esac ;;\n";
  text += "    esac\n";
  text += "  done\n";
  text += "  case \"$command:$prev\" in\n";
  text += FlagValueBranches("    ");
  text += "  esac\n";
  return text;
}

std::string Bash() {
  std::string text = "# bash completion for satchel\n_satchel() {\n";
  text += "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev='' words=() word_ IFS=$' \\t\\n'\n";
  text += "  # bash splits --flag=value at the equals sign: join it as two words.\n";
  text += "  for word_ in \"${COMP_WORDS[@]:0:COMP_CWORD}\"; do\n";
  text += "    [[ $word_ == '=' ]] || words+=(\"$word_\")\n";
  text += "  done\n";
  text += "  [[ $cur == '=' ]] && cur=''\n";
  text += "  prev=\"${words[${#words[@]}-1]}\"\n";
  text += SharedBody("1", "${#words[@]}");
  text += "  if [[ -n $choices ]]; then\n";
  text += "    COMPREPLY=($(compgen -W \"$choices\" -- \"$cur\"))\n    return\n  fi\n";
  text += "  case \"$prev\" in\n";
  text += "    --workspace) COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n";
  text += fmt::format("    {}) return ;;\n  esac\n", ValueFlagPattern());
  text += "  case \"$command\" in\n" + CommandBranches("    ") + "  esac\n";
  text += "  if [[ $cur == -* ]]; then\n";
  text += fmt::format("    COMPREPLY=($(compgen -W \"$flags {}\" -- \"$cur\"))\n",
                      fmt::join(FlagNames(GlobalFlags()), " "));
  text += "  elif [[ $given == 0 ]]; then\n";
  text += "    COMPREPLY=($(compgen -W \"$choices\" -- \"$cur\"))\n  fi\n}\n";
  return text + "complete -F _satchel satchel\n";
}

std::string Zsh() {
  std::string text = "#compdef satchel\n_satchel() {\n";
  text += "  emulate -L zsh -o KSH_ARRAYS\n";
  text += "  local prev=\"${words[CURRENT-2]}\" cur=\"${words[CURRENT-1]}\"\n";
  text += SharedBody("1", "CURRENT - 1");
  text += "  if [[ -n $choices ]]; then\n    compadd -- ${=choices}\n    return\n  fi\n";
  text += "  case \"$prev\" in\n";
  text += "    --workspace) _path_files -/; return ;;\n";
  text += fmt::format("    {}) return ;;\n  esac\n", ValueFlagPattern());
  text += "  case \"$command\" in\n" + CommandBranches("    ") + "  esac\n";
  text += "  if [[ $cur == -* ]]; then\n";
  text += fmt::format("    compadd -- ${{=flags}} {}\n", fmt::join(FlagNames(GlobalFlags()), " "));
  text += "  elif [[ $given == 0 && -n $choices ]]; then\n    compadd -- ${=choices}\n  fi\n}\n";
  text += "if [[ ${funcstack[1]-} == _satchel ]]; then _satchel \"$@\"; ";
  return text + "else compdef _satchel satchel; fi\n";
}

std::string FishQuote(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string FishFlag(std::string_view condition, const Flag& flag, std::string_view choices) {
  std::string line = fmt::format(
      "complete -c satchel{} -l {}",
      condition.empty() ? "" : fmt::format(" -n {}", FishQuote(condition)), flag.name.substr(2));
  if (flag.letter != '\0') line += fmt::format(" -s {}", flag.letter);
  if (!flag.value.empty())
    line += flag.value == "DIR" ? " -x -a '(__fish_complete_directories)'" : " -x";
  if (!choices.empty()) line += fmt::format(" -a '{}'", fmt::join(SplitChoices(choices), " "));
  return line + fmt::format(" -d {}\n", FishQuote(flag.help));
}

std::string FishFlags(const std::string& seen, const Command& command) {
  std::string text;
  for (const Flag& flag : command.flags) text += FishFlag(seen, flag, flag.choices);
  for (const Flag& flag : GlobalFlags()) {
    if (flag.name != "--format" || command.formats.empty()) continue;
    text += FishFlag(seen, flag, command.formats);
  }
  return text;
}

// What follows a command once the words of its name were seen.
std::string FishInside(const Command& command, const std::string& seen) {
  std::string text;
  const std::string names = fmt::format("{}", fmt::join(NamesOf(command.subcommands), " "));
  for (const Command& sub : command.subcommands) {
    text += fmt::format(
        "complete -c satchel -n {} -a {} -d {}\n",
        FishQuote(fmt::format("{}; and not __fish_seen_subcommand_from {}", seen, names)), sub.name,
        FishQuote(sub.summary));
    const std::string inside =
        fmt::format("{}; and __fish_seen_subcommand_from {}", seen, sub.name);
    if (!sub.subcommands.empty()) {
      text += FishInside(sub, inside);
      continue;
    }
    const auto words = WordsOf(sub);
    if (!words.empty()) {
      text += fmt::format("complete -c satchel -n {} -a '{}'\n", FishQuote(inside),
                          fmt::join(words, " "));
    }
    text += FishFlags(inside, sub);
  }
  return text;
}

std::string FishCommand(const Command& command) {
  std::string text = fmt::format("complete -c satchel -n __fish_use_subcommand -a {} -d {}\n",
                                 command.name, FishQuote(command.summary));
  const std::string seen = fmt::format("__fish_seen_subcommand_from {}", command.name);
  if (!command.subcommands.empty()) {
    text += FishInside(command, seen);
    if (command.handler == nullptr) return text;
    const auto names = NamesOf(command.subcommands);
    return text + FishFlags(fmt::format("{}; and not __fish_seen_subcommand_from {}", seen,
                                        fmt::join(names, " ")),
                            command);
  }
  for (const std::string& word : WordsOf(command)) {
    text += fmt::format("complete -c satchel -n {} -a {}\n", FishQuote(seen), word);
  }
  return text + FishFlags(seen, command);
}

std::string Fish() {
  std::string text = "# fish completion for satchel\ncomplete -c satchel -f\n";
  for (const Flag& flag : GlobalFlags()) {
    // What depends on the command comes with it.
    if (flag.name != "--format") text += FishFlag("", flag, flag.choices);
  }
  for (const Command& command : AllCommands()) {
    if (!command.group.empty()) text += FishCommand(command);
  }
  return text;
}

}  // namespace

Outcome RunCompletion(Context& context) {
  const std::string& shell = context.invocation.arguments[0];
  context.Print(shell == "bash" ? Bash() : shell == "zsh" ? Zsh() : Fish());
  return ExitCode::kOk;
}

}  // namespace satchel::cli
