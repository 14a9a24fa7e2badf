#include "graph/files/row.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::graph {
namespace {

const std::string* TextAt(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return nullptr;
  return &found->get_ref<const std::string&>();
}

std::string TextOr(const Json& object, std::string_view key) {
  const std::string* text = TextAt(object, key);
  return text == nullptr ? std::string() : *text;
}

void AddStrings(const Json& value, std::vector<std::string>& out) {
  if (value.is_string()) {
    out.push_back(value.get<std::string>());
  } else if (value.is_structured()) {
    for (const Json& inner : value) AddStrings(inner, out);
  }
}

void AddStringsAt(const Json& object, std::string_view key, std::vector<std::string>& out) {
  const auto found = object.find(key);
  if (found != object.end()) AddStrings(*found, out);
}

void AddWords(const Json& value, std::string& out) {
  if (value.is_string()) {
    out += value.get_ref<const std::string&>();
  } else if (value.is_number() || value.is_boolean()) {
    out += value.dump();
  } else {
    return;
  }
  out += '\n';
}

// `canceled` is the same status; the specification writes it with two l.
std::string StatusOf(Layer layer, const Json& json) {
  std::string status;
  if (layer == Layer::kDecision) {
    const auto outcome = json.find("outcome");
    if (outcome != json.end() && outcome->is_object()) status = TextOr(*outcome, "status");
  } else {
    status = TextOr(json, "status");
  }
  return status == "canceled" ? "cancelled" : status;
}

std::string WordsOf(const Json& json) {
  std::string words;
  for (const std::string_view key : {"title", "type", "summary", "decision", "description"}) {
    const auto found = json.find(key);
    if (found != json.end() && found->is_string()) AddWords(*found, words);
  }
  const auto tags = json.find("tags");
  if (tags != json.end() && tags->is_array()) {
    for (const Json& tag : *tags) AddWords(tag, words);
  }
  const auto attributes = json.find("attributes");
  if (attributes != json.end() && attributes->is_object()) {
    for (const Json& value : *attributes) AddWords(value, words);
  }
  return words;
}

// Ids are printed, compared and put into file names: letters, digits and signs of ASCII.
bool IsUsableId(std::string_view id) {
  return !id.empty() && id.size() <= kMostIdBytes &&
         std::ranges::all_of(id, [](char c) { return c > ' ' && c < '\x7F'; });
}

bool IsFlagged(const Json& json) {
  const auto tags = json.find("tags");
  if (tags == json.end() || !tags->is_array()) return false;
  return std::ranges::any_of(*tags,
                             [](const Json& tag) { return tag == "constraint" || tag == "risk"; });
}

}  // namespace

std::string_view Name(Problem problem) {
  switch (problem) {
    case Problem::kNotJson:
      return "not_json";
    case Problem::kNotObject:
      return "not_an_object";
    case Problem::kNoId:
      return "no_id";
    case Problem::kTooLong:
      return "line_too_long";
    case Problem::kTorn:
      return "torn_line";
    case Problem::kUnreadable:
      return "unreadable";
  }
  return "";
}

std::vector<std::string> StringsIn(const Json& value) {
  std::vector<std::string> strings;
  AddStrings(value, strings);
  return strings;
}

Row RowOf(Layer layer, const Json& json) {
  Row row{.id = TextOr(json, "id"),
          .type = TextOr(json, "type"),
          .title = TextOr(json, "title"),
          .status = StatusOf(layer, json),
          .flagged = IsFlagged(json),
          .words = WordsOf(json)};
  const auto rev = json.find("rev");
  if (rev != json.end() && rev->is_number_integer()) {
    const bool fits = !rev->is_number_unsigned() || rev->get<std::uint64_t>() <= INT64_MAX;
    if (fits) row.rev = rev->get<std::int64_t>();
  }
  if (const std::string* text = TextAt(json, "updated_at")) {
    if (const auto time = ParseTime(*text)) row.updated_at = *time;
  }
  if (layer == Layer::kTask) {
    AddStringsAt(json, "inputs", row.names);
    AddStringsAt(json, "dependencies", row.dependencies);
    AddStringsAt(json, "blocks", row.blocks);
  }
  if (layer == Layer::kDecision) AddStringsAt(json, "refs", row.names);
  if (layer != Layer::kKnowledge) AddStringsAt(json, "links", row.names);
  return row;
}

std::expected<Row, Problem> ReadRow(Layer layer, std::string_view line) {
  if (line.size() > kMostLineBytes) return std::unexpected(Problem::kTooLong);
  const auto json = ParseJson(line, {.max_bytes = kMostLineBytes, .max_depth = kMostRowDepth});
  if (!json) return std::unexpected(Problem::kNotJson);
  if (!json->is_object()) return std::unexpected(Problem::kNotObject);
  Row row = RowOf(layer, *json);
  if (!IsUsableId(row.id)) return std::unexpected(Problem::kNoId);
  return row;
}

}  // namespace satchel::graph
