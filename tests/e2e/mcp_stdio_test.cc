// `satchel mcp` as an agent meets it: the real binary on a real Git repository, a conversation over
// its standard streams, in both eras of the protocol.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Json = nlohmann::json;

constexpr const char* kRevision = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilities = "io.modelcontextprotocol/clientCapabilities";

Json Modern(Json params = Json::object()) {
  params["_meta"][kRevision] = "2026-07-28";
  params["_meta"][kCapabilities] = Json::object();
  return params;
}

// A client that asks one thing after the other.
class Client {
 public:
  explicit Client(const Process& process) : server_(process) {}

  void Say(const Json& message) const { server_.Write(message.dump() + '\n'); }
  // What the server says next; null: nothing in time.
  Json Hear() {
    const auto line = server_.NextLine(std::chrono::seconds(60));
    return line ? Json::parse(*line) : Json();
  }
  // The message that answers a request; notifications before it are kept.
  Json Ask(const std::string& method, const Json& params = Json::object()) {
    const int id = ++last_;
    Say({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    while (true) {
      Json heard = Hear();
      if (heard.is_null() || (heard.contains("id") && heard["id"] == id)) return heard;
      notifications.push_back(std::move(heard));
    }
  }
  Json Call(const std::string& tool, const Json& arguments) {
    return Ask("tools/call", {{"name", tool}, {"arguments", arguments}})["result"];
  }
  Finished End() { return server_.Finish(); }
  Running& server() { return server_; }

  std::vector<Json> notifications;

 private:
  Running server_;
  int last_ = 0;
};

class McpStdioTest : public CliFixture {
 protected:
  McpStdioTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/web/login.py",
               "from .users import find_user\n\n\nclass LoginForm:\n"
               "    def validate(self, name, password):\n"
               "        \"\"\"Whether login data is valid.\"\"\"\n"
               "        return find_user(name).check(password)\n");
    dir_.Write(
        "app/web/users.py",
        "def find_user(name):\n    \"\"\"The account of that name.\"\"\"\n    return None\n");
    dir_.Write("app/web/weather.py", "def forecast():\n    return 'rain tomorrow'\n");
    dir_.Write("app/.context/CONSTITUTION.md", "- Never commit secrets\n");
    dir_.Write("app/.context/TASKS.md", "- [ ] Repair the login redirect\n");
    Git({"init", "-q"});
    Git({"add", "."});
    Git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin"});
  }

  Client Connect(Args more = {}) const {
    Args args = {"mcp", "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    Process process = Command(args);
    process.keep_input = true;
    return Client(process);
  }
};

TEST_F(McpStdioTest, ALegacyClientIsServed) {
  Client client = Connect();
  const Json started =
      client.Ask("initialize", {{"protocolVersion", "2025-06-18"},
                                {"capabilities", Json::object()},
                                {"clientInfo", {{"name", "test"}, {"version", "1"}}}})["result"];
  EXPECT_EQ(started["protocolVersion"], "2025-06-18");
  EXPECT_EQ(started["serverInfo"]["name"], "satchel");
  client.Say({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
  EXPECT_EQ(client.Ask("ping")["result"], Json::object());
  std::vector<std::string> names;
  const Json listed = client.Ask("tools/list");
  for (const Json& tool : listed["result"]["tools"]) {
    names.push_back(tool["name"]);
    EXPECT_EQ(tool["annotations"].value("readOnlyHint", false), tool["name"] != "remember");
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
    EXPECT_THAT(tool["description"].get<std::string>(), Not(IsEmpty()));
  }
  EXPECT_THAT(names, ElementsAre("pack", "retrieve", "refine", "search", "why", "remember"));
  // Nothing was asked about the workspace, so that nothing was made.
  EXPECT_FALSE(std::filesystem::exists(dir_.path() / "app/.satchel"));
  const Finished ended = client.End();
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out, IsEmpty());
  EXPECT_THAT(ended.err, IsEmpty());
}

TEST_F(McpStdioTest, AModernClientIsServed) {
  Client client = Connect();
  const Json found = client.Ask("server/discover", Modern())["result"];
  EXPECT_EQ(found["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(found["resultType"], "complete");
  const Json result = client.Ask(
      "tools/call", Modern({{"name", "search"}, {"arguments", {{"query", "forecast"}}}}))["result"];
  EXPECT_EQ(result["resultType"], "complete");
  EXPECT_EQ(result["structuredContent"]["results"][0]["path"], "web/weather.py");
  EXPECT_EQ(client.Ask("ping", Modern())["error"]["code"], -32'601);
}

TEST_F(McpStdioTest, AClientIsGivenNoFileThatItReadsByItself) {
  dir_.Write("app/AGENTS.md", "- The login redirect never drops cookies\n");
  dir_.Write("app/GEMINI.md", "- Write an audit line at every login\n");
  const auto text_of = [](const Json& result) {
    return result["content"][0]["text"].get<std::string>();
  };
  const Json task = {{"task", "repair the login redirect"}};
  Client unknown = Connect();
  EXPECT_THAT(text_of(unknown.Call("pack", task)),
              AllOf(HasSubstr("drops cookies"), HasSubstr("audit line"), HasSubstr("repository")));
  Client legacy = Connect();
  legacy.Ask("initialize", {{"protocolVersion", "2025-06-18"},
                            {"capabilities", Json::object()},
                            {"clientInfo", {{"name", "codex-mcp-client"}, {"version", "1"}}}});
  EXPECT_THAT(text_of(legacy.Call("pack", task)),
              AllOf(Not(HasSubstr("drops cookies")), HasSubstr("audit line")));
  const Json notes = legacy.Ask("resources/read", {{"uri", "satchel://notes"}})["result"];
  EXPECT_THAT(notes["contents"][0]["text"].get<std::string>(),
              AllOf(Not(HasSubstr("drops cookies")), HasSubstr("audit line")));
  Client modern = Connect();
  Json params = Modern({{"name", "pack"}, {"arguments", task}});
  params["_meta"]["io.modelcontextprotocol/clientInfo"] = {{"name", "gemini-cli-mcp-client"},
                                                           {"version", "1"}};
  EXPECT_THAT(text_of(modern.Ask("tools/call", params)["result"]),
              AllOf(HasSubstr("drops cookies"), Not(HasSubstr("audit line"))));
}

// A model reads both before every conversation.
TEST_F(McpStdioTest, ToolsAndInstructionsTakeLessThanFourKilobytes) {
  Client client = Connect();
  const Json tools = client.Ask("tools/list")["result"];
  const std::string instructions =
      client.Ask("server/discover", Modern())["result"]["instructions"];
  const std::size_t bytes = tools.dump().size() + instructions.size();
  EXPECT_LT(bytes, 4'000U) << tools.dump(1) << instructions;
  RecordProperty("bytes", static_cast<int>(bytes));
}

TEST_F(McpStdioTest, TheFirstSearchIndexesAndSaysWhatTheCommandLineSays) {
  Client client = Connect();
  const Json result = client.Call("search", {{"query", "forecast"}, {"limit", 3}});
  EXPECT_FALSE(result.contains("isError")) << result;
  const Json& answer = result["structuredContent"];
  EXPECT_EQ(answer["results"][0]["path"], "web/weather.py");
  EXPECT_EQ(answer["index"]["state"], "fresh");
  EXPECT_EQ(Json::parse(result["content"][0]["text"].get<std::string>()), answer);
  Json printed = JsonOf({"search", "forecast", "--limit", "3"});
  // How much the store was asked depends on who asked before.
  printed.erase("store_calls");
  Json same = answer;
  same.erase("store_calls");
  EXPECT_EQ(same, printed);
}

TEST_F(McpStdioTest, WhatChangedBetweenTwoSearchesIsFound) {
  Client client = Connect();
  client.Call("search", {{"query", "forecast"}});
  dir_.Write("app/web/mail.py", "def deliver_letter():\n    return 1\n");
  const Json answer = client.Call("search", {{"query", "deliver_letter"}})["structuredContent"];
  EXPECT_EQ(answer["results"][0]["path"], "web/mail.py");
  EXPECT_EQ(answer["index"]["state"], "refreshed");
}

TEST_F(McpStdioTest, CodeIsRetrievedAndTheTaskRefined) {
  Client client = Connect();
  const Json result = client.Call("retrieve", {{"task", "fix LoginForm.validate"},
                                               {"context_window", 1'500},
                                               {"reserved_tokens", 500},
                                               {"margin", 10}});
  ASSERT_FALSE(result.contains("isError")) << result;
  const Json& answer = result["structuredContent"];
  EXPECT_EQ(answer["budget"], 900);
  EXPECT_LE(answer["tokens_used"], 900);
  EXPECT_EQ(answer["packet"], result["content"][0]["text"]);
  EXPECT_THAT(answer["packet"].get<std::string>(), HasSubstr("def validate"));
  EXPECT_EQ(answer["judgement"]["by"], "rules");
  const Json refined = client.Call(
      "refine", {{"task_id", answer["task_id"]}, {"symbols", {"forecast"}}})["structuredContent"];
  EXPECT_THAT(refined["packet"].get<std::string>(), HasSubstr("rain tomorrow"));
  const Json more = client.Call(
      "refine",
      {{"task_id", answer["task_id"]}, {"add", 400}, {"symbols", {"find_user", "no_such_name"}}});
  EXPECT_EQ(more["structuredContent"]["budget"], refined["tokens_used"].get<std::size_t>() + 400);
  EXPECT_THAT(more["content"][0]["text"].get<std::string>(),
              AllOf(HasSubstr("def validate"), HasSubstr("rain tomorrow"),
                    HasSubstr("Not found in this workspace: no_such_name")));
  const Json json = client.Call("retrieve", {{"task", "fix LoginForm.validate"},
                                             {"stages", {"scope"}},
                                             {"budget", 700},
                                             {"format", "json"}})["structuredContent"];
  EXPECT_EQ(json["budget"], 700);
  EXPECT_EQ(json["files"][0]["pieces"][0]["rendition"], "name");
  EXPECT_EQ(
      client.Call("retrieve", {{"task", "fix LoginForm.validate"}})["structuredContent"]["budget"],
      8'000);
}

TEST_F(McpStdioTest, RetrieveTakesNoAddressAndNoModelThatIsNotConfigured) {
  Client client = Connect();
  const auto failure = [&client](Json more) {
    more["task"] = "fix LoginForm.validate";
    const Json result = client.Call("retrieve", more);
    EXPECT_TRUE(result.value("isError", false)) << result;
    return result["content"][0]["text"].get<std::string>();
  };
  EXPECT_THAT(failure({{"base_url", "http://127.0.0.1:1"}}), HasSubstr("no argument base_url"));
  EXPECT_THAT(failure({{"model", "tiny"}}), HasSubstr("no model is configured"));
  EXPECT_THAT(failure({{"budget", 500}, {"context_window", 900}}), HasSubstr("excludes"));
  EXPECT_THAT(failure({{"context_window", 900}}), HasSubstr("the reserved tokens are missing"));
  EXPECT_THAT(failure({{"context_window", 900}, {"reserved_tokens", 900}}),
              HasSubstr("leave nothing"));
  EXPECT_THAT(failure({{"stages", Json::array()}}), HasSubstr("the list of stages is empty"));
  EXPECT_THAT(failure({{"stages", {"magic"}}}), HasSubstr("unknown stage 'magic'"));
  EXPECT_THAT(failure({{"margin", 91}}), HasSubstr("from 0 to 90"));
  environment_["SATCHEL_LLM_MODEL"] = "tiny";
  environment_["SATCHEL_LLM_BASE_URL"] = "http://127.0.0.1:1";
  Client configured = Connect();
  const Json other = configured.Call("retrieve", {{"task", "x"}, {"model", "huge"}});
  EXPECT_THAT(other["content"][0]["text"].get<std::string>(),
              HasSubstr("the model 'huge' is not the configured one, which is 'tiny'"));
  const Json optional = configured.Call(
      "retrieve", {{"task", "fix LoginForm.validate"}, {"model", "tiny"}, {"llm", "optional"}});
  EXPECT_FALSE(optional.contains("isError")) << optional;
  EXPECT_THAT(optional["structuredContent"]["packet"].get<std::string>(),
              HasSubstr("def validate"));
}

TEST_F(McpStdioTest, ATaskIsPackedRefinedAndExplained) {
  Client client = Connect();
  const Json packed =
      client.Call("pack", {{"task", "fix LoginForm.validate in web/login.py"}, {"budget", 1'000}});
  ASSERT_FALSE(packed.contains("isError")) << packed;
  const Json& answer = packed["structuredContent"];
  const std::string text = packed["content"][0]["text"];
  EXPECT_EQ(answer["packet"], text);
  EXPECT_THAT(text, HasSubstr("def validate(self, name, password):"));
  EXPECT_EQ(answer["budget"], 1'000);
  EXPECT_LE(answer["tokens_used"], 1'000);
  EXPECT_EQ(answer["schema_version"], 1);

  const Json refined = client.Call(
      "refine", {{"task_id", answer["task_id"]}, {"symbols", {"forecast"}}})["structuredContent"];
  EXPECT_THAT(refined["packet"].get<std::string>(), HasSubstr("forecast"));
  EXPECT_EQ(refined["difference"]["before"], answer["run"]);

  const Json why = client.Call("why", {{"item", "weather"}})["structuredContent"];
  EXPECT_EQ(why["run"], refined["run"]);
  EXPECT_THAT(why["items"].dump(), HasSubstr("web/weather.py"));
  Json printed = JsonOf({"why", "weather"});
  printed["left_out"] = 0;
  EXPECT_EQ(why, printed);
}

TEST_F(McpStdioTest, AnEmptyPackSaysWhy) {
  Client client = Connect();
  const Json packed = client.Call("pack", {{"task", "how do parrots breed in winter"}});
  const Json& answer = packed["structuredContent"];
  EXPECT_EQ(answer["abstained"], true);
  EXPECT_EQ(answer["empty"]["reason"], "below_threshold");
  const std::string why = answer["empty"]["text"];
  EXPECT_THAT(why, HasSubstr("not in the code: parrots, breed, winter"));
  EXPECT_THAT(packed["content"][0]["text"].get<std::string>(), HasSubstr(why));
  EXPECT_THAT(answer["packet"].get<std::string>(), Not(HasSubstr(why)));
}

TEST_F(McpStdioTest, APackAsJsonIsThatOfTheCommandLine) {
  Client client = Connect();
  const Json answer = client.Call(
      "pack", {{"task", "fix the login validation"}, {"format", "json"}})["structuredContent"];
  EXPECT_EQ(answer["recipe"], "pack");
  EXPECT_EQ(answer["tokenizer"], "safe");
  EXPECT_EQ(answer["budget"], 8'000);
  EXPECT_EQ(answer["abstained"], false);
  EXPECT_THAT(answer["sections"].dump(), HasSubstr("web/login.py"));
}

TEST_F(McpStdioTest, TheSameQuestionHasTheSamePacket) {
  const Json ask = {{"task", "fix the login validation"}};
  Client one = Connect();
  const Json first = one.Call("pack", ask)["structuredContent"]["packet"];
  const Json second = one.Call("pack", ask)["structuredContent"]["packet"];
  Client other = Connect();
  EXPECT_EQ(first, second);
  EXPECT_EQ(first, other.Call("pack", ask)["structuredContent"]["packet"]);
}

TEST_F(McpStdioTest, WhatIsAskedWrongIsAResultThatSaysSo) {
  Client client = Connect();
  const auto failure = [&](const std::string& tool, const Json& arguments) {
    const Json result = client.Call(tool, arguments);
    EXPECT_EQ(result["isError"], true) << result;
    EXPECT_FALSE(result.contains("structuredContent"));
    return result["content"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(failure("search", Json::object()), "query is missing");
  EXPECT_THAT(failure("search", {{"query", "x"}, {"max", 3}}), HasSubstr("no argument max"));
  EXPECT_THAT(failure("pack", {{"task", "x"}, {"budget", 0}}), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(failure("refine", Json::object()),
              HasSubstr("the request names nothing that is missing"));
  EXPECT_THAT(failure("refine", {{"reason", "more"}}), HasSubstr("hint: "));
  EXPECT_THAT(failure("why", Json::object()), HasSubstr("no run"));
  EXPECT_THAT(failure("remember", {{"text", "x"}, {"category", "opinion"}}),
              HasSubstr("category must be one of fact, "));
  EXPECT_THAT(failure("remember", {{"text", "# Satchel packet: notes"}}), HasSubstr("hint: "));
  // The names of tools are the protocol's, not the tool's.
  EXPECT_EQ(client.Ask("tools/call", {{"name", "recall"}})["error"]["code"], -32'602);
}

TEST_F(McpStdioTest, WhatIsRememberedIsThereForTheCommandLine) {
  const std::string text = "Deploys run from the release branch";
  Client client = Connect();
  const Json result = client.Call("remember", {{"text", text}, {"category", "decision"}});
  ASSERT_FALSE(result.contains("isError")) << result;
  const Json& answer = result["structuredContent"];
  const std::string id = answer["id"];
  EXPECT_EQ(answer["did"], "added");
  EXPECT_EQ(result["content"][0]["text"], "remembered " + id);

  const Json listed = JsonOf({"memory", "list"});
  ASSERT_EQ(listed["total"], 1);
  EXPECT_EQ(listed["items"][0]["id"], id);
  EXPECT_EQ(listed["items"][0]["text"], text);
  EXPECT_EQ(listed["items"][0]["category"], "decision");
  EXPECT_EQ(listed["items"][0]["created"], kNow);
  // Memories are files: neither stores nor an index were made for one.
  EXPECT_FALSE(std::filesystem::exists(dir_.path() / "app/.satchel"));

  // Both know what the other one wrote, and say it alike.
  const Json again = client.Call("remember", {{"text", text}})["structuredContent"];
  EXPECT_EQ(again["did"], "known");
  EXPECT_EQ(again, JsonOf({"remember", text}));
  JsonOf({"remember", "The proxy listens on 9090"});
  EXPECT_EQ(
      client.Call("remember", {{"text", "The proxy listens on 9090"}})["structuredContent"]["did"],
      "known");
}

TEST_F(McpStdioTest, ResourcesAndPromptsAreRead) {
  Client client = Connect();
  const Json notes = client.Ask("resources/read", {{"uri", "satchel://notes"}})["result"];
  EXPECT_THAT(notes["contents"][0]["text"].get<std::string>(), HasSubstr("Never commit secrets"));
  client.Call("search", {{"query", "forecast"}});
  const Json status = client.Ask("resources/read", Modern({{"uri", "satchel://status"}}))["result"];
  EXPECT_EQ(status["ttlMs"], 0);
  const Json code = Json::parse(status["contents"][0]["text"].get<std::string>())["code"];
  EXPECT_EQ(code["files"], 3);
  const Json run = client.Ask("resources/read", {{"uri", "satchel://runs/last"}})["result"];
  EXPECT_EQ(Json::parse(run["contents"][0]["text"].get<std::string>())["recipe"], "notes");
  EXPECT_EQ(client.Ask("resources/read", {{"uri", "satchel://runs/nothing"}})["error"]["code"],
            -32'602);

  const Json prompt = client.Ask(
      "prompts/get",
      {{"name", "context"}, {"arguments", {{"task", "fix LoginForm.validate"}}}})["result"];
  const std::string text = prompt["messages"][0]["content"]["text"];
  EXPECT_THAT(text, testing::StartsWith("fix LoginForm.validate"));
  EXPECT_THAT(text, HasSubstr("web/login.py"));
  EXPECT_EQ(client.Ask("prompts/get", {{"name", "context"}})["error"]["code"], -32'602);
}

TEST_F(McpStdioTest, ProgressIsReportedWhileFilesAreIndexed) {
  for (int i = 0; i < 400; ++i) {
    std::string text;
    for (int line = 0; line < 60; ++line) {
      text += fmt::format("def part_{}_{}(value):\n    return value + {}\n\n", i, line, line);
    }
    dir_.Write(fmt::format("app/many/part_{}.py", i), text);
  }
  Client client = Connect();
  const Json result = client.Ask("tools/call", {{"name", "search"},
                                                {"arguments", {{"query", "part_7_7"}}},
                                                {"_meta", {{"progressToken", 5}}}})["result"];
  EXPECT_EQ(result["structuredContent"]["results"][0]["path"], "many/part_7.py");
  // Those that came were for this request and only grew.
  std::int64_t last = -1;
  for (const Json& one : client.notifications) {
    EXPECT_EQ(one["method"], "notifications/progress");
    EXPECT_EQ(one["params"]["progressToken"], 5);
    EXPECT_GT(one["params"]["progress"], last);
    last = one["params"]["progress"];
  }
}

TEST_F(McpStdioTest, WithoutAWorkspaceItIsTheRequestsThatFail) {
  Client client = Connect({"--workspace", "/nowhere"});
  EXPECT_TRUE(client.Ask("server/discover", Modern()).contains("result"));
  const Json result = client.Call("search", {{"query", "x"}});
  EXPECT_EQ(result["isError"], true);
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("/nowhere"));
  EXPECT_THAT(client.Call("remember", {{"text", "x y"}}).dump(), HasSubstr("/nowhere"));
}

TEST_F(McpStdioTest, HostileInputIsAnsweredAndTheServerGoesOn) {
  Client client = Connect();
  client.server().Write("{\n[]\n\xff\n" + std::string(5'000'000, 'x') + "\n" +
                        std::string(200'000, '[') +
                        "\n{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":1}\n");
  for (const int code : {-32'700, -32'600, -32'700, -32'600, -32'700, -32'600}) {
    EXPECT_EQ(client.Hear()["error"]["code"], code);
  }
  EXPECT_EQ(client.Ask("ping")["result"], Json::object());
  const Json secret = client.Call(
      "search",
      {{"query", "x"}, {std::string("ghp_") + "xK9pQ2mZ7vR4tY8wL1nB6cD3fG5hJ0aSeUiO", 1}});
  EXPECT_THAT(secret.dump(), Not(HasSubstr("xK9pQ2mZ")));
}

TEST_F(McpStdioTest, LogsGoToStderrInTheFormThatIsSet) {
  environment_["SATCHEL_LOG_FORMAT"] = "json";
  Client client = Connect({"--log-level", "info"});
  client.Ask("tools/list");
  client.Call("search", {{"query", "weather secretword"}});
  const Finished ended = client.End();
  EXPECT_THAT(ended.out, IsEmpty());
  EXPECT_THAT(ended.err, HasSubstr(R"("component":"mcp")"));
  EXPECT_THAT(ended.err, HasSubstr(R"("name":"search")"));
  EXPECT_THAT(ended.err, Not(HasSubstr("secretword")));
}

TEST_F(McpStdioTest, ASignalEndsItAsTheEndOfInputDoes) {
  Client client = Connect();
  client.Ask("ping");
  client.server().Send(SIGTERM);
  EXPECT_EQ(client.End().code, 0);
}

}  // namespace
}  // namespace satchel::test
