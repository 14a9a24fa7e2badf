// Two steps: a walk over the words finds the command, because a flag may stand before the
// command it belongs to; then the other words are read by the flags that this one has.

#include "surfaces/cli/call/invocation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/choices.h"
#include "base/result.h"
#include "base/suggest.h"

namespace satchel::cli {
namespace {

using Unexpected = std::unexpected<Failure>;

Unexpected Usage(std::string_view text, std::string_view hint) {
  return Unexpected(
      Failure{ExitCode::kUsage, std::move(Fail(Errc::kInvalidInput, text, hint).error())});
}

std::string Cut(std::string_view text) {
  constexpr std::size_t kMost = 80;
  return text.size() <= kMost ? std::string(text) : std::string(text.substr(0, kMost)) + "...";
}

std::string HelpHint(const Invocation& invocation) {
  return invocation.name.empty() ? "`satchel help` lists the commands"
                                 : fmt::format("`satchel {} -h` shows how", invocation.name);
}

// A single hyphen is an argument: the standard input.
bool LooksLikeFlag(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }

const Flag* FindFlag(std::span<const Flag> flags, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  for (const Flag& flag : flags) {
    if (flag.name == name) return &flag;
    if (flag.letter != '\0' && name.size() == 2 && name[0] == '-' && name[1] == flag.letter) {
      return &flag;
    }
  }
  return nullptr;
}

const Flag* FindBelow(const Command& command, std::string_view word) {
  if (const Flag* flag = FindFlag(command.flags, word)) return flag;
  for (const Command& sub : command.subcommands) {
    if (const Flag* flag = FindBelow(sub, word)) return flag;
  }
  return nullptr;
}

// Whether the next word is this flag's value, so that it is no command.
bool TakesNextWord(const Command* command, std::string_view word) {
  if (word.find('=') != std::string_view::npos) return false;
  const Flag* flag = FindFlag(GlobalFlags(), word);
  if (flag == nullptr && command != nullptr) flag = FindBelow(*command, word);
  return flag != nullptr && !flag->value.empty();
}

std::string ListNames(std::span<const Command> commands) {
  std::string names;
  for (const Command& command : commands) {
    if (command.summary.empty()) continue;
    names += names.empty() ? "" : ", ";
    names += command.name;
  }
  return names;
}

Unexpected UnknownCommand(const Invocation& invocation, std::span<const Command> among,
                          std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command& command : among) names.push_back(command.name);
  const std::string prefix = invocation.name.empty() ? "" : invocation.name + " ";
  const auto meant = Suggest(word, names);
  std::string hint = HelpHint(invocation);
  if (meant) hint = fmt::format("did you mean `satchel {}{}`?", prefix, *meant);
  if (!meant && !prefix.empty()) hint = fmt::format("it has {}", ListNames(among));
  return Usage(fmt::format("unknown command '{}{}'", prefix, Cut(word)), hint);
}

// Finds the command and collects the other words.
std::expected<std::vector<std::string>, Failure> FindCommandIn(const std::vector<std::string>& args,
                                                               Invocation& invocation) {
  std::vector<std::string> rest;
  std::span<const Command> among = AllCommands();
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& word = args[i];
    if (word == "--") {
      // Whatever they look like, these are arguments.
      invocation.arguments.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
      break;
    }
    if (word == "-h" || word == "--help") {
      invocation.help = word == "-h" ? Help::kShort : Help::kLong;
    } else if (word == "-V" || word == "--version") {
      invocation.version = true;
    } else if (LooksLikeFlag(word)) {
      rest.push_back(word);
      if (TakesNextWord(invocation.command, word) && i + 1 < args.size()) {
        rest.push_back(args[++i]);
      }
    } else if (among.empty()) {
      rest.push_back(word);
    } else {
      const Command* found = FindCommand(among, word);
      if (found == nullptr && invocation.command != nullptr &&
          invocation.command->handler != nullptr) {
        among = {};
        rest.push_back(word);
        continue;
      }
      if (found == nullptr) return UnknownCommand(invocation, among, word);
      invocation.command = found;
      invocation.name += (invocation.name.empty() ? "" : " ") + word;
      among = found->subcommands;
    }
  }
  return rest;
}

// The commands that have a flag; empty: none has, or too many to tell.
std::string WhoHas(std::string_view name) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> names;
  for (const Command& command : AllCommands()) {
    if (command.handler != nullptr && FindFlag(command.flags, name) != nullptr) {
      names.push_back(fmt::format("`satchel {}`", command.name));
    }
  }
  if (names.empty() || names.size() > kMost) return "";
  return fmt::format("{} {} it", fmt::join(names, ", "), names.size() == 1 ? "has" : "have");
}

Unexpected UnknownFlag(const Invocation& invocation, std::string_view word) {
  std::vector<std::string_view> names;
  if (invocation.command != nullptr) {
    for (const Flag& flag : invocation.command->flags) names.push_back(flag.name);
  }
  for (const Flag& flag : GlobalFlags()) names.push_back(flag.name);
  const std::string_view name = word.substr(0, word.find('='));
  const auto meant = Suggest(name, names);
  const std::string where = invocation.name.empty() ? "satchel" : invocation.name;
  std::string hint = HelpHint(invocation);
  if (meant) hint = fmt::format("did you mean {}?", *meant);
  if (const std::string others = WhoHas(name); !others.empty()) {
    hint = meant ? fmt::format("{} {}", hint, others) : others;
  }
  return Usage(fmt::format("{} has no flag {}", where, Cut(name)), hint);
}

Unexpected WrongChoice(const Flag& flag, std::string_view value) {
  const auto choices = SplitChoices(flag.choices);
  const auto meant = Suggest(value, choices);
  return Usage(fmt::format("{} is '{}'; it must be {}{}", flag.name, Cut(value),
                           choices.size() == 1 ? "" : "one of ", fmt::join(choices, ", ")),
               meant ? fmt::format("did you mean {}?", *meant) : "");
}

Unexpected WrongCount(const Invocation& invocation) {
  std::string wanted;
  std::string needed;
  std::size_t required = 0;
  const auto add = [](std::string& to, std::string_view name) {
    to += fmt::format("{}{}", to.empty() ? " " : " and ", name);
  };
  for (const Argument& argument : invocation.command->arguments) {
    add(wanted, argument.name);
    if (!argument.required) continue;
    add(needed, argument.name);
    ++required;
  }
  if (invocation.arguments.size() < required) {
    const bool has_scope = FindFlag(invocation.command->flags, "--scope") != nullptr;
    if (has_scope && invocation.Find("--workspace")) {
      return Usage(fmt::format("{} needs{}", invocation.name, needed),
                   "--workspace takes a directory; for the workspace's file use --scope workspace");
    }
    return Usage(fmt::format("{} needs{}", invocation.name, needed), HelpHint(invocation));
  }
  const std::string& extra = invocation.arguments[invocation.command->arguments.size()];
  return Usage(
      wanted.empty()
          ? fmt::format("{} takes no argument, but got '{}'", invocation.name, Cut(extra))
          : fmt::format("{} takes only{}, but also got '{}'", invocation.name, wanted, Cut(extra)),
      HelpHint(invocation));
}

// Names that a specification prescribes for what every command has.
std::expected<void, Failure> ResolveOtherNames(Invocation& invocation) {
  for (const char* other : {"--project-root", "--repo"}) {
    const auto root = invocation.Find(other);
    if (!root) continue;
    if (invocation.Find("--workspace")) {
      return Usage(fmt::format("{} and --workspace are the same", other), "give one of them");
    }
    invocation.values["--workspace"] = *root;
  }
  const auto& wanted = invocation.command->arguments;
  if (!wanted.empty() && wanted.front().is_workspace && !invocation.arguments.empty()) {
    if (invocation.Find("--workspace")) {
      return Usage(fmt::format("{} and --workspace are the same", wanted.front().name),
                   "give one of them");
    }
    invocation.values["--workspace"] = invocation.arguments.front();
  }
  if (invocation.Find("--stdout-json") == "true") {
    if (invocation.Find("--format").value_or("json") != "json") {
      return Usage("--stdout-json true and --format contradict each other", "give one of them");
    }
    invocation.values["--format"] = "json";
  }
  return {};
}

// Words that nobody put into quotation marks.
void JoinWords(Invocation& invocation) {
  const auto& wanted = invocation.command->arguments;
  if (wanted.empty() || !wanted.back().words) return;
  while (invocation.arguments.size() > wanted.size()) {
    invocation.arguments[wanted.size() - 1] += " " + invocation.arguments[wanted.size()];
    invocation.arguments.erase(invocation.arguments.begin() +
                               static_cast<std::ptrdiff_t>(wanted.size()));
  }
}

std::expected<void, Failure> CheckArguments(const Invocation& invocation) {
  const auto& arguments = invocation.command->arguments;
  std::size_t required = 0;
  for (const Argument& argument : arguments) required += argument.required ? 1 : 0;
  const std::size_t given = invocation.arguments.size();
  if (given < required || given > arguments.size()) return WrongCount(invocation);
  for (std::size_t i = 0; i < given; ++i) {
    const Argument& argument = arguments[i];
    const auto choices = SplitChoices(argument.choices);
    const std::string& value = invocation.arguments[i];
    if (choices.empty() || std::ranges::find(choices, value) != choices.end()) continue;
    const Flag as_flag{.name = argument.name, .choices = argument.choices};
    return WrongChoice(as_flag, value);
  }
  return {};
}

// Reads the words that belong to a command: `--flag value`, `--flag=value`, `--switch`,
// `-qv`. Where a flag is given twice, the last one counts.
class FlagReader {
 public:
  FlagReader(std::span<const std::string> words, Invocation& invocation)
      : words_(words), invocation_(invocation) {}

  std::expected<void, Failure> Read() {
    std::vector<std::string> arguments;
    for (; next_ < words_.size(); ++next_) {
      const std::string& word = words_[next_];
      if (!LooksLikeFlag(word)) {
        arguments.push_back(word);
      } else if (word.starts_with("--")) {
        SATCHEL_TRY(ReadLong(word));
      } else {
        SATCHEL_TRY(ReadLetters(std::string_view(word).substr(1)));
      }
    }
    if (unknown_) return UnknownFlag(invocation_, *unknown_);
    SATCHEL_TRY(CheckValues(GlobalFlags()));
    if (invocation_.command != nullptr) SATCHEL_TRY(CheckValues(invocation_.command->flags));
    // Those behind `--` are there already.
    invocation_.arguments.insert(invocation_.arguments.begin(), arguments.begin(), arguments.end());
    return {};
  }

 private:
  const Flag* Find(std::string_view word) const {
    const Flag* flag = FindFlag(GlobalFlags(), word);
    if (flag == nullptr && invocation_.command != nullptr) {
      flag = FindFlag(invocation_.command->flags, word);
    }
    return flag;
  }

  std::expected<void, Failure> ReadLong(const std::string& word) {
    const Flag* flag = Find(word);
    if (flag == nullptr) {
      Unknown(word);
      return {};
    }
    const auto equals = word.find('=');
    const bool has_value = equals != std::string::npos;
    std::string value = has_value ? word.substr(equals + 1) : "";
    if (flag->value.empty()) {
      if (has_value && value != "true" && value != "false") {
        return Usage(fmt::format("{} takes no value", flag->name), flag->help);
      }
      Switch(*flag, value != "false");
      return {};
    }
    if (has_value && value.empty()) return NeedsValue(*flag);
    return has_value ? Take(*flag, std::move(value)) : TakeNext(*flag);
  }

  // `-qv` is `-q -v`. The letters behind one that takes a value are its value.
  std::expected<void, Failure> ReadLetters(std::string_view letters) {
    for (; !letters.empty(); letters.remove_prefix(1)) {
      const Flag* flag = Find(fmt::format("-{}", letters.front()));
      if (flag == nullptr) {
        Unknown(fmt::format("-{}", letters));
        return {};
      }
      if (flag->value.empty()) {
        Switch(*flag, true);
        continue;
      }
      letters.remove_prefix(1);
      return letters.empty() ? TakeNext(*flag) : Take(*flag, std::string(letters));
    }
    return {};
  }

  void Switch(const Flag& flag, bool on) {
    // Alone they were found before; here among letters (`-qh`), or with a value.
    if (on && flag.name == "--help") invocation_.help = Help::kShort;
    if (on && flag.name == "--version") invocation_.version = true;
    if (on) {
      invocation_.switches.emplace(flag.name);
    } else {
      invocation_.switches.erase(std::string(flag.name));
    }
  }
  std::expected<void, Failure> Take(const Flag& flag, std::string value) {
    invocation_.repeated[std::string(flag.name)].push_back(value);
    invocation_.values[std::string(flag.name)] = std::move(value);
    return {};
  }
  // The next word, whatever it looks like.
  std::expected<void, Failure> TakeNext(const Flag& flag) {
    if (next_ + 1 == words_.size()) return NeedsValue(flag);
    return Take(flag, words_[++next_]);
  }
  static Unexpected NeedsValue(const Flag& flag) {
    return Usage(fmt::format("{0} needs a value: {0} {1}", flag.name, flag.value), flag.help);
  }
  // The first is told, when nothing is missing.
  void Unknown(std::string_view word) {
    if (!unknown_) unknown_ = std::string(word);
  }

  std::expected<void, Failure> CheckValues(std::span<const Flag> flags) {
    for (const Flag& flag : flags) {
      const auto found = invocation_.values.find(flag.name);
      if (found == invocation_.values.end()) continue;
      std::string& value = found->second;
      const bool is_format = flag.name == "--format";
      if (is_format && value == "md") value = "markdown";
      // A command that runs by itself knows its own formats.
      Flag checked = flag;
      const Command* command = invocation_.command;
      if (is_format && command != nullptr && command->handler != nullptr) {
        checked.choices = command->formats;
      }
      const auto choices = SplitChoices(checked.choices);
      if (!choices.empty() && std::ranges::find(choices, value) == choices.end()) {
        return WrongChoice(checked, value);
      }
    }
    return {};
  }

  std::span<const std::string> words_;
  Invocation& invocation_;
  std::size_t next_ = 0;
  std::optional<std::string> unknown_;
};

}  // namespace

std::expected<Invocation, Failure> ParseArgs(const std::vector<std::string>& args) {
  Invocation invocation;
  const auto rest = SATCHEL_TRY(FindCommandIn(args, invocation));
  SATCHEL_TRY(FlagReader(rest, invocation).Read());
  if (invocation.help != Help::kNone || invocation.version) return invocation;
  if (invocation.command == nullptr) {
    if (!invocation.arguments.empty()) {
      return UnknownCommand(invocation, AllCommands(), invocation.arguments.front());
    }
    return invocation;
  }
  if (invocation.command->handler == nullptr) {
    return Usage(fmt::format("{} needs a subcommand", invocation.name),
                 fmt::format("it has {}", ListNames(invocation.command->subcommands)));
  }
  JoinWords(invocation);
  SATCHEL_TRY(CheckArguments(invocation));
  SATCHEL_TRY(ResolveOtherNames(invocation));
  return invocation;
}

bool WantsJson(const std::vector<std::string>& args, std::string_view setting) {
  bool json = setting == "json";
  for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    if (args[i].starts_with("--format=")) json = args[i] == "--format=json";
    if (args[i] == "--format" && i + 1 < args.size()) json = args[i + 1] == "json";
  }
  return json;
}

}  // namespace satchel::cli
