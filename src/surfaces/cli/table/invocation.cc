// Two steps: our own walk finds the command, because only one command's flags then
// have to be built; CLI11 parses the rest. CLI11's exceptions end here.

#include "surfaces/cli/table/invocation.h"

#include <algorithm>
#include <span>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "settings/setting.h"
#include "settings/suggest.h"

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
  const auto meant = settings::Suggest(word, names);
  std::string hint = HelpHint(invocation);
  if (meant) hint = fmt::format("did you mean `satchel {}{}`?", prefix, *meant);
  if (!meant && !prefix.empty()) hint = fmt::format("it has {}", ListNames(among));
  return Usage(fmt::format("unknown command '{}{}'", prefix, Cut(word)), hint);
}

// Finds the command and collects the other words for CLI11.
std::expected<std::vector<std::string>, Failure> FindCommandIn(const std::vector<std::string>& args,
                                                               Invocation& invocation) {
  std::vector<std::string> rest;
  std::span<const Command> among = AllCommands();
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& word = args[i];
    if (word == "--") {
      // CLI11 never sees these, so they stay as they are.
      invocation.arguments.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
      break;
    }
    if (word == "-h" || word == "--help") {
      invocation.help = word == "-h" ? Help::kShort : Help::kLong;
    } else if (word == "--version") {
      invocation.version = true;
    } else if (word.size() > 1 && word.starts_with('-')) {
      rest.push_back(word);
      if (TakesNextWord(invocation.command, word) && i + 1 < args.size()) {
        rest.push_back(args[++i]);
      }
    } else if (among.empty()) {
      rest.push_back(word);
    } else {
      const Command* found = FindCommand(among, word);
      if (found == nullptr) return UnknownCommand(invocation, among, word);
      invocation.command = found;
      invocation.name += (invocation.name.empty() ? "" : " ") + word;
      among = found->subcommands;
    }
  }
  return rest;
}

Unexpected UnknownFlag(const Invocation& invocation, std::string_view word) {
  std::vector<std::string_view> names;
  if (invocation.command != nullptr) {
    for (const Flag& flag : invocation.command->flags) names.push_back(flag.name);
  }
  for (const Flag& flag : GlobalFlags()) names.push_back(flag.name);
  const std::string_view name = word.substr(0, word.find('='));
  const auto meant = settings::Suggest(name, names);
  const std::string where = invocation.name.empty() ? "satchel" : invocation.name;
  return Usage(fmt::format("{} has no flag {}", where, Cut(name)),
               meant ? fmt::format("did you mean {}?", *meant) : HelpHint(invocation));
}

Unexpected WrongChoice(const Flag& flag, std::string_view value) {
  const auto choices = Split(flag.choices);
  const auto meant = settings::Suggest(value, choices);
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
  if (const auto root = invocation.Find("--project-root")) {
    if (invocation.Find("--workspace")) {
      return Usage("--project-root and --workspace are the same", "give one of them");
    }
    invocation.values["--workspace"] = *root;
  }
  if (invocation.Find("--stdout-json") == "true") {
    if (invocation.Find("--format").value_or("json") != "json") {
      return Usage("--stdout-json true and --format contradict each other", "give one of them");
    }
    invocation.values["--format"] = "json";
  }
  return {};
}

std::expected<void, Failure> CheckArguments(const Invocation& invocation) {
  const auto& arguments = invocation.command->arguments;
  std::size_t required = 0;
  for (const Argument& argument : arguments) required += argument.required ? 1 : 0;
  const std::size_t given = invocation.arguments.size();
  if (given < required || given > arguments.size()) return WrongCount(invocation);
  for (std::size_t i = 0; i < given; ++i) {
    const Argument& argument = arguments[i];
    const auto choices = Split(argument.choices);
    const std::string& value = invocation.arguments[i];
    if (choices.empty() || std::ranges::find(choices, value) != choices.end()) continue;
    const Flag as_flag{.name = argument.name, .choices = argument.choices};
    return WrongChoice(as_flag, value);
  }
  return {};
}

// The flags and arguments of one command, as CLI11 knows them.
class Parser {
 public:
  explicit Parser(const Invocation& invocation) {
    app_.set_help_flag();
    app_.allow_extras();
    for (const Flag& flag : GlobalFlags()) Add(flag);
    if (invocation.command != nullptr) {
      for (const Flag& flag : invocation.command->flags) Add(flag);
    }
  }

  std::expected<void, Failure> Parse(std::vector<std::string> words, Invocation& invocation) {
    std::ranges::reverse(words);
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ArgumentMismatch& error) {
      const std::string what = error.what();
      const std::string name = what.substr(0, what.find(':'));
      for (const auto& [flag, option] : options_) {
        if (flag->name == name) {
          return Usage(fmt::format("{} needs a {}", name, flag->value), flag->help);
        }
      }
      return Usage(what, HelpHint(invocation));
    } catch (const CLI::Error& error) {
      return Usage(error.what(), HelpHint(invocation));
    }
    for (const std::string& word : app_.remaining()) {
      if (word.size() > 1 && word.starts_with('-')) return UnknownFlag(invocation, word);
    }
    return Take(invocation);
  }

 private:
  void Add(const Flag& flag) {
    std::string names(flag.name);
    if (flag.letter != '\0') names = fmt::format("-{},{}", flag.letter, flag.name);
    CLI::Option* option =
        flag.value.empty()
            ? app_.add_flag(names)
            : app_.add_option(names)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    options_.emplace_back(&flag, option);
  }

  std::expected<void, Failure> Take(Invocation& invocation) const {
    for (const auto& [flag, option] : options_) {
      if (option->results().empty()) continue;
      std::string value = option->results().back();
      if (flag->value.empty()) {
        if (value != "false") invocation.switches.emplace(flag->name);
        continue;
      }
      if (flag->name == "--format" && value == "md") value = "markdown";
      // A command without subcommands knows its own formats.
      const bool own_formats = flag->name == "--format" && invocation.command != nullptr &&
                               invocation.command->handler != nullptr;
      Flag checked = *flag;
      if (own_formats) checked.choices = invocation.command->formats;
      const auto choices = Split(checked.choices);
      if (!choices.empty() && std::ranges::find(choices, value) == choices.end()) {
        return WrongChoice(checked, value);
      }
      invocation.values[std::string(flag->name)] = std::move(value);
    }
    // What is no flag is an argument; those behind `--` are there already.
    const auto words = app_.remaining();
    invocation.arguments.insert(invocation.arguments.begin(), words.begin(), words.end());
    return {};
  }

  CLI::App app_;
  std::vector<std::pair<const Flag*, CLI::Option*>> options_;
};

}  // namespace

std::expected<Invocation, Failure> ParseArgs(const std::vector<std::string>& args) {
  Invocation invocation;
  auto rest = FindCommandIn(args, invocation);
  if (!rest) return Unexpected(rest.error());
  Parser parser(invocation);
  if (auto parsed = parser.Parse(*std::move(rest), invocation); !parsed) {
    return Unexpected(parsed.error());
  }
  if (invocation.help != Help::kNone || invocation.version) return invocation;
  if (invocation.command == nullptr) {
    if (!invocation.arguments.empty()) {
      return UnknownCommand(invocation, AllCommands(), invocation.arguments.front());
    }
    return invocation;
  }
  if (!invocation.command->subcommands.empty()) {
    return Usage(fmt::format("{} needs a subcommand", invocation.name),
                 fmt::format("it has {}", ListNames(invocation.command->subcommands)));
  }
  if (auto checked = CheckArguments(invocation); !checked) return Unexpected(checked.error());
  if (auto resolved = ResolveOtherNames(invocation); !resolved) return Unexpected(resolved.error());
  return invocation;
}

bool WantsJson(const std::vector<std::string>& args, const settings::Environment& environment) {
  const auto& setting = settings::Get(settings::Key::kOutputFormat);
  bool json = environment.Find(settings::VariableOf(setting)) == "json";
  for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    if (args[i].starts_with("--format=")) json = args[i] == "--format=json";
    if (args[i] == "--format" && i + 1 < args.size()) json = args[i + 1] == "json";
  }
  return json;
}

}  // namespace satchel::cli
