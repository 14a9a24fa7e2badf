#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The protocol of bench/peers/README.md for engines that C++ can call.
namespace satchel::peers {

inline constexpr std::size_t kBest = 20;

struct Hit {
  std::uint64_t document = 0;
  double score = 0;
};

// Failures are exceptions: they end the driver. Confined to one thread.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;

  // A new index. Documents come in order, the first has number 0.
  virtual void Create(const std::string& directory) = 0;
  virtual void Add(std::uint64_t document, std::string_view text) = 0;
  // The index is durable, closed and as good to search as it gets.
  virtual void Finish() = 0;

  virtual void OpenToRead(const std::string& directory) = 0;
  // The kBest best, best first.
  virtual std::vector<Hit> Search(std::string_view query) = 0;

  virtual void OpenToWrite(const std::string& directory) = 0;
  struct Replacement {
    std::uint64_t document = 0;
    std::string_view old_text;
    std::string_view new_text;
  };
  // Durable when it returns.
  virtual void Replace(const Replacement& replacement) = 0;
};

// Calls visit(word) for each word between spaces.
template <class Visit>
void ForEachWord(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// What a driver's main() does; its exit status.
int RunDriver(Engine& engine, int count, char** arguments);

}  // namespace satchel::peers
