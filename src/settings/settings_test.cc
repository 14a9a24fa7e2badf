#include "settings/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/trust.h"
#include "tests/support/temp_dir.h"

namespace satchel::settings {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SettingsTest : public testing::Test {
 protected:
  SettingsTest() {
    environment_.variables["HOME"] = (dir_.path() / "home").string();
    environment_.system_directory = dir_.path() / "etc";
    environment_.working_directory = dir_.MakeDirectory("p");
    dir_.MakeDirectory("p/.git");
  }

  void Write(Layer layer, std::string_view text) {
    const char* name = layer == Layer::kSystem ? "etc/config.toml"
                       : layer == Layer::kUser ? "home/.config/satchel/config.toml"
                                               : "p/.satchel/config.toml";
    dir_.Write(name, text);
  }
  Workspace Find() const {
    return *FindWorkspace(environment_, FindDirectories(environment_), std::nullopt);
  }
  LoadedSettings Load(const std::vector<FlagValue>& flags = {}) const {
    const Workspace workspace = Find();
    return LoadSettings(environment_, FindDirectories(environment_), &workspace, flags);
  }

  test::TempDir dir_;
  Environment environment_;
};

TEST_F(SettingsTest, WithoutAnythingTheDefaultsCount) {
  const auto loaded = Load();
  EXPECT_TRUE(loaded.Check());
  EXPECT_EQ(loaded.settings.Integer(Key::kRetentionDays), 30);
  EXPECT_EQ(loaded.settings.OriginOf(Key::kRetentionDays).Describe(), "default");
  EXPECT_THAT(loaded.files, SizeIs(3));
}

TEST_F(SettingsTest, AnIntegerWithoutADefaultIsNothingUntilItIsSet) {
  EXPECT_EQ(Load().settings.IntegerIfSet(Key::kBudgetTokens), std::nullopt);
  Write(Layer::kUser, "budget.tokens = 300");
  EXPECT_EQ(Load().settings.IntegerIfSet(Key::kBudgetTokens), 300);
}

TEST_F(SettingsTest, EachLayerIsStrongerThanTheOneBelow) {
  const auto days = [&](const std::vector<FlagValue>& flags = {}) {
    return Load(flags).settings.Integer(Key::kRetentionDays);
  };
  Write(Layer::kSystem, "retention.days = 1");
  EXPECT_EQ(days(), 1);
  Write(Layer::kUser, "retention.days = 2");
  EXPECT_EQ(days(), 2);
  Write(Layer::kWorkspace, "retention.days = 3");
  EXPECT_EQ(days(), 3);
  environment_.variables["SATCHEL_RETENTION_DAYS"] = "4";
  EXPECT_EQ(days(), 4);
  EXPECT_EQ(days({{.key = Key::kRetentionDays, .text = "5", .flag = "--days"}}), 5);
}

TEST_F(SettingsTest, EveryValueKnowsItsOrigin) {
  Write(Layer::kUser, "[retention]\n# mine\ndays = 2\n");
  environment_.variables["SATCHEL_LOG_LEVEL"] = "info";
  const auto loaded = Load({{.key = Key::kOutputColor, .text = "never", .flag = "--color"}});
  EXPECT_EQ(loaded.settings.OriginOf(Key::kRetentionDays).Describe(),
            (dir_.path() / "home/.config/satchel/config.toml").string() + ":3");
  EXPECT_EQ(loaded.settings.OriginOf(Key::kLogLevel).Describe(), "SATCHEL_LOG_LEVEL");
  EXPECT_EQ(loaded.settings.OriginOf(Key::kOutputColor).Describe(), "--color");
}

TEST_F(SettingsTest, AFileWithAProblemDoesNotCountAtAll) {
  Write(Layer::kUser, "retention.days = 2\nretention.dayz = 3\nlog.lvl = 1");
  const auto loaded = Load();
  EXPECT_EQ(loaded.settings.Integer(Key::kRetentionDays), 30);
  const auto checked = loaded.Check();
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().text(),
              HasSubstr("config.toml:2:11: unknown setting 'retention.dayz' (and 1 more"));
  EXPECT_EQ(checked.error().hint(), "did you mean retention.days?");
}

TEST_F(SettingsTest, AWrongVariableOrFlagIsAProblemThatNamesIt) {
  environment_.variables["SATCHEL_RETENTION_DAYS"] = "soon";
  EXPECT_THAT(Load().Check().error().text(), HasSubstr("SATCHEL_RETENTION_DAYS: retention.days"));
  environment_.variables.erase("SATCHEL_RETENTION_DAYS");
  EXPECT_THAT(
      Load({{.key = Key::kOutputColor, .text = "x", .flag = "--color"}}).Check().error().text(),
      HasSubstr("--color: "));
}

TEST_F(SettingsTest, AMisspeltVariableIsAWarning) {
  environment_.variables["SATCHEL_LOG_LEVLE"] = "info";
  environment_.variables["SATCHEL_SOMETHING_ELSE_ENTIRELY"] = "info";
  const auto loaded = Load();
  ASSERT_THAT(loaded.warnings, SizeIs(1));
  EXPECT_EQ(loaded.warnings[0].hint, "did you mean SATCHEL_LOG_LEVEL?");
}

TEST_F(SettingsTest, AWorkspacesRedirectionsCountOnlyOnceTrusted) {
  const std::string config = "llm.base_url = \"http://evil.example\"\nretention.days = 3";
  Write(Layer::kWorkspace, config);
  auto loaded = Load();
  EXPECT_EQ(loaded.settings.Text(Key::kLlmBaseUrl), "");
  EXPECT_EQ(loaded.settings.Integer(Key::kRetentionDays), 3);
  ASSERT_THAT(loaded.warnings, SizeIs(1));
  EXPECT_THAT(loaded.warnings[0].text, HasSubstr("config.toml:1: llm.base_url is ignored"));
  EXPECT_THAT(loaded.warnings[0].hint, HasSubstr("satchel config trust"));

  const Directories directories = FindDirectories(environment_);
  ASSERT_TRUE(Trust(directories, Find(), config));
  loaded = Load();
  EXPECT_EQ(loaded.settings.Text(Key::kLlmBaseUrl), "http://evil.example");
  EXPECT_THAT(loaded.warnings, IsEmpty());

  Write(Layer::kWorkspace, config + "\n");  // any change asks again
  EXPECT_EQ(Load().settings.Text(Key::kLlmBaseUrl), "");

  Write(Layer::kWorkspace, config);
  EXPECT_THAT(*ListTrust(directories), SizeIs(1));
  EXPECT_TRUE(*RevokeTrust(directories, Find()));
  EXPECT_FALSE(*RevokeTrust(directories, Find()));
  EXPECT_EQ(Load().settings.Text(Key::kLlmBaseUrl), "");
}

TEST_F(SettingsTest, EverySettingThatRedirectsIsHeldBack) {
  for (const Setting& setting : AllSettings()) {
    if (!setting.redirects || setting.secret) continue;
    if (setting.kind == Kind::kBool) {
      Write(Layer::kWorkspace, std::string(setting.name) + " = true");
      EXPECT_FALSE(Load().settings.Bool(setting.key)) << setting.name;
      Write(Layer::kUser, std::string(setting.name) + " = true");
      EXPECT_TRUE(Load().settings.Bool(setting.key)) << setting.name;
      std::filesystem::remove(dir_.path() / "home/.config/satchel/config.toml");
      continue;
    }
    const std::string value = setting.kind == Kind::kHttpUrl ? "http://h" : "/x";
    Write(Layer::kWorkspace, std::string(setting.name) + " = \"" + value + "\"");
    EXPECT_EQ(Load().settings.Text(setting.key), "") << setting.name;
    Write(Layer::kUser, std::string(setting.name) + " = \"" + value + "\"");
    EXPECT_EQ(Load().settings.Text(setting.key), value) << setting.name;
    std::filesystem::remove(dir_.path() / "home/.config/satchel/config.toml");
  }
}

TEST_F(SettingsTest, AWorkspaceMayLowerALimitAndNeedsTrustToRaiseIt) {
  Write(Layer::kWorkspace, "code.max_file_kb = 65536");
  EXPECT_EQ(Load().settings.Integer(Key::kCodeMaxFileKb), 1024);
  ASSERT_THAT(Load().warnings, SizeIs(1));
  EXPECT_THAT(Load().warnings.front().text, testing::HasSubstr("it raises a limit"));
  ASSERT_TRUE(Trust(FindDirectories(environment_), Find(), "code.max_file_kb = 65536"));
  EXPECT_EQ(Load().settings.Integer(Key::kCodeMaxFileKb), 65536);
  Write(Layer::kWorkspace, "code.max_file_kb = 100");
  EXPECT_EQ(Load().settings.Integer(Key::kCodeMaxFileKb), 100);
  Write(Layer::kUser, "code.max_file_kb = 65536");
  Write(Layer::kWorkspace, "");
  EXPECT_EQ(Load().settings.Integer(Key::kCodeMaxFileKb), 65536);
}

TEST_F(SettingsTest, AWorkspaceMaySwitchAgentFilesOffAndNeedsTrustToSwitchThemOn) {
  Write(Layer::kWorkspace, "notes.agent_files = false");
  EXPECT_FALSE(Load().settings.Bool(Key::kNotesAgentFiles));
  EXPECT_THAT(Load().warnings, IsEmpty());
  Write(Layer::kUser, "notes.agent_files = false");
  Write(Layer::kWorkspace, "notes.agent_files = true");
  EXPECT_FALSE(Load().settings.Bool(Key::kNotesAgentFiles));
  ASSERT_THAT(Load().warnings, SizeIs(1));
  EXPECT_THAT(Load().warnings.front().text, HasSubstr("it widens what is read"));
  ASSERT_TRUE(Trust(FindDirectories(environment_), Find(), "notes.agent_files = true"));
  EXPECT_TRUE(Load().settings.Bool(Key::kNotesAgentFiles));
}

TEST_F(SettingsTest, TrustIsForOnePlace) {
  Write(Layer::kWorkspace, "store.url = \"/x\"");
  const Directories directories = FindDirectories(environment_);
  ASSERT_TRUE(Trust(directories, Find(), "store.url = \"/x\""));
  Workspace other = Find();
  other.root = "/elsewhere";
  EXPECT_FALSE(IsTrusted(directories, other, "store.url = \"/x\""));
  EXPECT_TRUE(IsTrusted(directories, Find(), "store.url = \"/x\""));
}

TEST_F(SettingsTest, AnUnreadableFileIsAProblemNotAnEmptyOne) {
  dir_.MakeDirectory("home/.config/satchel/config.toml");
  EXPECT_THAT(Load().Check().error().text(), HasSubstr("not a regular file"));
  Write(Layer::kWorkspace, std::string(kMostConfigBytes + 1, '#'));
  EXPECT_EQ(Load().problems.size(), 2U);
}

}  // namespace
}  // namespace satchel::settings
