#include "memory/files/row.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "memory/files/score_text.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostListed = 1'000;
constexpr std::int64_t kMostCount = 1'000'000'000;

// Values of a row by key; the first that cannot be used is the error.
class Row {
 public:
  explicit Row(const Json& json) : json_(json) {}

  const std::optional<Error>& error() const { return error_; }

  std::string Text(const char* key) {
    const Json* value = Find(key);
    if (value == nullptr) return "";
    if (value->is_string()) return value->get<std::string>();
    Wrong(key, "a text");
    return "";
  }
  bool Switch(const char* key) {
    const Json* value = Find(key);
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    Wrong(key, "true or false");
    return false;
  }
  std::int64_t Count(const char* key) {
    const Json* value = Find(key);
    if (value == nullptr) return 0;
    if (value->is_number_unsigned()) {
      return static_cast<std::int64_t>(
          std::min<std::uint64_t>(value->get<std::uint64_t>(), kMostCount));
    }
    Wrong(key, "a whole number that is not negative");
    return 0;
  }
  std::optional<Time> At(const char* key) {
    const std::string text = Text(key);
    if (text.empty()) return std::nullopt;
    const auto time = ParseTime(text);
    if (time) return *time;
    Wrong(key, "a time such as 2026-11-15T08:00:00Z");
    return std::nullopt;
  }
  // A text, as Satchel writes it, or a number.
  std::optional<Score> Fraction(const char* key) {
    const Json* value = Find(key);
    if (value == nullptr) return std::nullopt;
    const bool number = value->is_number();
    if (number || value->is_string()) {
      const auto score =
          ParseFraction(number ? value->dump() : value->get_ref<const std::string&>());
      if (score) return score;
    }
    Wrong(key, "a number from 0 to 1");
    return std::nullopt;
  }
  std::vector<std::string> List(const char* key) {
    std::vector<std::string> texts;
    const Json* value = Find(key);
    if (value == nullptr) return texts;
    bool good = value->is_array() && value->size() <= kMostListed;
    if (good) {
      for (const Json& item : *value) {
        if (item.is_string()) texts.push_back(item.get<std::string>());
        good = good && item.is_string();
      }
    }
    if (!good) Wrong(key, "a list of texts");
    return texts;
  }
  template <class Enum>
  std::optional<Enum> Choice(const char* key, Result<Enum> (*parse)(std::string_view)) {
    const std::string name = Text(key);
    if (name.empty()) return std::nullopt;
    auto value = parse(name);
    if (value) return *value;
    Note(value.error().text());
    return std::nullopt;
  }
  std::vector<std::pair<std::string, std::string>> Attributes(const char* key) {
    std::vector<std::pair<std::string, std::string>> attributes;
    const Json* value = Find(key);
    if (value == nullptr) return attributes;
    bool good = value->is_object() && value->size() <= kMostListed;
    if (good) {
      for (const auto& [name, item] : value->items()) {
        if (item.is_string()) attributes.emplace_back(name, item.get<std::string>());
        good = good && item.is_string();
      }
    }
    if (!good) Wrong(key, "an object of texts");
    return attributes;
  }
  std::vector<Link> Links(const char* key) {
    std::vector<Link> links;
    const Json* value = Find(key);
    if (value == nullptr) return links;
    if (!value->is_array() || value->size() > kMostListed) {
      Wrong(key, "a list of links");
      return links;
    }
    for (const Json& item : *value) {
      Row row(item);
      if (!item.is_object()) {
        Wrong(key, "a list of objects");
        return links;
      }
      Link link;
      link.target = row.Text("target");
      link.type = row.Choice("type", ParseLinkType).value_or(link.type);
      link.strength = row.Fraction("strength").value_or(link.strength);
      link.reason = row.Text("reason");
      if (const auto& wrong = row.error()) Note(wrong->text());
      links.push_back(std::move(link));
    }
    return links;
  }

 private:
  // Returns null if the key is missing or its value is null.
  const Json* Find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  void Wrong(std::string_view key, std::string_view wanted) {
    Note(fmt::format("\"{}\" is not {}", key, wanted));
  }
  void Note(std::string_view text) {
    if (!error_) error_ = Error(Errc::kInvalidInput, text);
  }

  const Json& json_;
  std::optional<Error> error_;
};

Json LinksJson(const std::vector<Link>& links) {
  Json json = Json::array();
  for (const Link& link : links) {
    Json item = {
        {"target", link.target}, {"type", Name(link.type)}, {"strength", link.strength.Text()}};
    if (!link.reason.empty()) item["reason"] = link.reason;
    json.push_back(std::move(item));
  }
  return json;
}

}  // namespace

Json RowOf(const Memory& memory) {
  Json row = {{"id", memory.id}, {"text", memory.text}, {"category", Name(memory.category)}};
  const auto text = [&](const char* key, std::string_view value) {
    if (!value.empty()) row[key] = value;
  };
  const auto at = [&](const char* key, const std::optional<Time>& time) {
    if (time) row[key] = FormatTime(*time);
  };
  const auto list = [&](const char* key, const std::vector<std::string>& values) {
    if (!values.empty()) row[key] = values;
  };
  const auto count = [&](const char* key, std::int64_t value) {
    if (value != 0) row[key] = value;
  };
  row["state"] = Name(memory.state);
  row["kind"] = Name(memory.kind);
  row["confidence"] = memory.confidence.Text();
  if (memory.artifact) row["artifact"] = true;
  if (memory.pinned) row["pinned"] = true;
  if (memory.lifecycle) row["lifecycle"] = Name(*memory.lifecycle);
  if (memory.verification) row["verification"] = Name(*memory.verification);
  at("created", memory.created);
  at("updated", memory.updated);
  at("expires", memory.expires);
  at("valid_from", memory.valid_from);
  at("valid_to", memory.valid_to);
  if (memory.importance) row["importance"] = memory.importance->Text();
  list("tags", memory.tags);
  list("keywords", memory.keywords);
  text("entity", memory.entity);
  for (const auto& [name, value] : memory.attributes) row["attributes"][name] = value;
  text("supersedes", memory.supersedes);
  text("superseded_by", memory.superseded_by);
  if (!memory.links.empty()) row["links"] = LinksJson(memory.links);
  text("intent_goal", memory.intent.goal);
  text("intent_action", memory.intent.action);
  list("intent_entities", memory.intent.entities);
  text("artifact_type", memory.artifact_type);
  text("source_memory", memory.source_memory);
  text("source", memory.source);
  count("accesses", memory.accesses);
  count("up_votes", memory.up_votes);
  count("down_votes", memory.down_votes);
  return row;
}

Result<Memory> MemoryFromRow(const Json& json) {
  if (!json.is_object()) return Fail(Errc::kInvalidInput, "it is no JSON object");
  Row row(json);
  Memory memory;
  memory.id = row.Text("id");
  memory.text = row.Text("text");
  memory.category = row.Choice("category", ParseCategory).value_or(memory.category);
  memory.state = row.Choice("state", ParseMemoryState).value_or(memory.state);
  memory.artifact = row.Switch("artifact");
  memory.pinned = row.Switch("pinned");
  memory.lifecycle = row.Choice("lifecycle", ParseLifecycle);
  memory.verification = row.Choice("verification", ParseVerification);
  memory.created = row.At("created");
  memory.updated = row.At("updated");
  memory.expires = row.At("expires");
  memory.valid_from = row.At("valid_from");
  memory.valid_to = row.At("valid_to");
  memory.confidence = row.Fraction("confidence").value_or(memory.confidence);
  memory.importance = row.Fraction("importance");
  memory.tags = row.List("tags");
  memory.keywords = row.List("keywords");
  memory.entity = row.Text("entity");
  memory.attributes = row.Attributes("attributes");
  memory.supersedes = row.Text("supersedes");
  memory.superseded_by = row.Text("superseded_by");
  memory.links = row.Links("links");
  memory.intent.goal = row.Text("intent_goal");
  memory.intent.action = row.Text("intent_action");
  memory.intent.entities = row.List("intent_entities");
  std::ranges::sort(memory.intent.entities);
  memory.artifact_type = row.Text("artifact_type");
  memory.source_memory = row.Text("source_memory");
  memory.source = row.Text("source");
  memory.accesses = row.Count("accesses");
  memory.up_votes = row.Count("up_votes");
  memory.down_votes = row.Count("down_votes");
  const auto kind = row.Choice("kind", ParseKind);
  if (const auto& wrong = row.error()) return std::unexpected(*wrong);
  if (kind) memory.kind = *kind;
  return memory;
}

}  // namespace satchel::memory
