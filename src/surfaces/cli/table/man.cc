// satchel(1) as roff, made from the tables that the help is made from.

#include <string>

#include <fmt/format.h>

#include "base/choices.h"
#include "settings/setting.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/table/help.h"

namespace satchel::cli {
namespace {

// Text that roff must not read as a request or an escape.
std::string Roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
  return escaped;
}

std::string Item(std::string_view label, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", Roff(label), Roff(text));
}

std::string FlagItems(std::span<const Flag> flags) {
  std::string text;
  for (const Flag& flag : flags) {
    std::string help(flag.help);
    if (!flag.choices.empty()) {
      help += fmt::format(" ({})", fmt::join(SplitChoices(flag.choices), ", "));
    }
    text += Item(FlagLabel(flag), help);
  }
  return text;
}

std::string CommandPart(const Command& command, const std::string& name) {
  std::string text = fmt::format(".SS {}\n", Roff(UsageLine(command, name)));
  text += Roff(command.description) + "\n" + FlagItems(command.flags);
  for (const Example& example : command.examples) {
    text += fmt::format(".IP\n{}:\n.br\n.B {}\n", Roff(example.says), Roff(example.line));
  }
  return text;
}

std::string Commands() {
  std::string text;
  for (const std::string_view group : AllGroups()) {
    bool in_group = false;
    ForEachCommand([&](const Command& command, const std::string& name) {
      if (!name.contains(' ')) in_group = command.group == group;
      if (in_group) text += CommandPart(command, name);
    });
  }
  return text;
}

std::string Variables() {
  std::string text;
  for (const settings::Setting& setting : settings::AllSettings()) {
    text += Item(settings::VariableOf(setting),
                 fmt::format("{}: {}", setting.name, setting.description));
  }
  for (const OtherVariable& other : OtherVariables()) text += Item(other.name, other.help);
  return text;
}

}  // namespace

Outcome RunMan(Context& context) {
  std::string page =
      fmt::format(".TH SATCHEL 1 \"\" \"satchel {}\" \"User Commands\"\n", SATCHEL_VERSION);
  page += ".SH NAME\nsatchel \\- pack the context an AI agent needs into a token budget\n";
  page += ".SH SYNOPSIS\n.B satchel\n.I COMMAND\n[flags]\n";
  page += ".SH DESCRIPTION\n";
  page += Roff(
      "Satchel packs the context an AI agent needs for a task, from code, notes, memories "
      "and task graphs, into a token budget, and can say why every line is in it and why "
      "every other line is not. Results go to stdout, everything else to stderr.");
  page += "\n.SH COMMANDS\n" + Commands();
  page += ".SH FLAGS OF EVERY COMMAND\n" + FlagItems(GlobalFlags());
  page += ".SH EXIT STATUS\n";
  for (const ExitCodeText& code : AllExitCodes()) {
    page += Item(fmt::to_string(static_cast<int>(code.code)), code.meaning);
  }
  page += ".SH ENVIRONMENT\n" + Variables();
  page += ".SH FILES\n";
  page += Item("/etc/satchel/config.toml", "settings of the machine");
  page += Item("$XDG_CONFIG_HOME/satchel/config.toml", "your settings");
  page += Item(".satchel/config.toml", "settings of the workspace");
  context.Print(page);
  return ExitCode::kOk;
}

}  // namespace satchel::cli
