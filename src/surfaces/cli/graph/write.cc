#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/answers/graph_answer.h"
#include "graph/requests/edit.h"
#include "graph/requests/view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/graph/access.h"
#include "text/redactor.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kMostFieldBytes = 4U << 20U;
constexpr std::size_t kMostImportBytes = 256U << 20U;

std::vector<std::string> Listed(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    std::string_view name = text.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (!name.empty()) names.emplace_back(name);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return names;
}

std::string_view TextField(std::string_view layer) {
  if (layer == "knowledge") return "summary";
  return layer == "decision" ? "decision" : "description";
}

engine::NodeNames::List ListedIn(const Invocation& invocation, std::string_view flag) {
  const auto text = invocation.Find(flag);
  return text ? engine::NodeNames::List(Listed(*text)) : std::nullopt;
}

std::expected<Json, Failure> FieldsFrom(const Context& context, std::string_view layer) {
  const Invocation& invocation = context.invocation;
  Json fields = Json::object();
  if (const auto file = invocation.Find("--json-file")) {
    const auto bytes = SATCHEL_TRY(ReadInput(context, *file, kMostFieldBytes));
    auto json = ParseJson(bytes, {.max_bytes = kMostFieldBytes, .max_depth = 32});
    if (!json) return FailWith(ExitCode::kUsage, "--json-file: " + json.error().text(), "");
    if (!json->is_object()) return FailWith(ExitCode::kUsage, "--json-file has no JSON object", "");
    fields = *std::move(json);
  }
  if (invocation.arguments.size() > 1) fields["title"] = invocation.arguments[1];
  const auto take = [&](std::string_view flag, std::string_view key) {
    if (auto value = invocation.Find(flag)) fields[std::string(key)] = *std::move(value);
  };
  take("--id", "id");
  take("--type", "type");
  take("--priority", "priority");
  take("--text", TextField(layer));
  if (const auto tags = invocation.Find("--tags")) fields["tags"] = Listed(*tags);
  if (const auto status = invocation.Find("--status")) {
    if (layer == "decision") {
      fields["outcome"]["status"] = *status;
    } else {
      fields["status"] = *status;
    }
  }
  return fields;
}

std::expected<void, Failure> CheckFlags(const Invocation& invocation, std::string_view layer) {
  for (const std::string_view flag : {"--priority", "--depends-on", "--blocks"}) {
    if (layer == "task" || !invocation.Find(flag)) continue;
    return FailWith(ExitCode::kUsage, fmt::format("{} is for tasks", flag), "");
  }
  return {};
}

// Packs never show a secret, but the log goes into the repository.
void WarnOfSecrets(const Context& context, const Json& node) {
  const auto redacted = text::Redactor::Default().Redact(CanonicalJson(node));
  for (const auto& finding : redacted.findings) {
    if (!finding.redacted) continue;
    context.Warn(fmt::format("the node contains a possible secret ({})", finding.kind),
                 "the log is append-only: remove the secret before you commit the file");
    return;
  }
}

Outcome Show(const Context& context, const engine::GraphEdit& edit) {
  if (!edit.completed.empty()) {
    context.Note(fmt::format("completed the interrupted {}", edit.completed));
  }
  if (!edit.dangling.empty()) {
    context.Warn(fmt::format("there is no node {}", fmt::join(edit.dangling, ", ")),
                 "`satchel graph validate` lists broken references");
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(edit));
    return ExitCode::kOk;
  }
  const std::string id = edit.node.value("id", "");
  const std::string_view did = engine::Did(edit);
  context.Print(!edit.commit_id.empty()
                    ? fmt::format("{} {}, revision {}, in {}\n", did, Visible(id),
                                  edit.node.value("rev", 0), edit.commit_id)
                    : fmt::format("{} {}\n", did, Visible(id)));
  return ExitCode::kOk;
}

}  // namespace

Outcome RunGraphAdd(Context& context) {
  const std::string& layer = context.invocation.arguments[0];
  SATCHEL_TRY(CheckFlags(context.invocation, layer));
  const auto fields = SATCHEL_TRY(FieldsFrom(context, layer));
  if (!fields.contains("title") && !fields.contains("id")) {
    return FailWith(ExitCode::kUsage, "graph add needs TITLE", "or --id of an existing node");
  }
  SATCHEL_TRY(context.CheckSetup());
  const Invocation& invocation = context.invocation;
  const engine::NodeNames names{.depends_on = ListedIn(invocation, "--depends-on"),
                                .blocks = ListedIn(invocation, "--blocks"),
                                .refs = ListedIn(invocation, "--refs")};
  const auto edit = engine::AddNode(
      PlaceOf(context), engine::ParseLayer(layer).value_or(graph::Layer::kTask), fields, names);
  if (!edit) return FailSource(edit.error());
  WarnOfSecrets(context, edit->node);
  return Show(context, *edit);
}

Outcome RunGraphLink(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const Invocation& invocation = context.invocation;
  const auto edit = engine::LinkNodes(
      PlaceOf(context), invocation.arguments[0], invocation.arguments[1],
      invocation.Find("--as").value_or("links"), invocation.Find("--rel").value_or("relates_to"));
  if (!edit) return FailSource(edit.error());
  return Show(context, *edit);
}

Outcome RunGraphImport(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const auto lines =
      SATCHEL_TRY(ReadInput(context, context.invocation.arguments[0], kMostImportBytes));
  const auto import = engine::ImportNodes(PlaceOf(context), lines);
  if (!import) return FailSource(import.error());
  if (!import->refused.empty()) {
    const auto& first = import->refused.front();
    return FailWith(
        ExitCode::kUsage,
        fmt::format("{}:{}: {}{}", context.invocation.arguments[0], first.line, first.why,
                    import->refused.size() > 1
                        ? fmt::format(" ({} like this)", import->refused.size())
                        : ""),
        "nothing was imported");
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(*import));
    return ExitCode::kOk;
  }
  context.Print(fmt::format("{} added, {} revised, {} unchanged{}\n", import->added,
                            import->revised, import->unchanged,
                            import->commit_id.empty() ? "" : ", in " + import->commit_id));
  return ExitCode::kOk;
}

}  // namespace satchel::cli
