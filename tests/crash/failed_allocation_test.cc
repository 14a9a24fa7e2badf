// SQLite's n-th allocation fails, for every n of a scripted run. Its memory is set up once for the
// whole process, so this is a program of its own.

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/crash/power_vfs.h"
#include "tests/crash/scripted_run.h"

namespace satchel::test {
namespace {

struct Plan {
  sqlite3_mem_methods real{};
  std::uint64_t calls = 0;
  std::uint64_t fails_at = 0;  // 0: never
  bool for_good = false;
};
Plan g_plan;  // as SQLite's own memory is

bool Fails() {
  ++g_plan.calls;
  if (g_plan.fails_at == 0) return false;
  return g_plan.for_good ? g_plan.calls >= g_plan.fails_at : g_plan.calls == g_plan.fails_at;
}

void* Allocate(int size) { return Fails() ? nullptr : g_plan.real.xMalloc(size); }
void* Reallocate(void* old, int size) {
  return Fails() ? nullptr : g_plan.real.xRealloc(old, size);
}

void UseFailingMemory() {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &g_plan.real);
  sqlite3_mem_methods methods = g_plan.real;
  methods.xMalloc = Allocate;
  methods.xRealloc = Reallocate;
  ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
  ASSERT_EQ(sqlite3_initialize(), SQLITE_OK);
}

TEST(FailedAllocationTest, GivesClearErrorsAndNoWrongAnswer) {
  sqlite3_shutdown();
  UseFailingMemory();
  PowerVfs vfs("allocations");
  const store::SqliteOptions options{.file = "curated.db", .vfs = vfs.name()};
  ScriptedRun whole(options);
  g_plan.calls = 0;
  whole.Run();
  ASSERT_TRUE(whole.errors().empty());
  const std::uint64_t calls = g_plan.calls;

  std::uint64_t tried = 0;
  std::uint64_t reported = 0;
  for (const bool for_good : {false, true}) {
    for (std::uint64_t at = 1; at <= calls; ++at, ++tried) {
      vfs.Restart({});
      ScriptedRun run(options);
      g_plan.calls = 0;
      g_plan.fails_at = at;
      g_plan.for_good = for_good;
      run.Run();
      g_plan.fails_at = 0;
      if (!run.errors().empty()) ++reported;
      for (const Error& error : run.errors()) {
        EXPECT_NE(error.code(), Errc::kInternal) << error.text();
        EXPECT_NE(error.code(), Errc::kCorrupt) << error.text();
      }
      if (!run.errors().empty()) {
        EXPECT_EQ(run.errors().front().code(), Errc::kUnavailable) << run.errors().front().text();
      }
      run.ExpectSound();
      ASSERT_EQ(run.mistake(), "") << "allocation " << at << (for_good ? " and on" : "");
    }
  }
  fmt::print("{} allocations, {} faults injected, {} reported\n", calls, tried, reported);
}

}  // namespace
}  // namespace satchel::test
