#include "sources/code/walk/secret_files.h"

#include <algorithm>
#include <array>

namespace satchel::code {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    ".boto",
    ".dockercfg",
    ".env",
    ".envrc",
    ".git-credentials",
    ".gitcookies",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".terraformrc",
    ".vault-token",
    "_netrc",
    "application_default_credentials.json",
    "client_secret.json",
    "credentials.json",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "id_rsa",
    "secring.gpg",
    "service-account.json",
    "service_account.json",
    "terraform.rc",
    "terraform.tfvars",
});

static_assert(std::ranges::is_sorted(kNames));

constexpr auto kSuffixes = std::to_array<std::string_view>({
    ".jks",
    ".kdbx",
    ".key",
    ".keystore",
    ".ovpn",
    ".p12",
    ".pem",
    ".pfx",
    ".pkcs12",
    ".ppk",
    ".tfstate",
    ".tfstate.backup",
});

// Files of a tool that mean something only in its own directory.
constexpr auto kPlaces = std::to_array<std::string_view>({
    ".aws/config",
    ".aws/credentials",
    ".azure/accessTokens.json",
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

constexpr auto kSamples =
    std::to_array<std::string_view>({".dist", ".example", ".sample", ".template"});

}  // namespace

bool IsSecretFile(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto ends = [](std::string_view text) {
    return [text](std::string_view suffix) { return text.ends_with(suffix); };
  };
  if (name.starts_with(".env.")) return std::ranges::none_of(kSamples, ends(name));
  if (std::ranges::binary_search(kNames, name)) return true;
  if (std::ranges::any_of(kSuffixes, ends(name))) return true;
  return std::ranges::any_of(kPlaces, [path](std::string_view place) {
    return path.ends_with(place) &&
           (path.size() == place.size() || path[path.size() - place.size() - 1] == '/');
  });
}

}  // namespace satchel::code
