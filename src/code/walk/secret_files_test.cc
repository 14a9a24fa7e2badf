#include "code/walk/secret_files.h"

#include <string_view>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(SecretFilesTest, FilesThatHoldSecretsByNameAreKnown) {
  for (const std::string_view path : {
           ".env",
           "deploy/.env.production",
           "prod.env",
           "config/PROD.ENV",
           ".envrc",
           "kubeconfig",
           "ops/kubeconfig.yaml",
           "dev.kubeconfig",
           "home/.kube/config",
           "id_rsa",
           "keys/id_ed25519",
           "id_rsa.bak",
           "id_rsa.old~",
           ".ssh/id_custom",
           "a/.ssh/deploy",
           "tls/server.pem",
           "server.key",
           "AuthKey.p8",
           "app.jks",
           "a.p12",
           "a.pfx",
           "a.ppk",
           "vault.kdbx",
           "prod.auto.tfvars",
           "x.auto.tfvars.json",
           "terraform.tfvars",
           "terraform.tfstate",
           "infra/terraform.tfstate.backup",
           "old.tfstate.old",
           "secrets.yaml",
           "charts/secrets.prod.yml",
           "prod.secrets.json",
           "secret.toml",
           "auth.json",
           "credentials",
           "credentials.json",
           "credentials.csv",
           "service-account.json",
           "service-account-ci.json",
           ".npmrc",
           ".pypirc",
           ".netrc",
           ".pgpass",
           "pgpass.conf",
           ".git-credentials",
           ".htpasswd",
           ".npmrc.bak",
           ".aws/credentials",
           ".docker/config.json",
           "application_default_credentials.json",
           "service-account-default.json",
           "prod-default.env",
           "packages/i18n/.env",
           "lang/.npmrc",
           "translations/.env.production",
           "locales/terraform.tfstate",
       }) {
    EXPECT_TRUE(IsSecretFile(path)) << path;
  }
}

TEST(SecretFilesTest, SamplesPublicKeysAndCodeStay) {
  for (const std::string_view path : {
           ".env.example",
           ".env.sample",
           ".env.dist",
           ".env.defaults",
           ".env.template",
           "example.env",
           "sample.env",
           "terraform.tfvars.example",
           "secrets.example.yaml",
           "secrets-template.yaml",
           "credentials.json.sample",
           "id_rsa.pub",
           ".ssh/id_custom.pub",
           ".ssh/config",
           ".ssh/known_hosts",
           "id_generator.py",
           "secrets.py",
           "credentials.go",
           "auth.ts",
           "locales/en/auth.json",
           "lang/de/secrets.json",
           "environment.ts",
           "dotenv.cc",
           "variables.tf",
           "dev.tfvars",
           "docs/secrets.md",
           "keyboard.json",
           "backup.sh",
       }) {
    EXPECT_FALSE(IsSecretFile(path)) << path;
  }
}

}  // namespace
}  // namespace satchel::code
