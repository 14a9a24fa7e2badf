#include "settings/setting.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/log.h"

namespace satchel::settings {
namespace {

constexpr std::size_t kMostTextBytes = 4'096;

bool HasControl(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return true;
  }
  return false;
}

// "0.12" in millionths: at most six decimals, so nothing is rounded silently.
std::optional<std::int64_t> ParseMillionths(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string fraction(point == std::string_view::npos ? "" : text.substr(point + 1));
  if (whole.empty() || whole.size() > 9 || fraction.size() > 6) return std::nullopt;
  if (point != std::string_view::npos && fraction.empty()) return std::nullopt;
  fraction.resize(6, '0');
  std::int64_t value = 0;
  for (const char c : std::string(whole) + fraction) {
    if (!IsDigit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return negative ? -value : value;
}

std::optional<std::int64_t> ParseInteger(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<bool> ParseBool(std::string_view text) {
  if (text == "true" || text == "1" || text == "on" || text == "yes") return true;
  if (text == "false" || text == "0" || text == "off" || text == "no") return false;
  return std::nullopt;
}

bool IsChoice(std::string_view choices, std::string_view text) {
  while (!choices.empty()) {
    const auto end = choices.find('|');
    if (choices.substr(0, end) == text) return true;
    if (end == std::string_view::npos) return false;
    choices.remove_prefix(end + 1);
  }
  return false;
}

std::string JoinChoices(std::string_view choices) {
  std::string joined;
  for (const char c : choices) {
    if (c == '|') {
      joined += ", ";
    } else {
      joined += c;
    }
  }
  return joined;
}

std::unexpected<Error> Wrong(const Setting& setting, std::string_view shown) {
  return Fail(Errc::kInvalidInput,
              fmt::format("{} is {}; it must be {}", setting.name, shown, Expectation(setting)));
}

std::string Quoted(std::string_view text) {
  constexpr std::size_t kMostShown = 64;
  return text.size() <= kMostShown ? fmt::format("'{}'", text)
                                   : fmt::format("'{}...'", text.substr(0, kMostShown));
}

bool IsHttpUrl(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (text.starts_with(scheme) && text.size() > scheme.size() && text[scheme.size()] != '/') {
      return true;
    }
  }
  return false;
}

bool IsDirectory(std::string_view text) {
  return text.starts_with('/') || text == "~" || text.starts_with("~/");
}

bool HasForm(Kind kind, const std::string& text) {
  switch (kind) {
    case Kind::kLogFilter:
      return LogFilter::Parse(text).has_value();
    case Kind::kHttpUrl:
      return IsHttpUrl(text);
    case Kind::kStore:
      return text.starts_with("postgresql://") || text.starts_with("postgres://") ||
             IsDirectory(text);
    case Kind::kDirectory:
      return IsDirectory(text);
    default:
      return true;
  }
}

Status CheckText(const Setting& setting, const std::string& text) {
  if (text.size() > kMostTextBytes || HasControl(text)) {
    return Fail(Errc::kInvalidInput, fmt::format("{} must be one line of at most {} bytes",
                                                 setting.name, kMostTextBytes));
  }
  if (setting.kind == Kind::kChoice) {
    return IsChoice(setting.choices, text) ? Status() : Wrong(setting, Quoted(text));
  }
  // Empty means not set; only a setting whose default is empty can be that.
  if (text.empty() && setting.standard.empty()) return {};
  if (text.empty() || !HasForm(setting.kind, text)) {
    return Wrong(setting, setting.secret ? "not usable" : Quoted(WithoutPassword(text)));
  }
  return {};
}

}  // namespace

bool IsText(Kind kind) {
  return kind != Kind::kBool && kind != Kind::kInteger && kind != Kind::kDecimal;
}

const Setting& Get(Key key) { return AllSettings()[static_cast<std::size_t>(key)]; }

const Setting* FindSetting(std::string_view name) {
  for (const Setting& setting : AllSettings()) {
    if (setting.name == name) return &setting;
  }
  return nullptr;
}

std::vector<std::string_view> SettingNames() {
  std::vector<std::string_view> names;
  for (const Setting& setting : AllSettings()) names.push_back(setting.name);
  return names;
}

std::string VariableOf(const Setting& setting) {
  std::string variable = "SATCHEL_";
  for (const char c : setting.name) {
    variable += c == '.' ? '_' : ToUpper(c);
  }
  return variable;
}

std::string Expectation(const Setting& setting) {
  switch (setting.kind) {
    case Kind::kBool:
      return "true or false";
    case Kind::kInteger:
      return fmt::format("an integer from {} to {}", setting.least, setting.most);
    case Kind::kDecimal:
      return fmt::format("a number from {} to {} with at most six decimals",
                         Score::FromMillionths(setting.least).Text(),
                         Score::FromMillionths(setting.most).Text());
    case Kind::kChoice:
      return "one of " + JoinChoices(setting.choices);
    case Kind::kText:
      return "a text on one line";
    case Kind::kLogFilter:
      return "a level (debug, info, warn, error, off), or a list like warn,store=debug";
    case Kind::kHttpUrl:
      return "an address that begins with http:// or https://";
    case Kind::kStore:
      return "a postgresql:// URL or an absolute directory";
    case Kind::kDirectory:
      return "an absolute directory (~/ is your home)";
  }
  return "a value";
}

Status CheckValue(const Setting& setting, const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return Wrong(setting, "empty");
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    if (setting.kind != Kind::kInteger) return Wrong(setting, "an integer");
    if (*integer >= setting.least && *integer <= setting.most) return {};
    return Wrong(setting, fmt::to_string(*integer));
  }
  if (const auto* decimal = std::get_if<Score>(&value)) {
    if (setting.kind != Kind::kDecimal) return Wrong(setting, "a decimal number");
    const std::int64_t millionths = decimal->millionths();
    if (millionths >= setting.least && millionths <= setting.most) return {};
    return Wrong(setting, decimal->Text());
  }
  if (std::holds_alternative<bool>(value)) {
    return setting.kind == Kind::kBool ? Status() : Wrong(setting, "true or false");
  }
  if (!IsText(setting.kind)) return Wrong(setting, "a text");
  return CheckText(setting, std::get<std::string>(value));
}

Result<Value> ParseValue(const Setting& setting, std::string_view text) {
  Value value = std::string(text);
  if (setting.kind == Kind::kBool) {
    const auto parsed = ParseBool(text);
    if (!parsed) return Wrong(setting, Quoted(text));
    value = *parsed;
  } else if (setting.kind == Kind::kInteger) {
    const auto parsed = ParseInteger(text);
    if (!parsed) return Wrong(setting, Quoted(text));
    value = *parsed;
  } else if (setting.kind == Kind::kDecimal) {
    const auto parsed = ParseMillionths(text);
    if (!parsed) return Wrong(setting, Quoted(text));
    value = Score::FromMillionths(*parsed);
  }
  SATCHEL_TRY(CheckValue(setting, value));
  return value;
}

bool NeedsTrust(const Setting& setting, const Value& value) {
  if (setting.redirects || setting.personal) return true;
  if (!setting.limit) return false;
  if (const auto* on = std::get_if<bool>(&value)) return *on;
  const auto* number = std::get_if<std::int64_t>(&value);
  const Value standard = DefaultOf(setting);
  const auto* most = std::get_if<std::int64_t>(&standard);
  return number != nullptr && *number > (most != nullptr ? *most : setting.most_untrusted);
}

Value DefaultOf(const Setting& setting) {
  if (setting.standard.empty() && !IsText(setting.kind)) return {};
  auto value = ParseValue(setting, setting.standard);
  return value ? *std::move(value) : Value();  // a test holds every default to its own rules
}

std::string PlannedText(const Setting& setting) {
  return fmt::format("nothing reads {} yet; it is planned for {}", setting.name, setting.planned);
}

const Setting& PasswordOf(const Setting& address) {
  switch (address.key) {
    case Key::kStoreUrl:
      return Get(Key::kStorePassword);
    case Key::kEmbedBaseUrl:
      return Get(Key::kEmbedApiKey);
    case Key::kRerankBaseUrl:
      return Get(Key::kRerankApiKey);
    default:
      return Get(Key::kLlmApiKey);
  }
}

}  // namespace satchel::settings
