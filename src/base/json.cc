#include "base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace satchel {
namespace {

// "[json.exception.parse_error.101] parse error at line 1, column 3: ..." is
// cut to what a reader can use.
std::string Reason(std::string_view what) {
  const auto bracket = what.find("] ");
  if (bracket != std::string_view::npos) what.remove_prefix(bracket + 2);
  return std::string(what.substr(0, 200));
}

std::string Dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What a byte of a string is printed as.
enum class Printed : std::uint8_t { kItself, kEscaped, kOtherwise };

constexpr std::array<Printed, 256> MakePrinted() {
  std::array<Printed, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    const bool itself = byte >= ' ' && byte < 0x80 && byte != '"' && byte != '\\';
    table[byte] = itself ? Printed::kItself : Printed::kOtherwise;
  }
  for (const char c : {'\n', '"', '\\'}) {
    table[static_cast<unsigned char>(c)] = Printed::kEscaped;
  }
  return table;
}

constexpr std::array<Printed, 256> kPrinted = MakePrinted();

// Lines of ASCII are copied; a string with anything else goes the long way.
void AppendText(std::string& out, std::string_view text) {
  const std::size_t begin = out.size();
  out += '"';
  for (std::size_t from = 0; from < text.size();) {
    std::size_t at = from;
    const auto printed = [&] { return kPrinted[static_cast<unsigned char>(text[at])]; };
    while (at < text.size() && printed() == Printed::kItself) ++at;
    out.append(text, from, at - from);
    if (at == text.size()) break;
    if (printed() == Printed::kOtherwise) {
      out.resize(begin);
      out += Dump(Json(text));
      return;
    }
    out += '\\';
    out += text[at] == '\n' ? 'n' : text[at];
    from = at + 1;
  }
  out += '"';
}

template <class Number>
void AppendNumber(std::string& out, Number number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

// What Dump() prints, and sooner: contexts are long and most of their bytes plain.
void Append(std::string& out, const Json& value) {
  switch (value.type()) {
    case Json::value_t::object: {
      char before = '{';
      for (const auto& [key, inner] : value.get_ref<const Json::object_t&>()) {
        out += std::exchange(before, ',');
        AppendText(out, key);
        out += ':';
        Append(out, inner);
      }
      out += before == '{' ? "{}" : "}";
      break;
    }
    case Json::value_t::array: {
      char before = '[';
      for (const Json& inner : value.get_ref<const Json::array_t&>()) {
        out += std::exchange(before, ',');
        Append(out, inner);
      }
      out += before == '[' ? "[]" : "]";
      break;
    }
    case Json::value_t::string:
      AppendText(out, value.get_ref<const std::string&>());
      break;
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      break;
    case Json::value_t::number_integer:
      AppendNumber(out, value.get<std::int64_t>());
      break;
    case Json::value_t::number_unsigned:
      AppendNumber(out, value.get<std::uint64_t>());
      break;
    default:
      out += Dump(value);
  }
}

// Where the string that begins at `at` ends.
std::size_t SkipText(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

// Whether a value has so many arrays and objects around it, or more. Looked at before anything is
// built: destruction and printing recurse. The parser's own callback would do, were it not that
// with one it goes through all members of an object whenever one of them ends.
bool IsDeeper(std::string_view text, std::size_t most) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case ' ':
      case '\t':
      case '\r':
      case '\n':
      case ',':
      case ':':
        break;
      case '}':
      case ']':
        if (depth > 0) --depth;
        break;
      case '{':
      case '[':
        if (depth++ >= most) return true;
        break;
      default:
        if (depth >= most) return true;
        if (text[at] == '"') at = SkipText(text, at);
    }
  }
  return false;
}

}  // namespace

Result<Json> ParseJson(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return Fail(Errc::kInvalidInput, fmt::format("JSON of {} bytes is larger than the limit of {}",
                                                 text.size(), limits.max_bytes));
  }
  if (IsDeeper(text, limits.max_depth)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("JSON is nested deeper than {} levels", limits.max_depth));
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return Fail(Errc::kInvalidInput, fmt::format("JSON does not parse: {}", Reason(error.what())));
  }
}

std::string CanonicalJson(const Json& value) {
  std::string text;
  Append(text, value);
  return text;
}

void AppendJson(std::string& out, std::string_view text) { AppendText(out, text); }

std::string PrettyJson(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace satchel
