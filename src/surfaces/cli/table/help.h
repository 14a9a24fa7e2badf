#pragma once

#include <string>
#include <string_view>

#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// `satchel -h` and `satchel --help`.
std::string OverviewText(const Style& style, bool detailed);
// The help of one command; `name` with the command above it: "config set".
std::string CommandText(const Command& command, std::string_view name, const Style& style,
                        bool detailed);
// The text of a topic of AllTopics().
std::string TopicText(std::string_view topic, const Style& style);
// "satchel config set KEY VALUE [flags]"
std::string UsageLine(const Command& command, std::string_view name);
// "-q, --quiet" or "--format FORMAT".
std::string FlagLabel(const Flag& flag);

// `text` broken at blanks to lines of at most `width`, each after `indent` blanks.
std::string Wrap(std::string_view text, std::size_t indent, std::size_t width = 80);

// A value behind a label of `indent` columns: broken to the width of the terminal, unchanged where
// there is none.
std::string WrapToTerminal(const Context& context, std::string_view value, std::size_t indent);

// Variables other than the settings' own that change what we do.
struct OtherVariable {
  std::string_view name;
  std::string_view help;
};
std::span<const OtherVariable> OtherVariables();

}  // namespace satchel::cli
