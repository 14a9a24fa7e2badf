// What makes a value a secret beside its own form: a run of a certain length, a name, a vendor.
// The forms are in token_rules.cc, where each is documented in secret_sources.cc.

#include "text/secret_rules.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::array kRunRules = std::to_array<RunRule>({
    {"airtable-token", R"(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})", "p", 82, 82},
    {"discord-bot-token", R"([MNO][A-Za-z0-9]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})",
     "MNO", 57, 76},
    {"mailchimp-key", R"([0-9a-f]{32}-us[0-9]{1,2})", "0123456789abcdef", 36, 37},
    {"mailgun-key", R"([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})", "0123456789abcdef", 50, 50},
    {"twilio-key", R"(SK[0-9a-f]{32})", "S", 34, 34},
    {"vault-token", R"(s\.[A-Za-z0-9]{24})", "s", 26, 26},
    {"bitwarden-token", R"(0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]{30})", "0",
     69, 69, R"(:[A-Za-z0-9+/]{16,}={0,2})"},
    {"infisical-token", R"(st\.[0-9a-f-]{24,36}\.[0-9a-f]{32}(?:\.[0-9a-f]{32})?)", "s", 60, 108},
    {"ngrok-token", R"([12][A-Za-z0-9]{26}_[A-Za-z0-9]{20,24})", "12", 48, 52},
    {"ollama-key", R"([0-9a-f]{32}\.[A-Za-z0-9_-]{24})", "0123456789abcdef", 57, 57},
    {"wallet-key", R"([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})", "5KLc9", 51, 52, "", false, true},
    {"zhipu-key", R"([0-9a-f]{32}\.[A-Za-z0-9]{16})", "0123456789abcdef", 49, 49},
    {"zoho-token", R"(1000\.[0-9a-f]{32}\.[0-9a-f]{32})", "1", 70, 70},
    {"fal-key", R"([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})", "0123456789abcdef", 36, 36,
     R"(:[0-9a-f]{32}\b)", true},
});

constexpr std::array kNameRules = std::to_array<NameRule>({
    {"password",
     "password passwd passphrase passcode passwort kennwort wachtwoord contraseña contrasena "
     "adgangskode salasana lösenordet passordet şifresi sifresi"},
    {"password",
     "pass passe pwd psw pw psk pswd pin_code passkey creds cred credentials senha parola clave "
     "heslo haslo geslo lozinka jelszo passord sifre sandi hesla adgangskoden wachtwoorden",
     true},
    // One word in which "pass" or "pw" is not the first.
    {"password",
     "dbpass userpass adminpass rootpass mysqlpass smtppass ftppass sshpass mailpass ldappass "
     "authpass authtok storepass keypass bindpass wifipass vaultpass ansible_become_pass bindpw "
     "rootpw "
     "adminpw userpw dbpw requirepass masterauth"},
    // Other scripts, and letters beyond ASCII. Russian without its endings.
    {"password",
     "парол Парол 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 lösenord hasło şifre jelszó "
     "סיסמה κωδικός Κωδικός المرور عبور पासवर्ड khẩu รหัสผ่าน"},
    {"api-key", "apikey api_key api-key api.key appkey app_key app-key authkey auth_key auth-key"},
    {"api-key", "密钥 秘钥 api-schlüssel schlüssel"},
    {"access-key",
     "accesskey access_key access-key accountkey account_key storagekey storage_key sharedkey "
     "shared_key masterkey master_key master-key servicekey service_key"},
    {"secret",
     "secret credential privatekey private_key private-key encryptionkey encryption_key "
     "encryption-key signingkey signing_key signing-key licensekey license_key"},
    // Salts and the like that sign sessions; "salt" alone also stands beside hashes.
    {"secret",
     "hash_salt hashsalt signing_salt session_salt cookie_salt auth_salt logged_in_salt nonce_salt "
     "password_salt passwordsalt encryption_salt secret_salt token_salt"},
    {"secret", "pepper unseal", true},
    {"token", "token 令牌 токен Токен"},
    {"token", "pat bearer jwt auth session_key", true},
    {"api-key", "key", true, true},
});

constexpr std::string_view kUuid = R"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})";

constexpr std::array kProviderRules = std::to_array<ProviderRule>({
    {"aws-secret-key", "awssecret", R"([A-Za-z0-9/+]{40})"},
    {"aws-secret-key", "secretaccesskey", R"([A-Za-z0-9/+]{40})"},
    {"aws-secret-key", "secretkey", R"([A-Za-z0-9/+]{40})"},
    {"aws-session-token", "sessiontoken", R"([A-Za-z0-9/+]{100,}={0,2})"},
    {"adyen-key", "adyen", R"([0-9A-F]{64})", true},
    {"adyen-key", "adyen", R"(AQE[A-Za-z0-9+/=-]{40,})", true},
    {"azure-devops-token", "devops", R"([a-z2-7]{52})", true},
    {"azure-search-key", "azuresearch", R"([0-9A-F]{32})"},
    {"azure-search-key", "azure", R"([0-9A-F]{32})", true},
    {"azure-client-secret", "azure", R"([A-Za-z0-9_.~+/=-]{30,})"},
    {"algolia-key", "algolia", R"([0-9a-f]{32})", true},
    {"assemblyai-key", "assemblyai", R"([0-9a-f]{32})", true},
    {"bitwarden-token", "bitwarden", R"([A-Za-z0-9]{30})", true},
    {"bitwarden-token", "bwclientsecret", R"([A-Za-z0-9]{30})"},
    {"cloudflare-token", "cloudflare", R"([0-9a-f]{37}|[A-Za-z0-9_-]{40})", true},
    {"cloudflare-token", "cloudflare", R"([A-Za-z0-9_-]{37,53})"},
    {"cloudflare-token", "cfapi", R"([A-Za-z0-9_-]{37,53})"},
    {"codecov-token", "codecov", kUuid, true},
    {"codecov-token", "codecov", R"([0-9a-z]{32})", true},
    {"cohere-key", "cohere", R"([A-Za-z0-9]{40})", true},
    {"cohere-key", "coapikey", R"([A-Za-z0-9]{40})"},
    {"consul-token", "consul", kUuid, true},
    {"datadog-key", "datadog", R"([0-9a-f]{32}|[0-9a-f]{40})", true},
    {"datadog-key", "ddapikey", R"([0-9a-f]{32})"},
    {"datadog-key", "ddappkey", R"([0-9a-f]{40})"},
    {"deepgram-key", "deepgram", R"([0-9a-f]{40})", true},
    {"elevenlabs-key", "elevenlabs", R"([0-9a-f]{32})", true},
    {"elevenlabs-key", "xiapikey", R"([0-9a-f]{32})"},
    {"facebook-secret", "facebook", R"([0-9a-f]{32})"},
    {"fastly-token", "fastly", R"([A-Za-z0-9_-]{32})", true},
    {"heroku-api-key", "heroku", kUuid, true},
    {"infisical-token", "infisical", R"([0-9a-f]{64})", true},
    {"mailgun-key", "mailgun", R"((?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?)", true},
    {"mistral-key", "mistral", R"([A-Za-z0-9]{32})", true},
    {"new-relic-key", "newrelic", R"([0-9a-fA-F]{36,40}(?:NRAL)?)"},
    {"nomad-token", "nomad", kUuid, true},
    {"okta-token", "okta", R"(00[A-Za-z0-9_-]{40})", true},
    {"openai-key", "openai", R"([0-9a-f]{32}|sk-[A-Za-z0-9_-]{20,})"},
    {"paypal-secret", "paypal", R"(E[A-Za-z0-9_-]{79})", true},
    {"pinecone-key", "pinecone", kUuid, true},
    {"postmark-token", "postmark", kUuid, true},
    {"railway-token", "railway", kUuid, true},
    {"sentry-token", "sentry", R"([0-9a-f]{64})", true},
    {"snowflake-password", "snowflake", R"([^\s"'$<>{}]{8,})"},
    {"snyk-token", "snyk", kUuid, true},
    {"sonar-token", "sonar", R"([0-9a-f]{40})", true},
    {"sonar-token", "sonarqube", R"([0-9a-f]{40})", true},
    {"sonar-token", "sonarcloud", R"([0-9a-f]{40})", true},
    {"twilio-key", "twilio", R"([0-9a-f]{32})", true},
    {"twitter-secret", "twitter", R"([A-Za-z0-9]{45,50})"},
    {"vercel-token", "vercel", R"([A-Za-z0-9]{24})", true},
});

// Last words of a key name, so "tokenUrl", "token_url" and "TOKEN_URL" alike.
constexpr std::array<std::string_view, 64> kHarmlessEnds = {
    "url",      "uri",       "endpoint", "path",       "file",        "dir",         "name",
    "names",    "type",      "types",    "id",         "ids",         "length",      "len",
    "size",     "count",     "limit",    "max",        "min",         "hash",        "digest",
    "checksum", "sha",       "sha256",   "prefix",     "suffix",      "pattern",     "regex",
    "regexp",   "format",    "field",    "fields",     "column",      "label",       "class",
    "selector", "expires",   "expiry",   "expiration", "ttl",         "timeout",     "age",
    "at",       "index",     "kind",     "error",      "errors",      "message",     "msg",
    "text",     "title",     "help",     "hint",       "placeholder", "description", "policy",
    "version",  "algorithm", "alg",      "arn",        "env",         "var",         "certificate",
    "cert"};

// Words in front of "key" that make it a name of something to look up, or of something public.
constexpr auto kOtherKeys = std::to_array<std::string_view>(
    {"aggregate",   "answer",      "apt",      "arrow",     "attribute", "blob",     "bucket",
     "button",      "cache",       "column",   "config",    "csrf",      "data",     "db",
     "dedup",       "dict",        "docker",   "encrypted", "entry",     "event",    "feature",
     "field",       "file",        "fips",     "foreign",   "format",    "git",      "gpg",
     "group",       "hash",        "hashed",   "header",    "host",      "hot",      "id",
     "idempotency", "index",       "item",     "job",       "json",      "keyboard", "known",
     "label",       "list",        "locale",   "lock",      "lookup",    "manager",  "map",
     "member",      "message",     "meta",     "metric",    "modifier",  "name",     "node",
     "object",      "option",      "param",    "parent",    "partition", "path",     "pgp",
     "pk",          "press",       "primary",  "property",  "pub",       "public",   "query",
     "queue",       "range",       "record",   "recv",      "redis",     "ref",      "refresh",
     "registry",    "release",     "request",  "resource",  "route",     "row",      "s3",
     "schema",      "search",      "section",  "send",      "session",   "set",      "setting",
     "shard",       "shift",       "signed",   "socket",    "sort",      "state",    "string",
     "style",       "table",       "tag",      "task",      "template",  "test",     "text",
     "trace",       "translation", "tree",     "trusted",   "type",      "unique",   "url",
     "user",        "verify",      "websocket"});
static_assert(std::ranges::is_sorted(kOtherKeys));

constexpr auto kSecretKeys = std::to_array<std::string_view>(
    {"access",  "account",    "activation", "admin",      "aes",     "api",          "app",
     "auth",    "backup",     "client",     "consumer",   "crypto",  "decrypt",      "decryption",
     "deploy",  "deployment", "encrypt",    "encryption", "hmac",    "integration",  "jwt",
     "licence", "license",    "live",       "master",     "network", "private",      "product",
     "prod",    "production", "recovery",   "root",       "sandbox", "secret",       "security",
     "server",  "service",    "shared",     "signing",    "storage", "subscription", "symmetric",
     "webhook", "wifi",       "wlan",       "wpa",        "write"});

// The word in front of text[.., end), as CamelCase and separators divide them; lower case.
std::string WordBefore(std::string_view text, std::size_t end) {
  while (end > 0 && (text[end - 1] == '_' || text[end - 1] == '-' || text[end - 1] == '.' ||
                     text[end - 1] == ' '))
    --end;
  std::size_t begin = end;
  while (begin > 0 && end - begin < 16 && IsAlnum(text[begin - 1])) {
    --begin;
    if (IsUpper(text[begin]) && begin > 0 && IsLower(text[begin - 1])) break;
    if (IsUpper(text[begin]) && begin + 1 < end && IsLower(text[begin + 1])) break;
  }
  return AsciiLower(text.substr(begin, end - begin));
}

// Where the last "key" of a name begins; its end if there is none.
std::size_t KeyIn(std::string_view name) {
  const std::size_t at = AsciiLower(name).rfind("key");
  return at == name.npos ? name.size() : at;
}

}  // namespace

bool NamesNoKey(std::string_view name) {
  const std::string word = WordBefore(name, KeyIn(name));
  return std::ranges::binary_search(kOtherKeys, word);
}

bool IsQualifiedKey(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t at = begin + KeyIn(text.substr(begin, end - begin));
  const std::size_t from = at > 20 ? at - 20 : 0;
  const std::string word = WordBefore(text.substr(from), at - from);
  if (std::ranges::find(kSecretKeys, word) != kSecretKeys.end()) return true;
  return at > begin && !word.empty() && !std::ranges::binary_search(kOtherKeys, word);
}

std::span<const RunRule> RunRules() { return kRunRules; }
std::span<const NameRule> NameRules() { return kNameRules; }
std::span<const ProviderRule> ProviderRules() { return kProviderRules; }

bool NamesNoSecret(std::string_view key) {
  std::size_t begin = key.size();
  while (begin > 0 && IsAlnum(key[begin - 1])) {
    --begin;
    // A word begins at an upper-case letter after a lower-case one.
    if (begin > 0 && IsUpper(key[begin]) && IsLower(key[begin - 1])) break;
  }
  std::string word(key.substr(begin));
  std::ranges::transform(word, word.begin(), ToLower);
  return std::ranges::find(kHarmlessEnds, word) != kHarmlessEnds.end() || key.contains("public") ||
         key.contains("PUBLIC") || key.contains("Public");
}

}  // namespace satchel::text
