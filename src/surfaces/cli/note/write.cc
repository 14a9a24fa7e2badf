#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/files.h"
#include "engine/answers/notes_answer.h"
#include "engine/engine.h"
#include "engine/notes/edit.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/note/access.h"
#include "text/redactor.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kMostInputBytes = 1U << 20U;

struct FieldSpec {
  std::string_view key;  // in JSON; the flag has two hyphens in front
  std::string_view label;
  bool required = true;
};
constexpr std::array kDecisionFields = {
    FieldSpec{.key = "context", .label = "Context"},
    FieldSpec{.key = "decision", .label = "Decision", .required = false},
    FieldSpec{.key = "rationale", .label = "Rationale"},
    FieldSpec{.key = "consequence", .label = "Consequence"},
};
constexpr std::array kLearningFields = {
    FieldSpec{.key = "context", .label = "Context"},
    FieldSpec{.key = "lesson", .label = "Lesson"},
    FieldSpec{.key = "application", .label = "Application"},
};

// What is to be added: by its kind, how its first line is called, and its fields.
struct NoteSpec {
  engine::NoteKind kind = engine::NoteKind::kTask;
  std::string_view title_key;
  std::span<const FieldSpec> fields = {};
};

using Values = std::map<std::string, std::string, std::less<>>;

std::expected<Values, Failure> FromJson(const Context& context, const NoteSpec& spec,
                                        const std::string& file) {
  const auto bytes = SATCHEL_TRY(ReadInput(context, file, kMostInputBytes));
  const auto json = ParseJson(bytes, {.max_bytes = kMostInputBytes, .max_depth = 4});
  if (!json) return FailWith(ExitCode::kUsage, "--json-file: " + json.error().text(), "");
  std::string keys(spec.title_key);
  for (const FieldSpec& field : spec.fields) keys += fmt::format(", {}", field.key);
  const std::string hint = fmt::format("it has {}", keys);
  if (!json->is_object()) return FailWith(ExitCode::kUsage, "--json-file is no JSON object", hint);
  Values values;
  for (const auto& [key, value] : json->items()) {
    const bool known = key == spec.title_key ||
                       std::ranges::find(spec.fields, key, &FieldSpec::key) != spec.fields.end();
    if (!known) {
      return FailWith(ExitCode::kUsage, fmt::format("--json-file has an unknown key '{}'", key),
                      hint);
    }
    if (!value.is_string()) {
      return FailWith(ExitCode::kUsage, fmt::format("'{}' in --json-file is no text", key), hint);
    }
    values[key] = value.get<std::string>();
  }
  return values;
}

std::expected<Values, Failure> FromFlags(const Invocation& invocation, const NoteSpec& spec) {
  Values values;
  if (!invocation.arguments.empty()) values[std::string(spec.title_key)] = invocation.arguments[0];
  for (const FieldSpec& field : spec.fields) {
    if (auto value = invocation.Find(fmt::format("--{}", field.key))) {
      values[std::string(field.key)] = *std::move(value);
    }
  }
  return values;
}

std::expected<engine::NewNote, Failure> NoteFrom(const Context& context, const NoteSpec& spec) {
  const Invocation& invocation = context.invocation;
  const auto file = invocation.Find("--json-file");
  auto values = FromFlags(invocation, spec);
  if (values && file) {
    if (!values->empty()) {
      return FailWith(ExitCode::kUsage, "--json-file takes the place of every other field",
                      "give either the file or the fields");
    }
    values = FromJson(context, spec, *file);
  }
  if (!values) return std::unexpected(values.error());
  const auto missing = [&](std::string_view flag) {
    return FailWith(ExitCode::kUsage, fmt::format("{} needs {}", invocation.name, flag),
                    fmt::format("`satchel {} -h` shows how", invocation.name));
  };
  engine::NewNote note{.kind = spec.kind};
  const auto title = values->find(spec.title_key);
  if (title == values->end()) {
    std::string name(spec.title_key);
    std::ranges::transform(name, name.begin(), ToUpper);
    return missing(file ? fmt::format("\"{}\" in --json-file", spec.title_key) : name);
  }
  note.title = title->second;
  for (const FieldSpec& field : spec.fields) {
    const auto value = values->find(field.key);
    const std::string name =
        file ? fmt::format("\"{}\" in --json-file", field.key) : fmt::format("--{}", field.key);
    if (value == values->end()) {
      if (field.required) return missing(name);
      continue;
    }
    note.fields.push_back({.flag = name, .label = std::string(field.label), .text = value->second});
  }
  return note;
}

// Packets never show a secret, but the file goes into the repository.
void WarnOfSecrets(const Context& context, const engine::NewNote& note) {
  std::string all = note.title;
  for (const auto& field : note.fields) all += "\n" + field.text;
  const auto redacted = text::Redactor::Default().Redact(all);
  for (const auto& finding : redacted.findings) {
    if (!finding.redacted) continue;
    context.Warn(fmt::format("the note has what looks like a secret ({})", finding.kind),
                 "take it out before the file is committed");
    return;
  }
}

Outcome Show(const Context& context, std::string_view did, const engine::NoteEdit& edit) {
  if (context.json) {
    context.PrintJson(engine::ToJson(edit, did));
    return ExitCode::kOk;
  }
  context.Print(fmt::format("{} {} in {}:{}{}\n", did, Visible(edit.item.id),
                            Visible(edit.item.path), edit.item.line,
                            edit.created ? ", a new file" : ""));
  return ExitCode::kOk;
}

Outcome Add(Context& context, const NoteSpec& spec) {
  const auto note = SATCHEL_TRY(NoteFrom(context, spec));
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->AddNote(note, context.deadline);
  if (!edit) return FailSource(edit.error());
  WarnOfSecrets(context, note);
  return Show(context, "added", *edit);
}

}  // namespace

Outcome RunNoteTaskAdd(Context& context) {
  return Add(context, {.kind = engine::NoteKind::kTask, .title_key = "text"});
}

Outcome RunNoteConventionAdd(Context& context) {
  return Add(context, {.kind = engine::NoteKind::kConvention, .title_key = "text"});
}

Outcome RunNoteDecisionAdd(Context& context) {
  return Add(
      context,
      {.kind = engine::NoteKind::kDecision, .title_key = "title", .fields = kDecisionFields});
}

Outcome RunNoteLearningAdd(Context& context) {
  return Add(
      context,
      {.kind = engine::NoteKind::kLearning, .title_key = "title", .fields = kLearningFields});
}

Outcome RunNoteTaskComplete(Context& context) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->CompleteTask(context.invocation.arguments[0], context.deadline);
  if (!edit) return FailSource(edit.error());
  if (edit->parts > 0) {
    context.Note(fmt::format("{} below it that was open is now a task of its own",
                             Count(edit->parts, "item", "items")));
  }
  return Show(context, "completed", *edit);
}

Outcome RunNoteDecisionSupersede(Context& context) {
  const auto by = context.invocation.Find("--by");
  if (!by) {
    return FailWith(ExitCode::kUsage, "note decision supersede needs --by TITLE",
                    "name the decision that replaces it; `satchel note decision add` adds one");
  }
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit =
      engine->SupersedeDecision(context.invocation.arguments[0], *by, context.deadline);
  if (!edit) return FailSource(edit.error());
  return Show(context, "superseded", *edit);
}

}  // namespace satchel::cli
