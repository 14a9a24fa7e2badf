#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace satchel {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarn, kError, kOff };

std::string_view Name(LogLevel level);

// `info` or `info,store=debug,http=off`: one level for all, others by component.
class LogFilter {
 public:
  LogFilter() = default;
  explicit LogFilter(LogLevel level) : level_(level) {}
  static Result<LogFilter> Parse(std::string_view text);

  bool Allows(LogLevel level, std::string_view component) const;

 private:
  LogLevel level_ = LogLevel::kWarn;
  std::map<std::string, LogLevel, std::less<>> by_component_;
};

struct LogField {
  std::string_view key;
  std::variant<std::string_view, std::int64_t, bool> value;

  LogField(std::string_view k, std::string_view v) : key(k), value(v) {}
  LogField(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
  LogField(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
  LogField(std::string_view k, std::int64_t v) : key(k), value(v) {}
  LogField(std::string_view k, int v) : key(k), value(std::int64_t{v}) {}
  LogField(std::string_view k, std::size_t v) : key(k), value(static_cast<std::int64_t>(v)) {}
  LogField(std::string_view k, bool v) : key(k), value(v) {}
};

enum class LogFormat : std::uint8_t {
  kText,  // one line for people: "warn  config: unknown key (file=a.toml)"
  kJson,  // one object a line: component, fields, level, msg, ts
};

// Writes entries to one stream, a line each, whole lines only. Every text in an
// entry passes through `scrub` first, so that no secret reaches a log. Safe to
// share between threads.
class Logger {
 public:
  struct Options {
    LogFilter filter;
    LogFormat format = LogFormat::kText;
    std::function<std::string(std::string_view)> scrub;  // empty: texts stay as they are
  };

  // Stream and clock must outlive the logger.
  Logger(std::ostream& stream, const Clock& clock, Options options);

  void Log(LogLevel level, std::string_view component, std::string_view message,
           std::initializer_list<LogField> fields = {});

 private:
  std::string Scrub(std::string_view text) const;
  std::string TextLine(LogLevel level, std::string_view component, std::string_view message,
                       std::initializer_list<LogField> fields) const;
  std::string JsonLine(LogLevel level, std::string_view component, std::string_view message,
                       std::initializer_list<LogField> fields) const;

  // Fixed after construction.
  const Clock& clock_;
  const Options options_;

  std::mutex mutex_;
  // Locked by mutex_.
  std::ostream& stream_;
};

}  // namespace satchel
