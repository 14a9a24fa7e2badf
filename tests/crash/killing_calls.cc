#include "tests/crash/killing_calls.h"

#include <csignal>
#include <cstddef>
#include <sys/types.h>
#include <unistd.h>

// The linker sends the calls of the libraries here (tests/crash/CMakeLists.txt).
// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {
int __real_fdatasync(int file);
int __wrap_fdatasync(int file);
int __real_fsync(int file);
int __wrap_fsync(int file);
int __real_ftruncate(int file, off_t size);
int __wrap_ftruncate(int file, off_t size);
int __real_ftruncate64(int file, off64_t size);
int __wrap_ftruncate64(int file, off64_t size);
int __real_mkdirat(int directory, const char* name, mode_t mode);
int __wrap_mkdirat(int directory, const char* name, mode_t mode);
ssize_t __real_pwrite64(int file, const void* bytes, size_t size, off64_t offset);
ssize_t __wrap_pwrite64(int file, const void* bytes, size_t size, off64_t offset);
int __real_rename(const char* old_name, const char* new_name);
int __wrap_rename(const char* old_name, const char* new_name);
int __real_renameat(int from, const char* old_name, int to, const char* new_name);
int __wrap_renameat(int from, const char* old_name, int to, const char* new_name);
int __real_unlink(const char* name);
int __wrap_unlink(const char* name);
int __real_unlinkat(int directory, const char* name, int flags);
int __wrap_unlinkat(int directory, const char* name, int flags);
ssize_t __real_write(int file, const void* bytes, size_t size);
ssize_t __wrap_write(int file, const void* bytes, size_t size);
}

namespace satchel::test {
namespace {

struct Plan {
  std::uint64_t at = 0;
  std::uint64_t steps = 0;
};
Plan g_plan;  // the calls have no place for it

// Whether the process ends here.
bool IsLast() { return ++g_plan.steps == g_plan.at; }

void Step() {
  if (IsLast()) ::kill(::getpid(), SIGKILL);
}

}  // namespace

void KillAt(std::uint64_t at) { g_plan = {.at = at}; }

}  // namespace satchel::test

using satchel::test::Step;

int __wrap_fdatasync(int file) {
  Step();
  return __real_fdatasync(file);
}

int __wrap_fsync(int file) {
  Step();
  return __real_fsync(file);
}

int __wrap_ftruncate(int file, off_t size) {
  Step();
  return __real_ftruncate(file, size);
}

int __wrap_ftruncate64(int file, off64_t size) {
  Step();
  return __real_ftruncate64(file, size);
}

int __wrap_mkdirat(int directory, const char* name, mode_t mode) {
  Step();
  return __real_mkdirat(directory, name, mode);
}

ssize_t __wrap_pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  Step();
  if (satchel::test::IsLast()) {
    [[maybe_unused]] const ssize_t half = __real_pwrite64(file, bytes, size / 2, offset);
    ::kill(::getpid(), SIGKILL);
  }
  return __real_pwrite64(file, bytes, size, offset);
}

int __wrap_rename(const char* old_name, const char* new_name) {
  Step();
  return __real_rename(old_name, new_name);
}

int __wrap_renameat(int from, const char* old_name, int to, const char* new_name) {
  Step();
  return __real_renameat(from, old_name, to, new_name);
}

int __wrap_unlink(const char* name) {
  Step();
  return __real_unlink(name);
}

int __wrap_unlinkat(int directory, const char* name, int flags) {
  Step();
  return __real_unlinkat(directory, name, flags);
}

ssize_t __wrap_write(int file, const void* bytes, size_t size) {
  Step();
  if (satchel::test::IsLast()) {
    [[maybe_unused]] const ssize_t half = __real_write(file, bytes, size / 2);
    ::kill(::getpid(), SIGKILL);
  }
  return __real_write(file, bytes, size);
}
// NOLINTEND(bugprone-reserved-identifier)
