#include "surfaces/cli/note/fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/json.h"
#include "surfaces/cli/call/flag_values.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kMostInputBytes = 1U << 20U;

constexpr std::array kDecisionFields = {
    FieldSpec{.key = "context", .label = "Context", .says = "why it was necessary"},
    FieldSpec{.key = "decision",
              .label = "Decision",
              .says = "the decision, if the title does not say it",
              .required = false},
    FieldSpec{.key = "rationale", .label = "Rationale", .says = "why this and not an alternative"},
    FieldSpec{.key = "consequence", .label = "Consequence", .says = "the consequences"},
};
constexpr std::array kLearningFields = {
    FieldSpec{.key = "context", .label = "Context", .says = "the situation"},
    FieldSpec{.key = "lesson", .label = "Lesson", .says = "the lesson"},
    FieldSpec{.key = "application", .label = "Application", .says = "how to apply it from now on"},
};

constexpr std::array kSpecs = {
    NoteSpec{.kind = engine::NoteKind::kTask, .title_key = "text", .title_label = "Text"},
    NoteSpec{.kind = engine::NoteKind::kRule, .title_key = "text", .title_label = "Text"},
    NoteSpec{.kind = engine::NoteKind::kConvention, .title_key = "text", .title_label = "Text"},
    NoteSpec{.kind = engine::NoteKind::kDecision,
             .title_key = "title",
             .title_label = "Title",
             .fields = kDecisionFields},
    NoteSpec{.kind = engine::NoteKind::kLearning,
             .title_key = "title",
             .title_label = "Title",
             .fields = kLearningFields},
};

using Texts = std::map<std::string, std::string, std::less<>>;

std::expected<Texts, Failure> FromJson(const Context& context, const NoteSpec& spec,
                                       const std::string& file) {
  const auto bytes = SATCHEL_TRY(ReadInput(context, file, kMostInputBytes));
  const auto json = ParseJson(bytes, {.max_bytes = kMostInputBytes, .max_depth = 4});
  if (!json) return FailWith(ExitCode::kUsage, "--json-file: " + json.error().text(), "");
  std::string keys(spec.title_key);
  for (const FieldSpec& field : spec.fields) keys += fmt::format(", {}", field.key);
  const std::string hint = fmt::format("it has {}", keys);
  if (!json->is_object()) return FailWith(ExitCode::kUsage, "--json-file has no JSON object", hint);
  Texts texts;
  for (const auto& [key, value] : json->items()) {
    const bool known = key == spec.title_key ||
                       std::ranges::find(spec.fields, key, &FieldSpec::key) != spec.fields.end();
    if (!known) {
      return FailWith(ExitCode::kUsage, fmt::format("--json-file has an unknown key '{}'", key),
                      hint);
    }
    if (!value.is_string()) {
      return FailWith(ExitCode::kUsage, fmt::format("'{}' in --json-file is not text", key), hint);
    }
    texts[key] = value.get<std::string>();
  }
  return texts;
}

Texts FromFlags(const Invocation& invocation, const NoteSpec& spec) {
  Texts texts;
  if (!invocation.arguments.empty()) texts[std::string(spec.title_key)] = invocation.arguments[0];
  for (const FieldSpec& field : spec.fields) {
    if (auto value = invocation.Find(fmt::format("--{}", field.key))) {
      texts[std::string(field.key)] = *std::move(value);
    }
  }
  return texts;
}

// How a person gives the field: "--context".
std::string NameOf(const FieldSpec& field, Values::From from) {
  switch (from) {
    case Values::From::kFlags:
      return fmt::format("--{}", field.key);
    case Values::From::kFile:
      return fmt::format("\"{}\" in --json-file", field.key);
    case Values::From::kEditor:
      break;
  }
  return fmt::format("{}:", field.label);
}

std::string TitleName(const NoteSpec& spec, Values::From from) {
  if (from == Values::From::kFile) return fmt::format("\"{}\" in --json-file", spec.title_key);
  if (from == Values::From::kEditor) return fmt::format("{}:", spec.title_label);
  std::string name(spec.title_key);
  std::ranges::transform(name, name.begin(), ToUpper);
  return name;
}

}  // namespace

const NoteSpec& SpecOf(engine::NoteKind kind) {
  return *std::ranges::find(kSpecs, kind, &NoteSpec::kind);
}

std::expected<Values, Failure> GivenValues(const Context& context, const NoteSpec& spec) {
  const auto file = context.invocation.Find("--json-file");
  Values values{.texts = FromFlags(context.invocation, spec)};
  if (!file) return values;
  if (!values.texts.empty()) {
    return FailWith(ExitCode::kUsage, "--json-file cannot be combined with fields",
                    "give either the file or the fields");
  }
  auto texts = SATCHEL_TRY(FromJson(context, spec, *file));
  return Values{.from = Values::From::kFile, .texts = std::move(texts)};
}

std::expected<engine::NewNote, Failure> NoteFrom(const Context& context, const NoteSpec& spec,
                                                 const Values& values) {
  std::string missing;
  const auto miss = [&](const std::string& name) {
    missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
  };
  engine::NewNote note{.kind = spec.kind, .fields = FieldsFrom(spec, values)};
  const auto title = values.texts.find(spec.title_key);
  if (title == values.texts.end()) {
    miss(TitleName(spec, values.from));
  } else {
    note.title = title->second;
  }
  for (const FieldSpec& field : spec.fields) {
    if (field.required && !values.texts.contains(field.key)) miss(NameOf(field, values.from));
  }
  if (missing.empty()) return note;
  return FailWith(ExitCode::kUsage, fmt::format("{} needs {}", context.invocation.name, missing),
                  fmt::format("`satchel {} -h` shows how", context.invocation.name));
}

std::vector<engine::NoteField> FieldsFrom(const NoteSpec& spec, const Values& values) {
  std::vector<engine::NoteField> fields;
  for (const FieldSpec& field : spec.fields) {
    const auto value = values.texts.find(field.key);
    if (value == values.texts.end()) continue;
    fields.push_back({.flag = NameOf(field, values.from),
                      .label = std::string(field.label),
                      .text = value->second});
  }
  return fields;
}

}  // namespace satchel::cli
