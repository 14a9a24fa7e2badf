#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sort_unique.h"
#include "memory/files/front_matter.h"
#include "memory/files/score_text.h"
#include "memory/files/yaml_flow.h"
#include "memory/files/yaml_scalar.h"
#include "text/redactor.h"
#include "text/safe_text.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostFaults = 20;
constexpr std::size_t kMostId = 200;
constexpr std::size_t kShown = 60;
constexpr std::int64_t kMostCount = 1'000'000'000'000;
// The years 0 to 9999, which are those that can be written.
constexpr Time kFirstTime{-62'167'219'200'000'000};
constexpr Time kLastTime{253'402'300'799'999'999};

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kMostId && TrimBlanks(text) == text &&
         text::IsValidUtf8(text) && std::ranges::none_of(text, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

std::string_view NameOfFile(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.size() > 3 && SameButCase(name.substr(name.size() - 3), ".md")) name.remove_suffix(3);
  return name;
}

// What a person wrote, for a message: one line, not long.
std::string Shown(std::string_view text) {
  std::string shown = text::Ellipsize(text, kShown);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return shown;
}

// Values of fields by name; those that are not what they should be become faults.
class Fields {
 public:
  Fields(std::string_view file, const FrontMatter& front) : file_(file), front_(front) {}

  std::vector<std::string> TakeFaults() {
    std::vector<std::string> faults = front_.faults;
    faults.insert(faults.end(), faults_.begin(), faults_.end());
    if (left_out_ > 0) faults.push_back(fmt::format("and {} more faults", left_out_));
    return faults;
  }

  // Nothing: the field is missing or empty.
  std::optional<std::string> Text(std::string_view name) {
    const Field* field = front_.Find(name);
    if (field == nullptr) return std::nullopt;
    if (field->is_list || !field->nested.empty()) {
      Fault(*field, fmt::format("'{}' is one value", name));
      return std::nullopt;
    }
    if (field->values.empty() || field->values.front().empty()) return std::nullopt;
    return field->values.front();
  }

  // In brackets, as items, or in one text with commas. Blanks around and empty ones go.
  std::vector<std::string> List(std::string_view name) {
    const Field* field = front_.Find(name);
    if (field == nullptr) return {};
    if (!field->nested.empty() || !field->items.empty()) {
      Fault(*field, fmt::format("'{}' is a list of values", name));
    }
    if (field->is_list || field->values.empty()) return Tidied(field->values);
    return Tidied(SplitAtCommas(field->values.front()));
  }

  std::optional<Time> At(std::string_view name) {
    return Parsed(
        name,
        [](const std::string& text) -> std::optional<Time> {
          const auto time = ParseTime(text);
          if (!time || *time < kFirstTime || *time > kLastTime) return std::nullopt;
          return *time;
        },
        "a time such as 2026-11-15T08:00:00Z");
  }
  std::optional<Score> Fraction(std::string_view name) {
    return Parsed(name, ParseFraction, "a number from 0 to 1");
  }
  std::int64_t Count(std::string_view name) {
    const auto parse = [](const std::string& text) -> std::optional<std::int64_t> {
      std::int64_t count = 0;
      const char* end = text.data() + text.size();
      const auto parsed = std::from_chars(text.data(), end, count);
      if (parsed.ec != std::errc() || parsed.ptr != end || count < 0 || count > kMostCount) {
        return std::nullopt;
      }
      return count;
    };
    return Parsed(name, parse, "a whole number").value_or(0);
  }
  bool Switch(std::string_view name) {
    const auto parse = [](const std::string& text) -> std::optional<bool> {
      if (SameButCase(text, "true")) return true;
      if (SameButCase(text, "false")) return false;
      return std::nullopt;
    };
    return Parsed(name, parse, "true or false").value_or(false);
  }
  template <class Enum>
  std::optional<Enum> Choice(std::string_view name, Result<Enum> (*parse)(std::string_view)) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    const auto value = parse(*text);
    if (value) return *value;
    Fault(*front_.Find(name), value.error().text());
    return std::nullopt;
  }

  const Field* Find(std::string_view name) const { return front_.Find(name); }

  void Fault(const Field& field, std::string_view text) {
    if (faults_.size() == kMostFaults) {
      ++left_out_;
      return;
    }
    const auto line = std::ranges::count(file_.substr(0, field.begin), '\n') + 1;
    faults_.push_back(fmt::format("line {}: {}", line, text));
  }

  static std::vector<std::string> Tidied(const std::vector<std::string>& values) {
    std::vector<std::string> tidied;
    for (const std::string& value : values) {
      const std::string_view text = TrimBlanks(value);
      if (!text.empty()) tidied.emplace_back(text);
    }
    return KeepFirst(std::move(tidied));
  }

 private:
  template <class Parse>
  auto Parsed(std::string_view name, Parse parse, std::string_view wanted)
      -> decltype(parse(std::string())) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    const auto value = parse(*text);
    if (!value) {
      Fault(*front_.Find(name), fmt::format("'{}': '{}' is not {}", name, Shown(*text), wanted));
    }
    return value;
  }

  static std::vector<std::string> SplitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      parts.emplace_back(text.substr(at, end - at));
      at = end + 1;
    }
    return parts;
  }

  // Without those that were there before, in their order.
  static std::vector<std::string> KeepFirst(std::vector<std::string> values) {
    std::vector<std::string> seen = values;
    SortUnique(seen);
    if (seen.size() == values.size()) return values;
    std::vector<bool> used(seen.size(), false);
    std::erase_if(values, [&](const std::string& value) {
      const auto at =
          static_cast<std::size_t>(std::ranges::lower_bound(seen, value) - seen.begin());
      const bool again = used[at];
      used[at] = true;
      return again;
    });
    return values;
  }

  std::string_view file_;
  const FrontMatter& front_;
  std::vector<std::string> faults_;
  std::size_t left_out_ = 0;
};

bool HasText(const Field& field) { return !field.values.empty() && !field.values.front().empty(); }

std::optional<Link> LinkOf(const Field& field, Fields& fields,
                           const std::vector<std::pair<std::string, std::string>>& pairs) {
  Link link;
  for (const auto& [key, value] : pairs) {
    if (key == "targetId") {
      link.target = value;
    } else if (key == "linkType") {
      const auto type = ParseLinkType(value);
      if (!type) fields.Fault(field, type.error().text());
      link.type = type.value_or(LinkType::kRelated);
    } else if (key == "strength") {
      const auto strength = ParseFraction(value);
      if (!strength) {
        fields.Fault(field,
                     fmt::format("the strength '{}' is not a number from 0 to 1", Shown(value)));
      }
      link.strength = strength.value_or(Score::FromInt(1));
    } else if (key == "reason") {
      link.reason = value;
    }
  }
  if (!link.target.empty()) return link;
  fields.Fault(field, "a link without a targetId");
  return std::nullopt;
}

std::vector<Link> LinksOf(Fields& fields) {
  const Field* field = fields.Find("links");
  if (field == nullptr) return {};
  std::vector<Link> links;
  for (const auto& item : field->items) {
    if (auto link = LinkOf(*field, fields, item)) links.push_back(*std::move(link));
  }
  for (const std::string& target : field->is_list ? field->values : std::vector<std::string>()) {
    if (!target.empty()) links.push_back({.target = target});
  }
  if (!field->is_list && (!field->nested.empty() || HasText(*field))) {
    fields.Fault(*field, "'links' is a list");
  }
  return links;
}

// `importanceScore` and `importanceKeywords`, or both in a map `importance`, or a number there.
void ReadImportance(Fields& fields, Memory& memory) {
  memory.importance = fields.Fraction("importanceScore");
  memory.keywords = fields.List("importanceKeywords");
  const Field* field = fields.Find("importance");
  if (field == nullptr) return;
  if (field->nested.empty()) {
    if (!memory.importance) memory.importance = fields.Fraction("importance");
    return;
  }
  for (const auto& [key, value] : field->nested) {
    if (key == "score" && !memory.importance) {
      memory.importance = ParseFraction(value);
      if (!memory.importance) {
        fields.Fault(*field,
                     fmt::format("the importance '{}' is not a number from 0 to 1", Shown(value)));
      }
    } else if (key == "keywords" && memory.keywords.empty()) {
      const auto list = value.starts_with('[') ? ReadFlowList(value, 0) : std::nullopt;
      memory.keywords = Fields::Tidied(list ? list->values : std::vector<std::string>{value});
    }
  }
}

// What the fields do not say and the place does.
void ReadPlace(std::string_view path, Fields& fields, Memory& memory) {
  const auto below = [path](std::string_view folder) { return path.starts_with(folder); };
  memory.artifact = below("artifacts/");
  Category category = Category::kFact;
  if (below("corrections/")) category = Category::kCorrection;
  if (below("entities/")) category = Category::kEntity;
  memory.category = fields.Choice("category", ParseCategory).value_or(category);
  memory.kind =
      fields.Choice("memoryKind", ParseKind).value_or(below("boxes/") ? Kind::kBox : Kind::kNote);
  memory.state = fields.Choice("status", ParseMemoryState)
                     .value_or(below("archive/") ? MemoryState::kArchived : MemoryState::kActive);
}

Status ReadId(std::string_view path, Fields& fields, Memory& memory) {
  if (const auto id = fields.Text("id")) {
    if (IsId(*id) && !text::HoldsSecret(*id)) {
      memory.id = *id;
      return {};
    }
    fields.Fault(*fields.Find("id"), fmt::format("'{}' is no id", Shown(*id)));
  }
  const std::string_view name = NameOfFile(path);
  if (!IsId(name)) return Fail(Errc::kInvalidInput, "there is no id, and the file's name is none");
  if (text::HoldsSecret(name)) {
    return Fail(Errc::kInvalidInput, "the file's name looks like a token, so it is not an id");
  }
  memory.id = name;
  return {};
}

void Redact(std::string& text) { text = text::Redactor::Default().Redact(text).text; }

// People and imports may have written secrets into the file. It stays as it is; what is read from
// it has none.
void Redact(Memory& memory) {
  for (std::string* text : {&memory.text, &memory.entity, &memory.source, &memory.artifact_type,
                            &memory.intent.goal, &memory.intent.action}) {
    Redact(*text);
  }
  for (auto* list : {&memory.tags, &memory.keywords, &memory.intent.entities}) {
    for (std::string& text : *list) Redact(text);
  }
  for (auto& [name, value] : memory.attributes) {
    Redact(name);
    Redact(value);
  }
  for (Link& link : memory.links) {
    Redact(link.target);
    Redact(link.reason);
  }
}

}  // namespace

Result<ReadMemory> MemoryFromFile(std::string_view file, std::string_view path) {
  const FrontMatter front = SATCHEL_TRY(ReadFrontMatter(file));
  Fields fields(file, front);
  ReadMemory read;
  Memory& memory = read.memory;
  SATCHEL_TRY(ReadId(path, fields, memory));
  memory.path = path;
  memory.text = BodyText(file.substr(front.body));
  ReadPlace(path, fields, memory);
  memory.pinned = fields.Switch("pinned");
  memory.lifecycle = fields.Choice("lifecycleState", ParseLifecycle);
  memory.verification = fields.Choice("verificationState", ParseVerification);
  memory.created = fields.At("created");
  if (!memory.created) memory.created = fields.At("createdAt");  // of boxes
  memory.updated = fields.At("updated");
  memory.expires = fields.At("expiresAt");
  memory.valid_from = fields.At("valid_at");
  memory.valid_to = fields.At("invalid_at");
  memory.confidence = fields.Fraction("confidence").value_or(memory.confidence);
  ReadImportance(fields, memory);
  memory.tags = fields.List("tags");
  memory.entity = fields.Text("entityRef").value_or("");
  if (const Field* attributes = fields.Find("structuredAttributes")) {
    memory.attributes = attributes->nested;
    if (attributes->is_list || HasText(*attributes)) {
      fields.Fault(*attributes, "'structuredAttributes' has names with values");
    }
  }
  memory.supersedes = fields.Text("supersedes").value_or("");
  memory.superseded_by = fields.Text("supersededBy").value_or("");
  memory.links = LinksOf(fields);
  memory.intent.goal = fields.Text("intentGoal").value_or("");
  memory.intent.action = fields.Text("intentActionType").value_or("");
  memory.intent.entities = fields.List("intentEntityTypes");
  std::ranges::sort(memory.intent.entities);
  memory.artifact_type = fields.Text("artifactType").value_or("");
  memory.source_memory = fields.Text("sourceMemoryId").value_or("");
  memory.source = fields.Text("source").value_or("");
  memory.accesses = fields.Count("accessCount");
  memory.up_votes = fields.Count("mw_success");
  memory.down_votes = fields.Count("mw_fail");
  read.faults = fields.TakeFaults();
  Redact(memory);
  return read;
}

}  // namespace satchel::memory
