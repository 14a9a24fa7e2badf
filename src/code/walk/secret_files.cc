// Names are compared in lower case and without what backups add to them, so that "ID_RSA.bak" and
// "prod.env.old" are known as well. Samples of configuration stay, since people search for them.

#include "code/walk/secret_files.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    ".boto",
    ".credentials",
    ".dockercfg",
    ".dockerconfigjson",
    ".env",
    ".envrc",
    ".git-credentials",
    ".gitcookies",
    ".htdigest",
    ".htpasswd",
    ".my.cnf",
    ".mylogin.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".secrets",
    ".terraformrc",
    ".vault-password",
    ".vault-token",
    ".vault_pass",
    "_netrc",
    "application_default_credentials.json",
    "auth.json",
    "client_secret.json",
    "credentials",
    "kubeconfig",
    "pgpass.conf",
    "secring.gpg",
    "terraform.rc",
    "terraform.tfvars",
    "terraform.tfvars.json",
    "vault_pass.txt",
});
static_assert(std::ranges::is_sorted(kNames));

constexpr auto kSuffixes = std::to_array<std::string_view>({
    ".auto.tfvars",
    ".auto.tfvars.json",
    ".env",
    ".kubeconfig",
    ".tfstate",
    ".tfstate.backup",
});

// Keys and their stores: there is no sample of them that anybody reads.
constexpr auto kKeySuffixes = std::to_array<std::string_view>({
    ".agekey",
    ".bks",
    ".jks",
    ".kdbx",
    ".key",
    ".keystore",
    ".keytab",
    ".ovpn",
    ".p12",
    ".p8",
    ".pem",
    ".pfx",
    ".pkcs12",
    ".ppk",
    ".psafe3",
});

constexpr auto kKeyNames = std::to_array<std::string_view>(
    {"id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_rsa", "id_xmss"});

// `secrets.yaml`, `secrets.prod.yaml` and `prod.secrets.yaml`.
constexpr auto kDataStems =
    std::to_array<std::string_view>({"credential", "credentials", "kubeconfig", "secret", "secrets",
                                     "service-account", "service_account"});
constexpr auto kDataEndings = std::to_array<std::string_view>(
    {"csv", "env", "ini", "json", "properties", "toml", "txt", "yaml", "yml"});

// Files of a tool that mean something only in its own directory.
constexpr auto kPlaces = std::to_array<std::string_view>({
    ".aws/config",
    ".aws/credentials",
    ".azure/accesstokens.json",
    ".azure/msal_token_cache.json",
    ".bundle/config",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/gh/hosts.yml",
    ".docker/config.json",
    ".gem/credentials",
    ".kube/config",
    ".m2/settings-security.xml",
    ".oci/config",
    "gcloud/access_tokens.db",
    "gcloud/credentials.db",
});

// In a directory of SSH every other file is a key.
constexpr auto kSshFiles = std::to_array<std::string_view>(
    {"authorized_keys", "config", "environment", "known_hosts", "rc"});

constexpr auto kBackups =
    std::to_array<std::string_view>({".backup", ".bak", ".copy", ".old", ".orig", ".save", "~"});

constexpr auto kSamples = std::to_array<std::string_view>(
    {"dist", "dummy", "example", "fake", "sample", "schema", "template", "tmpl", "tpl"});

// Directories of texts for people, where "auth" and "secrets" are subjects.
constexpr auto kTranslations = std::to_array<std::string_view>(
    {"i18n", "lang", "languages", "locale", "locales", "translations"});

template <std::size_t Size>
bool Contains(const std::array<std::string_view, Size>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

template <std::size_t Size>
bool EndsInOne(std::string_view text, const std::array<std::string_view, Size>& suffixes) {
  return std::ranges::any_of(suffixes, [text](std::string_view s) { return text.ends_with(s); });
}

// Calls on_part for what stands between `separators`, until it returns true.
template <class OnPart>
bool AnyPart(std::string_view text, std::string_view separators, const OnPart& on_part) {
  while (true) {
    const std::size_t end = text.find_first_of(separators);
    if (on_part(text.substr(0, end))) return true;
    if (end == text.npos) return false;
    text.remove_prefix(end + 1);
  }
}

std::string_view WithoutBackup(std::string_view name) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view backup : kBackups) {
      if (name.size() <= backup.size() || !name.ends_with(backup)) continue;
      if (name.ends_with(".tfstate.backup")) continue;
      name.remove_suffix(backup.size());
      again = true;
    }
  }
  return name;
}

bool IsKey(std::string_view path, std::string_view name) {
  if (name.ends_with(".pub")) return false;
  if (EndsInOne(name, kKeySuffixes) || Contains(kKeyNames, name)) return true;
  const std::string_view directory = path.substr(0, path.size() - name.size());
  return (directory == ".ssh/" || directory.ends_with("/.ssh/")) && !Contains(kSshFiles, name);
}

bool IsDataOfSecrets(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || !Contains(kDataEndings, name.substr(dot + 1))) return false;
  return AnyPart(name.substr(0, dot), ".", [](std::string_view part) {
    return Contains(kDataStems, part) || part.starts_with("service-account-");
  });
}

bool IsSample(std::string_view name) {
  if (name == ".env.default" || name == ".env.defaults") return true;
  return AnyPart(name, ".-_", [](std::string_view part) { return Contains(kSamples, part); });
}

bool IsTranslation(std::string_view path) {
  return AnyPart(path, "/", [](std::string_view part) { return Contains(kTranslations, part); });
}

bool IsPlace(std::string_view path) {
  return std::ranges::any_of(kPlaces, [path](std::string_view place) {
    return path.ends_with(place) &&
           (path.size() == place.size() || path[path.size() - place.size() - 1] == '/');
  });
}

}  // namespace

bool IsSecretFile(std::string_view path) {
  const std::string lower = AsciiLower(path);
  path = WithoutBackup(lower);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (IsKey(path, name) || IsPlace(path)) return true;
  // A whole name counts, whatever words it is made of.
  if (std::ranges::binary_search(kNames, name)) {
    return name != "auth.json" || !IsTranslation(path);
  }
  if (IsSample(name)) return false;
  if (name.starts_with(".env.") || EndsInOne(name, kSuffixes)) return true;
  return IsDataOfSecrets(name) && !IsTranslation(path);
}

}  // namespace satchel::code
