// The real binary, in a directory of its own, with an environment of its own.

#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Every command that only looks.
const std::vector<Args>& Looking() {
  static const std::vector<Args> commands = {
      {},
      {"-h"},
      {"--help"},
      {"--version"},
      {"version"},
      {"status"},
      {"status", "--format", "json"},
      {"doctor"},
      {"doctor", "--format", "json"},
      {"config", "show"},
      {"config", "show", "--origin", "--format", "json"},
      {"config", "get", "retention.days"},
      {"config", "path"},
      {"config", "trust", "--list"},
      {"config", "trust", "--revoke"},
      {"completion", "bash"},
      {"completion", "zsh"},
      {"completion", "fish"},
      {"help"},
      {"help", "config", "set"},
      {"help", "exit-codes"},
      {"help", "environment"},
      {"help", "settings"},
      {"man"},
  };
  return commands;
}

class CliE2eTest : public CliFixture {
 protected:
  CliE2eTest() { dir_.MakeDirectory("app/.git"); }
};

TEST_F(CliE2eTest, LookingWorksInAFreshPlaceAndWritesNothing) {
  const auto before = dir_.Listing();
  for (const Args& args : Looking()) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.out + finished.err, Not(IsEmpty())) << testing::PrintToString(args);
    EXPECT_THAT(finished.err, Not(HasSubstr("satchel:"))) << testing::PrintToString(args);
  }
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(CliE2eTest, LookingWorksWithoutHomeAndWithRelativeDirectories) {
  environment_ = {};
  for (const Args& args : Looking()) {
    EXPECT_EQ(Satchel(args).code, 0) << testing::PrintToString(args);
  }
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("neither HOME nor XDG_CACHE_HOME is set"));
  const Finished set = Satchel({"config", "set", "retention.days", "3"});
  EXPECT_EQ(set.code, 3);
  EXPECT_THAT(set.err, HasSubstr("hint: set HOME"));
  environment_ = {{"HOME", "home"}, {"XDG_CONFIG_HOME", "config"}, {"XDG_CACHE_HOME", "."}};
  const auto before = dir_.Listing();
  for (const Args& args : Looking()) {
    EXPECT_EQ(Satchel(args).code, 0) << testing::PrintToString(args);
  }
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("XDG_CONFIG_HOME is a relative path"));
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(CliE2eTest, AReadOnlyHomeAndTreeAreToldNotStumbledOver) {
  dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = *\n");  // the tree is of another user
  fs::permissions(dir_.path() / "home",
                  fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  Process process = Command({"status"});
  process.as_nobody = true;
  Finished finished = Execute(process);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("home/.local/state/satchel/"));
  EXPECT_THAT(finished.out, HasSubstr("not writable"));
  process.args = {"doctor"};
  finished = Execute(process);
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.out, HasSubstr("FAIL  cache_directory"));
  EXPECT_THAT(finished.out, HasSubstr("XDG_CACHE_HOME to a different directory"));
  process.args = {"config", "set", "retention.days", "3"};
  finished = Execute(process);
  EXPECT_EQ(finished.code, 74);
  EXPECT_THAT(finished.err, HasSubstr("Permission denied"));
}

TEST_F(CliE2eTest, ACacheThatCannotBeAFailsTheDoctor) {
  dir_.Write("file", "");
  environment_["XDG_CACHE_HOME"] = (dir_.path() / "file").string();
  const Finished finished = Satchel({"doctor"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.out, HasSubstr("FAIL  cache_directory"));
}

TEST_F(CliE2eTest, TheDoctorSaysWhoIsAskedAndWhetherHooksAnswer) {
  EXPECT_THAT(Satchel({"doctor"}).out, AllOf(HasSubstr("model: none"), Not(HasSubstr("hooks"))));
  environment_["SATCHEL_LLM_MODEL"] = "qwen";
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("hint  model: llm.model is set and llm.base_url"));
  environment_["SATCHEL_LLM_BASE_URL"] = "http://localhost:11434";
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("model: qwen at http://localhost:11434"));
  EXPECT_THAT(Satchel({"doctor"}).out, Not(HasSubstr("embeddings")));
  environment_["SATCHEL_EMBED_BASE_URL"] = "http://localhost:8080";
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("hint  embeddings: embed.base_url is set and "));
  ASSERT_EQ(Satchel({"off"}).code, 0);
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("hint  hooks: hooks are off in this workspace"));
  ASSERT_EQ(Satchel({"on"}).code, 0);
  environment_["SATCHEL_DISABLE"] = "1";
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("hint  hooks: SATCHEL_DISABLE is set"));
}

TEST_F(CliE2eTest, MistakesEndWithTwoAndAHint) {
  const std::vector<Args> wrong = {{"stauts"},
                                   {"config"},
                                   {"config", "shwo"},
                                   {"status", "x"},
                                   {"status", "--formt=json"},
                                   {"status", "--week=4"},
                                   {"status", "--format"},
                                   {"status", "--format", "markdown"},
                                   {"status", "--format=xml"},
                                   {"status", "--now", "soon"},
                                   {"status", "--now", "2026-02-30T00:00:00Z"},
                                   {"status", "--color", "blue"},
                                   {"status", "--workspace"},
                                   {"status", "-x"},
                                   {"config", "get"},
                                   {"config", "get", "nope"},
                                   {"config", "set", "retention.days"},
                                   {"config", "set", "retention.days", "0"},
                                   {"config", "set", "retention.days", "1", "2"},
                                   {"config", "set", "--scope", "x", "retention.days", "1"},
                                   {"config", "unset", "nope"},
                                   {"completion"},
                                   {"completion", "csh"},
                                   {"help", "nope"},
                                   {"version", "--format", "prompt"},
                                   {"\xff\xfe"},
                                   {"config", "get", "\xff"},
                                   {std::string(100'000, 'a')}};
  const auto before = dir_.Listing();
  for (const Args& args : wrong) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 2) << testing::PrintToString(args).substr(0, 200) << finished.err;
    EXPECT_THAT(finished.out, IsEmpty());
    EXPECT_THAT(finished.err, StartsWith("satchel: "));
    EXPECT_LT(finished.err.size(), 500U);
  }
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(CliE2eTest, ErrorsAreJsonWhereJsonWasAskedFor) {
  for (const Args& args : std::vector<Args>{{"status", "--nope", "--format", "json"},
                                            {"--format=json", "nope"},
                                            {"status", "--format=json", "--workspace", "/nope"},
                                            {"\xff", "--format", "json"}}) {
    const Finished finished = Satchel(args);
    const auto json = nlohmann::json::parse(finished.err, nullptr, false);
    ASSERT_TRUE(json.is_object()) << finished.err;
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["error"]["exit_code"], finished.code);
    EXPECT_TRUE(json["error"]["message"].is_string());
    EXPECT_TRUE(json["error"]["hint"].is_string());
  }
}

TEST_F(CliE2eTest, JsonResultsParseAndCarryTheirVersion) {
  for (const Args& args : std::vector<Args>{{"status"},
                                            {"doctor"},
                                            {"config", "show"},
                                            {"config", "path"},
                                            {"config", "get", "log.level"},
                                            {"version"},
                                            {"config", "trust", "--list"}}) {
    Args with_format = args;
    with_format.insert(with_format.end(), {"--format", "json"});
    const auto json = nlohmann::json::parse(Satchel(with_format).out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << testing::PrintToString(args);
    EXPECT_EQ(json["schema_version"], 1);
  }
  const auto status = nlohmann::json::parse(Satchel({"status", "--format", "json"}).out);
  EXPECT_EQ(status["workspace"]["root"], (dir_.path() / "app").string());
  EXPECT_EQ(status["workspace"]["found_by"], "git");
  EXPECT_EQ(status["store"]["kind"], "sqlite");
  EXPECT_EQ(status["owned"]["bytes"], 0);
}

TEST_F(CliE2eTest, BrokenConfigurationEndsWithThree) {
  dir_.Write("home/.config/satchel/config.toml", "[retention]\ndays = \"x\"\n");
  for (const Args& args :
       std::vector<Args>{{"status"}, {"config", "show"}, {"config", "get", "log.level"}}) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 3);
    EXPECT_THAT(finished.err, HasSubstr("config.toml:2:8: retention.days is a text in quotes"));
    EXPECT_THAT(finished.err, HasSubstr("hint: write the value without quotes"));
  }
  EXPECT_EQ(Satchel({"doctor"}).code, 1);
  EXPECT_EQ(Satchel({"version"}).code, 0);
  EXPECT_EQ(Satchel({"help"}).code, 0);
  environment_["XDG_CONFIG_HOME"] = (dir_.path() / "none").string();
  environment_["SATCHEL_RETENTION_DAYS"] = "x";
  EXPECT_EQ(Satchel({"status"}).code, 3);
}

TEST_F(CliE2eTest, AHostileWorkspaceConfigurationIsHarmless) {
  dir_.MakeDirectory("app/.satchel");
  fs::create_symlink("/etc/passwd", dir_.path() / "app/.satchel/config.toml");
  Finished finished = Satchel({"status"});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, HasSubstr("symbolic link"));
  EXPECT_THAT(finished.err, Not(HasSubstr("root:")));
  fs::remove(dir_.path() / "app/.satchel/config.toml");
  std::string deep = "a";
  for (int i = 0; i < 400'000; ++i) deep += ".a";
  dir_.Write("app/.satchel/config.toml", deep + " = 1");
  finished = Satchel({"status"});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, HasSubstr("nested deeper"));
  dir_.Write("app/.satchel/config.toml", "llm.base_url = \"http://evil.example/\"");
  finished = Satchel({"status"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("warning: "));
  EXPECT_THAT(finished.err, HasSubstr("satchel config trust"));
  EXPECT_EQ(Satchel({"config", "trust"}).code, 0);
  EXPECT_THAT(Satchel({"config", "get", "llm.base_url"}).out, "http://evil.example/\n");
}

TEST_F(CliE2eTest, SettingAndUnsettingGoesRoundAndRepairs) {
  EXPECT_EQ(Satchel({"config", "set", "retention.days", "90"}).code, 0);
  EXPECT_EQ(Satchel({"config", "get", "retention.days"}).out, "90\n");
  EXPECT_EQ(Satchel({"config", "unset", "retention.days"}).code, 0);
  EXPECT_EQ(Satchel({"config", "get", "retention.days"}).out, "30\n");
  EXPECT_EQ(Satchel({"config", "unset", "retention.days"}).code, 1);
  EXPECT_EQ(Satchel({"config", "set", "--scope", "workspace", "log.level", "info"}).code, 0);
  EXPECT_EQ(TempDir::ReadFile(dir_.path() / "app/.satchel/.gitignore"), "*\n!config.toml\n");
  EXPECT_EQ(Satchel({"config", "get", "log.level"}).out, "info\n");
  EXPECT_EQ(Satchel({"config", "set", "llm.model", "--", "-x"}).code, 0);
  EXPECT_EQ(Satchel({"config", "get", "llm.model"}).out, "-x\n");
}

TEST_F(CliE2eTest, AReaderThatLeavesIsNoErrorAndAFullDiskIs) {
  Process process = Command({"help", "settings"});
  process.out = Process::Out::kBrokenPipe;
  Finished finished = Execute(process);
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.signal, 0);
  EXPECT_THAT(finished.err, IsEmpty());
  for (const auto out : {Process::Out::kFull, Process::Out::kClosed}) {
    process.out = out;
    finished = Execute(process);
    EXPECT_EQ(finished.code, 74);
    EXPECT_THAT(finished.err, StartsWith("satchel: cannot write the result: "));
  }
}

TEST_F(CliE2eTest, ANumberMayBeSoManyThousand) {
  dir_.Write("app/.context/TASKS.md", "- [ ] Repair the import\n");
  for (const auto& [written, budget] : {std::pair("8k", 8'000), std::pair("2K", 2'000)}) {
    EXPECT_EQ(JsonOf({"agent", "repair", "--budget", written})["budget"], budget) << written;
  }
  for (const char* wrong : {"k", "8kk", "1.5k", "8 k", "9999999999999999k", "-1k", "100001k"}) {
    const Finished finished = Satchel({"agent", "repair", "--budget", wrong});
    EXPECT_EQ(finished.code, 2) << wrong;
    EXPECT_THAT(finished.err, HasSubstr(std::string("--budget is '") + wrong + "'"));
  }
}

TEST_F(CliE2eTest, AWarningOfTheSettingsIsSaidOnce) {
  dir_.Write("app/.satchel/config.toml", "[store]\nurl = \"/elsewhere\"\n");
  dir_.Write("app/.context/TASKS.md", "- [ ] Repair the import\n");
  for (const Args& args :
       {Args{"agent", "repair"}, Args{"search", "repair"}, Args{"graph", "pack", "repair"}}) {
    const std::string err = Satchel(args).err;
    const auto first = err.find("warning:");
    ASSERT_NE(first, err.npos) << testing::PrintToString(args);
    EXPECT_EQ(err.find("config.toml", err.find("config.toml", first) + 1), err.npos) << err;
  }
}

TEST_F(CliE2eTest, ErrorsQuoteNoSecrets) {
  const std::string token = std::string("ghp_") + "q8Zk2LmX0vTb7NcR4sYw1PdH6fJg9AeU3iKo";
  for (const Args& args :
       {Args{"config", "get", token}, Args{"status", "--format", "json", token}}) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, Not(HasSubstr(token)));
    EXPECT_THAT(finished.err, HasSubstr("[redacted:github-token]"));
  }
}

TEST_F(CliE2eTest, NoColourWithoutATerminal) {
  for (const Args& args : Looking()) {
    EXPECT_THAT(Satchel(args).out, Not(HasSubstr("\x1b"))) << testing::PrintToString(args);
  }
  EXPECT_THAT(Satchel({"doctor", "--color", "always"}).out, HasSubstr("\x1b["));
  environment_["CLICOLOR_FORCE"] = "1";
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("\x1b["));
  environment_["NO_COLOR"] = "1";
  EXPECT_THAT(Satchel({"doctor"}).out, Not(HasSubstr("\x1b[")));
}

TEST_F(CliE2eTest, TheSameCallPrintsTheSameBytesFromAnywhereInTheWorkspace) {
  Process process = Command({"status", "--format", "json"});
  const std::string here = Execute(process).out;
  process.directory = dir_.path() / "app";
  EXPECT_EQ(Execute(process).out, here);
}

TEST_F(CliE2eTest, AWorkingDirectoryThatIsGoneIsAnError) {
  const Finished finished = Execute(
      {.program = "/bin/sh",
       .args = {"-c", "d=$(mktemp -d) && cd $d && rmdir $d && exec " + SatchelBinary() + " status"},
       .environment = {{"PATH", "/usr/bin:/bin"}, {"TMPDIR", dir_.path().string()}}});
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("no longer exists"));
}

// Shells and roff read what we generate.

TEST_F(CliE2eTest, TheManualPageHasNoRoffWarning) {
  const std::string groff = FindProgram("groff");
  if (groff.empty()) GTEST_SKIP() << "groff is not installed";
  dir_.Write("satchel.1", Satchel({"man"}).out);
  const Finished finished = Execute({.program = groff,
                                     .args = {"-man", "-ww", "-z", "-Tutf8", "satchel.1"},
                                     .environment = {{"PATH", "/usr/bin:/bin"}},
                                     .directory = dir_.path()});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, IsEmpty());
}

class CompletionTest : public CliE2eTest {
 protected:
  // What bash offers for a line, the words sorted by the script's order.
  std::string Bash(const std::string& words, int at) {
    const std::string bash = FindProgram("bash");
    dir_.Write("complete", Satchel({"completion", "bash"}).out);
    const Finished finished = Execute(
        {.program = bash,
         .args = {"--norc", "-uc",
                  "source ./complete; COMP_WORDS=(" + words +
                      "); COMP_CWORD=" + std::to_string(at) +
                      "; complete -p satchel >/dev/null && _satchel; echo \"${COMPREPLY[*]-}\""},
         .environment = {{"PATH", "/usr/bin:/bin"}},
         .directory = dir_.path()});
    EXPECT_THAT(finished.err, IsEmpty());
    return finished.out;
  }
};

TEST_F(CompletionTest, BashCompletesCommandsFlagsValuesAndSettings) {
  if (FindProgram("bash").empty()) GTEST_SKIP() << "bash is not installed";
  EXPECT_EQ(Bash("satchel st", 1), "status\n");
  EXPECT_EQ(Bash("satchel config ''", 2), "show get set unset path trust\n");
  EXPECT_EQ(Bash("satchel config get retention.", 3), "retention.days retention.max_mb\n");
  EXPECT_EQ(Bash("satchel config show --or", 3), "--origin\n");
  EXPECT_EQ(Bash("satchel config set --scope ''", 4), "user workspace\n");
  EXPECT_EQ(Bash("satchel status --format ''", 3), "text json\n");
  EXPECT_EQ(Bash("satchel status --format = j", 4), "json\n");
  EXPECT_EQ(Bash("satchel --workspace /x --color never do", 5), "doctor\n");
  EXPECT_EQ(Bash("satchel completion ''", 2), "bash zsh fish\n");
  EXPECT_EQ(Bash("satchel help exit", 2), "exit-codes\n");
  EXPECT_EQ(Bash("satchel status ''", 2), "\n");
}

TEST_F(CompletionTest, ZshReadsItsScript) {
  const std::string zsh = FindProgram("zsh");
  if (zsh.empty()) GTEST_SKIP() << "zsh is not installed";
  dir_.Write("_satchel", Satchel({"completion", "zsh"}).out);
  const Finished finished = Execute({.program = zsh,
                                     .args = {"-f", "-n", "_satchel"},
                                     .environment = {{"PATH", "/usr/bin:/bin"}},
                                     .directory = dir_.path()});
  EXPECT_EQ(finished.code, 0) << finished.err;
  // compadd is replaced, so that what would be offered is printed.
  const auto offers = [&](const std::string& words, int current) {
    return Execute({.program = zsh,
                    .args = {"-f", "-c",
                             "compdef() { }; compadd() { shift; print -r -- \"$@\"; }; "
                             "source ./_satchel; words=(" +
                                 words + "); CURRENT=" + std::to_string(current) + "; _satchel"},
                    .environment = {{"PATH", "/usr/bin:/bin"}},
                    .directory = dir_.path()});
  };
  EXPECT_EQ(offers("satchel config ''", 3).out, "show get set unset path trust\n");
  EXPECT_EQ(offers("satchel status --format ''", 4).out, "text json\n");
  EXPECT_THAT(offers("satchel config show --", 4).out, StartsWith("--origin --changed --format"));
  EXPECT_THAT(offers("satchel ''", 2).err, IsEmpty());
}

TEST_F(CompletionTest, FishCompletesFromItsScript) {
  const std::string fish = FindProgram("fish");
  if (fish.empty()) GTEST_SKIP() << "fish is not installed";
  dir_.Write("satchel.fish", Satchel({"completion", "fish"}).out);
  const auto offers = [&](const std::string& line) {
    const Finished finished =
        Execute({.program = fish,
                 .args = {"--no-config", "-c", "source ./satchel.fish; complete -C '" + line + "'"},
                 .environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", dir_.path().string()}},
                 .directory = dir_.path()});
    EXPECT_THAT(finished.err, IsEmpty());
    return finished.out;
  };
  EXPECT_THAT(offers("satchel sta"), StartsWith("status\t"));
  EXPECT_THAT(offers("satchel config "), HasSubstr("trust\t"));
  EXPECT_THAT(offers("satchel config get retention."), HasSubstr("retention.max_mb"));
  EXPECT_THAT(offers("satchel config set --scope "), HasSubstr("workspace"));
  EXPECT_THAT(offers("satchel search --format "),
              testing::AllOf(HasSubstr("text\t"), HasSubstr("json\t"), Not(HasSubstr("prompt"))));
  EXPECT_THAT(offers("satchel graph pack --format "),
              testing::AllOf(HasSubstr("prompt\t"), Not(HasSubstr("text\t"))));
  EXPECT_THAT(offers("satchel config --format "), Not(HasSubstr("json")));
}

}  // namespace
}  // namespace satchel::test
