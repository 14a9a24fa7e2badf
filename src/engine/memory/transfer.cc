#include "engine/memory/transfer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/memory/files.h"
#include "engine/memory/make.h"
#include "sources/memory/folder.h"
#include "sources/memory/judgement.h"
#include "sources/memory/score_text.h"

namespace satchel::engine {
namespace {

using memory::Memory;

constexpr std::size_t kMostLineBytes = 512U << 10U;
constexpr std::size_t kMostDepth = 8;
constexpr std::size_t kMostBadRows = 100;
constexpr std::size_t kMostListed = 1'000;
constexpr std::size_t kCheckEvery = 1'000;
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
          memory::ParseFraction(number ? value->dump() : value->get_ref<const std::string&>());
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
  std::vector<memory::Link> Links(const char* key) {
    std::vector<memory::Link> links;
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
      memory::Link link;
      link.target = row.Text("target");
      link.type = row.Choice("type", memory::ParseLinkType).value_or(link.type);
      link.strength = row.Fraction("strength").value_or(link.strength);
      link.reason = row.Text("reason");
      if (const auto& wrong = row.error()) Note(wrong->text());
      links.push_back(std::move(link));
    }
    return links;
  }

 private:
  // Null: it is not there, or null.
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

Json LinksJson(const std::vector<memory::Link>& links) {
  Json json = Json::array();
  for (const memory::Link& link : links) {
    Json item = {
        {"target", link.target}, {"type", Name(link.type)}, {"strength", link.strength.Text()}};
    if (!link.reason.empty()) item["reason"] = link.reason;
    json.push_back(std::move(item));
  }
  return json;
}

// What there is before an import, and what it adds.
class Known {
 public:
  explicit Known(const memory::Folder& folder) {
    for (const auto& memory : folder.memories) {
      ids_.insert(memory->id);
      if (memory->state == memory::MemoryState::kActive && !memory->artifact) {
        texts_.insert(memory::ContentHash(memory->text));
      }
    }
  }
  bool HasId(const std::string& id) const { return ids_.contains(id); }
  // Whether it was not there.
  bool AddText(const std::string& text) { return texts_.insert(memory::ContentHash(text)).second; }
  void AddId(const std::string& id) { ids_.insert(id); }

 private:
  std::unordered_set<std::string> ids_;
  std::unordered_set<std::string> texts_;
};

enum class RowResult : std::uint8_t { kAdded, kSkipped };

Result<Memory> ReadRow(std::string_view line) {
  if (line.size() > kMostLineBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("the line has {} bytes; at most {} are taken",
                                                 line.size(), kMostLineBytes));
  }
  const auto json =
      SATCHEL_TRY(ParseJson(line, {.max_bytes = kMostLineBytes, .max_depth = kMostDepth}));
  return MemoryFromRow(json);
}

Result<MadeMemory> MadeFrom(std::string_view line, Time now) {
  auto memory = SATCHEL_TRY(ReadRow(line));
  return MakeMemory(std::move(memory), now);
}

Result<RowResult> ImportRow(std::string_view line, const MemoryTarget& target, Known& known,
                            MemoryFiles& files, MemoryImport& import) {
  auto memory = SATCHEL_TRY(ReadRow(line));
  const bool named = !memory.id.empty();
  if (named && known.HasId(memory.id)) return RowResult::kSkipped;
  const auto made = SATCHEL_TRY(MakeMemory(std::move(memory), target.now));
  const bool new_text = known.AddText(made.memory.text);
  if (!named && !new_text) return RowResult::kSkipped;
  if (files.Exists(made.memory.path)) {
    return Fail(Errc::kConflict,
                fmt::format("{} is there and is not this memory", made.memory.path));
  }
  SATCHEL_TRY(files.Stage(made.memory.path, FileOf(made), MemoryFiles::As::kNew));
  known.AddId(made.memory.id);
  if (!made.secrets.empty()) ++import.redacted;
  return RowResult::kAdded;
}

// Calls `visit` with each line that is not blank, counts what becomes of it, and keeps why the bad
// ones are.
using RowVisit = std::function<Result<RowResult>(std::string_view line)>;
Status ForEachRow(std::string_view lines, const Deadline& deadline, MemoryImport& import,
                  const RowVisit& visit) {
  for (std::size_t number = 1; !lines.empty(); ++number) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (number % kCheckEvery == 0) SATCHEL_TRY(deadline.Check("import memories"));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const auto result = visit(line);
    if (result) {
      ++(*result == RowResult::kAdded ? import.added : import.skipped);
      continue;
    }
    // A full disk is not the row's fault.
    if (result.error().code() == Errc::kSystem) return std::unexpected(result.error());
    ++import.refused;
    if (import.bad.size() < kMostBadRows) {
      import.bad.push_back({.line = number, .why = result.error().text()});
    }
  }
  return {};
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
  memory.category = row.Choice("category", memory::ParseCategory).value_or(memory.category);
  memory.state = row.Choice("state", memory::ParseMemoryState).value_or(memory.state);
  memory.artifact = row.Switch("artifact");
  memory.pinned = row.Switch("pinned");
  memory.lifecycle = row.Choice("lifecycle", memory::ParseLifecycle);
  memory.verification = row.Choice("verification", memory::ParseVerification);
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
  const auto kind = row.Choice("kind", memory::ParseKind);
  if (const auto& wrong = row.error()) return std::unexpected(*wrong);
  memory.kind = kind ? *kind : memory::KindOf(memory.text, memory.category, memory.tags);
  return memory;
}

Result<std::size_t> ExportMemories(const MemoryPlace& place, const MemoryScope& scope,
                                   const MemoryLineSink& sink, const Deadline& deadline) {
  const auto loaded = SATCHEL_TRY(LoadMemories(place, scope, deadline));
  for (const MemoryPointer& memory : loaded.memories) sink(CanonicalJson(RowOf(*memory)) + "\n");
  return loaded.memories.size();
}

Result<MemoryImport> ImportMemories(const MemoryTarget& target, std::string_view lines) {
  const auto [space, is_new, readable] = SATCHEL_TRY(SpaceToWrite(target));
  if (is_new) {
    // Rows of which none can be used make no namespace.
    MemoryImport dry{.space = space.name};
    SATCHEL_TRY(ForEachRow(lines, target.deadline, dry, [&](std::string_view line) {
      const auto made = MadeFrom(line, target.now);
      return made ? Result<RowResult>(RowResult::kAdded) : std::unexpected(made.error());
    }));
    if (dry.added == 0) return dry;
  }
  auto files = SATCHEL_TRY(
      MemoryFiles::Open(space.directory, MemoryFiles::LinksOf(space.name), target.deadline));
  const auto folder =
      SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, nullptr, target.deadline));
  Known known(folder);
  MemoryImport import{.space = space.name, .new_space = is_new};
  SATCHEL_TRY(ForEachRow(lines, target.deadline, import, [&](std::string_view line) {
    return ImportRow(line, target, known, files, import);
  }));
  SATCHEL_TRY(files.Commit());
  return import;
}

}  // namespace satchel::engine
