#include "engine/requests/process_mark.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace satchel::engine {
namespace {

constexpr auto kSilence = std::chrono::minutes(10);

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The 22nd field of stat: when the process began, in ticks since the boot. The second
// one, the name, may hold anything, so fields are counted from its last parenthesis.
std::string StartOf(std::string_view process) {
  const std::string stat = FirstLine(fmt::format("/proc/{}/stat", process));
  const auto name_end = stat.rfind(')');
  if (name_end == std::string::npos) return "";
  std::string_view rest = std::string_view(stat).substr(name_end + 1);
  for (int field = 2; field < 22; ++field) {
    const auto space = rest.find(' ');
    if (space == std::string_view::npos) return "";
    rest.remove_prefix(space + 1);
  }
  return std::string(rest.substr(0, rest.find(' ')));
}

std::string Machine() { return FirstLine("/proc/sys/kernel/random/boot_id"); }

}  // namespace

std::string ProcessMark() {
  const std::string process = std::to_string(::getpid());
  return fmt::format("{}:{}:{}", Machine(), process, StartOf(process));
}

bool MayBeAlive(std::string_view mark, Time last_heard, Time now) {
  const auto first = mark.find(':');
  const auto last = mark.rfind(':');
  if (first == std::string_view::npos || first == last) return false;
  const std::string machine = Machine();
  if (machine.empty() || mark.substr(0, first) != machine) return now - last_heard < kSilence;
  const std::string_view process = mark.substr(first + 1, last - first - 1);
  if (process.empty() || process.find_first_not_of("0123456789") != std::string_view::npos) {
    return false;
  }
  const std::string start = StartOf(process);
  return !start.empty() && start == mark.substr(last + 1);
}

}  // namespace satchel::engine
