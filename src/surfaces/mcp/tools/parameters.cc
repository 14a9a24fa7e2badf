#include "surfaces/mcp/tools/parameters.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/choices.h"
#include "text/safe_line.h"

namespace satchel::mcp {
namespace {

using Kind = Parameter::Kind;

constexpr std::size_t kMostListed = 100;

Json SchemaOf(const Parameter& parameter) {
  Json schema;
  switch (parameter.kind) {
    case Kind::kText:
      schema["type"] = "string";
      if (!parameter.choices.empty() && !parameter.quiet) {
        schema["enum"] = SplitChoices(parameter.choices);
      }
      break;
    case Kind::kInteger:
      schema["type"] = "integer";
      break;
    case Kind::kList:
      schema["type"] = "array";
      schema["items"]["type"] = "string";
      break;
  }
  if (!parameter.says.empty()) schema["description"] = parameter.says;
  return schema;
}

std::unexpected<Error> Wrong(const Parameter& parameter, std::string_view must_be) {
  return Fail(Errc::kInvalidInput, fmt::format("{} must be {}", parameter.name, must_be));
}

Status CheckText(const Parameter& parameter, const Json& value) {
  if (!value.is_string()) return Wrong(parameter, "a text");
  const std::string& text = value.get_ref<const std::string&>();
  if (text.size() > parameter.bytes) {
    return Wrong(parameter, fmt::format("at most {} bytes", parameter.bytes));
  }
  if (parameter.required && text.find_first_not_of(" \t\r\n") == text.npos) {
    return Wrong(parameter, "a text that is not empty");
  }
  const auto choices = SplitChoices(parameter.choices);
  if (!choices.empty() && std::ranges::find(choices, text) == choices.end()) {
    return Wrong(parameter, fmt::format("one of {}", fmt::join(choices, ", ")));
  }
  return {};
}

Status CheckOne(const Parameter& parameter, const Json& value) {
  switch (parameter.kind) {
    case Kind::kText:
      return CheckText(parameter, value);
    case Kind::kInteger: {
      const auto must_be = fmt::format("an integer from {} to {}", parameter.least, parameter.most);
      // An unsigned one that does not fit becomes negative, which is as wrong.
      if (!value.is_number_integer()) return Wrong(parameter, must_be);
      const auto number = value.get<std::int64_t>();
      if (number < parameter.least || number > parameter.most) return Wrong(parameter, must_be);
      return {};
    }
    case Kind::kList:
      if (!value.is_array() || value.size() > kMostListed) {
        return Wrong(parameter, fmt::format("a list of at most {} texts", kMostListed));
      }
      for (const Json& one : value) SATCHEL_TRY(CheckText(parameter, one));
      return {};
  }
  return {};
}

}  // namespace

Json SchemaOf(std::span<const Parameter> parameters) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}};
  for (const Parameter& parameter : parameters) {
    schema["properties"][std::string(parameter.name)] = SchemaOf(parameter);
    if (parameter.required) schema["required"].push_back(parameter.name);
  }
  return schema;
}

Result<Arguments> Arguments::Check(std::span<const Parameter> parameters, const Json& arguments) {
  for (const auto& [name, value] : arguments.items()) {
    const auto known = std::ranges::find(parameters, name, &Parameter::name);
    if (known == parameters.end()) {
      std::vector<std::string_view> names;
      for (const Parameter& parameter : parameters) names.push_back(parameter.name);
      return Fail(Errc::kInvalidInput, fmt::format("no argument {}", text::SafeLine(name, 80)),
                  fmt::format("arguments are: {}", fmt::join(names, ", ")));
    }
    SATCHEL_TRY(CheckOne(*known, value));
  }
  for (const Parameter& parameter : parameters) {
    if (parameter.required && !arguments.contains(parameter.name)) {
      return Fail(Errc::kInvalidInput, fmt::format("{} is missing", parameter.name));
    }
  }
  return Arguments(arguments);
}

std::string Arguments::Text(const char* name) const { return json_.value(name, ""); }

std::int64_t Arguments::Integer(const char* name, std::int64_t otherwise) const {
  return json_.value(name, otherwise);
}

std::vector<std::string> Arguments::List(const char* name) const {
  return json_.value(name, std::vector<std::string>());
}

}  // namespace satchel::mcp
