#include "pipeline/request.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "packet/packet.h"

namespace satchel::pipeline {

std::string_view Name(Rendering rendering) {
  return rendering == Rendering::kMarkdown ? "markdown" : "prompt";
}

Result<Rendering> ParseRendering(std::string_view name) {
  if (name == "markdown") return Rendering::kMarkdown;
  if (name == "prompt") return Rendering::kPrompt;
  return Fail(Errc::kInvalidInput, fmt::format("unknown rendering '{}'", name));
}

Json Essence(const Request& request) {
  return {{"recipe", request.recipe},
          {"task", request.task},
          {"budget", request.budget == packet::kNoBudget ? Json(nullptr) : Json(request.budget)},
          {"tokenizer", std::string(text::Name(request.tokenizer))},
          {"rendering", std::string(Name(request.rendering))},
          {"stages", request.stages},
          {"options", request.options}};
}

Json ToJson(const Request& request) {
  Json json = Essence(request);
  json["task_id"] = request.task_id;
  json["conversation"] = request.conversation;
  json["now"] = FormatTime(request.now);
  return json;
}

Result<Request> RequestFromJson(const Json& json) {
  Request request;
  JsonFields fields(json, "request");
  request.recipe = fields.Text("recipe");
  request.task = fields.Text("task");
  request.task_id = fields.Text("task_id");
  request.conversation = fields.Text("conversation");
  request.budget = fields.SizeOrNull("budget").value_or(packet::kNoBudget);
  request.tokenizer = fields.Named<text::Tokenizer>("tokenizer", text::ParseTokenizer);
  request.rendering = fields.Named<Rendering>("rendering", ParseRendering);
  request.stages = fields.Texts("stages");
  request.options = fields.Value("options");
  if (!request.options.is_object()) fields.Reject("options", "expected an object");
  request.now = fields.OptionalTime("now").value_or(Time{});
  SATCHEL_TRY(std::move(fields).Finish());
  return request;
}

}  // namespace satchel::pipeline
