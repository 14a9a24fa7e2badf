#include "net/pipe_signal.h"

#include <array>
#include <unistd.h>

#include <gtest/gtest.h>

namespace satchel::net {
namespace {

// Without it the process would end here.
TEST(PipeSignalTest, AWriteToNobodyIsAnErrorAndNoSignal) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::close(ends[0]);
  {
    const PipeSignalHeldOff held_off;
    EXPECT_EQ(::write(ends[1], "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
  }
  ::close(ends[1]);
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  EXPECT_EQ(::sigismember(&mask, SIGPIPE), 0) << "the mask is as it was";
  sigset_t pending;
  ::sigpending(&pending);
  EXPECT_EQ(::sigismember(&pending, SIGPIPE), 0) << "nothing waits";
}

}  // namespace
}  // namespace satchel::net
