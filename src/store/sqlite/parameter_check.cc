#include "store/sqlite/parameter_check.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "text/utf8.h"

namespace satchel::store::sqlite {
namespace {

bool IsText(std::string_view text) {
  return (text.empty() || std::memchr(text.data(), 0, text.size()) == nullptr) &&
         text::IsValidUtf8(text);
}

bool AllText(const Parameter& parameter) {
  if (const auto* text = std::get_if<Text>(&parameter)) return IsText(text->value);
  if (const auto* set = std::get_if<TextSet>(&parameter)) {
    return std::ranges::all_of(set->values, [](const std::string& text) { return IsText(text); });
  }
  return true;
}

bool Fits(ParameterType type, const Parameter& parameter) {
  switch (type) {
    case ParameterType::kInteger:
      return std::holds_alternative<std::int64_t>(parameter);
    case ParameterType::kText:
      return std::holds_alternative<Text>(parameter);
    case ParameterType::kBytes:
      return std::holds_alternative<Bytes>(parameter);
    case ParameterType::kIntegerSet:
      return std::holds_alternative<IntegerSet>(parameter);
    case ParameterType::kTextSet:
      return std::holds_alternative<TextSet>(parameter);
    case ParameterType::kBytesSet:
      return std::holds_alternative<BytesSet>(parameter);
  }
  return false;
}

Status CheckOne(std::string_view where, ParameterType type, const Parameter& parameter) {
  if (!std::holds_alternative<Null>(parameter) && !Fits(type, parameter)) {
    return Fail(Errc::kInternal, fmt::format("{}: a value of another type", where));
  }
  if (!AllText(parameter)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{}: text that is not UTF-8, or holds NUL", where));
  }
  return {};
}

}  // namespace

Status CheckParameters(const Statement& statement, std::span<const Parameter> parameters) {
  if (parameters.size() != statement.types.size()) {
    return Fail(Errc::kInternal,
                fmt::format("statement {}: {} parameters, {} expected", statement.name,
                            parameters.size(), statement.types.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    SATCHEL_TRY(CheckOne(statement.name, statement.types[i], parameters[i]));
  }
  return {};
}

Status CheckRow(const Table& table, std::span<const Parameter> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    SATCHEL_TRY(CheckOne(table.name, TypeOf(table.columns[i].type), cells[i]));
  }
  return {};
}

}  // namespace satchel::store::sqlite
