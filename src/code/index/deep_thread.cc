#include "code/index/deep_thread.h"

#include <cstddef>
#include <system_error>
#include <utility>

namespace satchel::code {
namespace {

// A level takes about 100 bytes here and 270 of the parser's memory (ParseLimits).
constexpr std::size_t kStack = 256U << 20U;

void* Start(void* run) {
  (*static_cast<std::function<void()>*>(run))();
  return nullptr;
}

}  // namespace

DeepThread::DeepThread(std::function<void()> run) : run_(std::move(run)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  int failed = pthread_create(&thread_, &attributes, Start, &run_);
  pthread_attr_destroy(&attributes);
  // Where address space is scarce, a usual one: most files need no more.
  if (failed != 0) failed = pthread_create(&thread_, nullptr, Start, &run_);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), "start a thread");
}

DeepThread::~DeepThread() { pthread_join(thread_, nullptr); }

}  // namespace satchel::code
