#include "settings/config_file.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "base/suggest.h"
#include "settings/toml_document.h"

namespace satchel::settings {
namespace {

constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kMostNameShown = 80;

std::string KindOf(const TomlEntry& entry) {
  switch (entry.value.index()) {
    case 0:
      return "true or false";
    case 1:
      return "an integer";
    case 2:
      return "a decimal number";
    case 3:
      return "a text in quotes";
    default:
      return std::get<TomlOther>(entry.value).what;
  }
}

std::unexpected<Error> WrongType(const Setting& setting, const TomlEntry& entry) {
  const bool quoted = std::holds_alternative<std::string>(entry.value);
  const bool wants_quotes = IsText(setting.kind);
  std::string_view hint;
  if (quoted && !wants_quotes) hint = "write the value without quotes";
  if (!quoted && wants_quotes) hint = "write the value in double quotes";
  return Fail(
      Errc::kInvalidInput,
      fmt::format("{} is {}; it must be {}", setting.name, KindOf(entry), Expectation(setting)),
      hint);
}

// The value as the setting's kind has it. Decimals are read from the text, so that
// no binary fraction comes between what is written and what counts.
Result<Value> Convert(const Setting& setting, const TomlEntry& entry, std::string_view text) {
  const bool number = std::holds_alternative<std::int64_t>(entry.value) ||
                      std::holds_alternative<double>(entry.value);
  if (setting.kind == Kind::kDecimal && number) {
    const std::size_t begin = OffsetOf(text, entry.value_begin);
    const std::size_t end = std::max(begin, OffsetOf(text, entry.value_end));
    std::string digits(text.substr(begin, end - begin));
    std::erase(digits, '_');
    return ParseValue(setting, digits);
  }
  Value value;
  if (const auto* truth = std::get_if<bool>(&entry.value)) {
    value = *truth;
  } else if (const auto* integer = std::get_if<std::int64_t>(&entry.value)) {
    value = *integer;
  } else if (const auto* string = std::get_if<std::string>(&entry.value)) {
    value = *string;
  } else {
    return WrongType(setting, entry);
  }
  const bool is_text = std::holds_alternative<std::string>(value);
  const bool fits = setting.kind == Kind::kBool      ? std::holds_alternative<bool>(value)
                    : setting.kind == Kind::kInteger ? std::holds_alternative<std::int64_t>(value)
                    : setting.kind == Kind::kDecimal ? false
                                                     : is_text;
  if (!fits) return WrongType(setting, entry);
  SATCHEL_TRY(CheckValue(setting, value));
  return value;
}

Result<Value> ConvertForFile(const Setting& setting, const TomlEntry& entry,
                             std::string_view text) {
  const std::string variable = VariableOf(setting);
  if (setting.secret) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} is a secret and is never read from a file", setting.name),
                fmt::format("remove it here, change it where it was used, and set {} in the "
                            "environment",
                            variable));
  }
  const auto* address = std::get_if<std::string>(&entry.value);
  const bool is_address = setting.kind == Kind::kHttpUrl || setting.kind == Kind::kStore;
  if (is_address && address != nullptr && HasPassword(*address)) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("{} contains a password, which is never read from a file", setting.name),
        fmt::format("remove the password here and set {} in the environment",
                    VariableOf(PasswordOf(setting))));
  }
  return Convert(setting, entry, text);
}

// `[retention]` with nothing below it, as `config unset` may leave it.
bool IsEmptyKnownTable(const TomlEntry& entry) {
  const auto* other = std::get_if<TomlOther>(&entry.value);
  if (other == nullptr || other->what != "a table" || entry.path.size() != 1) return false;
  return std::ranges::any_of(AllSettings(), [&](const Setting& setting) {
    return setting.name.substr(0, setting.name.find('.')) == entry.path.front();
  });
}

// toml++ says "Error while parsing X: what".
std::string TomlReason(std::string_view message) {
  constexpr std::string_view kPrefix = "Error while parsing ";
  const auto colon = message.find(": ");
  if (!message.starts_with(kPrefix) || colon == std::string_view::npos) return std::string(message);
  return fmt::format("{} (in a {})", message.substr(colon + 2),
                     message.substr(kPrefix.size(), colon - kPrefix.size()));
}

}  // namespace

Error UnknownSetting(std::string_view name) {
  const auto names = SettingNames();
  auto meant = Suggest(name, names);
  if (!meant) {
    // `days` alone, or the right name in the wrong table.
    const std::string_view last = name.substr(name.rfind('.') + 1);
    for (const std::string_view known : names) {
      if (known.starts_with(name) && known.substr(name.size()).starts_with('.')) {
        return std::move(Fail(Errc::kNotFound, fmt::format("'{}' is a table, not a setting", name),
                              fmt::format("its settings are named like {}", known))
                             .error());
      }
      if (known.substr(known.rfind('.') + 1) == last && !last.empty()) meant = std::string(known);
    }
  }
  return std::move(Fail(Errc::kNotFound,
                        fmt::format("unknown setting '{}'", name.substr(0, kMostNameShown)),
                        meant ? fmt::format("did you mean {}?", *meant)
                              : "`satchel config show` lists all settings")
                       .error());
}

ParsedConfig ParseConfig(std::string_view text) {
  ParsedConfig parsed;
  const auto add = [&](TextPosition at, std::string message, std::string hint) {
    parsed.problems.push_back({.line = std::max<std::size_t>(at.line, 1),
                               .column = std::max<std::size_t>(at.column, 1),
                               .message = std::move(message),
                               .hint = std::move(hint)});
  };
  const auto document = ParseToml(text);
  if (!document) {
    const Error clean(Errc::kInvalidInput, TomlReason(document.error().message));
    add(document.error().at, "not valid TOML: " + clean.text(),
        "a line is key = value, texts are in double quotes, a table begins with [name]");
    return parsed;
  }
  for (const TomlEntry& entry : *document) {
    if (parsed.problems.size() == kMostProblems) break;
    if (IsEmptyKnownTable(entry)) continue;
    const Setting* setting = FindSetting(entry.Name());
    // `"retention.days" = 1` names one key with a dot in it, not the setting.
    if (setting == nullptr || entry.path.size() != 2) {
      const Error unknown = UnknownSetting(entry.Name());
      add(entry.key, unknown.text(), unknown.hint());
      continue;
    }
    auto value = ConvertForFile(*setting, entry, text);
    if (!value) {
      add(entry.value_begin, value.error().text(), value.error().hint());
    } else {
      parsed.entries.push_back(
          {.key = setting->key, .value = *std::move(value), .line = entry.key.line});
    }
  }
  std::ranges::sort(parsed.problems, {}, [](const ConfigProblem& problem) {
    return std::tie(problem.line, problem.column, problem.message);
  });
  return parsed;
}

}  // namespace satchel::settings
