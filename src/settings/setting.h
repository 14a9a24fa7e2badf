#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/score.h"

namespace satchel::settings {

// Every setting there is, in the order in which they are shown.
enum class Key : std::uint8_t {
  kBudgetTokens,
  kBudgetTokenizer,
  kOutputFormat,
  kOutputColor,
  kLogLevel,
  kLogFormat,
  kRetentionDays,
  kRetentionMaxMb,
  kSessionDays,
  kStoreUrl,
  kStorePassword,
  kStoreWorkspace,
  kLlmBaseUrl,
  kLlmModel,
  kLlmApiKey,
  kLlmMode,
  kEmbedBaseUrl,
  kEmbedModel,
  kEmbedApiKey,
  kEmbedKind,
  kEmbedMaxTextBytes,
  kRerankBaseUrl,
  kRerankModel,
  kRerankApiKey,
  kRerankKind,
  kRerankTimeoutMs,
  kNotesAgentFiles,
  kCodeCoChangeMinCommits,
  kCodeHistoryCommits,
  kCodeMaxFileKb,
  kCodeSecretFiles,
  kSearchRerank,
  kMemoryDir,
  kMemoryRecallPlannerEnabled,
  kMemoryRecallPlannerMaxQmdResultsMinimal,
  kMemoryMaxMemoryTokens,
  kMemoryQmdEnabled,
  kMemoryQmdCollection,
  kMemoryQmdMaxResults,
  kMemoryIntentRoutingEnabled,
  kMemoryIntentRoutingBoost,
  kMemoryVerbatimArtifactsEnabled,
  kMemoryQueryExpansionEnabled,
  kMemoryRerankEnabled,
  kMemoryRecencyWeight,
  kMemoryNamespacesEnabled,
  kMemoryInbox,
  kGraphMaxTasks,
  kGraphMaxKg,
  kGraphMaxRg,
  kGraphMaxDeltas,
  kHookBudgetTokens,
  kHookQuotaTokens,
  kHookMemoryShare,
  kHookRefresh,
  kHookFailures,
  kHookFailureBudget,
  kHookStartBudget,
  kHookSubagents,
  kHookSilentSubagents,
};

enum class Kind : std::uint8_t {
  kBool,
  kInteger,    // from `least` to `most`
  kDecimal,    // a Score; `least` and `most` are in millionths
  kChoice,     // one of `choices`
  kText,       // any text on one line
  kLogFilter,  // `info` or `info,store=debug`
  kHttpUrl,    // http:// or https://
  kStore,      // a PostgreSQL URL or a directory
  kDirectory,  // an absolute path, or one that begins with ~/
};

// Whether a value of this kind is a text, in quotes where it is written.
bool IsText(Kind kind);

// A bool, an integer, a decimal or a text, by the setting's kind. Of a setting without a
// default that nobody has set: nothing, or an empty text.
using Value = std::variant<std::monostate, bool, std::int64_t, Score, std::string>;

// One row of the table of settings: what the documentation, `config show`, the
// completions and the parsers are made from. The views are of literals.
struct Setting {
  Key key;
  std::string_view name;  // `table.key`, stable
  Kind kind;
  // The default, in the form an environment variable takes; empty: not set.
  std::string_view standard;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::string_view choices;  // `a|b|c`
  // The value says where data goes or comes from. In a workspace's config.toml,
  // which may have come with a repository, it counts only after `config trust`.
  bool redirects = false;
  // The value decides about the user's own data: which memories are shown, or how long the log and
  // sessions are kept. In a workspace's config.toml it counts only after `config trust`.
  bool personal = false;
  // A bound on what hostile files may do. A workspace's config.toml may lower it or switch it off;
  // a value above the default, or `true`, counts only after `config trust`.
  bool limit = false;
  // For a limit without a default: the largest value that counts without trust.
  std::int64_t most_untrusted = 0;
  // Never in a file or a flag, never shown: only from the environment.
  bool secret = false;
  std::string_view specification;  // its name in specification 000 or 001
  std::string_view since;
  // What it is for while no code reads it: "calls of a model". Empty: some code does.
  // scripts/check_settings holds both.
  std::string_view planned;
  std::string_view description;
};

// All settings; the position of each is its Key.
std::span<const Setting> AllSettings();
const Setting& Get(Key key);
// Null when there is no setting of that name.
const Setting* FindSetting(std::string_view name);
// The names, for suggestions and completions.
std::vector<std::string_view> SettingNames();
// `retention.max_mb` is SATCHEL_RETENTION_MAX_MB.
std::string VariableOf(const Setting& setting);
// "an integer from 1 to 3650", "true or false", "one of auto, always, never".
std::string Expectation(const Setting& setting);

// The value in text, as an environment variable, a flag or `config set` gives it.
Result<Value> ParseValue(const Setting& setting, std::string_view text);
// The rules that hold for a value from anywhere: range, choice, form.
Status CheckValue(const Setting& setting, const Value& value);
Value DefaultOf(const Setting& setting);
// Whether this value, in a workspace's config.toml, counts only after `config trust`.
bool NeedsTrust(const Setting& setting, const Value& value);
// "nothing reads llm.model yet; it is planned for calls of a model".
// REQUIRES: the setting is planned.
std::string PlannedText(const Setting& setting);
// The secret that belongs to an address, so that none has to be in it.
const Setting& PasswordOf(const Setting& address);

// As TOML: what `config show` prints and ParseConfig reads back.
std::string TomlText(const Value& value);
// As plain text: what `config get` prints and ParseValue reads back.
std::string PlainText(const Value& value);

// Whether an address carries a password or another secret, and the address
// without it, for messages and output.
bool HasPassword(std::string_view address);
std::string WithoutPassword(std::string_view address);
// `value` as it may be shown: without the password of an address; "(set)" for a secret.
Value Shown(const Setting& setting, const Value& value);

}  // namespace satchel::settings
