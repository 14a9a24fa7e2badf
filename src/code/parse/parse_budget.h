#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace satchel::code {

// The memory that parsers take together, however many threads parse: each takes a share for the
// time of a file, and waits until there is room for it. Whoever comes first goes first, so that a
// large file is not kept waiting by small ones. One that asks for more than there is goes alone.
// Safe to share between threads.
class ParseBudget {
 public:
  explicit ParseBudget(std::size_t bytes) : bytes_(bytes) {}
  ParseBudget(const ParseBudget&) = delete;
  ParseBudget& operator=(const ParseBudget&) = delete;

  static constexpr std::size_t kBytes = 192U << 20U;
  // The one of this process. What many engines and workspaces do in it adds up.
  static ParseBudget& OfProcess();

  // Waits for its turn; gives back what it took when it goes. A thread that holds one asks for no
  // other.
  class Share {
   public:
    Share(ParseBudget& budget, std::size_t bytes);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    ParseBudget& budget_;
    std::size_t bytes_;
  };

 private:
  std::size_t bytes_;

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::size_t used_ = 0;
  std::uint64_t next_ = 0;     // number for who comes next
  std::uint64_t serving_ = 0;  // whose turn it is
};

}  // namespace satchel::code
