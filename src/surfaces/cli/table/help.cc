#include "surfaces/cli/table/help.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/choices.h"
#include "base/suggest.h"
#include "settings/setting.h"

namespace satchel::cli {
namespace {

constexpr std::array kOtherVariables = {
    OtherVariable{"SATCHEL_DISABLE", "1: switches hooks off in every workspace"},
    OtherVariable{"NO_COLOR", "any value: no colour"},
    OtherVariable{"CLICOLOR_FORCE", "any value but 0: colour even without a terminal"},
    OtherVariable{"PAGER", "shows long packets on a terminal; default: less, and cat for none"},
    OtherVariable{"VISUAL", "the editor that `note` opens at a terminal"},
    OtherVariable{"EDITOR", "the editor if VISUAL is not set; without both, `note` opens none"},
    OtherVariable{"HOME", "base of the directories below whose variable is not set"},
    OtherVariable{"XDG_CONFIG_HOME", "has satchel/ with your config.toml (~/.config)"},
    OtherVariable{"XDG_DATA_HOME", "has satchel/ with your memories (~/.local/share)"},
    OtherVariable{"XDG_STATE_HOME",
                  "has satchel/ with records of trust and stores (~/.local/state)"},
    OtherVariable{"XDG_CACHE_HOME", "has satchel/ with the parse cache (~/.cache)"},
};

// Two columns: names padded to the longest, the text broken to fit beside them.
class Columns {
 public:
  void Add(std::string left, std::string_view right) {
    width_ = std::max(width_, left.size());
    rows_.emplace_back(std::move(left), right);
  }
  std::string Text() const {
    std::string text;
    for (const auto& [left, right] : rows_) {
      const std::string body = Wrap(right, width_ + 4);
      text += fmt::format("  {:<{}}  {}\n", left, width_,
                          std::string_view(body).substr(std::min(body.size(), width_ + 4)));
    }
    return text;
  }

 private:
  std::size_t width_ = 0;
  std::vector<std::pair<std::string, std::string>> rows_;
};

std::string FlagColumns(std::span<const Flag> flags) {
  Columns columns;
  for (const Flag& flag : flags) {
    std::string help(flag.help);
    if (!flag.choices.empty()) {
      help += fmt::format(" ({})", fmt::join(SplitChoices(flag.choices), ", "));
    }
    columns.Add(FlagLabel(flag), help);
  }
  return columns.Text();
}

std::string ExampleText(std::span<const Example> examples, const Style& style) {
  if (examples.empty()) return "";
  std::string text = style.Bold("Examples") + "\n";
  for (const Example& example : examples) {
    text += fmt::format("  {}\n      {}\n", example.line, example.says);
  }
  return text + "\n";
}

std::string GroupText(std::string_view group, const Style& style) {
  Columns columns;
  for (const Command& command : AllCommands()) {
    if (command.group != group) continue;
    std::string summary(command.summary);
    if (!command.subcommands.empty()) {
      std::vector<std::string_view> names;
      for (const Command& sub : command.subcommands) names.push_back(sub.name);
      summary += fmt::format(" ({})", fmt::join(names, ", "));
    }
    columns.Add(std::string(command.name), summary);
  }
  const std::string rows = columns.Text();
  return rows.empty() ? "" : style.Bold(group) + "\n" + rows + "\n";
}

// "init, index, note"
std::string NamesOf(std::string_view group) {
  std::vector<std::string_view> names;
  for (const Command& command : AllCommands()) {
    if (command.group == group) names.push_back(command.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string ExitCodeTopic(const Style& style) {
  Columns columns;
  for (const ExitCodeText& text : AllExitCodes()) {
    columns.Add(fmt::format("{:>3}  {}", static_cast<int>(text.code), text.name), text.meaning);
  }
  return style.Bold("Exit codes") + "\n" + columns.Text();
}

std::string EnvironmentTopic(const Style& style) {
  Columns settings;
  for (const settings::Setting& setting : settings::AllSettings()) {
    settings.Add(settings::VariableOf(setting), setting.name);
  }
  Columns others;
  for (const OtherVariable& other : kOtherVariables)
    others.Add(std::string(other.name), other.help);
  return style.Bold("Settings") + "\n" +
         Wrap(
             "Each setting has a variable, which overrides every file; a flag overrides the "
             "variable. An empty variable counts as not set. Secrets (store.password, llm.api_key) "
             "come only from variables.",
             2) +
         "\n\n" + settings.Text() + "\n" + style.Bold("Others") + "\n" + others.Text();
}

std::string SettingsTopic(const Style& style) {
  std::string text;
  for (const settings::Setting& setting : settings::AllSettings()) {
    const settings::Value otherwise = DefaultOf(setting);
    const std::string standard = setting.secret ? "only from the environment"
                                 : std::holds_alternative<std::monostate>(otherwise)
                                     ? "not set"
                                     : settings::TomlText(otherwise);
    text += fmt::format("{}  ({})\n{}\n", style.Bold(setting.name), standard,
                        Wrap(setting.description, 4));
    text += fmt::format("    Must be {}.\n", settings::Expectation(setting));
    if (!setting.planned.empty()) {
      text += fmt::format("    Planned for {}: nothing reads it yet.\n", setting.planned);
    }
  }
  return text;
}

}  // namespace

std::span<const OtherVariable> OtherVariables() { return kOtherVariables; }

std::string Wrap(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string wrapped = margin;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (column > indent && column + 1 + word.size() > width) {
      wrapped += "\n" + margin;
      column = indent;
    }
    if (column > indent) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += word.size();
  }
  return wrapped;
}

std::string WrapToTerminal(const Context& context, std::string_view value, std::size_t indent) {
  constexpr std::size_t kLeastColumns = 40;
  const std::size_t columns = context.streams.out_columns;
  if (columns == 0) return std::string(value);
  return Wrap(value, indent, std::max(columns, kLeastColumns)).substr(indent);
}

std::string FlagLabel(const Flag& flag) {
  std::string label =
      flag.letter == '\0' ? std::string(flag.name) : fmt::format("-{}, {}", flag.letter, flag.name);
  return flag.value.empty() ? label : fmt::format("{} {}", label, flag.value);
}

std::string UsageLine(const Command& command, std::string_view name) {
  std::string line = fmt::format("satchel {}", name);
  if (command.handler == nullptr) line += " COMMAND";
  for (const Argument& argument : command.arguments) {
    const std::string shown =
        argument.choices.empty() ? std::string(argument.name) : std::string(argument.choices);
    line += argument.required ? " " + shown : fmt::format(" [{}]", shown);
  }
  return line + " [flags]";
}

std::string OverviewText(const Style& style, bool detailed) {
  std::string text =
      "Satchel packs the context an AI agent needs for a task into a token budget.\n\n";
  if (!detailed) {
    // It fits on a screen of 24 rows.
    text += style.Bold("Usage") + "  satchel COMMAND [flags]\n\n";
    text += GroupText(AllGroups().front(), style);
    Columns columns;
    for (const std::string_view group : AllGroups().subspan(1)) {
      columns.Add(std::string(group), NamesOf(group));
    }
    text += style.Bold("More") + "\n" + columns.Text() + "\n";
    return text +
           "`satchel help COMMAND` explains a command.\n"
           "`satchel help --all` lists all commands, flags and topics.\n";
  }
  constexpr std::array kExamples = {
      Example{"satchel setup", "index this project and connect your agents"},
      Example{"satchel pack \"sign the session cookie\" --budget 8k", "a packet for a task"},
      Example{"satchel search \"where is the session cookie signed?\"", "places in the code"},
      Example{"satchel help search", "the help of one command"},
  };
  text += ExampleText(kExamples, style);
  text += style.Bold("Usage") + "\n  satchel COMMAND [flags]\n\n";
  for (const std::string_view group : AllGroups()) text += GroupText(group, style);
  text += style.Bold("Flags of every command") + "\n" + FlagColumns(GlobalFlags()) + "\n";
  Columns topics;
  for (const Topic& topic : AllTopics()) topics.Add(std::string(topic.name), topic.summary);
  return text + style.Bold("Topics (satchel help TOPIC)") + "\n" + topics.Text();
}

std::string CommandText(const Command& command, std::string_view name, const Style& style,
                        bool detailed) {
  std::string text = fmt::format("{}: {}\n\n", name, command.summary);
  if (detailed) text += ExampleText(command.examples, style);
  text += style.Bold("Usage") + "\n  " + UsageLine(command, name) + "\n";
  if (!command.subcommands.empty()) {
    Columns columns;
    for (const Command& sub : command.subcommands) columns.Add(std::string(sub.name), sub.summary);
    text += "\n" + style.Bold("Commands") + "\n" + columns.Text();
  }
  if (!command.flags.empty()) {
    text += "\n" + style.Bold("Flags") + "\n" + FlagColumns(command.flags);
  }
  if (!detailed) {
    return text + fmt::format("\n`satchel {} --help` says more.\n", name);
  }
  text += "\n" + Wrap(command.description, 0) + "\n\n";
  if (command.handler != nullptr) {
    text += fmt::format("Formats: {}.\n\n", fmt::join(SplitChoices(command.formats), ", "));
  }
  return text + style.Bold("Flags of every command") + "\n" + FlagColumns(GlobalFlags());
}

std::string TopicText(std::string_view topic, const Style& style) {
  if (topic == "exit-codes") return ExitCodeTopic(style);
  if (topic == "environment") return EnvironmentTopic(style);
  return SettingsTopic(style);
}

Outcome RunHelp(Context& context) {
  const auto& arguments = context.invocation.arguments;
  if (arguments.empty()) {
    context.Print(OverviewText(context.out, context.invocation.Has("--all")));
    return ExitCode::kOk;
  }
  std::vector<std::string_view> names;
  if (const Command* command = FindCommand(AllCommands(), arguments[0])) {
    std::string name = arguments[0];
    for (std::size_t i = 1; i < arguments.size() && command != nullptr; ++i) {
      names.clear();
      for (const Command& sub : command->subcommands) names.push_back(sub.name);
      command = FindCommand(command->subcommands, arguments[i]);
      name += " " + arguments[i];
    }
    if (command != nullptr) {
      context.Print(CommandText(*command, name, context.out, true));
      return ExitCode::kOk;
    }
  } else {
    for (const Topic& topic : AllTopics()) {
      names.push_back(topic.name);
      if (topic.name == arguments[0] && arguments.size() == 1) {
        context.Print(TopicText(topic.name, context.out));
        return ExitCode::kOk;
      }
    }
    for (const Command& known : AllCommands()) names.push_back(known.name);
  }
  const auto meant = Suggest(arguments.back(), names);
  return FailWith(ExitCode::kUsage, fmt::format("no help for '{}'", fmt::join(arguments, " ")),
                  meant ? fmt::format("did you mean {}?", *meant)
                        : "`satchel help --all` lists the commands and topics");
}

}  // namespace satchel::cli
