#include "base/log.h"

#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace satchel {
namespace {

constexpr std::array<std::string_view, 5> kLevelNames = {"debug", "info", "warn", "error", "off"};

std::optional<LogLevel> LevelNamed(std::string_view name) {
  for (std::size_t i = 0; i < kLevelNames.size(); ++i) {
    if (kLevelNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(LogLevel level) { return kLevelNames[static_cast<std::size_t>(level)]; }

Result<LogFilter> LogFilter::Parse(std::string_view text) {
  LogFilter filter;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const auto equals = part.find('=');
    const bool for_one = equals != std::string_view::npos;
    const auto level = LevelNamed(for_one ? part.substr(equals + 1) : part);
    if (!level || (for_one && equals == 0)) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' is not a log level", part.substr(0, 64)),
                  "use debug, info, warn, error or off, or component=level, separated by commas");
    }
    if (for_one) {
      filter.by_component_.insert_or_assign(std::string(part.substr(0, equals)), *level);
    } else {
      filter.level_ = *level;
    }
  }
  return filter;
}

bool LogFilter::Allows(LogLevel level, std::string_view component) const {
  const auto own = by_component_.find(component);
  const LogLevel least = own == by_component_.end() ? level_ : own->second;
  return level >= least && least != LogLevel::kOff;
}

Logger::Logger(std::ostream& stream, const Clock& clock, Options options)
    : clock_(clock), options_(std::move(options)), stream_(stream) {}

void Logger::Log(LogLevel level, std::string_view component, std::string_view message,
                 std::initializer_list<LogField> fields) {
  if (!options_.filter.Allows(level, component)) return;
  const std::string line = options_.format == LogFormat::kJson
                               ? JsonLine(level, component, message, fields)
                               : TextLine(level, component, message, fields);
  const std::scoped_lock lock(mutex_);
  stream_ << line << std::flush;
}

std::string Logger::Scrub(std::string_view text) const {
  return options_.scrub ? options_.scrub(text) : std::string(text);
}

std::string Logger::TextLine(LogLevel level, std::string_view component, std::string_view message,
                             std::initializer_list<LogField> fields) const {
  std::string line = fmt::format("{:<5} {}: {}", Name(level), component, Scrub(message));
  const char* separator = " (";
  for (const LogField& field : fields) {
    line += fmt::format("{}{}=", separator, field.key);
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
      line += Scrub(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
      line += fmt::format("{}", *number);
    } else {
      line += std::get<bool>(field.value) ? "true" : "false";
    }
    separator = " ";
  }
  if (fields.size() != 0) line += ')';
  // Retrieved text must not be able to start a line, or an escape sequence, of its own.
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') c = ' ';
  }
  return line + '\n';
}

std::string Logger::JsonLine(LogLevel level, std::string_view component, std::string_view message,
                             std::initializer_list<LogField> fields) const {
  Json entry = {{"ts", FormatTime(clock_.Now())},
                {"level", std::string(Name(level))},
                {"component", std::string(component)},
                {"msg", Scrub(message)}};
  for (const LogField& field : fields) {
    Json& slot = entry["fields"][std::string(field.key)];
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
      slot = Scrub(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
      slot = *number;
    } else {
      slot = std::get<bool>(field.value);
    }
  }
  return CanonicalJson(entry) + '\n';
}

}  // namespace satchel
