#include <chrono>
#include <fstream>
#include <sys/mount.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "tests/postgres/store_fixture.h"
#include "tests/support/postgres_double.h"

namespace satchel::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// Generous for a busy machine, and far from what is waited for.
constexpr seconds kSoon(5);

template <class Condition>
bool Eventually(const Condition& condition) {
  for (const auto start = steady_clock::now(); steady_clock::now() - start < kSoon;) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

class PostgresFaultsTest : public StoreTest {
 protected:
  bool Sleeping() {
    PostgresClient admin(place_.AdminUrl());
    return !admin
                .Run(fmt::format("SELECT 1 FROM pg_stat_activity WHERE usename = '{}' AND state = "
                                 "'active' AND query LIKE '%pg_sleep%'",
                                 place_.app()))
                .rows.empty();
  }
  void EndBackends() {
    PostgresClient admin(place_.AdminUrl());
    admin.Must(
        fmt::format("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{}'",
                    place_.app()));
  }
  Scope Until(const Deadline& deadline) { return {.workspace = workspace_, .deadline = deadline}; }
  Result<store::Rows> Sleep(const Deadline& deadline) {
    return store::ReadOne(*store_, Until(deadline), Query{&kSleep, {std::int64_t{60}}});
  }
};

TEST_F(PostgresFaultsTest, ADeadlineEndsTheStatementOnTheServerToo) {
  const auto start = steady_clock::now();
  auto slept = Sleep(Deadline::After(milliseconds(200)));
  EXPECT_LT(steady_clock::now() - start, kSoon);
  ASSERT_FALSE(slept);
  EXPECT_EQ(slept.error().code(), Errc::kDeadline);
  EXPECT_TRUE(Eventually([&] { return !Sleeping(); }));
  EXPECT_TRUE(Write({PutState("a", "1")}));
}

TEST_F(PostgresFaultsTest, ACancellationEndsTheStatementOnTheServerToo) {
  CancelSource source;
  std::jthread canceller([&] {
    EXPECT_TRUE(Eventually([&] { return Sleeping(); }));
    source.Cancel();
  });
  auto slept = Sleep(Deadline::Never().With(source));
  ASSERT_FALSE(slept);
  EXPECT_EQ(slept.error().code(), Errc::kDeadline);
  EXPECT_TRUE(Eventually([&] { return !Sleeping(); }));
}

TEST_F(PostgresFaultsTest, ADeadlineEndsTheWaitForALock) {
  PostgresClient owner(place_.OwnerUrl());
  owner.Must("BEGIN; UPDATE home SET epoch = epoch + 1");
  auto written = store::Write(*store_, Until(Deadline::After(milliseconds(150))),
                              std::vector<Call>{PutState("a", "1")});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kDeadline);
  // Once the cancellation has arrived it cannot be written any more.
  PostgresClient admin(place_.AdminUrl());
  EXPECT_TRUE(Eventually([&] {
    return admin.One(fmt::format(
               "SELECT count(*) FROM pg_stat_activity WHERE usename = '{}' AND state <> 'idle'",
               place_.app())) == "0";
  }));
  owner.Must("COMMIT");
  EXPECT_TRUE(Write({PutState("b", "1")}));
  EXPECT_THAT(States(*store_, Here()), ElementsAre("b=1"));
}

TEST_F(PostgresFaultsTest, ADeadlineEndsTheWaitForAConnection) {
  const auto small = MustOpen({.url = place_.AppUrl(), .most_connections = 1});
  auto holder = small->Begin(Here(), store::Access::kRead);
  const std::vector<Call> all = {Query{&kAllStates, {}}};
  ASSERT_TRUE((*holder)->Run(all));
  auto waited = store::Read(*small, Until(Deadline::After(milliseconds(100))), all);
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().code(), Errc::kDeadline);
  holder->reset();
  EXPECT_TRUE(store::Read(*small, Until(Deadline::After(kSoon)), all));
}

TEST_F(PostgresFaultsTest, ExpiredBeforeItBeganSendsNothing) {
  auto read = store::Read(
      *store_, {.workspace = workspace_, .deadline = Deadline::After(seconds(0)), .count = &count_},
      std::vector<Call>{Query{&kAllStates, {}}});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), Errc::kDeadline);
  EXPECT_EQ(count_, StoreCount());
}

TEST_F(PostgresFaultsTest, ReplacesConnectionsThatTheServerEnded) {
  ASSERT_TRUE(Write({PutState("a", "1")}));
  EndBackends();
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1"));
}

TEST_F(PostgresFaultsTest, SaysThatAConnectionEndedInUse) {
  std::jthread ender([&] {
    EXPECT_TRUE(Eventually([&] { return Sleeping(); }));
    EndBackends();
  });
  auto slept = Sleep(Deadline::After(kSoon * 2));
  ASSERT_FALSE(slept);
  EXPECT_EQ(slept.error().code(), Errc::kUnavailable) << slept.error().text();
  ender.join();
  EXPECT_TRUE(Write({PutState("a", "1")}));
}

TEST_F(PostgresFaultsTest, AFullServerIsNamed) {
  PostgresClient admin(place_.AdminUrl());
  admin.Must(fmt::format("ALTER ROLE {} CONNECTION LIMIT 1", place_.app()));
  auto other = store::OpenPostgres({.url = place_.AppUrl(), .connect_timeout = milliseconds(300)});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code(), Errc::kUnavailable);
  EXPECT_THAT(other.error().text(), HasSubstr("no connection left"));
}

TEST_F(PostgresFaultsTest, AReadOnlyDatabaseIsNamed) {
  PostgresClient admin(PostgresUrl(SharedPostgres(), "postgres", "postgres"));
  admin.Must(
      fmt::format("ALTER DATABASE {} SET default_transaction_read_only = on", place_.name()));
  EndBackends();
  const auto opened =
      store::OpenPostgres({.url = place_.AppUrl(), .connect_timeout = milliseconds(200)});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kUnavailable);
  EXPECT_THAT(opened.error().text(), HasSubstr("read-only"));
  EXPECT_THAT(opened.error().hint(), Not(testing::IsEmpty()));
  // One who only reads may ask for any server.
  const auto reader = MustOpen({.url = place_.AppUrl() + " target_session_attrs=any"});
  EXPECT_THAT(States(*reader, Here()), SizeIs(0));
  auto written = store::Write(*reader, Here(), std::vector<Call>{PutState("a", "1")});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kUnavailable);
  EXPECT_THAT(written.error().text(), HasSubstr("read-only"));
  admin.Must(fmt::format("ALTER DATABASE {} RESET default_transaction_read_only", place_.name()));
  EndBackends();
  EXPECT_TRUE(Write({PutState("a", "1")}));
}

TEST_F(PostgresFaultsTest, AFullDiskIsNamedAndPasses) {
  const TempDir mounted;
  if (::mount("tmpfs", mounted.path().c_str(), "tmpfs", 0, "size=4m") != 0) {
    GTEST_SKIP() << "needs the right to mount a small file system";
  }
  const auto space = mounted.MakeDirectory("space");
  struct stat home{};
  ::stat(SharedPostgres().c_str(), &home);
  ASSERT_EQ(::chown(space.c_str(), home.st_uid, home.st_gid), 0);
  {
    PostgresClient admin(place_.AdminUrl());
    admin.Must(
        fmt::format("CREATE TABLESPACE {}_small LOCATION '{}'", place_.name(), space.string()));
    admin.Must(fmt::format("ALTER TABLE state SET TABLESPACE {}_small", place_.name()));
    Error error(Errc::kInternal, "the disk never got full");
    std::size_t written = 0;
    for (bool full = false; written < 400 && !full; ++written) {
      std::string random;  // does not compress
      for (std::size_t i = 0; i < 4'000; ++i)
        random += fmt::format("{:08x}",
                              static_cast<std::uint32_t>((written * 4'000 + i) * 2'654'435'761U));
      const std::string name = fmt::format("{}", written);
      auto done = Write({PutState(name, random)});
      full = !done;
      if (full) error = done.error();
    }
    EXPECT_EQ(error.code(), Errc::kUnavailable) << error.text();
    EXPECT_THAT(error.text(), HasSubstr("disk is full"));
    EXPECT_THAT(States(*store_, Here()), SizeIs(written - 1));
    admin.Must("ALTER TABLE state SET TABLESPACE pg_default");
    admin.Must(fmt::format("DROP TABLESPACE {}_small", place_.name()));
  }
  EXPECT_TRUE(Write({PutState("after", "1")}));
  EXPECT_EQ(::umount2(mounted.path().c_str(), MNT_DETACH), 0);
}

// A server that is stopped, killed or frozen is one of the test's own.
class OwnServerTest : public testing::Test {
 protected:
  OwnServerTest() {
    store_ = MustOpen({.url = place_.AppUrl(), .connect_timeout = milliseconds(2'000)});
    workspace_ = MustAdd(*store_, "one");
  }
  Result<std::vector<store::Answer>> Write(std::string_view name,
                                           const Deadline& deadline = Deadline::Never()) {
    return store::Write(*store_, {.workspace = workspace_, .deadline = deadline},
                        std::vector<Call>{PutState(name, "1")});
  }
  std::vector<std::string> All() { return States(*store_, {.workspace = workspace_}); }

  PostgresServer server_;
  PostgresDatabase place_{server_.directory()};
  std::unique_ptr<store::Database> store_;
  WorkspaceId workspace_;
};

TEST_F(OwnServerTest, RecoversFromARestart) {
  ASSERT_TRUE(Write("a"));
  server_.Restart();
  EXPECT_TRUE(Write("b"));
  server_.Stop();
  auto down = Write("c");
  ASSERT_FALSE(down);
  EXPECT_EQ(down.error().code(), Errc::kUnavailable);
  const auto start = steady_clock::now();
  auto hasty = Write("c", Deadline::After(milliseconds(50)));
  EXPECT_LT(steady_clock::now() - start, milliseconds(2'000));
  EXPECT_EQ(hasty.error().code(), Errc::kDeadline);
  server_.Start();
  EXPECT_TRUE(Write("d"));
  EXPECT_THAT(All(), ElementsAre("a=1", "b=1", "d=1"));
}

TEST_F(OwnServerTest, ARepeatableWriteOutlastsARestart) {
  constexpr Statement kPutOnce{.name = "put_once",
                               .sql =
                                   "INSERT INTO state (workspace_id, name, value) VALUES ($1, $2, "
                                   "'') ON CONFLICT (workspace_id, name) DO NOTHING",
                               .types = {ParameterType::kText},
                               .writes = true};
  server_.Stop();
  std::jthread writer([&] {
    const std::vector<Call> calls = {Query{&kPutOnce, {Text{"a"}}}};
    auto written = store::WriteRepeatable(
        *store_, {.workspace = workspace_, .deadline = Deadline::After(seconds(30))}, calls);
    EXPECT_TRUE(written) << written.error().text();
  });
  std::this_thread::sleep_for(milliseconds(600));
  server_.Start();
}

TEST_F(OwnServerTest, KeepsDeadlinesWhileTheServerIsFrozen) {
  ASSERT_TRUE(Write("a"));
  server_.Freeze();
  const auto start = steady_clock::now();
  for (int i = 0; i < 3; ++i) {
    auto written = Write("b", Deadline::After(milliseconds(100)));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code(), Errc::kDeadline);
  }
  EXPECT_LT(steady_clock::now() - start, milliseconds(2'000));
  server_.Thaw();
  EXPECT_TRUE(Eventually([&] { return Write("c").has_value(); }));
}

TEST_F(OwnServerTest, AStandbyIsNamedAndTheNextHostTried) {
  server_.Stop();
  std::ofstream(server_.directory() / "data/standby.signal") << "";
  std::filesystem::permissions(server_.directory() / "data/standby.signal",
                               std::filesystem::perms::all);
  server_.Start();
  auto written = Write("a");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kUnavailable);
  EXPECT_THAT(written.error().text(), HasSubstr("read-only"));

  PostgresServer primary;
  PostgresClient admin(primary.Url("postgres", "postgres"));
  admin.Must(fmt::format("CREATE ROLE {0} LOGIN CREATEROLE; ", place_.owner()));
  admin.Must(fmt::format("CREATE DATABASE {0} OWNER {0}_owner", place_.name()));
  ASSERT_TRUE(store::InitPostgres({.url = primary.Url(place_.owner(), place_.name())}, place_.app(),
                                  Time{1}));
  const auto both = MustOpen(
      {.url = fmt::format("host=/nowhere,{},{} user={} dbname={}", server_.directory().string(),
                          primary.directory().string(), place_.app(), place_.name())});
  const WorkspaceId there = MustAdd(*both, "one");
  EXPECT_TRUE(store::Write(*both, {.workspace = there}, std::vector<Call>{PutState("a", "1")}));
}

std::string Told(const store::PostgresOptions& options, Errc code) {
  const auto opened = store::OpenPostgres(options);
  if (opened) return "opened";
  EXPECT_EQ(opened.error().code(), code) << opened.error().text();
  return opened.error().text() + " | " + opened.error().hint();
}

TEST(PostgresRefusalsTest, AnOlderServer) {
  const PostgresDouble old({.version = "14.9"});
  EXPECT_THAT(Told({.url = PostgresUrl(old.directory(), "a", "b")}, Errc::kInvalidInput),
              testing::AllOf(HasSubstr("14.9"), HasSubstr("15 or later")));
}

TEST(PostgresRefusalsTest, AServerWithAFullDisk) {
  const PostgresDouble full(PostgresDouble::Options{});
  EXPECT_THAT(Told({.url = PostgresUrl(full.directory(), "a", "b")}, Errc::kUnavailable),
              HasSubstr("disk is full"));
}

TEST(PostgresRefusalsTest, ASilentServer) {
  using Options = PostgresDouble::Options;
  const PostgresDouble silent({.manner = Options::Manner::kSilent});
  const auto start = steady_clock::now();
  EXPECT_THAT(
      Told({.url = PostgresUrl(silent.directory(), "a", "b"), .connect_timeout = milliseconds(200)},
           Errc::kUnavailable),
      testing::AnyOf(HasSubstr("in time"), HasSubstr("cannot be reached")));
  EXPECT_LT(steady_clock::now() - start, kSoon);
}

TEST(PostgresRefusalsTest, SomethingThatIsNoServer) {
  using Options = PostgresDouble::Options;
  const PostgresDouble garbage({.manner = Options::Manner::kGarbage});
  EXPECT_THAT(Told({.url = PostgresUrl(garbage.directory(), "a", "b"),
                    .connect_timeout = milliseconds(200)},
                   Errc::kUnavailable),
              HasSubstr("cannot reach"));
  EXPECT_GE(garbage.connections(), 2);  // tried again, with pauses
  EXPECT_LE(garbage.connections(), 10);
}

TEST(PostgresRefusalsTest, NobodyThere) {
  EXPECT_THAT(Told({.url = "host=/nowhere user=a dbname=b", .connect_timeout = milliseconds(100)},
                   Errc::kUnavailable),
              HasSubstr("cannot reach"));
}

TEST(PostgresRefusalsTest, AWrongPasswordWithoutRepeatingIt) {
  PostgresClient admin(PostgresUrl(SharedPostgres(), "postgres", "postgres"));
  admin.Run("CREATE ROLE password_role LOGIN PASSWORD 'right-password'");
  const std::string url = PostgresUrl(SharedPostgres(), "password_role", "postgres");
  for (const store::PostgresOptions& options :
       {store::PostgresOptions{.url = url, .password = "wrong-secret"},
        store::PostgresOptions{.url = url + " password=wrong-secret"}}) {
    EXPECT_THAT(Told(options, Errc::kDenied),
                testing::AllOf(HasSubstr("refused the password"), Not(HasSubstr("wrong-secret"))));
  }
  EXPECT_THAT(Told({.url = url, .password = "right-password"}, Errc::kNotFound),
              HasSubstr("db init"));
}

TEST(PostgresRefusalsTest, AMissingRoleOrDatabase) {
  EXPECT_THAT(
      Told({.url = PostgresUrl(SharedPostgres(), "nobody_here", "postgres")}, Errc::kDenied),
      HasSubstr("refused the role"));
  EXPECT_THAT(
      Told({.url = PostgresUrl(SharedPostgres(), "postgres", "nothing_here")}, Errc::kNotFound),
      HasSubstr("does not exist"));
}

TEST(PostgresRefusalsTest, AnAddressThatIsNoneWithoutRepeatingIt) {
  for (const std::string& url :
       {std::string("postgresql://me:top-secret@[::1/x"),
        std::string("password=top-secret nonsense"),
        std::string("postgresql://me:top-secret@h/d?no_such=1"), std::string("host=/x\0y", 9)}) {
    EXPECT_THAT(Told({.url = url, .connect_timeout = milliseconds(100)}, Errc::kInvalidInput),
                Not(HasSubstr("top-secret")));
  }
}

}  // namespace
}  // namespace satchel::test
