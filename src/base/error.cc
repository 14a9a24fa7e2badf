#include "base/error.h"

#include <utility>

namespace satchel {
namespace {

std::string OneLine(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = ' ';
  }
  return line;
}

}  // namespace

std::string_view Name(Errc code) {
  switch (code) {
    case Errc::kInvalidInput:
      return "invalid_input";
    case Errc::kNotFound:
      return "not_found";
    case Errc::kConflict:
      return "conflict";
    case Errc::kUnavailable:
      return "unavailable";
    case Errc::kSystem:
      return "system";
    case Errc::kDenied:
      return "denied";
    case Errc::kDeadline:
      return "deadline";
    case Errc::kCorrupt:
      return "corrupt";
    case Errc::kForeign:
      return "foreign";
    case Errc::kInternal:
      return "internal";
  }
  return "internal";
}

Error::Error(Errc code, std::string_view text) : code_(code), text_(OneLine(text)) {}

std::unexpected<Error> Error::While(std::string_view doing) && {
  text_ = OneLine(doing) + ": " + text_;
  return std::unexpected(std::move(*this));
}

std::unexpected<Error> Error::WithHint(std::string_view hint) && {
  hint_ = OneLine(hint);
  return std::unexpected(std::move(*this));
}

std::unexpected<Error> Error::About(Subject subject) && {
  subject_ = subject;
  return std::unexpected(std::move(*this));
}

std::unexpected<Error> Fail(Errc code, std::string_view text) {
  return std::unexpected(Error(code, text));
}

std::unexpected<Error> Fail(Errc code, std::string_view text, std::string_view hint) {
  return Error(code, text).WithHint(hint);
}

}  // namespace satchel
