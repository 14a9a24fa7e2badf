#include <string>
#include <thread>

#include <fmt/format.h>

#include "store/schema.h"
#include "tests/postgres/store_fixture.h"

namespace satchel::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> Findings(const std::string& url) {
  auto findings = store::CheckPostgres({.url = url});
  if (!findings) return {"error: " + findings.error().text()};
  std::vector<std::string> reasons;
  for (const store::Finding& finding : *findings) {
    EXPECT_NE(finding.fix, "");
    reasons.push_back(finding.reason);
  }
  // What check finds keeps a store from being opened, and nothing else does.
  const auto opened = store::OpenPostgres({.url = url});
  EXPECT_EQ(opened.has_value(), reasons.empty());
  if (!opened && !reasons.empty()) {
    EXPECT_EQ(opened.error().text(), reasons.front());
  }
  return reasons;
}

class PostgresAdminTest : public testing::Test {
 protected:
  PostgresDatabase place_;
  PostgresClient admin_{place_.AdminUrl()};
};

TEST_F(PostgresAdminTest, ADatabaseThatWasSetUpHasNoFindings) {
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
  EXPECT_TRUE(store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{2}));
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
  EXPECT_EQ(admin_.One("SELECT count(*) FROM migration"), std::to_string(store::kSchemaVersion));
}

TEST_F(PostgresAdminTest, RefusesTheOwnerAndSuperusers) {
  EXPECT_THAT(Findings(place_.OwnerUrl()), Contains(HasSubstr("owns tables")));
  EXPECT_THAT(Findings(place_.AdminUrl()), Contains(HasSubstr("is a superuser")));
}

TEST_F(PostgresAdminTest, RefusesMembersOfTheOwnerHoweverDistant) {
  admin_.Must(fmt::format(
      "CREATE ROLE {0}_between NOINHERIT; GRANT {1} TO {0}_between; GRANT {0}_between TO {2}",
      place_.name(), place_.owner(), place_.app()));
  EXPECT_THAT(Findings(place_.AppUrl()), Contains(HasSubstr("belongs to their owner")));
  admin_.Must(fmt::format("REVOKE {1} FROM {0}_between", place_.name(), place_.owner()));
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
  admin_.Must(fmt::format("DROP ROLE {}_between", place_.name()));
}

TEST_F(PostgresAdminTest, RefusesRolesThatRowSecurityDoesNotHold) {
  for (const auto& [give, take, reason] :
       {std::tuple{"BYPASSRLS", "NOBYPASSRLS", "bypasses row security"},
        std::tuple{"CREATEROLE", "NOCREATEROLE", "may change roles"},
        std::tuple{"SUPERUSER", "NOSUPERUSER", "is a superuser"}}) {
    admin_.Must(fmt::format("ALTER ROLE {} {}", place_.app(), give));
    EXPECT_THAT(Findings(place_.AppUrl()), Contains(HasSubstr(reason)));
    admin_.Must(fmt::format("ALTER ROLE {} {}", place_.app(), take));
  }
  admin_.Must(fmt::format("GRANT pg_read_server_files TO {}", place_.app()));
  EXPECT_THAT(Findings(place_.AppUrl()), ElementsAre(HasSubstr("can become pg_read_server_files")));
}

TEST_F(PostgresAdminTest, RefusesWhenRowSecurityIsNotAsItWas) {
  const auto expect = [&](const std::string& breaks, const std::string& mends,
                          const std::string& reason) {
    admin_.Must(breaks);
    EXPECT_THAT(Findings(place_.AppUrl()), Contains(HasSubstr(reason))) << breaks;
    admin_.Must(mends);
  };
  expect("ALTER TABLE run DISABLE ROW LEVEL SECURITY", "ALTER TABLE run ENABLE ROW LEVEL SECURITY",
         "row security is off for the table run");
  expect("CREATE POLICY all_rows ON event USING (true)", "DROP POLICY all_rows ON event",
         "the policy all_rows");
  expect("ALTER POLICY own_workspace ON state USING (true)", "SELECT 1",
         "the policy own_workspace");
  expect("DROP POLICY own_workspace ON state", "SELECT 1", "state has no policy");
  expect(fmt::format("GRANT TRUNCATE ON session TO {}", place_.app()), "SELECT 1", "may truncate");
  // A restrictive policy only takes away.
  admin_.Must("CREATE POLICY less ON stage AS RESTRICTIVE USING (ordinal >= 0)");
  EXPECT_TRUE(store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{2}));
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
}

TEST_F(PostgresAdminTest, RefusesASchemaFromTheFuture) {
  admin_.Must("INSERT INTO migration VALUES (0, 77, 1)");
  EXPECT_THAT(Findings(place_.AppUrl()), ElementsAre(HasSubstr("version 77, newer")));
  const auto migrated = store::MigratePostgres({.url = place_.OwnerUrl()}, place_.app(), Time{2});
  ASSERT_FALSE(migrated);
  EXPECT_THAT(migrated.error().text(), HasSubstr("newer"));
  EXPECT_FALSE(store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{2}));
}

TEST_F(PostgresAdminTest, NamesAMissingTable) {
  admin_.Must("DROP TABLE stage");
  EXPECT_THAT(Findings(place_.AppUrl()), Contains("the table stage is missing"));
}

class EmptyDatabaseTest : public testing::Test {
 protected:
  PostgresDatabase place_{SharedPostgres(), PostgresDatabase::Schema::kNone};
};

TEST_F(EmptyDatabaseTest, SaysHowToBegin) {
  EXPECT_THAT(Findings(place_.OwnerUrl()), ElementsAre("this database has no store of Satchel"));
  const auto opened = store::OpenPostgres({.url = place_.OwnerUrl()});
  EXPECT_THAT(opened.error().hint(), HasSubstr("satchel db init"));
  const auto migrated = store::MigratePostgres({.url = place_.OwnerUrl()}, place_.app(), Time{1});
  ASSERT_FALSE(migrated);
  EXPECT_THAT(migrated.error().hint(), HasSubstr("satchel db init"));
}

TEST_F(EmptyDatabaseTest, ManyMaySetItUpAtOnce) {
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        const auto status = store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{1});
        EXPECT_TRUE(status) << status.error().text();
      });
    }
  }
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto migrated =
          store::MigratePostgres({.url = place_.OwnerUrl()}, place_.app(), Time{1});
      EXPECT_TRUE(migrated) << migrated.error().text();
    });
  }
}

TEST_F(EmptyDatabaseTest, TakesRolesWithOddNamesAndRefusesImpossibleOnes) {
  const std::string odd = place_.name() + " \"; DROP TABLE x; --";
  ASSERT_TRUE(store::InitPostgres({.url = place_.OwnerUrl()}, odd, Time{1}));
  std::string quoted = "'";
  for (const char c : odd)
    quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  EXPECT_THAT(Findings(fmt::format("host={} dbname={} user={}'", SharedPostgres().string(),
                                   place_.name(), quoted)),
              IsEmpty());
  for (const std::string& role : {std::string(), std::string("pg_monitor"), std::string("public"),
                                  std::string(64, 'x'), place_.owner(), std::string("postgres")}) {
    EXPECT_FALSE(store::InitPostgres({.url = place_.OwnerUrl()}, role, Time{1})) << role;
  }
  PostgresClient admin(place_.AdminUrl());
  const std::string name = "\"" + place_.name() + " \"\"; DROP TABLE x; --\"";
  admin.Must("DROP OWNED BY " + name + "; DROP ROLE " + name);
}

TEST_F(EmptyDatabaseTest, SaysWhatAnOwnerWithoutTheRightToMakeRolesNeeds) {
  PostgresClient admin(place_.AdminUrl());
  admin.Must(fmt::format("ALTER ROLE {} NOCREATEROLE", place_.owner()));
  const auto status = store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{1});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().hint(), HasSubstr("CREATE ROLE"));
  EXPECT_EQ(admin.One("SELECT count(*) FROM pg_class WHERE relname = 'workspace'"), "0");
  admin.Must(fmt::format("CREATE ROLE {} LOGIN", place_.app()));
  EXPECT_TRUE(store::InitPostgres({.url = place_.OwnerUrl()}, place_.app(), Time{1}));
  EXPECT_THAT(Findings(place_.AppUrl()), IsEmpty());
}

}  // namespace
}  // namespace satchel::test
