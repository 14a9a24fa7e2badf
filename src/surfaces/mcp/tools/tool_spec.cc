#include "surfaces/mcp/tools/tool_spec.h"

#include <utility>

#include "packet/render/schema_version.h"
#include "text/safe_line.h"
#include "text/safe_text.h"

namespace satchel::mcp {
namespace {

Json TextContent(std::string text) {
  return Json::array({{{"type", "text"}, {"text", std::move(text)}}});
}

Json Failed(const Error& error) {
  return {{"content", TextContent(ErrorText(error))}, {"isError", true}};
}

Json Succeeded(ToolAnswer answer) {
  text::MakeSafe(answer.structured);
  answer.structured["schema_version"] = packet::kSchemaVersion;
  std::string text = answer.text.empty() ? CanonicalJson(answer.structured) : answer.text.text();
  return {{"content", TextContent(std::move(text))},
          {"structuredContent", std::move(answer.structured)}};
}

// Errors quote what they were given.
std::string Safe(const std::string& text) { return text::VisibleLine(text::SafeText(text).text()); }

}  // namespace

std::string ErrorText(const Error& error) {
  std::string text = Safe(error.text());
  if (!error.hint().empty()) text += "\nhint: " + Safe(error.hint());
  return text;
}

RpcError ToRpcError(const Error& error) {
  const bool asked_wrong = error.code() == Errc::kInvalidInput || error.code() == Errc::kNotFound;
  return {.code = asked_wrong ? RpcCode::kInvalidParams : RpcCode::kInternalError,
          .message = ErrorText(error)};
}

Tool MakeTool(ToolSpec spec) {
  // Every model reads this before every conversation, so that of the answer it says no more than
  // that it is an object: the keys are in docs/formats/mcp.md. A tool that says nothing counts as
  // one that writes and destroys.
  Json annotations =
      spec.read_only ? Json{{"readOnlyHint", true}} : Json{{"destructiveHint", false}};
  Json declaration = {{"name", spec.name},
                      {"description", spec.description},
                      {"inputSchema", SchemaOf(spec.parameters)},
                      {"outputSchema", {{"type", "object"}}},
                      {"annotations", std::move(annotations)}};
  return {.declaration = std::move(declaration),
          .call = [spec = std::move(spec)](const Json& arguments, Exchange& exchange) -> Answer {
            const auto checked = Arguments::Check(spec.parameters, arguments);
            if (!checked) return Failed(checked.error());
            auto answer = spec.run(*checked, exchange);
            return answer ? Succeeded(*std::move(answer)) : Failed(answer.error());
          }};
}

}  // namespace satchel::mcp
