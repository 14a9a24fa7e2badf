#include "text/chosen_password.h"

#include <string_view>

#include <gtest/gtest.h>

namespace satchel::text {
namespace {

TEST(ChosenPasswordTest, WordsWithDigitsOrSignsAreChosen) {
  for (const std::string_view value :
       {"kitten-House-lamp-42", "kitten1942!", "Kitten1942#", "k1tt3nHouse42", "KittenHouse427",
        "kittenhouse42", "Kitten_house_42", "!Kitten42house", "+Kitten42house"}) {
    EXPECT_TRUE(LooksChosen(value)) << value;
    EXPECT_TRUE(LooksLikeLogin(value)) << value;
  }
  EXPECT_TRUE(LooksLikeGoodLogin("Kitten_house_42"));
  EXPECT_FALSE(LooksLikeGoodLogin("kittenhouse42"));
}

TEST(ChosenPasswordTest, NamesOfProgramsAreNot) {
  for (const std::string_view value :
       {"kittens", "kitten42", "kittenhouse", "getUser2Name", "pbkdf2_sha256", "utf8mb4_bin256",
        "hmac-sha512", "curve25519", "aes_cipher_aes128", "backup-2024-01-12", "kitten.house42",
        "kitten/house42", "deadbeef1234", "X509Certificate2", "a_name_of_many_parts42",
        "TlsVersion-TLSv13", "asn1SpecName"}) {
    EXPECT_FALSE(LooksChosen(value)) << value;
  }
}

TEST(ChosenPasswordTest, ACaseThatChangesAsInNoNameIsScrambled) {
  EXPECT_TRUE(LooksScrambled("dWuDuNrvqvxemLmG"));
  EXPECT_TRUE(LooksScrambled("KWtUOuXAeOQa"));
  for (const std::string_view value : {"getElementById", "XMLHttpRequestBody", "PKCSEncodedKeySpec",
                                       "kwtuouxaeoqa", "KWtUOuXAeO"}) {
    EXPECT_FALSE(LooksScrambled(value)) << value;
  }
}

}  // namespace
}  // namespace satchel::text
