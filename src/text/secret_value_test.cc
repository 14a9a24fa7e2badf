#include "text/secret_value.h"

#include <gtest/gtest.h>

namespace satchel::text {
namespace {

TEST(SecretValueTest, WhatStandsForASecretIsAPlaceholder) {
  for (const std::string_view value :
       {"", "<token>", "${TOKEN}", "{{ token }}", "%TOKEN%", "xxxxxxxx", "changeme", "your-token",
        "my_password", "12345678"}) {
    EXPECT_TRUE(IsPlaceholder(value)) << value;
  }
  EXPECT_FALSE(IsPlaceholder("Zk4Tq9Vb2XnL7wRd"));
}

TEST(SecretValueTest, AKnownFormIsAPlaceholderOnlyIfItSaysSo) {
  EXPECT_TRUE(IsPlaceholderToken("AKIAIOSFODNN7EXAMPLE"));
  EXPECT_TRUE(IsPlaceholderToken("tok_0000000000000000"));
  EXPECT_TRUE(IsPlaceholderToken("tok_Your4Tq9Vb2XnL7w"));
  EXPECT_FALSE(IsPlaceholderToken("tok_yOuR4Tq9Vb2XnL7w"));
  EXPECT_FALSE(IsPlaceholderToken("tok_testZk4Tq9Vb2XnL"));
}

TEST(SecretValueTest, GeneratedValuesAreToldFromNames) {
  EXPECT_TRUE(LooksGenerated("Zk4Tq9Vb2XnL7wRd"));
  EXPECT_TRUE(LooksGenerated("9f86d081884c7d659a2feaa0c55ad015"));
  EXPECT_TRUE(LooksGenerated("ddeeffaabbccddee0011223344556677"));  // few changes, but hexadecimal
  EXPECT_FALSE(LooksGenerated("my_service_account_name_2"));
  EXPECT_FALSE(LooksGenerated("Zk4Tq9Vb2XnL7wR"));  // 15 characters
  EXPECT_FALSE(LooksGenerated("CamelCaseNamesOfClasses"));
}

TEST(SecretValueTest, AValueWithoutANameNeedsBothCasesAndDigits) {
  EXPECT_TRUE(LooksLikeNamelessSecret("Zk4Tq9Vb2XnL7wRdPs6JhY3m"));
  EXPECT_FALSE(LooksLikeNamelessSecret("9f86d081884c7d659a2feaa0c55ad015"));
  EXPECT_FALSE(LooksLikeNamelessSecret("sha512-Zk4Tq9Vb2XnL7wRdPs6JhY3m"));
}

TEST(SecretValueTest, APasswordHasThreeClassesOfCharacters) {
  EXPECT_TRUE(LooksLikePassword("Tr0ub4dor&3"));
  EXPECT_FALSE(LooksLikePassword("troubador"));
  EXPECT_FALSE(LooksLikePassword("scram-sha-256"));
  EXPECT_FALSE(LooksLikePassword("Tr0ub4"));
}

TEST(SecretValueTest, ATypedPasswordChangesWhereNamesDoNot) {
  for (const std::string_view value :
       {"Zq7rWm3kLp9X", "k5PvdUhtSPh", "VpDYbJ%q0EHM", "N630eshH0EGT"}) {
    EXPECT_TRUE(LooksTyped(value)) << value;
  }
  for (const std::string_view value :
       {"Base64Encoder", "OAuth2Client", "Sha512Crypt", "Argon2id", "utf8mb4", "Win32Exception",
        "kitten7", "version2", "IPv4Address", "X509Certificate2", "PBKDF2WithHmacSHA1",
        "a=b1C2d3E4"}) {
    EXPECT_FALSE(LooksTyped(value)) << value;
  }
  EXPECT_FALSE(IsNoIdentifier("PK11SlotInfo"));
  EXPECT_TRUE(IsNoIdentifier("Zq7rWm3kLp9X"));
}

TEST(SecretValueTest, ARandomValueIsNoNameOfShortWords) {
  EXPECT_TRUE(LooksRandom("R7dKq2VbN9xLw4TzHc6J"));
  EXPECT_TRUE(LooksRandom("9f86d081884c7d659a2feaa0c55ad015"));
  EXPECT_FALSE(LooksRandom("xmlSecNssKeyDataX509GetKlass1"));
  EXPECT_FALSE(LooksRandom("RegEnumKeyEx2AndOpenKey4"));
}

TEST(SecretValueTest, AnUnbrokenRunHasDigitsAndNothingBetweenThem) {
  EXPECT_TRUE(LooksUnbroken("mqkzkvyxabcdnpqr2tuvwxgh7ijk"));
  EXPECT_FALSE(LooksUnbroken("mqkzkvyxabcdnpqrstuvwxghijkl"));
  EXPECT_FALSE(LooksUnbroken("mqkzkvyxabcdnpqr2-tuvwxgh7ijk"));
  EXPECT_FALSE(LooksUnbroken("mqkz2vyxa7cdnpqr"));
}

TEST(SecretValueTest, AUuidHasItsDashesInPlace) {
  EXPECT_TRUE(IsUuid("123E4567-e89b-12d3-a456-426614174000"));
  EXPECT_FALSE(IsUuid("123e4567e-89b-12d3-a456-426614174000"));
  EXPECT_FALSE(IsUuid("123e4567-e89b-12d3-a456-42661417400g"));
}

}  // namespace
}  // namespace satchel::text
