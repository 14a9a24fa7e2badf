#include "tests/mcp/fixtures.h"

#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "surfaces/mcp/protocol/era.h"

namespace satchel::test {
namespace {

using mcp::Answer;
using mcp::Catalogue;
using mcp::Era;
using mcp::Exchange;
using mcp::Prompt;
using mcp::RpcCode;
using mcp::RpcError;
using mcp::Tool;

constexpr auto kPause = std::chrono::milliseconds(50);  // the suite prescribes it
// A red pixel, and a moment of silence.
constexpr const char* kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJg"
    "gg==";
constexpr const char* kWav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

Json TextBlock(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }
Json ImageBlock() { return {{"type", "image"}, {"data", kPng}, {"mimeType", "image/png"}}; }
Json TextResult(std::string text) {
  return {{"content", Json::array({TextBlock(std::move(text))})}};
}
Json ResourceBlock(std::string uri, std::string type, std::string text) {
  return {{"type", "resource"},
          {"resource",
           {{"uri", std::move(uri)}, {"mimeType", std::move(type)}, {"text", std::move(text)}}}};
}

std::unexpected<RpcError> Refuse(std::string why) {
  return std::unexpected(RpcError{.code = RpcCode::kInvalidParams, .message = std::move(why)});
}

Json TextSchema(const char* name) {
  return {{"type", "object"},
          {"properties", {{name, {{"type", "string"}}}}},
          {"required", Json::array({name})}};
}

using Call = std::function<Answer(const Json& arguments, Exchange& exchange)>;

Tool Named(const char* name, Call call, Json schema = {{"type", "object"}}) {
  return {.declaration = {{"name", name},
                          {"description", fmt::format("For conformance: {}", name)},
                          {"inputSchema", std::move(schema)}},
          .call = std::move(call)};
}
Tool Fixed(const char* name, Json result) {
  return Named(name,
               [result = std::move(result)](const Json&, Exchange&) -> Answer { return result; });
}

const Json& CapabilitiesIn(const Exchange& exchange) {
  static const Json kNone = Json::object();
  const auto meta = exchange.params().find("_meta");
  if (meta == exchange.params().end() || !meta->contains(mcp::kMetaCapabilities)) return kNone;
  return (*meta)[mcp::kMetaCapabilities];
}

// Input that a modern server asks for: in its answer, which the client then asks for once more.
Json Elicit(const char* message, const char* field, const char* type = "string") {
  return {{"method", "elicitation/create"},
          {"params",
           {{"message", message},
            {"requestedSchema",
             {{"type", "object"},
              {"properties", {{field, {{"type", type}}}}},
              {"required", {field}}}}}}};
}
Json Sample(const char* text, int tokens) {
  return {{"method", "sampling/createMessage"},
          {"params",
           {{"messages", Json::array({{{"role", "user"}, {"content", TextBlock(text)}}})},
            {"maxTokens", tokens}}}};
}
Json ListRoots() { return {{"method", "roots/list"}, {"params", Json::object()}}; }

// A state that a client cannot change without being found out.
std::string Seal(const std::string& state) {
  return state + "." + Sha256Of("a secret of the fixtures: " + state).Hex();
}
std::optional<std::string> Unseal(const Exchange& exchange) {
  const std::string sealed = exchange.params().value("requestState", "");
  const std::string state = sealed.substr(0, sealed.find('.'));
  return Seal(state) == sealed ? std::optional(state) : std::nullopt;
}

Json InputRequired(Json requests, const std::string& state = "") {
  Json result = {{"resultType", "input_required"}, {"inputRequests", std::move(requests)}};
  if (!state.empty()) result["requestState"] = Seal(state);
  return result;
}

// What the client said to a request for input; null: nothing that could be used.
const Json* ResponseTo(const Exchange& exchange, const char* key) {
  const auto responses = exchange.params().find("inputResponses");
  if (responses == exchange.params().end() || !responses->is_object()) return nullptr;
  const auto found = responses->find(key);
  return found == responses->end() || !found->is_object() ? nullptr : &*found;
}
std::optional<std::string> Elicited(const Exchange& exchange, const char* key, const char* field) {
  const Json* response = ResponseTo(exchange, key);
  if (response == nullptr || response->value("action", "") != "accept") return std::nullopt;
  const auto content = response->find("content");
  if (content == response->end() || !content->is_object() || !content->contains(field))
    return std::nullopt;
  const Json& value = (*content)[field];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Answer AskName(const Json&, Exchange& exchange) {
  const auto name = Elicited(exchange, "user_name", "name");
  if (name) return TextResult(fmt::format("Hello, {}!", *name));
  return InputRequired({{"user_name", Elicit("What is your name?", "name")}});
}
Answer AskCapital(const Json&, Exchange& exchange) {
  if (const Json* said = ResponseTo(exchange, "capital_question")) {
    return TextResult("The model says: " +
                      said->value("content", Json::object()).value("text", ""));
  }
  return InputRequired({{"capital_question", Sample("What is the capital of France?", 100)}});
}
Answer AskRoots(const Json&, Exchange& exchange) {
  if (const Json* said = ResponseTo(exchange, "client_roots")) {
    return TextResult("Roots: " + said->value("roots", Json::array()).dump());
  }
  return InputRequired({{"client_roots", ListRoots()}});
}
Answer AskWithState(const Json&, Exchange& exchange) {
  if (!exchange.params().contains("requestState")) {
    return InputRequired({{"confirm", Elicit("Please confirm", "ok", "boolean")}}, "confirming");
  }
  if (Unseal(exchange) != "confirming") return Refuse("requestState was changed");
  return TextResult("state-ok");
}
Answer AskMany(const Json&, Exchange& exchange) {
  if (ResponseTo(exchange, "user_name") != nullptr && ResponseTo(exchange, "greeting") != nullptr &&
      ResponseTo(exchange, "client_roots") != nullptr && Unseal(exchange) == "many") {
    return TextResult("All of it arrived.");
  }
  return InputRequired({{"user_name", Elicit("What is your name?", "name")},
                        {"greeting", Sample("Generate a greeting", 50)},
                        {"client_roots", ListRoots()}},
                       "many");
}
Answer AskInRounds(const Json&, Exchange& exchange) {
  if (!exchange.params().contains("requestState")) {
    return InputRequired({{"step1", Elicit("Step 1: What is your name?", "name")}}, "round-1");
  }
  const auto state = Unseal(exchange);
  if (state == "round-1") {
    return InputRequired({{"step2", Elicit("Step 2: What is your favorite color?", "color")}},
                         "round-2");
  }
  if (state == "round-2") return TextResult("Both steps are done.");
  return Refuse("requestState was changed");
}
Answer AskWhatIsPossible(const Json&, Exchange& exchange) {
  Json requests = Json::object();
  const Json& can = CapabilitiesIn(exchange);
  if (can.contains("elicitation")) requests["user_name"] = Elicit("What is your name?", "name");
  if (can.contains("sampling")) requests["greeting"] = Sample("Generate a greeting", 50);
  if (can.contains("roots")) requests["client_roots"] = ListRoots();
  if (requests.empty()) return TextResult("This client can be asked nothing.");
  return InputRequired(std::move(requests));
}

void AddInputTools(Catalogue& catalogue) {
  catalogue.tools.push_back(Named("test_input_required_result_elicitation", AskName));
  catalogue.tools.push_back(Named("test_input_required_result_sampling", AskCapital));
  catalogue.tools.push_back(Named("test_input_required_result_list_roots", AskRoots));
  catalogue.tools.push_back(Named("test_input_required_result_request_state", AskWithState));
  catalogue.tools.push_back(Named("test_input_required_result_tampered_state", AskWithState));
  catalogue.tools.push_back(Named("test_input_required_result_multiple_inputs", AskMany));
  catalogue.tools.push_back(Named("test_input_required_result_multi_round", AskInRounds));
  catalogue.tools.push_back(Named("test_input_required_result_capabilities", AskWhatIsPossible));
  catalogue.tools.push_back(Named("test_streaming_elicitation", AskName));
  catalogue.tools.push_back(
      Named("test_missing_capability", [](const Json&, Exchange& exchange) -> Answer {
        if (CapabilitiesIn(exchange).contains("sampling"))
          return TextResult("The client can sample.");
        return std::unexpected(
            RpcError{.code = RpcCode::kMissingCapability,
                     .message = "this needs sampling",
                     .data = {{"requiredCapabilities", {{"sampling", Json::object()}}}}});
      }));
}

void AddContentTools(Catalogue& catalogue) {
  catalogue.tools.push_back(
      Fixed("test_simple_text", TextResult("This is a simple text response for testing.")));
  catalogue.tools.push_back(
      Fixed("test_image_content", {{"content", Json::array({ImageBlock()})}}));
  catalogue.tools.push_back(
      Fixed("test_audio_content",
            {{"content",
              Json::array({{{"type", "audio"}, {"data", kWav}, {"mimeType", "audio/wav"}}})}}));
  catalogue.tools.push_back(
      Fixed("test_embedded_resource",
            {{"content", Json::array({ResourceBlock("test://embedded-resource", "text/plain",
                                                    "This is an embedded resource content.")})}}));
  catalogue.tools.push_back(Fixed(
      "test_multiple_content_types",
      {{"content", Json::array({TextBlock("Multiple content types test:"), ImageBlock(),
                                ResourceBlock("test://mixed-content-resource", "application/json",
                                              R"({"test":"data","value":123})")})}}));
  Json failure = TextResult("This tool intentionally returns an error for testing");
  failure["isError"] = true;
  catalogue.tools.push_back(Fixed("test_error_handling", std::move(failure)));
  catalogue.tools.push_back(
      Named("test_tool_with_progress", [](const Json&, Exchange& exchange) -> Answer {
        for (const std::uint64_t done : {0U, 50U, 100U}) {
          if (done > 0) std::this_thread::sleep_for(kPause);
          exchange.ReportProgress(done, 100, "");
        }
        return TextResult("Progress was reported.");
      }));
}

void AddLoggingTools(Catalogue& catalogue) {
  const auto log = [](const Json&, Exchange& exchange) -> Answer {
    const auto meta = exchange.params().find("_meta");
    const bool wanted = exchange.era() == Era::kLegacy ||
                        (meta != exchange.params().end() && meta->contains(mcp::kMetaLogLevel));
    for (const char* text :
         {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
      if (wanted) exchange.Notify("notifications/message", {{"level", "info"}, {"data", text}});
      std::this_thread::sleep_for(kPause);
    }
    return TextResult("It was logged.");
  };
  catalogue.tools.push_back(Named("test_tool_with_logging", log));
  catalogue.tools.push_back(Named("test_logging_tool", log));
  catalogue.capabilities["logging"] = Json::object();
  catalogue.methods.emplace(
      "logging/setLevel", Catalogue::Method{.era = Era::kLegacy, .answer = [](Exchange&) -> Answer {
                                              return Json::object();
                                            }});
}

Json DefaultsSchema() {
  return Json::parse(R"({"type": "object", "required": [], "properties": {
    "name": {"type": "string", "description": "User name", "default": "John Doe"},
    "age": {"type": "integer", "description": "User age", "default": 30},
    "score": {"type": "number", "description": "User score", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "description": "Verification status", "default": true}}})");
}
Json EnumsSchema() {
  return Json::parse(R"({"type": "object", "required": [], "properties": {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"},
      {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
      "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First Choice"},
      {"const": "value2", "title": "Second Choice"}, {"const": "value3", "title": "Third Choice"}]}}}})");
}

// A legacy server asks the client while a tool is at work.
void AddAskingTools(Catalogue& catalogue, ClientRequests& requests) {
  const auto ask = [&requests](const std::string& method, const std::string& before,
                               const std::function<Json(const Json& arguments)>& params) {
    return
        [&requests, method, before, params](const Json& arguments, Exchange& exchange) -> Answer {
          const auto said = requests.Ask(exchange, method, params(arguments));
          if (said) return TextResult(before + said->dump());
          Json failure = TextResult("the client did not answer");
          failure["isError"] = true;
          return failure;
        };
  };
  const auto elicit = [](const Json& schema, const std::string& message) {
    return [schema, message](const Json& arguments) -> Json {
      return {{"message", arguments.value("message", message)}, {"requestedSchema", schema}};
    };
  };
  Json user = TextSchema("username");
  user["properties"]["email"] = {{"type", "string"}, {"description", "User's email address"}};
  user["required"].push_back("email");
  catalogue.tools.push_back(Named("test_sampling",
                                  ask("sampling/createMessage", "LLM response: ",
                                      [](const Json& arguments) {
                                        return Sample(arguments.value("prompt", "").c_str(),
                                                      100)["params"];
                                      }),
                                  TextSchema("prompt")));
  catalogue.tools.push_back(Named("test_elicitation",
                                  ask("elicitation/create", "User response: ", elicit(user, "")),
                                  TextSchema("message")));
  catalogue.tools.push_back(Named("test_elicitation_sep1034_defaults",
                                  ask("elicitation/create", "Elicitation completed: ",
                                      elicit(DefaultsSchema(), "With defaults"))));
  catalogue.tools.push_back(Named(
      "test_elicitation_sep1330_enums",
      ask("elicitation/create", "Elicitation completed: ", elicit(EnumsSchema(), "With choices"))));
  catalogue.take_response = [&requests](const mcp::Message& response) { requests.Take(response); };
}

void AddSubscriptions(Catalogue& catalogue, Subscriptions& subscriptions) {
  const auto announce = [&subscriptions](const char* what) {
    return [&subscriptions, what](const Json&, Exchange&) -> Answer {
      subscriptions.Announce(what);
      return TextResult("It was announced.");
    };
  };
  catalogue.tools.push_back(Named("test_trigger_tool_change", announce("toolsListChanged")));
  catalogue.tools.push_back(Named("test_trigger_prompt_change", announce("promptsListChanged")));
  catalogue.capabilities["tools"] = {{"listChanged", true}};
  catalogue.capabilities["prompts"] = {{"listChanged", true}};
  catalogue.capabilities["resources"] = {{"subscribe", true}, {"listChanged", true}};
  catalogue.capabilities["completions"] = Json::object();
  catalogue.methods.emplace(
      "subscriptions/listen",
      Catalogue::Method{.era = Era::kModern,
                        .answer = [&subscriptions](Exchange& exchange) -> Answer {
                          return subscriptions.Listen(exchange);
                        }});
  for (const char* method : {"resources/subscribe", "resources/unsubscribe"}) {
    catalogue.methods.emplace(
        method, Catalogue::Method{.era = Era::kLegacy,
                                  .answer = [](Exchange&) -> Answer { return Json::object(); }});
  }
  for (const Era era : {Era::kLegacy, Era::kModern}) {
    catalogue.methods.emplace(
        "completion/complete",
        Catalogue::Method{
            .era = era, .answer = [](Exchange&) -> Answer {
              return Json{
                  {"completion",
                   {{"values", Json::array({"paris", "park"})}, {"total", 2}, {"hasMore", false}}}};
            }});
  }
}

void AddResources(Catalogue& catalogue) {
  const auto add = [&](const char* uri, const char* type, const char* key, const char* content) {
    catalogue.resources.push_back(
        {.declaration =
             {{"uri", uri}, {"name", uri}, {"description", "For conformance"}, {"mimeType", type}},
         .read = [=](Exchange&) -> Answer {
           return Json{
               {"contents", Json::array({{{"uri", uri}, {"mimeType", type}, {key, content}}})}};
         }});
  };
  add("test://static-text", "text/plain", "text",
      "This is the content of the static text resource.");
  add("test://static-binary", "image/png", "blob", kPng);
  add("test://watched-resource", "text/plain", "text", "Watched.");
  catalogue.templates.push_back(
      {.declaration = {{"uriTemplate", "test://template/{id}/data"},
                       {"name", "template"},
                       {"description", "For conformance"},
                       {"mimeType", "application/json"}},
       .read = [](const std::string& id, Exchange&) -> Answer {
         const Json data = {{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}};
         return Json{{"contents", Json::array({{{"uri", "test://template/" + id + "/data"},
                                                {"mimeType", "application/json"},
                                                {"text", data.dump()}}})}};
       }});
}

Json Said(std::vector<Json> contents) {
  Json messages = Json::array();
  for (Json& content : contents)
    messages.push_back({{"role", "user"}, {"content", std::move(content)}});
  return {{"messages", std::move(messages)}};
}

void AddPrompts(Catalogue& catalogue) {
  const auto add = [&](const char* name, const std::vector<const char*>& arguments,
                       std::function<Answer(const Json&, Exchange&)> get) {
    Json declared = Json::array();
    for (const char* argument : arguments) {
      declared.push_back(
          {{"name", argument}, {"description", "For conformance"}, {"required", true}});
    }
    catalogue.prompts.push_back({.declaration = {{"name", name},
                                                 {"description", "For conformance"},
                                                 {"arguments", std::move(declared)}},
                                 .get = std::move(get)});
  };
  add("test_simple_prompt", {}, [](const Json&, Exchange&) -> Answer {
    return Said({TextBlock("This is a simple prompt for testing.")});
  });
  add("test_prompt_with_arguments", {"arg1", "arg2"},
      [](const Json& arguments, Exchange&) -> Answer {
        return Said(
            {TextBlock(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'",
                                   arguments.value("arg1", ""), arguments.value("arg2", "")))});
      });
  add("test_prompt_with_embedded_resource", {"resourceUri"},
      [](const Json& arguments, Exchange&) -> Answer {
        return Said({ResourceBlock(arguments.value("resourceUri", ""), "text/plain",
                                   "Embedded resource content for testing."),
                     TextBlock("Please process the embedded resource above.")});
      });
  add("test_prompt_with_image", {}, [](const Json&, Exchange&) -> Answer {
    return Said({ImageBlock(), TextBlock("Please analyze the image above.")});
  });
  add("test_input_required_result_prompt", {}, [](const Json&, Exchange& exchange) -> Answer {
    const auto context = Elicited(exchange, "user_context", "context");
    if (context) return Said({TextBlock("Use this context: " + *context)});
    return InputRequired(
        {{"user_context", Elicit("What context should the prompt use?", "context")}});
  });
}

}  // namespace

std::optional<Json> ClientRequests::Ask(const Exchange& exchange, const std::string& method,
                                        Json params) {
  std::unique_lock lock(mutex_);
  const std::string id = fmt::format("from-server-{}", ++last_);
  waiting_[id] = std::nullopt;
  lock.unlock();
  exchange.Send(
      {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
  lock.lock();
  while (!waiting_[id] && !exchange.deadline().Expired()) changed_.wait_for(lock, kPause);
  auto said = std::move(waiting_[id]);
  waiting_.erase(id);
  return said;
}

void ClientRequests::Take(const mcp::Message& response) {
  const std::scoped_lock lock(mutex_);
  const auto found = waiting_.find(response.id.is_string() ? response.id.get<std::string>() : "");
  if (found == waiting_.end()) return;
  found->second = response.params;
  changed_.notify_all();
}

Answer Subscriptions::Listen(const Exchange& exchange) {
  constexpr const char* kSubscription = "io.modelcontextprotocol/subscriptionId";
  const Json wanted = exchange.params().value("notifications", Json::object());
  const Json tag = {{kSubscription, exchange.id()}};
  std::unique_lock lock(mutex_);
  std::map<std::string, int> seen = times_;
  exchange.Notify("notifications/subscriptions/acknowledged",
                  {{"notifications", wanted}, {"_meta", tag}});
  while (!exchange.deadline().Expired()) {
    changed_.wait_for(lock, kPause);
    for (const auto& [what, method] :
         {std::pair("toolsListChanged", "notifications/tools/list_changed"),
          std::pair("promptsListChanged", "notifications/prompts/list_changed")}) {
      if (std::exchange(seen[what], times_[what]) == times_[what]) continue;
      if (wanted.contains(what) && wanted[what] == true) exchange.Notify(method, {{"_meta", tag}});
    }
  }
  return Json{{"_meta", tag}};
}

void Subscriptions::Announce(const std::string& what) {
  const std::scoped_lock lock(mutex_);
  ++times_[what];
  changed_.notify_all();
}

Catalogue ConformanceCatalogue(ClientRequests& requests, Subscriptions& subscriptions) {
  Catalogue catalogue;
  catalogue.server_info = {{"name", "satchel-fixtures"}, {"version", "1"}};
  AddContentTools(catalogue);
  AddLoggingTools(catalogue);
  AddInputTools(catalogue);
  AddAskingTools(catalogue, requests);
  AddResources(catalogue);
  AddPrompts(catalogue);
  AddSubscriptions(catalogue, subscriptions);
  return catalogue;
}

}  // namespace satchel::test
