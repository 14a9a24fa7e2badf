// What people and scripts see, byte for byte, run in the test's own process.

#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "engine/stores/stores.h"
#include "settings/setting.h"
#include "store/raw_log.h"
#include "store/session_state.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/exit_code.h"
#include "surfaces/cli/run.h"
#include "surfaces/cli/table/help.h"
#include "tests/support/golden.h"
#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {

const std::filesystem::path kSource = SATCHEL_SOURCE_DIR;

class CliGoldenTest : public testing::Test {
 protected:
  CliGoldenTest() {
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
    environment_.system_directory = dir_.path() / "etc";
    dir_.MakeDirectory("app/.git");
    environment_.working_directory = dir_.MakeDirectory("app/src");
  }

  // Paths of this machine are written as names.
  std::string Named(std::string text) const {
    const std::string key = Sha256Of((dir_.path() / "app").string()).Hex().substr(0, 16);
    const std::vector<std::pair<std::string, std::string>> names = {{dir_.path().string(), "$ROOT"},
                                                                    {key, "$KEY"}};
    for (const auto& [from, to] : names) {
      for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        text.replace(at, from.size(), to);
      }
    }
    return text;
  }

  std::string Out(const std::vector<std::string>& args) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    cli::Run(args, {.in = in, .out = out, .err = err}, environment_);
    return Named(out.str());
  }

  // "$ satchel args", stdout, stderr with a mark, exit code.
  std::string Transcript(const std::vector<std::vector<std::string>>& lines) {
    std::string text;
    for (const auto& args : lines) {
      std::istringstream in;
      std::ostringstream out;
      std::ostringstream err;
      const int code = cli::Run(args, {.in = in, .out = out, .err = err}, environment_);
      text += "$ satchel";
      for (const std::string& word : args) text += " " + Visible(word);
      text += "\n" + out.str();
      std::istringstream err_lines(err.str());
      for (std::string line; std::getline(err_lines, line);) text += "! " + line + "\n";
      text += "[" + std::to_string(code) + "]\n\n";
    }
    return Named(text);
  }

  void Expect(const std::string& name, const std::string& actual) {
    test::ExpectGolden(kSource / "tests/golden/cli" / name, actual);
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(CliGoldenTest, HelpOfEverything) {
  std::vector<std::vector<std::string>> lines = {{}, {"-h"}, {"--help"}};
  for (const Command& command : AllCommands()) {
    lines.push_back({std::string(command.name), "-h"});
    lines.push_back({"help", std::string(command.name)});
    for (const Command& sub : command.subcommands) {
      lines.push_back({std::string(command.name), std::string(sub.name), "--help"});
      for (const Command& third : sub.subcommands) {
        lines.push_back(
            {"help", std::string(command.name), std::string(sub.name), std::string(third.name)});
      }
    }
  }
  for (const Topic& topic : AllTopics()) lines.push_back({"help", std::string(topic.name)});
  Expect("help.txt", Transcript(lines));
}

TEST_F(CliGoldenTest, FreshWorkspace) {
  Expect("fresh.txt", Transcript({{"status"},
                                  {"status", "--format", "json"},
                                  {"doctor"},
                                  {"doctor", "--format", "json"},
                                  {"config", "path"},
                                  {"config", "path", "--format", "json"},
                                  {"config", "show", "--changed"},
                                  {"config", "get", "store.url"},
                                  {"config", "trust"},
                                  {"config", "trust", "--list"},
                                  {"version"},
                                  {"version", "--format", "json"},
                                  {"status", "-v"}}));
  EXPECT_THAT(dir_.Listing(), testing::SizeIs(3)) << "looking must not write";
}

TEST_F(CliGoldenTest, ConfiguredWorkspace) {
  dir_.Write("etc/config.toml", "[retention]\ndays = 60\n");
  dir_.Write("home/.config/satchel/config.toml",
             "# mine\n[output]\ncolor = \"never\"\n\n[memory]\nrecency_weight = 0.2\n");
  dir_.Write("app/.satchel/config.toml",
             "graph.max_deltas = 10\nllm.base_url = \"http://localhost:1/v1\"\n");
  dir_.Write("app/.satchel/draft", std::string(2'345, 'x'));
  dir_.Write(
      "home/.cache/satchel/p",
      std::string(12'345'678, 'x'));  // NOLINT(bugprone-string-constructor): shown as megabytes
  environment_.variables["SATCHEL_LLM_API_KEY"] = "hunter2";
  environment_.variables["SATCHEL_LOG_LEVLE"] = "info";
  std::string text = Transcript({{"doctor"}});
  // From here on nothing that would look for the server.
  environment_.variables["SATCHEL_STORE_URL"] = "postgresql://u:hunter2@db/x";
  text += Transcript({{"status"},
                      {"status", "--format", "json"},
                      {"config", "path"},
                      {"config", "show"},
                      {"config", "show", "--origin", "--changed"},
                      {"config", "show", "--changed", "--format", "json"},
                      {"config", "get", "llm.base_url"},
                      {"config", "get", "llm.api_key"},
                      {"config", "trust"},
                      {"config", "get", "llm.base_url"},
                      {"config", "get", "llm.base_url", "--format", "json"},
                      {"config", "trust", "--list", "--format", "json"}});
  environment_.variables.erase("SATCHEL_STORE_URL");
  text +=
      Transcript({{"doctor"}, {"config", "trust", "--revoke"}, {"config", "trust", "--revoke"}});
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("hunter2")));
  Expect("configured.txt", text);
}

TEST_F(CliGoldenTest, Editing) {
  std::string text = Transcript({{"config", "set", "retention.days", "90"},
                                 {"config", "set", "retention.max_mb", "10"},
                                 {"config", "set", "--scope", "workspace", "retention.days", "9"},
                                 {"config", "set", "retention.days", "91"},
                                 {"config", "set", "--scope", "workspace", "llm.model", "m"},
                                 {"config", "get", "llm.model"},
                                 {"config", "unset", "retention.max_mb"},
                                 {"config", "unset", "retention.max_mb"},
                                 {"config", "set", "llm.api_key", "x"},
                                 {"config", "set", "store.url", "postgresql://u:p@h/d"},
                                 {"config", "set", "retention.days", "soon"},
                                 {"config", "set", "retention.dayz", "1"},
                                 {"config", "set", "--workspace", "retention.days", "1"},
                                 {"config", "unset", "retention.dayz"}});
  for (const auto& [name, content] : dir_.Listing()) {
    if (content != "/") text += "== " + Named(name) + "\n" + Named(content);
  }
  Expect("editing.txt", text);
}

// A run as the pipeline would leave it, and a session.
void Fill(const settings::Environment& environment) {
  const auto directories = settings::FindDirectories(environment);
  const auto workspace = settings::FindWorkspace(environment, directories, std::nullopt).value();
  const auto place = engine::FindStore(workspace, environment, settings::Settings());
  auto stores = engine::Stores::Open(place, engine::Stores::Use::kRead, Deadline::Never()).value();
  const store::Scope scope = stores.scope(Deadline::Never());
  const store::RunRow run{.id = RunId("0001"),
                          .started_at = ParseTime("2026-11-15T12:00:00Z").value(),
                          .finished_at = ParseTime("2026-11-15T12:00:01Z").value(),
                          .recipe = "pack",
                          .status = "done",
                          .budget = 4'000,
                          .size = 12'345,
                          .request = R"({"request":{"task":"x"}})",
                          .outcome = R"({"tokens_used":321})"};
  ASSERT_TRUE(store::RawWriter(stores.raw()).Start(scope, run));
  ASSERT_TRUE(store::RawWriter(stores.raw()).Finish(scope, run));
  auto session = stores.Session("t", run.started_at, Deadline::Never()).value();
  ASSERT_TRUE(store::SessionState(*session).Put(scope, "t", {{"a", {1, "1"}}}, run.started_at));
}

TEST_F(CliGoldenTest, Stores) {
  std::string text = Transcript({{"runs", "list"},
                                 {"runs", "list", "--format", "json"},
                                 {"db", "export", "-"},
                                 {"init"},
                                 {"init"},
                                 {"init", "--format", "json"},
                                 {"doctor"},
                                 {"runs", "list"},
                                 {"runs", "list", "--format", "json"}});
  Fill(environment_);
  const std::string later = "2026-12-24T12:00:00Z";
  text += Transcript({{"runs", "list", "--now", later},
                      {"runs", "list", "--limit", "1", "--format", "json"},
                      {"runs", "list", "--limit", "0"},
                      {"runs", "list", "--limit", "many"},
                      {"runs", "pin", "0001"},
                      {"runs", "list", "--now", later},
                      {"runs", "pin", "0001", "--off", "--format", "json"},
                      {"runs", "pin", "0002"},
                      {"runs", "show", "last~1"},
                      {"runs", "show", "last~x"},
                      {"runs", "pin", "0002", "--format", "json"},
                      {"db", "export", "-"},
                      {"db", "export", "../../out.jsonl"},
                      {"db", "export", "../../out.jsonl", "--format", "json"},
                      {"db", "export", "../no/such/out.jsonl"},
                      {"db", "export", ".."},
                      {"db", "import", "../../out.jsonl"},
                      {"db", "import", "../../nothing"},
                      {"runs", "gc", "--now", later},
                      {"runs", "gc", "--now", later, "--format", "json"},
                      {"init", "--store", "../../other"},
                      {"config", "get", "store.url"},
                      {"db", "import", "../../out.jsonl"},
                      {"db", "import", "../../out.jsonl", "--format", "json"},
                      {"runs", "list", "--now", later},
                      {"init", "--store", "postgresql://u:hunter2@h/d"},
                      {"db", "init", "mysql://u:hunter2@h/d"},
                      {"db", "check", "../../out.jsonl"}});
  dir_.Write("other/raw.db", "somebody's diary");
  text += Transcript({{"runs", "list"},
                      {"runs", "list", "--format", "json"},
                      {"doctor"},
                      {"doctor", "--format", "json"},
                      {"init"}});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ ")) continue;
    EXPECT_THAT(line, testing::Not(testing::HasSubstr("hunter2")));
  }
  Expect("stores.txt", text);
}

TEST_F(CliGoldenTest, Mistakes) {
  Expect("mistakes.txt", Transcript({{"stauts"},
                                     {"config"},
                                     {"config", "shwo"},
                                     {"config", "xyzzy"},
                                     {"status", "extra"},
                                     {"config", "get"},
                                     {"config", "set", "retention.days"},
                                     {"runs", "pin"},
                                     {"runs", "diff", "a", "b", "c"},
                                     {"config", "get", "retention.dys"},
                                     {"completion", "powershell"},
                                     {"completion", "bsh"},
                                     {"status", "--formt", "json"},
                                     {"status", "--format"},
                                     {"status", "--format", "markdown"},
                                     {"status", "--format=md"},
                                     {"help", "--format", "json"},
                                     {"--format", "xml", "status"},
                                     {"status", "--now", "yesterday"},
                                     {"status", "--now"},
                                     {"status", "--color", "blue"},
                                     {"config", "set", "--scope", "machine", "retention.days", "1"},
                                     {"status", "--workspace", "/no/such/place"},
                                     {"status", "--workspace"},
                                     {"-x"},
                                     {"-V"},
                                     {"install", "cluade"},
                                     {"install", "emacs"},
                                     {"uninstal"},
                                     {"uninstall"},
                                     {"help", "nope"},
                                     {"help", "config", "shwo"},
                                     {"help", "status", "extra", "more"},
                                     {"--", "stauts"},
                                     {"status", "--nope", "--format", "json"},
                                     {"\xff\xfe\x1b[31m"},
                                     {"config", "get",
                                      "a\xe2\x80\xae"
                                      "b"}}));
}

TEST_F(CliGoldenTest, BrokenConfiguration) {
  dir_.Write("home/.config/satchel/config.toml",
             "[retention]\ndays = \"30\"\ndayz = 1\n[llm]\napi_key = \"hunter2\"\n");
  dir_.Write("app/.satchel/config.toml", "[retention\n");
  const std::string text = Transcript({{"status"},
                                       {"status", "--format", "json"},
                                       {"config", "show"},
                                       {"config", "get", "retention.days"},
                                       {"config", "path"},
                                       {"config", "trust"},
                                       {"doctor"},
                                       {"doctor", "--format", "json"},
                                       {"config", "unset", "retention.dayz"},
                                       {"config", "unset", "llm.api_key"},
                                       {"config", "set", "retention.days", "30"},
                                       {"doctor"},
                                       {"version"},
                                       {"help", "exit-codes"}});
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("hunter2")));
  Expect("broken_configuration.txt", text);
}

TEST_F(CliGoldenTest, ManPageAndCompletions) {
  Expect("satchel.1", Out({"man"}));
  Expect("completion.bash", Out({"completion", "bash"}));
  Expect("completion.zsh", Out({"completion", "zsh"}));
  Expect("completion.fish", Out({"completion", "fish"}));
}

TEST_F(CliGoldenTest, ColourIsOnlyWhereItIsWanted) {
  const auto colours = [&](const std::vector<std::string>& args, bool terminal) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    cli::Run(args, {.in = in, .out = out, .err = err, .out_is_terminal = terminal}, environment_);
    return out.str().find('\x1b') != std::string::npos;
  };
  EXPECT_TRUE(colours({"doctor"}, true));
  EXPECT_FALSE(colours({"doctor"}, false));
  EXPECT_TRUE(colours({"doctor", "--color", "always"}, false));
  EXPECT_FALSE(colours({"doctor", "--color", "never"}, true));
  EXPECT_FALSE(colours({"doctor", "--format", "json", "--color", "always"}, true));
  environment_.variables["TERM"] = "dumb";
  EXPECT_FALSE(colours({"doctor"}, true));
  environment_.variables["CLICOLOR_FORCE"] = "1";
  EXPECT_TRUE(colours({"doctor"}, false));
  environment_.variables["NO_COLOR"] = "1";
  EXPECT_FALSE(colours({"doctor"}, true));
  EXPECT_TRUE(colours({"doctor", "--color", "always"}, true));
  environment_.variables["SATCHEL_OUTPUT_COLOR"] = "always";
  EXPECT_TRUE(colours({"help"}, false));
}

TEST_F(CliGoldenTest, TheFormatSettingAppliesWhereACommandHasIt) {
  dir_.Write("home/.config/satchel/config.toml", "output.format = \"json\"");
  EXPECT_TRUE(Out({"status"}).starts_with("{"));
  EXPECT_FALSE(Out({"status", "--format", "text"}).starts_with("{"));
  dir_.Write("home/.config/satchel/config.toml", "output.format = \"prompt\"");
  EXPECT_FALSE(Out({"status"}).starts_with("{"));
  environment_.variables["SATCHEL_OUTPUT_FORMAT"] = "json";
  EXPECT_TRUE(Out({"version"}).starts_with("{"));
}

// The documents cannot drift from the tables they describe.

std::string_view TrustRemark(const settings::Setting& setting) {
  if (setting.secret) return "";
  if (setting.redirects || setting.personal) return " **Needs trust.**";
  if (!setting.limit) return "";
  return setting.kind == settings::Kind::kBool ? " **Switching it on needs trust.**"
                                               : " **Raising it needs trust.**";
}

TEST_F(CliGoldenTest, DocumentOfSettings) {
  std::string text = "| setting | default | value | what it does |\n|---|---|---|---|\n";
  std::string mapping = "| specification | setting |\n|---|---|\n";
  for (const settings::Setting& setting : settings::AllSettings()) {
    const settings::Value otherwise = DefaultOf(setting);
    const std::string standard = setting.secret ? "none"
                                 : otherwise == settings::Value()
                                     ? "not set"
                                     : "`" + settings::TomlText(otherwise) + "`";
    const std::string planned =
        setting.planned.empty()
            ? ""
            : fmt::format(" **Planned** for {}: nothing reads it yet.", setting.planned);
    text += fmt::format("| `{}` | {} | {} | {}{}{} |\n", setting.name, standard,
                        setting.secret ? "only `" + settings::VariableOf(setting) + "`"
                                       : settings::Expectation(setting),
                        setting.description, TrustRemark(setting), planned);
    if (!setting.specification.empty()) {
      mapping += fmt::format("| `{}` | `{}` |\n", setting.specification, setting.name);
    }
  }
  test::ExpectGoldenPart(kSource / "docs/configuration.md", "settings", text);
  test::ExpectGoldenPart(kSource / "docs/configuration.md", "mapping", mapping);
}

TEST_F(CliGoldenTest, DocumentOfCommands) {
  std::string commands;
  std::string codes = "| code | name | meaning |\n|---|---|---|\n";
  for (const std::string_view group : AllGroups()) {
    std::string rows;
    bool in_group = false;
    ForEachCommand([&](const Command& command, const std::string& name) {
      if (!name.contains(' ')) in_group = command.group == group;
      if (!in_group) return;
      // A bar would end the cell.
      std::string formats(command.handler != nullptr ? command.formats : "");
      for (auto at = formats.find('|'); at != std::string::npos; at = formats.find('|')) {
        formats.replace(at, 1, ", ");
      }
      rows += fmt::format("| `{}` | {} | {} |\n", name, command.summary, formats);
    });
    if (!rows.empty()) {
      commands += fmt::format("### {}\n\n| command | what it does | formats |\n|---|---|---|\n{}\n",
                              group, rows);
    }
  }
  for (const ExitCodeText& code : AllExitCodes()) {
    codes +=
        fmt::format("| {} | `{}` | {} |\n", static_cast<int>(code.code), code.name, code.meaning);
  }
  std::string variables = "| variable | what it does |\n|---|---|\n";
  for (const OtherVariable& other : OtherVariables()) {
    variables += fmt::format("| `{}` | {} |\n", other.name, other.help);
  }
  test::ExpectGoldenPart(kSource / "docs/cli.md", "commands", commands);
  test::ExpectGoldenPart(kSource / "docs/cli.md", "exit-codes", codes);
  test::ExpectGoldenPart(kSource / "docs/cli.md", "environment", variables);
}

}  // namespace
}  // namespace satchel::cli
