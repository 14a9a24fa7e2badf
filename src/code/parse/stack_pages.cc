#include "code/parse/stack_pages.h"

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#include <pthread.h>

namespace satchel::code {
namespace {

// What this function and those it calls may take themselves.
constexpr std::uintptr_t kLeft = 64U << 10U;

}  // namespace

void GiveBackStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  if (!known) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(lowest);
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  // On a stack that is not the thread's own nothing is known.
  if (here < begin + kLeft + page || here > begin + size) return;
  const std::uintptr_t end = (here - kLeft) / page * page;
  static_cast<void>(madvise(lowest, end - begin, MADV_DONTNEED));
}

}  // namespace satchel::code
