#include "store/postgres/address.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/postgres/libpq.h"
#include "store/postgres/postgres.h"
#include "tests/support/hostile_postgres.h"

namespace satchel::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(PasswordTest, IsNotSentInClearTextWhereTheHostHasToBeVerified) {
  const HostilePostgres server(
      HostilePostgres::Options{.asks_for_password = true, .over_tcp = true});
  const auto checked = store::CheckPostgres(
      {.url = server.Url() + " sslmode=verify-full", .password = "top-secret"});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code(), Errc::kInvalidInput) << checked.error().text();
  EXPECT_THAT(checked.error().text(), HasSubstr("cannot reach PostgreSQL with TLS"));
  EXPECT_THAT(checked.error().hint(), Not(IsEmpty()));
  EXPECT_THAT(server.passwords(), IsEmpty());
}

TEST(PasswordTest, IsSentInClearTextToThisMachine) {
  const HostilePostgres server(
      HostilePostgres::Options{.asks_for_password = true, .over_tcp = true});
  EXPECT_TRUE(store::CheckPostgres({.url = server.Url(), .password = "top-secret"}));
  EXPECT_THAT(server.passwords(), ElementsAre("top-secret"));
}

std::string SslModeOf(const std::string& url, std::size_t host = 0) {
  const auto libpq = store::LoadLibpq();
  if (!libpq) return "no libpq";
  const auto address = store::ParseAddress(**libpq, url, "");
  if (!address || address->hosts.size() <= host) return "no address";
  for (const auto& [key, value] : address->hosts[host]) {
    if (key == "sslmode") return value;
  }
  return "";
}

TEST(AddressTest, AnotherMachineHasToShowACertificateForItsName) {
  for (const std::string url :
       {"postgresql://me@db.example/satchel", "postgresql://me@192.0.2.1/satchel",
        "postgresql://me@[2001:db8::1]:6000/satchel", "host=127.example user=me",
        "host=localhost.example", "hostaddr=192.0.2.1 host=localhost", "service=team"}) {
    EXPECT_EQ(SslModeOf(url), "verify-full") << url;
  }
}

TEST(AddressTest, ThisMachineNeedsNoCertificate) {
  for (const std::string url :
       {"postgresql://me@localhost/satchel", "postgresql://me@127.0.0.1/satchel",
        "postgresql://me@127.1.2.3/satchel", "postgresql://me@[::1]/satchel",
        "host=/var/run/postgresql", "postgresql:///satchel", "host=@abstract",
        "hostaddr=127.0.0.1 host=db.example"}) {
    EXPECT_EQ(SslModeOf(url), "") << url;
  }
}

TEST(AddressTest, TheModeOfTheAddressIsKept) {
  for (const std::string mode : {"disable", "prefer", "require", "verify-ca"}) {
    EXPECT_EQ(SslModeOf("postgresql://me@db.example/satchel?sslmode=" + mode), mode);
    EXPECT_EQ(SslModeOf("postgresql://me@localhost/satchel?sslmode=" + mode), mode);
  }
}

TEST(AddressTest, EachOfSeveralHostsIsLookedAtForItself) {
  const std::string url = "postgresql://me@localhost,db.example/satchel";
  EXPECT_EQ(SslModeOf(url, 0), "");
  EXPECT_EQ(SslModeOf(url, 1), "verify-full");
}

}  // namespace
}  // namespace satchel::test
