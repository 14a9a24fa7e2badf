#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "memory/files/front_matter.h"
#include "memory/files/yaml_scalar.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostName = 64;

bool IsFieldName(std::string_view name) {
  return !name.empty() && name.size() <= kMostName && (IsAlpha(name.front()) || name[0] == '_') &&
         std::ranges::all_of(name, [](char c) { return IsAlnum(c) || c == '_' || c == '-'; });
}

std::string ListText(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ", ";
    text += QuotedText(value);
  }
  return text += ']';
}

// The line ends of a file are those of its first line.
std::string_view LineEndOf(std::string_view file) {
  const std::size_t end = file.find('\n');
  return end != std::string_view::npos && end > 0 && file[end - 1] == '\r' ? "\r\n" : "\n";
}

std::string InLineEnds(std::string_view text, std::string_view line_end) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += line_end;
    } else {
      out += c;
    }
  }
  return out;
}

bool IsIndented(std::string_view file, std::size_t at) {
  return at < file.size() && IsBlank(file[at]);
}

struct Change {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

Status CheckEdits(std::span<const FieldEdit> edits) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const FieldEdit& edit = edits[i];
    if (!IsFieldName(edit.name)) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' is no name of a field", edit.name),
                  "letters, digits, '_' and '-', a letter in front");
    }
    if (!edit.is_list && edit.values.size() > 1) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' has several values", edit.name));
    }
    if (!std::ranges::all_of(edit.values, text::IsValidUtf8)) {
      return Fail(Errc::kInvalidInput, fmt::format("the value of '{}' is not UTF-8", edit.name));
    }
    const auto same = [&](const FieldEdit& other) { return other.name == edit.name; };
    if (std::ranges::any_of(edits.first(i), same)) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' is set twice", edit.name));
    }
  }
  return {};
}

// `name: value` without the line's end.
std::string LineOf(const FieldEdit& edit, bool quoted) {
  if (edit.is_list) return fmt::format("{}: {}", edit.name, ListText(edit.values));
  const std::string& value = edit.values.front();
  return fmt::format("{}: {}", edit.name, quoted ? QuotedText(value) : ScalarText(value));
}

struct Changes {
  std::vector<Change> inside;  // of fields that are there
  std::string behind;          // new fields
};

void AddChanges(std::string_view file, const FrontMatter& front, const FieldEdit& edit,
                Changes& changes) {
  const bool removes = edit.values.empty() && !edit.is_list;
  const Field* last = front.Find(edit.name);
  for (const Field& field : front.fields) {
    if (field.name != edit.name) continue;
    Change change{.begin = field.begin, .end = field.end};
    // Those before the last one do not count, and a reader with another rule would take them.
    if (!removes && &field == last) {
      // A plain value would take an indented line below as its own.
      change.text = LineOf(edit, IsIndented(file, field.end));
      if (field.comment != 0) {
        const std::string_view rest = file.substr(field.comment, field.end - field.comment);
        change.text += rest.substr(0, rest.find_last_not_of("\r\n") + 1);
      }
      change.text += LineEndOf(file);
    }
    changes.inside.push_back(std::move(change));
  }
  if (!removes && last == nullptr) changes.behind += LineOf(edit, false).append(LineEndOf(file));
}

std::string Apply(std::string_view file, const FrontMatter& front, Changes changes) {
  std::ranges::sort(changes.inside, {}, &Change::begin);
  std::string out;
  std::size_t at = 0;
  for (const Change& change : changes.inside) {
    out += file.substr(at, change.begin - at);
    out += change.text;
    at = change.end;
  }
  out += file.substr(at, front.end - at);
  out += changes.behind;
  return out += file.substr(front.end);
}

bool SameValue(const Field& a, const Field& b) {
  return a.name == b.name && a.values == b.values && a.is_list == b.is_list &&
         a.nested == b.nested && a.items == b.items;
}

// Whether the new file says what the old one said, but for the edits.
bool SaysWhatWasAsked(std::string_view old_file, const FrontMatter& before,
                      std::string_view new_file, const FrontMatter& after,
                      std::span<const FieldEdit> edits) {
  if (old_file.substr(before.body) != new_file.substr(after.body)) return false;
  const auto is_edited = [&](const Field& field) {
    return std::ranges::find(edits, field.name, &FieldEdit::name) != edits.end();
  };
  std::vector<const Field*> kept;
  for (const Field& field : before.fields) {
    if (!is_edited(field)) kept.push_back(&field);
  }
  std::size_t i = 0;
  for (const Field& field : after.fields) {
    if (is_edited(field)) continue;
    if (i == kept.size() || !SameValue(*kept[i], field)) return false;
    ++i;
  }
  if (i != kept.size()) return false;
  return std::ranges::all_of(edits, [&](const FieldEdit& edit) {
    const auto count = std::ranges::count(after.fields, edit.name, &Field::name);
    if (edit.values.empty() && !edit.is_list) return count == 0;
    const Field* field = after.Find(edit.name);
    return count == 1 && field != nullptr && field->values == edit.values &&
           field->is_list == edit.is_list && field->nested.empty() && field->items.empty();
  });
}

// Whether a comment that is indented stands behind a field that goes: a text of several lines
// before it would take the comment for its own.
bool LeavesComment(std::string_view file, const FrontMatter& front,
                   std::span<const FieldEdit> edits) {
  return std::ranges::any_of(edits, [&](const FieldEdit& edit) {
    const Field* field = front.Find(edit.name);
    if (field == nullptr || !edit.values.empty() || edit.is_list) return false;
    // Lines that are blank may stand between.
    const std::string_view behind = file.substr(field->end, front.end - field->end);
    const std::size_t used = behind.find_first_not_of(" \t\r\n");
    return used != std::string_view::npos && used > 0 && IsBlank(behind[used - 1]);
  });
}

}  // namespace

Result<std::string> WithFields(std::string_view file, std::span<const FieldEdit> edits) {
  SATCHEL_TRY(CheckEdits(edits));
  const FrontMatter before = SATCHEL_TRY(ReadFrontMatter(file));
  Changes changes;
  for (const FieldEdit& edit : edits) AddChanges(file, before, edit, changes);
  std::string out = Apply(file, before, std::move(changes));
  const auto after = ReadFrontMatter(out);
  if (after && SaysWhatWasAsked(file, before, out, *after, edits)) return out;
  if (!after) return Fail(after.error().code(), after.error().text(), after.error().hint());
  if (!before.faults.empty()) {
    return Fail(Errc::kInvalidInput,
                fmt::format("the front matter cannot be changed: {}", before.faults.front()),
                "repair it by hand, then try again");
  }
  if (LeavesComment(file, before, edits)) {
    return Fail(Errc::kInvalidInput,
                "the front matter cannot be changed: the comment after the field would become part "
                "of the field before it",
                "remove the comment, or move it to the beginning of its line, then try again");
  }
  return Fail(Errc::kInternal, "the changed front matter does not say what was asked for");
}

Result<std::string> WithBody(std::string_view file, std::string_view text) {
  if (!text::IsValidUtf8(text)) return Fail(Errc::kInvalidInput, "the text is not UTF-8");
  const FrontMatter front = SATCHEL_TRY(ReadFrontMatter(file));
  const std::string_view line_end = LineEndOf(file);
  std::string out(file.substr(0, front.body));
  if (!out.ends_with('\n')) out += line_end;
  const std::string body = BodyText(text);
  if (body.empty()) return out;
  // The blank lines in front stay as they were.
  const std::string_view old = file.substr(front.body);
  const std::size_t used = std::min(old.find_first_not_of(" \t\r\n"), old.size());
  const std::size_t lines = used == 0 ? std::string_view::npos : old.rfind('\n', used - 1);
  if (used == old.size()) {
    out += line_end;
  } else if (lines != std::string_view::npos) {
    out += old.substr(0, lines + 1);
  }
  out += InLineEnds(body, line_end);
  out += line_end;
  return out;
}

namespace {

// Fields of a new file; what is empty is left out.
class Writer {
 public:
  void Text(std::string_view name, std::string_view value) {
    if (!value.empty()) Line(name, ScalarText(value));
  }
  void List(std::string_view name, const std::vector<std::string>& values) {
    if (!values.empty()) Line(name, ListText(values));
  }
  void At(std::string_view name, const std::optional<Time>& time) {
    if (time) Line(name, FormatTime(*time));
  }
  void Count(std::string_view name, std::int64_t count) {
    if (count != 0) Line(name, fmt::to_string(count));
  }
  void Line(std::string_view name, std::string_view value) {
    out_ += fmt::format("{}: {}\n", name, value);
  }
  void Links(const std::vector<Link>& links) {
    if (links.empty()) return;
    out_ += "links:\n";
    for (const Link& link : links) {
      out_ += fmt::format("  - targetId: {}\n    linkType: {}\n    strength: {}\n",
                          ScalarText(link.target), Name(link.type), link.strength.Text());
      if (!link.reason.empty()) out_ += fmt::format("    reason: {}\n", QuotedText(link.reason));
    }
  }
  // In one line and as JSON has it, which is the form that engram reads.
  void Attributes(const std::vector<std::pair<std::string, std::string>>& attributes) {
    if (attributes.empty()) return;
    std::string text = "{";
    for (const auto& [key, value] : attributes) {
      if (text.size() > 1) text += ',';
      text += fmt::format("{}:{}", QuotedText(key), QuotedText(value));
    }
    Line("structuredAttributes", text + "}");
  }

  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

std::string FileOf(const Memory& memory) {
  Writer writer;
  writer.Text("id", memory.id);
  writer.Line("category", Name(memory.category));
  writer.At("created", memory.created);
  writer.At("updated", memory.updated);
  writer.Text("source", memory.source);
  writer.Line("confidence", memory.confidence.Text());
  writer.List("tags", memory.tags);
  writer.Text("entityRef", memory.entity);
  writer.Text("supersedes", memory.supersedes);
  writer.At("expiresAt", memory.expires);
  // Below archive/ nothing said would mean archived.
  if (memory.state != MemoryState::kActive || memory.path.starts_with("archive/")) {
    writer.Line("status", Name(memory.state));
  }
  writer.Text("supersededBy", memory.superseded_by);
  writer.At("valid_at", memory.valid_from);
  writer.At("invalid_at", memory.valid_to);
  if (memory.pinned) writer.Line("pinned", "true");
  if (memory.lifecycle) writer.Line("lifecycleState", Name(*memory.lifecycle));
  if (memory.verification) writer.Line("verificationState", Name(*memory.verification));
  writer.Count("accessCount", memory.accesses);
  writer.Count("mw_success", memory.up_votes);
  writer.Count("mw_fail", memory.down_votes);
  if (memory.importance) writer.Line("importanceScore", memory.importance->Text());
  writer.List("importanceKeywords", memory.keywords);
  writer.Links(memory.links);
  writer.Text("intentGoal", memory.intent.goal);
  writer.Text("intentActionType", memory.intent.action);
  writer.List("intentEntityTypes", memory.intent.entities);
  writer.Text("artifactType", memory.artifact_type);
  writer.Text("sourceMemoryId", memory.source_memory);
  writer.Line("memoryKind", Name(memory.kind));
  writer.Attributes(memory.attributes);
  std::string file = "---\n" + writer.Take() + "---\n";
  const std::string text = BodyText(text::RepairUtf8(memory.text).text);
  if (!text.empty()) file += fmt::format("\n{}\n", text);
  return file;
}

}  // namespace satchel::memory
