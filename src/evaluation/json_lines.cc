#include "evaluation/json_lines.h"

#include <algorithm>

#include <fmt/format.h>

namespace satchel::evaluation {
namespace {

constexpr std::size_t kMostLine = 16U << 20U;
constexpr std::size_t kMostTexts = 10'000;

}  // namespace

void LineFields::Text(const char* key, bool required, std::string& into) {
  const auto found = line_.find(key);
  if (found == line_.end() || found->is_null()) {
    if (required) Wrong(fmt::format("has no '{}'", key));
  } else if (!found->is_string()) {
    Wrong(fmt::format("has a '{}' that is no text", key));
  } else {
    into = found->get<std::string>();
  }
  if (required && into.empty()) Wrong(fmt::format("has an empty '{}'", key));
}

void LineFields::TextOrNumber(const char* key, std::string& into) {
  const auto found = line_.find(key);
  if (found != line_.end() && found->is_number_integer()) {
    into = found->dump();
  } else {
    Text(key, false, into);
  }
}

void LineFields::Texts(const char* key, bool required, std::vector<std::string>& into) {
  const auto found = line_.find(key);
  if (found == line_.end() || found->is_null()) {
    if (required) Wrong(fmt::format("has no '{}'", key));
    return;
  }
  if (!found->is_array() || found->size() > kMostTexts) {
    return Wrong(fmt::format("has a '{}' that is no list of texts", key));
  }
  for (const Json& item : *found) {
    if (!item.is_string() || item.get_ref<const std::string&>().empty()) {
      return Wrong(fmt::format("has a '{}' with something that is no text", key));
    }
    if (std::ranges::find(into, item.get_ref<const std::string&>()) == into.end()) {
      into.push_back(item.get<std::string>());
    }
  }
}

Status ForEachJsonLine(std::string_view bytes, std::string_view file,
                       const std::function<void(LineFields&)>& read) {
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == line.npos) continue;
    const auto fail = [&](std::string_view what) {
      return Fail(Errc::kInvalidInput, fmt::format("{}:{} {}", file, number, what),
                  "docs/formats/evaluation.md has the form of a data set");
    };
    const auto parsed = ParseJson(line, {.max_bytes = kMostLine, .max_depth = 32});
    if (!parsed) return fail("is no JSON: " + parsed.error().text());
    if (!parsed->is_object()) return fail("is no object");
    LineFields fields(*parsed);
    read(fields);
    if (const auto& wrong = fields.wrong(); wrong) return fail(*wrong);
  }
  return {};
}

}  // namespace satchel::evaluation
