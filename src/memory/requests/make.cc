#include "memory/requests/make.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sort_unique.h"
#include "memory/files/front_matter.h"
#include "memory/files/score_text.h"
#include "notes/files/note_text.h"
#include "text/packet_header.h"
#include "text/redactor.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostTags = 64;
constexpr std::size_t kMostAttributes = 64;
constexpr std::size_t kMostLinks = 256;
constexpr std::size_t kMostNameBytes = 256;
constexpr std::size_t kMostId = 128;
constexpr std::size_t kMostFieldBytes = 128U << 10U;  // half of what is read

std::unexpected<Error> Refuse(std::string_view text, std::string_view hint = "") {
  return Fail(Errc::kInvalidInput, text, hint);
}

// Texts of one memory, and the secrets that were in them.
class Checker {
 public:
  Result<std::string> Text(std::string_view text) {
    const auto checked = SATCHEL_TRY(notes::CheckBody("the text", text));
    if (IsFromPacket(checked)) {
      return Refuse("the text came from a packet that Satchel made",
                    "remember what it says in words of your own");
    }
    return Clean(checked);
  }

  // One line; empty stays empty.
  Result<std::string> Name(std::string_view what, std::string_view text) {
    if (text.empty()) return std::string();
    const auto line = SATCHEL_TRY(notes::CheckLine(what, text));
    if (line.size() > kMostNameBytes) {
      return Refuse(
          fmt::format("{} has {} bytes; at most {} are taken", what, line.size(), kMostNameBytes));
    }
    return Clean(line);
  }

  // An id of an imported memory may hold a token, and no part of a token makes an id: it is
  // cleared.
  void Id(std::string& id) {
    if (Clean(id) != id) id.clear();
  }

  Status Names(std::string_view what, std::vector<std::string>& names) {
    if (names.size() > kMostTags) {
      return Refuse(
          fmt::format("there are {} of {}; at most {} are taken", names.size(), what, kMostTags));
    }
    std::vector<std::string> kept;
    for (const std::string& name : names) {
      auto checked = SATCHEL_TRY(Name(what, name));
      if (!checked.empty() && std::ranges::find(kept, checked) == kept.end()) {
        kept.push_back(std::move(checked));
      }
    }
    names = std::move(kept);
    return {};
  }

  Status Attributes(std::vector<std::pair<std::string, std::string>>& attributes) {
    if (attributes.size() > kMostAttributes) {
      return Refuse(fmt::format("there are {} attributes; at most {} are taken", attributes.size(),
                                kMostAttributes));
    }
    std::vector<std::string> names;
    for (auto& [name, value] : attributes) {
      name = SATCHEL_TRY(notes::CheckLine("an attribute's name", name));
      if (name.size() > kMostNameBytes) return Refuse("an attribute's name is too long");
      const auto line =
          SATCHEL_TRY(notes::CheckLine(fmt::format("the value of '{}'", name), value));
      // With its name in front: that is often what tells a secret.
      const std::string prefix = name + "=";
      std::string clean = Clean(prefix + line);
      value = clean.starts_with(prefix) ? clean.substr(prefix.size()) : Clean(line);
      names.push_back(name);
    }
    SortUnique(names);
    if (names.size() < attributes.size()) return Refuse("an attribute is given twice");
    return {};
  }

  std::vector<std::string> TakeSecrets() {
    SortUnique(secrets_);
    return std::move(secrets_);
  }

 private:
  std::string Clean(std::string_view text) {
    auto redacted = text::Redactor::Default().Redact(text);
    for (const text::Finding& finding : redacted.findings) {
      if (finding.redacted) secrets_.emplace_back(finding.kind);
    }
    return std::move(redacted.text);
  }

  std::vector<std::string> secrets_;
};

Status CheckTimes(const memory::Memory& memory) {
  if (memory.valid_from && memory.valid_to && *memory.valid_to <= *memory.valid_from) {
    return Refuse("it would be valid to a time that is not after the one it is valid from");
  }
  if (memory.confidence < Score() || memory.confidence > Score::FromInt(1)) {
    return Refuse("the confidence must be from 0 to 1");
  }
  return {};
}

bool StartsLikePacket(std::string_view line) {
  const auto first = line.find_first_not_of(" \t>*`");
  if (first == line.npos) return false;
  line.remove_prefix(first);
  // The marks that a prompt has around what was retrieved.
  for (const std::string_view mark : {"<satchel-", "</satchel-"}) {
    constexpr std::size_t kDigits = 8;
    if (!line.starts_with(mark)) continue;
    const std::string_view digits = line.substr(mark.size(), kDigits);
    if (digits.size() == kDigits &&
        std::ranges::all_of(digits, [](char c) { return HexValue(c) >= 0; })) {
      return true;
    }
  }
  return std::ranges::any_of(
      std::array{text::kMarkdownHeader, text::kPromptHeader}, [&](std::string_view mark) {
        return line.starts_with(mark) && line.substr(mark.size()).starts_with(": ");
      });
}

}  // namespace

std::string FileOf(const MadeMemory& made) {
  std::string file = memory::FileOf(made.memory);
  // What is not part of a memory as it is read.
  std::vector<memory::FieldEdit> edits;
  if (made.judged) {
    edits.push_back({.name = "importanceLevel", .values = {made.judged->level}});
    edits.push_back({.name = "importanceReasons", .values = made.judged->reasons, .is_list = true});
  }
  edits.push_back({.name = "contentHash", .values = {memory::ContentHash(made.memory.text)}});
  auto with = memory::WithFields(file, edits);
  return with ? *std::move(with) : file;
}

bool IsFromPacket(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (StartsLikePacket(text.substr(0, end))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

Result<CheckedText> CheckMemoryText(std::string_view text) {
  Checker checker;
  auto checked = SATCHEL_TRY(checker.Text(text));
  return CheckedText{.text = std::move(checked), .secrets = checker.TakeSecrets()};
}

std::optional<Score> ParseConfidence(std::string_view text) { return memory::ParseFraction(text); }

std::string MakeMemoryId(std::string_view category, Time now) {
  constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
  constexpr std::size_t kTimeDigits = 10;
  constexpr std::size_t kRandomDigits = 16;
  std::string id(kTimeDigits, '0');
  auto millis = static_cast<std::uint64_t>(std::max<std::int64_t>(now.micros, 0) / 1'000);
  for (auto digit = id.rbegin(); digit != id.rend(); ++digit, millis >>= 5U) {
    *digit = kDigits[millis & 31U];
  }
  std::random_device device;
  constexpr std::size_t kDigitsOfOne = 6;  // 30 of 32 bits
  unsigned bits = 0;
  for (std::size_t i = 0; i < kRandomDigits; ++i, bits >>= 5U) {
    if (i % kDigitsOfOne == 0) bits = device();
    id += kDigits[bits & 31U];
  }
  return fmt::format("{}-{}", category, id);
}

bool IsMemoryId(std::string_view text) {
  return !text.empty() && text.size() <= kMostId && text.front() != '.' &&
         std::ranges::all_of(text,
                             [](char c) { return IsAlnum(c) || c == '.' || c == '_' || c == '-'; });
}

std::string PathOfMemory(const memory::Memory& memory, Time now) {
  const std::string date = FormatDate(memory.created.value_or(now));
  if (memory.artifact) return fmt::format("artifacts/{}/{}.md", date, memory.id);
  if (memory.kind == memory::Kind::kBox) return fmt::format("boxes/{}/{}.md", date, memory.id);
  if (memory.category == memory::Category::kCorrection) {
    return fmt::format("corrections/{}.md", memory.id);
  }
  return fmt::format("facts/{}/{}.md", date, memory.id);
}

Result<MadeMemory> MakeMemory(memory::Memory given, Time now) {
  MadeMemory made;
  made.memory = std::move(given);
  memory::Memory& memory = made.memory;
  Checker checker;
  memory.text = SATCHEL_TRY(checker.Text(memory.text));
  SATCHEL_TRY(checker.Names("a tag", memory.tags));
  SATCHEL_TRY(checker.Names("a keyword", memory.keywords));
  memory.entity = SATCHEL_TRY(checker.Name("the entity", memory.entity));
  memory.source = SATCHEL_TRY(checker.Name("the source", memory.source));
  SATCHEL_TRY(checker.Attributes(memory.attributes));
  SATCHEL_TRY(CheckTimes(memory));
  if (memory.links.size() > kMostLinks) return Refuse("there are too many links");
  for (memory::Link& link : memory.links) {
    if (!IsMemoryId(link.target)) return Refuse("a link has no id that can be one");
    link.reason = SATCHEL_TRY(checker.Name("the reason of a link", link.reason));
    checker.Id(link.target);
  }
  std::erase_if(memory.links, [](const memory::Link& link) { return link.target.empty(); });
  for (std::string* id : {&memory.supersedes, &memory.superseded_by, &memory.source_memory}) {
    if (!id->empty() && !IsMemoryId(*id)) return Refuse("it names an id that can be none");
    checker.Id(*id);
  }
  checker.Id(memory.id);
  if (memory.id.empty()) {
    memory.id = MakeMemoryId(memory.artifact ? "artifact" : Name(memory.category),
                             memory.created.value_or(now));
  }
  if (!IsMemoryId(memory.id)) {
    return Refuse("the id must be 1 to 128 letters, digits, '.', '_' and '-'");
  }
  if (!memory.created) memory.created = now;
  if (!memory.importance) {
    auto judged = memory::JudgeImportance(memory.text, memory.category, memory.tags);
    memory.importance = judged.score;
    if (memory.keywords.empty()) memory.keywords = judged.keywords;
    made.judged = std::move(judged);
  }
  memory.path = PathOfMemory(memory, now);
  if (memory::FileOf(memory).size() > memory.text.size() + kMostFieldBytes) {
    return Refuse("the fields besides the text are too large for a file");
  }
  made.secrets = checker.TakeSecrets();
  return made;
}

Result<MadeMemory> MakeMemory(const NewMemory& asked, Time now) {
  memory::Memory memory;
  memory.text = asked.text;
  memory.category = asked.category;
  memory.tags = asked.tags;
  memory.entity = asked.entity;
  memory.attributes = asked.attributes;
  if (asked.confidence) memory.confidence = *asked.confidence;
  memory.valid_from = asked.valid_from;
  memory.valid_to = asked.valid_to;
  memory.expires = asked.expires;
  memory.supersedes = asked.supersedes;
  memory.source = asked.source;
  if (!memory.attributes.empty() && memory.entity.empty()) {
    return Refuse("attributes belong to an entity", "name it with --entity");
  }
  if (memory.expires && *memory.expires <= now) {
    return Refuse("it would have expired already");
  }
  return MakeMemory(std::move(memory), now);
}

MadeMemory MakeArtifact(const memory::Memory& memory, Time now) {
  MadeMemory made;
  made.memory = memory;
  made.memory.id = MakeMemoryId("artifact", now);
  made.memory.artifact = true;
  made.memory.artifact_type = Name(memory.category);
  made.memory.source_memory = memory.id;
  made.memory.supersedes.clear();
  made.memory.path = PathOfMemory(made.memory, now);
  return made;
}

}  // namespace satchel::engine
