#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/engine.h"
#include "notes/answers/notes_answer.h"
#include "notes/requests/edit.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/note/access.h"
#include "surfaces/cli/note/editor.h"
#include "surfaces/cli/note/fields.h"
#include "text/redactor.h"

namespace satchel::cli {
namespace {

// Packets never show a secret, but the file goes into the repository.
void WarnOfSecrets(const Context& context, const engine::NewNote& note) {
  std::string all = note.title;
  for (const auto& field : note.fields) all += "\n" + field.text;
  const auto redacted = text::Redactor::Default().Redact(all);
  for (const auto& finding : redacted.findings) {
    if (!finding.redacted) continue;
    context.Warn(fmt::format("the note contains a possible secret ({})", finding.kind),
                 "remove the secret before you commit the file");
    return;
  }
}

// `did` to a note. One that a person named by a number or some words is shown by its title: it may
// be another than was meant.
Outcome Show(const Context& context, std::string_view did, const engine::NoteEdit& edit) {
  if (context.json) {
    context.PrintJson(engine::ToJson(edit, did));
    return ExitCode::kOk;
  }
  const std::string title = did == "added" ? "" : fmt::format(": {}", Visible(edit.item.title));
  context.Print(fmt::format("{} {} in {}:{}{}{}\n", did, Visible(edit.item.id),
                            Visible(edit.item.path), edit.item.line,
                            edit.created ? ", a new file" : "", title));
  return ExitCode::kOk;
}

Outcome Write(const Context& context, const engine::NewNote& note) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->AddNote(note, context.deadline);
  if (!edit) return FailSource(edit.error());
  WarnOfSecrets(context, note);
  if (!edit->repeats.empty()) {
    context.Warn(fmt::format("{} has the same text", Visible(edit->repeats)),
                 fmt::format("`satchel note {} rm '{}'` removes the new one",
                             engine::Name(note.kind), Visible(edit->item.id)));
  }
  return Show(context, "added", *edit);
}

Outcome Add(Context& context, engine::NoteKind kind) {
  const NoteSpec& spec = SpecOf(kind);
  const auto given = SATCHEL_TRY(GivenValues(context, spec));
  const auto note = NoteFrom(context, spec, given);
  if (note) return Write(context, *note);
  if (given.from != Values::From::kFlags || !CanEdit(context)) return std::unexpected(note.error());
  SATCHEL_TRY(context.CheckSetup());
  return EditText(context, FormFor(spec, given), [&](const std::string& form) -> Outcome {
    const auto values = SATCHEL_TRY(ReadForm(spec, form));
    const auto filled = SATCHEL_TRY(NoteFrom(context, spec, values));
    return Write(context, filled);
  });
}

Outcome Change(const Context& context, engine::NoteKind kind, const std::string& which,
               const engine::NoteRevision& change) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->EditNote(kind, which, change, context.deadline);
  if (!edit) return FailSource(edit.error());
  WarnOfSecrets(context, {.title = change.title.value_or("") + "\n" + change.body.value_or(""),
                          .fields = change.fields});
  return Show(context, "edited", *edit);
}

// The flags and words that say what is to change.
engine::NoteRevision ChangeFromFlags(const Context& context, const NoteSpec& spec) {
  const Invocation& invocation = context.invocation;
  engine::NoteRevision change;
  if (!spec.is_entry()) {
    if (invocation.arguments.size() > 1) change.title = invocation.arguments[1];
    return change;
  }
  change.title = invocation.Find("--title");
  Values values;
  for (const FieldSpec& field : spec.fields) {
    if (auto value = invocation.Find(fmt::format("--{}", field.key))) {
      values.texts[std::string(field.key)] = *std::move(value);
    }
  }
  change.fields = FieldsFrom(spec, values);
  return change;
}

Outcome Edit(Context& context, engine::NoteKind kind) {
  const NoteSpec& spec = SpecOf(kind);
  const std::string& which = context.invocation.arguments[0];
  const engine::NoteRevision change = ChangeFromFlags(context, spec);
  if (change.title || !change.fields.empty()) return Change(context, kind, which, change);
  if (!CanEdit(context)) {
    std::string flags = spec.is_entry() ? "--title" : "the new TEXT";
    for (const FieldSpec& field : spec.fields) flags += fmt::format(" or --{}", field.key);
    return FailWith(ExitCode::kUsage, fmt::format("{} needs {}", context.invocation.name, flags),
                    "at a terminal, it opens $VISUAL or $EDITOR");
  }
  const auto items = SATCHEL_TRY(LoadNoteItems(context));
  const auto item = engine::FindListed(items, kind, which);
  if (!item) return FailSource(item.error());
  return EditText(context, TextOf(spec, *item), [&](const std::string& text) {
    engine::NoteRevision written = ChangeFrom(spec, text);
    written.seen = *item;
    return Change(context, kind, item->id, written);
  });
}

Outcome Remove(Context& context, engine::NoteKind kind) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->RemoveNote(kind, context.invocation.arguments[0], context.deadline);
  if (!edit) return FailSource(edit.error());
  return Show(context, "removed", *edit);
}

}  // namespace

Outcome RunNoteTaskAdd(Context& context) { return Add(context, engine::NoteKind::kTask); }
Outcome RunNoteRuleAdd(Context& context) { return Add(context, engine::NoteKind::kRule); }
Outcome RunNoteConventionAdd(Context& context) {
  return Add(context, engine::NoteKind::kConvention);
}
Outcome RunNoteDecisionAdd(Context& context) { return Add(context, engine::NoteKind::kDecision); }
Outcome RunNoteLearningAdd(Context& context) { return Add(context, engine::NoteKind::kLearning); }

Outcome RunNoteTaskEdit(Context& context) { return Edit(context, engine::NoteKind::kTask); }
Outcome RunNoteRuleEdit(Context& context) { return Edit(context, engine::NoteKind::kRule); }
Outcome RunNoteConventionEdit(Context& context) {
  return Edit(context, engine::NoteKind::kConvention);
}
Outcome RunNoteDecisionEdit(Context& context) { return Edit(context, engine::NoteKind::kDecision); }
Outcome RunNoteLearningEdit(Context& context) { return Edit(context, engine::NoteKind::kLearning); }

Outcome RunNoteTaskRemove(Context& context) { return Remove(context, engine::NoteKind::kTask); }
Outcome RunNoteRuleRemove(Context& context) { return Remove(context, engine::NoteKind::kRule); }
Outcome RunNoteConventionRemove(Context& context) {
  return Remove(context, engine::NoteKind::kConvention);
}
Outcome RunNoteDecisionRemove(Context& context) {
  return Remove(context, engine::NoteKind::kDecision);
}
Outcome RunNoteLearningRemove(Context& context) {
  return Remove(context, engine::NoteKind::kLearning);
}

Outcome RunNoteTaskReopen(Context& context) {
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto edit = engine->ReopenTask(context.invocation.arguments[0], context.deadline);
  if (!edit) return FailSource(edit.error());
  return Show(context, "reopened", *edit);
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
