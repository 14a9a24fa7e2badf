// What docs/operate/postgresql.md says about backups, done.

#include <sys/stat.h>
#include <unistd.h>

#include "tests/postgres/store_fixture.h"

namespace satchel::test {
namespace {

constexpr const char* kDump = "/usr/lib/postgresql/15/bin/pg_dump";
constexpr const char* kRestore = "/usr/lib/postgresql/15/bin/pg_restore";

using testing::ElementsAre;

TEST(PostgresBackupTest, ADumpByTheOwnerIsRestoredWithItsRowSecurity) {
  const PostgresDatabase from;
  const auto store = MustOpen({.url = from.AppUrl()});
  const WorkspaceId one = MustAdd(*store, "one");
  const WorkspaceId two = MustAdd(*store, "two");
  ASSERT_TRUE(store::Write(*store, {.workspace = one}, std::vector<Call>{PutState("a", "1")}));
  ASSERT_TRUE(store::Write(*store, {.workspace = two}, std::vector<Call>{PutState("b", "2")}));

  const TempDir work;
  struct stat server{};
  ::stat(SharedPostgres().c_str(), &server);
  ASSERT_EQ(::chown(work.path().c_str(), server.st_uid, server.st_gid), 0);
  const std::string dump = work.path() / "satchel.dump";
  // The application's role cannot: a dump of some rows would look like one of all.
  EXPECT_NE(RunAsServer(work.path(), {kDump, "-Fc", "-f", dump, "-d", from.AppUrl()}), 0);
  ASSERT_EQ(RunAsServer(work.path(), {kDump, "-Fc", "-f", dump, "-d", from.OwnerUrl()}), 0);

  const PostgresDatabase to(SharedPostgres(), PostgresDatabase::Schema::kNone);
  ASSERT_EQ(RunAsServer(work.path(), {kRestore, "--no-owner", "--no-privileges", "--exit-on-error",
                                      "--single-transaction", "-d", to.OwnerUrl(), dump}),
            0)
      << TempDir::ReadFile(work.path() / "log");
  ASSERT_TRUE(store::InitPostgres({.url = to.OwnerUrl()}, to.app(), Time{2}));
  const auto findings = store::CheckPostgres({.url = to.AppUrl()});
  ASSERT_TRUE(findings);
  EXPECT_TRUE(findings->empty());
  const auto restored = MustOpen({.url = to.AppUrl()});
  EXPECT_EQ(*restored->FindWorkspace("two", Deadline::Never()), two);
  EXPECT_THAT(States(*restored, {.workspace = one}), ElementsAre("a=1"));
  EXPECT_THAT(States(*restored, {.workspace = two}), ElementsAre("b=2"));
  EXPECT_TRUE(store::Write(*restored, {.workspace = one}, std::vector<Call>{PutState("c", "3")}));
}

}  // namespace
}  // namespace satchel::test
